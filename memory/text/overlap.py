"""How near two short facts are: a number for ranking, and a strict yes or no for "said again".

A missed repetition costs a line in a list, a wrong one destroys a fact; so `near_same` knows no threshold.
It wants the same content in the same order (`content`), which keeps C from C++, 小李 from 小张 and 3 from 5.
"""

from __future__ import annotations

from itertools import pairwise

from .content import content_key, numbers
from .fold import fold
from .polarity import negated, opposite, same_polarity
from .stem import stem

__all__ = ["content_key", "near_same", "negated", "numbers", "opposite", "overlap", "same_polarity"]


def overlap(one: str, other: str) -> float:
    """Dice coefficient over characters, pairs of characters, and stems of words: 0 nothing shared, 1 all.

    >>> overlap("喜欢猫", "喜欢狗") > overlap("喜欢猫", "住在上海")
    True
    """
    mine, theirs = _features(one), _features(other)
    if not mine and not theirs:
        return float(fold(one) == fold(other))
    return 2 * len(mine & theirs) / (len(mine) + len(theirs))


def near_same(one: str, other: str) -> bool:
    """Whether one is the other said again, give or take light words and the -s of a verb.

    >>> near_same("喜欢喝乌龙茶", "我喜欢乌龙茶。"), near_same("I like strong coffee", "I like coffee")
    (True, False)
    """
    key = content_key(one)
    return key == content_key(other) if key else fold(one) == fold(other)


def _features(text: str) -> frozenset[str]:
    """Stems of words; of the scripts without spaces the characters and the pairs of neighbours."""
    key = content_key(text)
    pairs = (first + second for first, second in pairwise(key) if not (first + second).isascii())
    return frozenset([*map(stem, key), *pairs])
