"""The words of a message that mean something (seed 004, "Keyword extraction from user message").

Only runs of Han characters reach the segmenter; words, identifiers and numbers are found by our own pattern.
So `rjieba` (in requirements.txt) and the jieba that AstrBot brings yield the same words, and a run of 200,000
digits, over which jieba broods for minutes, never reaches it. Neither dictionary is changed.
"""

from __future__ import annotations

import logging
import re
import unicodedata
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from time import perf_counter
from typing import Any, cast

from .fold import clean_line, fold, simplify
from .lexicon import words
from .scripts import LETTER, UNSPACED

CHARACTERS = 2_000
WORD_CHARACTERS = 64
_PIECE = re.compile(rf"(?P<han>[\u4e00-\u9fd5]+)|{LETTER}+(?:[-._/+#'’]{LETTER}+)*(?:\+\+?|#)?|[{UNSPACED}]")
"""A run for the segmenter (the range that jieba knows), or a word, or one character of another script."""

_GLUED = "我你他她很"
"""The segmenters' guess at unknown words glues these to the next character (我养, 很差)."""

_NICKNAMES = frozenset("小老阿")
_APOSTROPHE = re.compile("['’]")

Segment = Callable[[str], list[str]]


def keywords(text: str) -> list[str]:
    """The telling words in order, each once, as they were typed (but half-width); stop words are left out.

    Loads the segmenter if nobody did: call `load_segmenter` in a thread first.

    >>> keywords("我喜欢用 Python 写代码")
    ['喜欢', 'Python', '代码']
    """
    typed = unicodedata.normalize("NFKC", clean_line(text, CHARACTERS))
    found: dict[str, str] = {}
    for start, end in _places(simplify(typed)):
        word = typed[start:end]
        if not _is_stop(fold(word)):
            found.setdefault(fold(word), word)
    return list(found.values())


def load_segmenter() -> float:
    """Loads the dictionary, which blocks for 0.2 s (rjieba) or 1 s (jieba); returns the seconds it took."""
    start = perf_counter()
    segmenter()("加载")
    return perf_counter() - start


@cache
def segmenter() -> Segment:
    """Cuts a run of Han characters into words: rjieba, or jieba where rjieba cannot be imported."""
    return rjieba_cut() or jieba_cut()


def rjieba_cut() -> Segment | None:
    try:
        from rjieba import cut
    except ImportError:
        return None
    return cut


def jieba_cut() -> Segment:
    with warnings.catch_warnings():
        # jieba 0.42.1 has invalid escapes and asks for pkg_resources; both are its own affair.
        warnings.simplefilter("ignore")
        import jieba  # pyright: ignore[reportMissingTypeStubs]
    library = cast("Any", jieba)
    library.setLogLevel(logging.WARNING)
    return cast("Segment", library.lcut)


def _places(plain: str) -> Iterator[tuple[int, int]]:
    """(start, end) of every word, stop words among them."""
    for piece in _PIECE.finditer(plain):
        start, end = piece.span()
        if piece.lastgroup != "han":
            yield start, min(end, start + WORD_CHARACTERS)
            continue
        for word in _named(segmenter()(piece[0])):
            glued = 0 if word in _stops() else len(word) - len(word.lstrip(_GLUED))
            yield start + glued, start + len(word)
            start += len(word)


def _named(cut: list[str]) -> list[str]:
    """The same words with nicknames in one piece: 小 李 is 小李."""
    joined = cut[:1]
    for word in cut[1:]:
        if joined[-1] in _NICKNAMES and len(word) == 1 and word not in _stops():
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _is_stop(folded: str) -> bool:
    return not folded or _APOSTROPHE.sub("", folded) in _stops()


@cache
def _stops() -> frozenset[str]:
    return words("stop_zh") | words("stop_en")
