"""Normal forms: how text is written when it is compared, and what of it may be stored as a line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from ..model import Language
from .lexicon import simplified
from .scripts import FLAG, HAN, LATIN, SKIN

HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Co", "Cs"})
"""Control, format (zero-width, bidi, tags), private use, surrogate. Unassigned (Cn) stays: newer emoji."""

HIDDEN_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Blank on screen, yet letters or marks to Unicode: joiner, fillers of Hangul and Khmer, empty Braille."""

EMOJI_STYLE = "\ufe0f"
_SELECTOR = re.compile("[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_HAN = re.compile(f"[{HAN}]")
_LATIN = re.compile(f"[{LATIN}]")
_SKIN = re.compile(f"[{SKIN}]")


def fold(text: str) -> str:
    """The form for indexing and comparing. Full-width, Traditional, case and hidden characters are gone.

    >>> fold("我用ＰＹＴＨＯＮ寫　程式")
    '我用python写 程式'
    """
    if text.isascii() and text.isprintable():
        return _spaced(text.lower())
    composed = unicodedata.normalize("NFKC", _visible(text, _is_compared))
    # Casefolding can take a composed character apart, hence the second turn.
    return _spaced(simplify(unicodedata.normalize("NFKC", composed.casefold())))


def simplify(text: str) -> str:
    """Traditional characters as Simplified ones, one for one: places in the text stay what they were."""
    table = simplified()
    if table.keys().isdisjoint(text):
        return text
    return "".join(table.get(char, char) for char in text)


def clean_line(text: str, limit: int) -> str:
    """What may be stored as one line: nothing hidden, no line breaks, at most `limit` characters.

    Case, full-width punctuation and Traditional characters stay as they were typed.
    """
    return _cut(_spaced(_visible(text, _is_stored)), limit).rstrip()


def language_of(text: str, default: Language) -> Language:
    """zh as soon as there is one Han character (mixed chats are Chinese chats), en by Latin letters."""
    if _HAN.search(text):
        return "zh"
    return "en" if _LATIN.search(text) else default


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _visible(text: str, keeps: Callable[[str], bool]) -> str:
    if text.isprintable() and not _SELECTOR.search(text) and HIDDEN_LETTERS.isdisjoint(text):
        return text
    return "".join(" " if char.isspace() else char for char in text if char.isspace() or keeps(char))


def _is_stored(char: str) -> bool:
    """Variation selectors can smuggle a byte each; only the one that makes a heart red is of use."""
    hidden = unicodedata.category(char) in HIDDEN_CATEGORIES or char in HIDDEN_LETTERS
    return not hidden and (char == EMOJI_STYLE or not _SELECTOR.match(char))


def _is_compared(char: str) -> bool:
    return char != EMOJI_STYLE and _is_stored(char)


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    end = max(limit, 0)
    while end > 0 and _joins(text, end):
        end -= 1
    # A single "character" longer than the whole limit is not worth keeping in one piece.
    return text[: end or max(limit, 0)]


def _joins(text: str, end: int) -> bool:
    """Whether text[end] belongs to what stands before it: a mark, a skin tone, the second half of a flag."""
    char = text[end]
    if unicodedata.category(char).startswith("M") or _SKIN.match(char):
        return True
    before = text[:end]
    return char in FLAG and (len(before) - len(before.rstrip(FLAG))) % 2 == 1
