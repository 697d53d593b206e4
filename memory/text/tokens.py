"""Terms for the full-text index, and questions as FTS5 expressions that user text cannot break out of.

Han characters become unigrams and bigrams, identifiers stay whole beside their parts, signs and emoji are
spelled in letters (`escape`). Stop and question words are cut from questions only (findings, section 2).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from operator import add
from typing import NamedTuple

from .escape import escape_emoji, escape_word
from .fold import fold
from .lexicon import words
from .scripts import EMOJI, FLAG, LETTER, SKIN, UNSPACED

QUERY_CHARACTERS = 512
WORD_CHARACTERS = 64
"""Longer words are cut: `porter` ignores them, and nobody asks for one by heart."""

QUESTION_CHARACTERS = "谁吗呢么嘛哪啥咋"
"""Single characters that part a question like a space; other stop characters lose only their unigram."""

_IDENTIFIER = rf"{LETTER}+(?:[-._/+#'’]{LETTER}+)*(?:\+\+?|#)?"
_TOKEN = re.compile(
    rf"(?P<run>[{UNSPACED}]+)"
    rf"|(?P<word>{_IDENTIFIER})"
    rf"|(?P<emoji>[{FLAG}]{{2}}|[{EMOJI}])[{SKIN}]?"
)
_PREFIX = re.compile(rf"({LETTER}{LETTER}+(?:[-._/+#]{LETTER}+)*[-._/+#]?)\*")
_PART = re.compile(rf"{LETTER}+")
_APOSTROPHE = re.compile("['’]")
_PLAIN = re.compile(r"[^\W_]+")


class Query(NamedTuple):
    """What a question looks for: whole terms, and beginnings of words (from `Pyth*`)."""

    terms: tuple[str, ...]
    prefixes: tuple[str, ...]


def index_terms(text: str) -> list[str]:
    """All terms of a text in order, with repetitions; joined by spaces they fill an FTS5 column.

    >>> index_terms("用C++写代码")
    ['用', 'czqpzqp', '写', '代', '码', '写代', '代码']
    """
    return list(_terms(fold(text)))


def query_terms(
    text: str, cap: int = 32, characters: int = QUERY_CHARACTERS, *, brief: bool = False
) -> Query:
    """The terms of a question without its stop and question words, each once, at most `cap`, of its
    first `characters`.

    A question of stop words only ("你是谁") is taken whole. `brief` keeps the small words of English.
    """
    folded = fold(text[:characters])
    prefixes = tuple(dict.fromkeys(map(escape_word, _PREFIX.findall(folded))))[:cap]
    rest = _PREFIX.sub(" ", folded)
    idle = _idle_in_brief() if brief else _idle_words()
    telling = dict.fromkeys(term for term in _terms(_without_phrases(rest)) if not _is_idle(term, idle))
    if not telling and not prefixes:
        telling = dict.fromkeys(_terms(rest))
    return Query(_capped(telling, cap), prefixes)


def match_expression(query: Query) -> str:
    """An FTS5 MATCH expression: any of the terms, each a quoted string; '' when there is nothing to find."""
    whole = [_quoted(term) for term in query.terms]
    return " OR ".join([*whole, *(f"{_quoted(prefix)}*" for prefix in query.prefixes)])


def _terms(folded: str) -> Iterator[str]:
    for match in _TOKEN.finditer(folded):
        yield from _READERS[match.lastgroup or "run"](match)


def _run_terms(match: re.Match[str]) -> Iterable[str]:
    # Vowel signs of Thai and its neighbours are separators to unicode61, so they are to us.
    run = match[0] if match[0].isalnum() else "".join(filter(str.isalnum, match[0]))
    return (*run, *map(add, run, run[1:]))


def _word_terms(match: re.Match[str]) -> Iterable[str]:
    if _PLAIN.fullmatch(match[0]):
        return (escape_word(match[0][:WORD_CHARACTERS]),)
    word = _APOSTROPHE.sub("", match[0])
    parts = _PART.findall(word)
    # The lone letter of `c++` is no part: whoever asks for C does not mean C++.
    kept = [part[:WORD_CHARACTERS] for part in parts if len(parts) > 1 or len(part) > 1]
    whole = [word] if len(word) <= WORD_CHARACTERS else []
    return dict.fromkeys(map(escape_word, whole + kept))


def _emoji_terms(match: re.Match[str]) -> Iterable[str]:
    return (escape_emoji(match["emoji"]),)


_READERS = {"run": _run_terms, "word": _word_terms, "emoji": _emoji_terms}


def _without_phrases(folded: str) -> str:
    return _phrases().sub(" ", folded)


def _is_idle(term: str, idle: frozenset[str]) -> bool:
    """Whether a term says nothing: a stop word, or a bigram of two stop characters."""
    return term in idle or (len(term) == 2 and _idle_characters().issuperset(term))


def _capped(terms: dict[str, None], cap: int) -> tuple[str, ...]:
    """At most `cap`, in order. Where there are too many, single Han characters go first: bigrams say more."""
    if len(terms) > cap:
        telling = [term for term in terms if len(term) > 1 or term.isascii()]
        terms = dict.fromkeys(telling or terms)
    return tuple(terms)[:cap]


def _quoted(term: str) -> str:
    # SQLite ends a string at NUL, and a lone surrogate cannot be bound.
    safe = term.encode("utf-8", "ignore").decode("utf-8").replace("\0", "")
    return '"' + safe.replace('"', '""') + '"'


@cache
def _idle_words() -> frozenset[str]:
    return words("stop_zh") | words("stop_en")


@cache
def _idle_in_brief() -> frozenset[str]:
    return words("stop_zh") | words("stop_brief_en")


@cache
def _idle_characters() -> frozenset[str]:
    return frozenset(word for word in words("stop_zh") if len(word) == 1)


@cache
def _phrases() -> re.Pattern[str]:
    longest_first = sorted((word for word in words("stop_zh") if len(word) > 1), key=len, reverse=True)
    return re.compile("|".join([*map(re.escape, longest_first), f"[{QUESTION_CHARACTERS}]"]))
