"""Why a reply was given these memories and not others: one trace a recall, the newest kept in memory.

A trace quotes memories, so what is forgotten leaves it too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..model import Memory, Trace, TraceLine
from .candidate import Scored

KEPT = 50


def line_of(scored: Scored, dropped: str = "") -> TraceLine:
    """A scored candidate as a line."""
    source = scored.candidate.source
    return TraceLine(
        source.id if isinstance(source, Memory) else f"message {source.row_id}",
        source.fact if isinstance(source, Memory) else source.text,
        scored.candidate.arms,
        scored.score,
        scored.parts,
        dropped,
    )


class Traces:
    """The newest traces of all rooms, for the operator."""

    def __init__(self) -> None:
        self._traces: deque[Trace] = deque(maxlen=KEPT)

    def add(self, trace: Trace) -> None:
        self._traces.append(trace)

    def newest(self) -> Iterator[Trace]:
        """Newest first."""
        return reversed(self._traces)

    def forget(self, memory_ids: Iterable[str]) -> None:
        """Take what was forgotten out of every trace, and the questions it was found by."""
        gone = set(memory_ids)
        self._traces = deque((_without(trace, gone) for trace in self._traces), maxlen=KEPT)


def _without(trace: Trace, gone: set[str]) -> Trace:
    left = tuple(line for line in trace.lines if line.memory_id not in gone)
    return trace if len(left) == len(trace.lines) else replace(trace, lines=left, question="")
