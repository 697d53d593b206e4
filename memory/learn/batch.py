"""When a room's pending messages go to the model, and which of them go together.

A batch is ready when it is full (by messages or tokens), or when the talk has paused and there is enough to
read. A pause alone is not enough: in a slow room every message is followed by one, and the cost would be a
call a message instead of 0.05 (design section 6). So the few wait for more, up to `longest_wait`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ..text.size import estimate_tokens
from .extract import LINE_CHARACTERS

LINE_TOKENS = 6
"""What number, label and quotes add to a line of the transcript."""


class Waiting(Protocol):
    """A message in the queue, as `model.Message` is one. `at` is in UTC epoch seconds."""

    @property
    def text(self) -> str: ...
    @property
    def at(self) -> int: ...


Kind = TypeVar("Kind", bound=Waiting)


@dataclass(frozen=True)
class Limits:
    """`count` messages, `tokens` (estimated) or `idle` seconds after the last one make a batch.

    The pause counts only for `fewest` messages or more; after `longest_wait` seconds for any.
    """

    count: int = 20
    idle: int = 120
    tokens: int = 1500
    fewest: int = 10
    longest_wait: int = 6 * 3600


def ready(pending: Sequence[Waiting], now: int, limits: Limits) -> bool:
    """Whether the room's pending messages, oldest first, make a batch at `now` (UTC epoch seconds)."""
    if not pending:
        return False
    if len(pending) >= limits.count or sum(map(cost, pending)) >= limits.tokens:
        return True
    paused = now - pending[-1].at >= limits.idle
    enough = len(pending) >= limits.fewest or now - pending[0].at >= limits.longest_wait
    return paused and enough


def take(pending: Sequence[Kind], limits: Limits) -> tuple[Kind, ...]:
    """The oldest messages that fit into one batch; at least one, so that no message blocks the queue."""
    spent = 0
    for taken, message in enumerate(pending[: limits.count]):
        spent += cost(message)
        if taken and spent > limits.tokens:
            return tuple(pending[:taken])
    return tuple(pending[: max(limits.count, 1)])


def cost(message: Waiting) -> int:
    """Estimated tokens of one line of the transcript; what is cut off there costs nothing."""
    return LINE_TOKENS + estimate_tokens(message.text[:LINE_CHARACTERS])
