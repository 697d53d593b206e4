"""The limits of a block: so many memories, so many of a type, so many tokens; lower scores are cut first. Pure.

Greedy by score, so that a memory can only ever be displaced by one that scores higher.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ..model import Memory

Item = TypeVar("Item")


@dataclass(frozen=True)
class Budget:
    """Seed 000 section 4.2. Counts are memories, `max_tokens` an estimate; 0 turns a cap off."""

    max_items: int
    max_tokens: int = 0
    max_per_type: int = 0
    min_confidence: float = 0.0


@dataclass(frozen=True)
class Cut(Generic[Item]):
    """What stays, best first, and why each of the others does not."""

    kept: tuple[Item, ...]
    dropped: tuple[tuple[Item, str], ...]


def cut(
    ranked: Sequence[Item],
    budget: Budget,
    memory_of: Callable[[Item], Memory],
    cost_of: Callable[[Item], int],
) -> Cut[Item]:
    """Keep the best that fit. `ranked` is best first; `cost_of` is the tokens of one line."""
    kept: list[Item] = []
    dropped: list[tuple[Item, str]] = []
    types: Counter[str] = Counter()
    tokens = 0
    for item in ranked:
        memory = memory_of(item)
        reason = next(_against(memory, budget, len(kept), types[memory.type]), "")
        cost = 0 if reason else cost_of(item)  # 20 us, and most of what is ranked is beyond `max_items`
        if budget.max_tokens and tokens + cost > budget.max_tokens:
            reason = reason or "max_tokens"
        if reason:
            dropped.append((item, reason))
            continue
        kept.append(item)
        types[memory.type] += 1
        tokens += cost
    return Cut(tuple(kept), tuple(dropped))


def _against(memory: Memory, budget: Budget, count: int, of_type: int) -> Iterator[str]:
    if memory.confidence < budget.min_confidence:
        yield "confidence"
    if count >= budget.max_items:
        yield "max_items"
    if budget.max_per_type and of_type >= budget.max_per_type:
        yield "max_per_type"
