"""Consent to a sensitive field (seed 001 section 10): the question, what counts as an answer, when it expires.

The question is asked at most once, and silence is a no. Only a message that is nothing but an answer answers:
"好" does, "好像要下雨了" does not, and neither does a message that says both yes and no.
"""

from __future__ import annotations

import re

from ..model import Language
from ..text.fold import clean_line, fold
from .gate import Field

EXPIRES_AFTER = 7 * 86_400
"""Seconds for which a proposed change waits."""

LONGEST_ANSWER = 16
"""Characters; what is longer is talk."""

VALUE_CHARACTERS = 40

_FIELDS: dict[Field, tuple[str, str]] = {
    "preferred_name": ("希望被称呼为", "you want to be called"),
    "pronouns": ("使用的代词是", "your pronouns are"),
    "city": ("所在的城市是", "your city is"),
    "language": ("希望用的语言是", "your language is"),
}
_QUESTION = (
    "要我记住你{field}「{value}」吗？回复“好”或“不要”，7 天内有效；不回复就不记。",
    "Shall I remember that {field} “{value}”? Answer “yes” or “no” within 7 days; without an answer I won't.",
)
_QUOTES = str.maketrans("", "", "「」『』“”‘’\"'<>[]`")

_YES = re.compile(
    r"(?:好|可以|行|嗯|恩|同意|愿意|没问题|要|对|是)的?|嗯+|记|记住|记下来?"
    r"|ok(?:ay)?|yes|yeah|yep|yup|y|sure|fine|of course|absolutely|go ahead|do it|please do|(?:yes|sure|ok) please"
)
_NO = re.compile(
    r"不|不[要用行好必想]|不可以|不需要|不同意|不愿意|别|(?:别|不要|不用|不许|不)记|算了|免了|拒绝|取消"
    r"|no|nope|nah|n|never|stop|(?:please )?(?:don't|dont|do not)|no thanks|no thank you|no way|rather not|not now"
)
_THANKS = re.compile(r"谢谢你?|多谢|thanks|thank you|thx")
_PARTICLE = "了吧呀啊哦噢哈呢啦滴嘞哒"
_MENTION = re.compile(r"^@\S{1,32}\s")
_SIGNS = re.compile(r"[^\w\s']|_")


def question(field: Field, value: str, language: Language) -> str:
    """The one question. `value` comes from the chat, so it is made one harmless line."""
    at = 0 if language == "zh" else 1
    shown = clean_line(value.translate(_QUOTES), VALUE_CHARACTERS)
    return _QUESTION[at].format(field=_FIELDS[field][at], value=shown)


def answer_in(text: str) -> bool | None:
    """Whether a message is a yes (True) or a no (False), and nothing else; None otherwise.

    >>> answer_in("好的呀"), answer_in("不用了谢谢"), answer_in("好像要下雨了")
    (True, False, None)
    """
    said = _MENTION.sub("", fold(text[:200]).replace("’", "'"))
    if len(said) > LONGEST_ANSWER or "?" in said:
        return None
    parts = [_THANKS.sub("", part).strip() for part in _SIGNS.split(said)]
    verdicts = {_answer(part) for part in parts if part}
    return verdicts.pop() if len(verdicts) == 1 else None


def expired(asked_at: int, now: int) -> bool:
    """Whether a question asked at `asked_at` (UTC epoch seconds) can no longer be answered."""
    return now - asked_at >= EXPIRES_AFTER


def _answer(part: str) -> bool | None:
    while part:
        if _YES.fullmatch(part):
            return True
        if _NO.fullmatch(part):
            return False
        if part[-1] not in _PARTICLE:
            return None
        part = part[:-1]
    return None
