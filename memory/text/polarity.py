"""Affirmed or denied: negation in Chinese and English, and statements that say the opposite of each other."""

from __future__ import annotations

import re
from functools import cache

from .content import plain, tokens_of
from .lexicon import words

_ZH = "再也不|从来不|从不|不再|不太|不大|不怎么|并不|并非|绝不|毫不|[不没无未勿别非莫]"
_EN = r"(?<![a-z])(?:not|never|no longer|no(?!\.? ?[0-9])|nor|without)(?![a-z])"
_HARMLESS_UNLESS = "不过(?!敏)|不同(?!意)"
"""不过 and 不同 deny nothing, 不过敏 and 不同意 do."""
_QUESTION = r"(?P<same>\w)[不没](?P=same)"
"""是不是, 有没有: asks, and denies nothing."""

ANTONYMS = {
    **dict.fromkeys(("讨厌", "厌恶", "反感"), "不喜欢"),
    **dict.fromkeys(("反对",), "不支持"),
    **dict.fromkeys(("禁止",), "不允许"),
    **dict.fromkeys(("hate", "hates", "dislike", "dislikes", "detest", "detests"), "not like"),
    **dict.fromkeys(("love", "loves", "enjoy", "enjoys"), "like"),
    **dict.fromkeys(("爱吃", "喜爱吃"), "喜欢吃"),
    **dict.fromkeys(("爱喝", "喜爱喝"), "喜欢喝"),
    **dict.fromkeys(("热爱", "喜爱"), "喜欢"),
}
"""Word -> the same said with the commoner word, negated or not."""

_ANTONYM = re.compile(
    "|".join(rf"(?<![a-z]){word}(?![a-z])" for word in sorted(ANTONYMS, key=len, reverse=True))
)
_EMPHASIS = re.compile(r"(?<![a-z])(?:any ?more|any longer|at all)(?![a-z])|[有要]")
"""What comes and goes with negation: 有猫 and 没猫, 叫我 and 不要叫我."""


def negated(text: str) -> bool:
    """Whether the text denies something by grammar: 不 没 别 无 未 勿, not n't never no.

    >>> negated("不喜欢香菜"), negated("特别喜欢"), negated("讨厌香菜"), negated("doesn't care")
    (True, False, False, True)
    """
    return _denials(plain(text))[1] > 0


def same_polarity(one: str, other: str) -> bool:
    """Whether both affirm or both deny; 讨厌 and hate deny here, and two denials affirm."""
    return _stance(one)[1] == _stance(other)[1]


def opposite(one: str, other: str) -> bool:
    """Whether the two say the same but for a negation or an antonym.

    >>> opposite("喜欢香菜", "我讨厌香菜"), opposite("likes tea", "doesn't like coffee")
    (True, False)
    """
    (core, affirms), (other_core, other_affirms) = _stance(one), _stance(other)
    return bool(core) and core == other_core and affirms != other_affirms


def _stance(text: str) -> tuple[tuple[str, ...], bool]:
    """(what it is about, whether it is affirmed)."""
    said = _ANTONYM.sub(lambda word: ANTONYMS[word[0]], plain(text))
    rest, count = _denials(said)
    return tokens_of(_EMPHASIS.sub(" ", rest)), count % 2 == 0


def _denials(plain_text: str) -> tuple[str, int]:
    """(the text without its negations, how many there were)."""
    removed = 0

    def without(match: re.Match[str]) -> str:
        nonlocal removed
        if match["negation"] is None:
            return match[0]
        removed += 1
        return " "

    return _pattern().sub(without, plain_text), removed


@cache
def _pattern() -> re.Pattern[str]:
    """Harmless words first, so that 特别 is passed over before its 别 is seen."""
    harmless = "|".join(sorted(words("negation_zh"), key=len, reverse=True))
    return re.compile(rf"{harmless}|{_HARMLESS_UNLESS}|{_QUESTION}|(?P<negation>{_ZH}|{_EN})")
