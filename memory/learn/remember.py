"""What saving one fact does to what is known: refresh the same, retire the contradicted, make room. Pure.

The store reads what stands, this module decides, the store applies the plan, all in one transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..model import Change, Memory, Room, Saved, Scope, Type, Updated
from ..policy.slots import contradicts, slot_of
from ..text.fact_key import fact_key
from ..text.overlap import near_same, opposite

IMPORTANCE: dict[Type, float] = {
    "constraint": 0.9,
    "preference": 0.7,
    "profile": 0.6,
    "procedural": 0.5,
    "task_state": 0.5,
    "pattern": 0.4,
    "episode": 0.4,
    "insight": 0.3,
}
"""How much a memory is worth before anyone has used it; the order of seed 003 section 4.2 comes first."""


@dataclass(frozen=True)
class Wish:
    """A fact that someone wants kept, with whom it belongs to."""

    scope: Scope
    room: Room
    owner_id: str
    author_id: str
    type: Type
    fact: str
    confidence: float
    at: int


@dataclass(frozen=True)
class Plan:
    """What to write: the memory itself, those it contradicts, those that make room for it."""

    keep: Change
    replaced: tuple[Change, ...] = ()
    yielded: tuple[Change, ...] = ()

    @property
    def changes(self) -> tuple[Change, ...]:
        return self.keep, *self.replaced, *self.yielded

    def outcome(self, kept: Memory) -> Saved | Updated:
        """What to tell, once `kept` is on disk."""
        replaced = _before(self.replaced)
        if self.keep.event == "UPDATE" and self.keep.before:
            return Updated(kept, self.keep.before, replaced)
        return Saved(kept, replaced, _before(self.yielded))


def plan(wish: Wish, standing: Sequence[Memory], same_key: Memory | None, cap: int, new_id: str) -> Plan:
    """Decide about a wish.

    Args:
        standing: The memories in force in the wish's scope.
        same_key: The memory with the same fact key there, whatever its status.
        cap: How many may stand in the scope; 0 for no limit.
        new_id: The id to give where the memory is new.
    """
    before = same_key or next((m for m in standing if near_same(m.fact, wish.fact)), None)
    keep = _keep(wish, before, new_id)
    others = [m for m in standing if m.id != keep.after.id]
    contradicted = [m for m in others if _gives_way(m, keep.after)]
    left = [m for m in others if m not in contradicted]
    surplus = () if keep.event == "UPDATE" else _least(left, len(left) + 1 - cap if cap else 0)
    return Plan(
        keep,
        tuple(Change("UPDATE", _retired(m, keep.after), wish.author_id, m) for m in contradicted),
        tuple(Change("DELETE", _dropped(m, wish.at), "policy", m) for m in surplus),
    )


def _keep(wish: Wish, before: Memory | None, new_id: str) -> Change:
    fresh = _fresh(wish, new_id)
    if before is None:
        return Change("ADD", fresh, wish.author_id)
    in_force = before.status == "active"
    after = replace(
        fresh,
        id=before.id,
        created_at=before.created_at,
        pinned=before.pinned,
        evidence_count=before.evidence_count,
        importance=max(before.importance, fresh.importance),
        valid_from=before.valid_from if in_force else wish.at,
    )
    return Change("UPDATE" if in_force else "RESTORE", after, wish.author_id, before)


def _fresh(wish: Wish, new_id: str) -> Memory:
    slot = slot_of(wish.fact)
    return Memory(
        id=new_id,
        scope=wish.scope,
        type=wish.type,
        fact=wish.fact,
        fact_key=fact_key(wish.fact),
        key=slot.name if slot else None,
        confidence=wish.confidence,
        importance=IMPORTANCE[wish.type],
        status="active",
        created_at=wish.at,
        updated_at=wish.at,
        valid_from=wish.at,
        room=wish.room,
        owner_id=wish.owner_id,
        author_id=wish.author_id,
    )


def _gives_way(memory: Memory, to: Memory) -> bool:
    """Contradicted, or said again in other words while a third row holds the exact ones."""
    same_slot = to.key is not None and memory.key == to.key
    if same_slot and contradicts(memory.fact, to.fact):
        return True
    return opposite(memory.fact, to.fact) or near_same(memory.fact, to.fact)


def _retired(memory: Memory, by: Memory) -> Memory:
    """A contradicted memory: out of force, but readable as history."""
    return replace(memory, status="expired", valid_to=by.updated_at, superseded_by=by.id)


def _dropped(memory: Memory, at: int) -> Memory:
    """A memory that had to make room: a policy's deletion is soft (design section 14)."""
    return replace(memory, status="soft_deleted", updated_at=at)


def _least(standing: Sequence[Memory], count: int) -> tuple[Memory, ...]:
    """The oldest of the lowest value."""
    by_value = sorted(standing, key=lambda m: (m.pinned, m.importance * m.confidence, m.seq))
    return tuple(by_value[: max(count, 0)])


def _before(changes: Sequence[Change]) -> tuple[Memory, ...]:
    return tuple(c.before for c in changes if c.before)
