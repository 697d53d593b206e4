"""What a well-written fact looks like: the validator of seed 001 section 9 ("third person, self-contained, no pronouns").

It judges only the form. Whether a fact is true is the business of `evidence`, whether it is harmless of the guard.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..text.content import content_key
from ..text.fold import fold

LONGEST = 280
MOST_SENTENCES = 2

_QUOTED = re.compile(r"[「『“\"《][^」』”\"》]{1,80}[」』”\"》]")
"""A quoted name may hold anything: 希望被称呼为「你大爷」."""

_SUBJECT = re.compile(
    r"(?:^|[,.;:!?。；，：！？、]\s?|\b(?:and|but|because|that)\s|但是?|而且?|并且?|所以|因为)"
    r"(?:(?P<person>我|俺|咱|本人(?!喜)|你|您|i\b(?!/o)|i'm\b|i've\b|my\b|we\b|we're\b|our\b|you\b|you're\b|your\b)"
    r"|(?P<pronoun>他|她|它|ta(?![a-z])|这(?!里的|家|位用户)|那(?!么)|he\b|she\b|it\b|its\b|they\b|his\b|her\b|their\b|this\b|that\b|these\b|those\b))"
)
_BOT = re.compile(
    r"机器人|小?助手|语言模型|(?<![a-z])(?:assistants?|chatbots?|language model|llm|the bot|(?:the|an) ai)(?![a-z])"
)
_ABOUT_REPLIES = re.compile(r"回复|回答|回应|答复|称呼|叫|repl|answer|respond|call|speak|talk|address")
"""How the bot shall answer is the one thing that cannot be said without it."""

_QUESTION = re.compile(
    r"[?？]|(?:吗|么|呢)[.。!！]?$|(?:是不是|有没有|能不能|会不会|谁|什么时候|为什么|怎么办)"
    r"|^(?:who|what|when|where|why|how|which)\b"
    r"|^(?:do|does|did|is|are|can|could|would|will|should) (?:the )?(?:user|you|he|she|it|they|we|i)\b"
)
_SENTENCE_END = re.compile(r"[。！!；;\n]+|(?<=[^\W\d_])\.(?=\s|$)")
_TODAY = re.compile(
    r"(?<![一-九])(?:今天|今晚|今早|昨天|昨晚|明天|明晚|明早|后天|前天|刚才|刚刚|上周|下周|上个月|下个月|本周|这周)"
    r"|\b(?:today|tonight|yesterday|tomorrow|(?:last|next|this) (?:week|month|night|weekend))\b"
)
"""Days that count from the day of the talk: nobody can read them later."""


def well_formed(fact: str) -> str | None:
    """Why a fact is refused, in one word for the log; None where it is well written.

    >>> well_formed("用户对花生过敏"), well_formed("你喜欢猫"), well_formed("  ")
    (None, 'person', 'empty')
    """
    said = _QUOTED.sub("「」", fold(fact))
    return next((reason for reason, holds in _FLAWS.items() if holds(fact, said)), None)


def _is_empty(fact: str, said: str) -> bool:
    return not content_key(fact)


def _is_long(fact: str, said: str) -> bool:
    return len(fact) > LONGEST


def _has_person(fact: str, said: str) -> bool:
    return any(found["person"] for found in _SUBJECT.finditer(said))


def _has_pronoun(fact: str, said: str) -> bool:
    return any(found["pronoun"] for found in _SUBJECT.finditer(said))


def _names_bot(fact: str, said: str) -> bool:
    return bool(_BOT.search(said)) and not _ABOUT_REPLIES.search(said)


def _asks(fact: str, said: str) -> bool:
    return bool(_QUESTION.search(said))


def _is_wordy(fact: str, said: str) -> bool:
    return sum(bool(part.strip()) for part in _SENTENCE_END.split(said)) > MOST_SENTENCES


def _fades(fact: str, said: str) -> bool:
    return bool(_TODAY.search(said))


_FLAWS: dict[str, Callable[[str, str], bool]] = {
    "long": _is_long,
    "empty": _is_empty,
    "question": _asks,
    "person": _has_person,
    "pronoun": _has_pronoun,
    "bot": _names_bot,
    "wordy": _is_wordy,
    "fades": _fades,
}
