"""What is asked: a message, or a running dialogue, as terms for the index and texts for the encoder. Pure.

A dialogue (`<name>: words` on two lines or more) asks with what the humans in it said; what the bot said
before is no evidence of what it should remember.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..model import Language
from ..text.dates import date_tokens
from ..text.fold import fold, language_of
from ..text.tokens import query_terms

CHARACTERS = 4000
WORDS = 400
"""More words than any question has; the most telling of them are chosen when the index is at hand."""
PART = 500
BRIEF = 120
BRIEF_WORDS = 24
"""Characters and words of a question in which every word may tell."""
BOTS = frozenset({"assistant", "bot", "ai"})
_TURN = re.compile(r"\s*<([^>\n]{1,40})>\s*[:：]\s*(.*)")
_NO_WORD = re.compile(r"[^\w]+")
_FIRST_PERSON = re.compile(r"我|咱|\b(?:i|my|me|mine|we|our|us)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Question:
    """A question. `parts` are the texts whose meaning it has; `words` its terms, `dates` the days it names."""

    text: str
    parts: tuple[str, ...]
    words: tuple[str, ...]
    prefixes: tuple[str, ...]
    first_person: bool

    def names(self, name: str) -> bool:
        """Whether a part (two characters or more) of a shown name occurs in the question."""
        said = " " + _NO_WORD.sub(" ", fold(self.text)) + " "
        return any(f" {p} " in said if p.isascii() else p in said for p in _name_parts(name))


def question(text: str, at: int, offset: int = 0) -> Question:
    """Read a question that was asked at `at` (UTC epoch seconds), `offset` seconds east of Greenwich."""
    turns = _human_turns(text[:CHARACTERS])
    default: Language = "en"
    joined = ("" if language_of(text, default) == "zh" else " ").join(turns)
    brief = len(turns) < 2 and len(joined) <= BRIEF and len(joined.split()) <= BRIEF_WORDS
    terms = query_terms(joined, WORDS, CHARACTERS, brief=brief)
    days = date_tokens(joined, at, offset)
    return Question(
        joined,
        tuple(turn[:PART] for turn in turns),
        tuple(dict.fromkeys((*days, *terms.terms))),
        terms.prefixes,
        _FIRST_PERSON.search(joined) is not None,
    )


def _human_turns(text: str) -> list[str]:
    lines = [line for line in text.split("\n") if line.strip()]
    turns = [_TURN.fullmatch(line) for line in lines]
    if sum(turn is not None for turn in turns) < 2:
        return [text]
    said = [
        (turn[1].strip().lower(), turn[2]) if turn else ("", line)
        for turn, line in zip(turns, lines, strict=True)
    ]
    humans = [words.strip() for name, words in said if name not in BOTS and words.strip()]
    return humans or [words for _, words in said]


def _name_parts(name: str) -> list[str]:
    return re.findall(r"[a-z]{2,}|[\u3400-\u9fff]{2,}", fold(name))
