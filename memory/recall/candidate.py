"""A candidate: something that an arm found, with what speaks for it; and how a recipe has scored it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..model import Memory, Said


@dataclass(frozen=True)
class Candidate:
    """A memory or a message. `coverage` is the part of the question's words it covers, 0..1; `cosine` is None
    where there are no vectors; `arms` names what found it."""

    source: Memory | Said
    arms: tuple[str, ...]
    coverage: float = 0.0
    cosine: float | None = None
    is_own: bool = False
    is_named: bool = False

    @property
    def is_memory(self) -> bool:
        return isinstance(self.source, Memory)

    @property
    def row_id(self) -> int:
        return self.source.row_id

    @property
    def when(self) -> int:
        """UTC epoch seconds of its last change."""
        return self.source.updated_at if isinstance(self.source, Memory) else self.source.at


@dataclass(frozen=True)
class Scored:
    """A candidate under a recipe; `parts` says what the score is made of."""

    candidate: Candidate
    score: float
    parts: dict[str, float] = field(default_factory=dict[str, float])


def best_first(scored: list[Scored]) -> list[Scored]:
    """By score; ties by what changed last, then by row, so that the order is the same every time."""
    return sorted(scored, key=lambda s: (-s.score, -s.candidate.when, -s.candidate.row_id))
