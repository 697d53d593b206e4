"""Which lines of a talk belong together: the turns around a line, and the same speaker's own. Pure.

In a two-person talk the neighbours say what a line is about; in an interleaved group the same speaker's do.
So both count, the nearer the more, as long as no three hours lie between (findings section 2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

TURNS = 12
"""How many turns back the same speaker's last line may be."""
RANKS = (1, 2)
GAP = 3 * 3600
_QUESTION = re.compile("[?？]")


@dataclass(frozen=True)
class Line:
    """A line of the log: its row, who said it, when (UTC epoch seconds), its words and their index terms."""

    row_id: int
    sender_id: str
    at: int
    text: str
    terms: str


@dataclass(frozen=True)
class Link:
    """Two lines that belong together; rank 1 is nearer than 2."""

    earlier: Line
    rank: int


def links(line: Line, before: Sequence[Line]) -> list[Link]:
    """The earlier lines that belong to a new one; `before` is in order, the newest last."""
    ranks: dict[int, int] = {}
    for rank, index in _candidates(line, before):
        if abs(line.at - before[index].at) <= GAP:
            ranks[index] = min(rank, ranks.get(index, rank))
    return [Link(before[index], rank) for index, rank in sorted(ranks.items())]


def answers(line: Line, before: Sequence[Line]) -> Line | None:
    """The question that a line answers: the turn right before, by another speaker."""
    last = before[-1] if before else None
    if last is None or last.sender_id == line.sender_id or line.at - last.at > GAP:
        return None
    return last if _QUESTION.search(last.text) else None


def _candidates(line: Line, before: Sequence[Line]) -> Iterator[tuple[int, int]]:
    count = len(before)
    yield from ((rank, count - rank) for rank in RANKS if count >= rank)
    same = [i for i in range(max(0, count - TURNS), count) if before[i].sender_id == line.sender_id]
    yield from ((rank, same[-rank]) for rank in RANKS if len(same) >= rank)
