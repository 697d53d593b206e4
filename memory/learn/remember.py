"""What saving one fact does to what is known: refresh the same, retire the contradicted, make room. Pure.

The store reads what stands, this module decides, the store applies the plan, all in one transaction.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..model import Change, Memory, Room, Saved, Scope, Source, Status, Type, Updated
from ..policy.gate import evicted
from ..policy.slots import contradicts, slot_of
from ..text.fact_key import fact_key
from ..text.overlap import near_same, opposite
from .confidence import merged

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

_STANDS = ("active", "pending", "shadow")
_CLAUSES = re.compile(r"[,，;；。!！]\s*\S|(?<=\w)\.\s")
_TEXT = ("fact", "fact_key", "key", "type")
"""What changes together when the words of a memory do."""


@dataclass(frozen=True)
class Wish:
    """A fact that someone wants kept, or that the talk shows, with whom it belongs to.

    `confidence` is that of this piece of evidence. What was asked for is "user_stated" and stays for good.
    """

    scope: Scope
    room: Room
    owner_id: str
    author_id: str
    type: Type
    fact: str
    confidence: float
    at: int
    status: Status = "active"
    source: Source = "user_stated"
    importance: float | None = None
    ttl_days: int | None = None


@dataclass(frozen=True)
class Caps:
    """How many memories may stand in a scope: of those that were asked for, and of all. 0 for no limit."""

    asked: int = 0
    all: int = 0


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


def plan(wish: Wish, standing: Sequence[Memory], same: Memory | None, caps: Caps, new_id: str) -> Plan:
    """Decide about a wish.

    Args:
        standing: The memories in force in the wish's scope.
        same: The memory that is known to say the same, whatever its status: that with the same fact key.
        caps: How many may stand in the scope.
        new_id: The id to give where the memory is new.
    """
    keep = _keep(wish, same or same_among(standing, wish.fact), new_id)
    if keep.after.status != "active":
        return Plan(keep)
    others = [m for m in standing if m.id != keep.after.id]
    contradicted = [m for m in others if _gives_way(m, keep.after)]
    left = [m for m in others if m not in contradicted]
    surplus = () if keep.event == "UPDATE" else _surplus(left, wish, caps)
    return Plan(
        keep,
        tuple(Change("UPDATE", _retired(m, keep.after), wish.author_id, m) for m in contradicted),
        tuple(Change("DELETE", _dropped(m, wish.at), "policy", m) for m in surplus),
    )


def promote(memory: Memory, standing: Sequence[Memory], source: Source, at: int, actor: str) -> Plan:
    """A memory that waited comes into force; what it contradicts or says again goes out."""
    ttl_days = None if source == "user_stated" else memory.ttl_days
    after = replace(
        memory, status="active", source=source, ttl_days=ttl_days, updated_at=at, valid_from=at, valid_to=None
    )
    contradicted = [m for m in standing if m.id != memory.id and _gives_way(m, after)]
    return Plan(
        Change("UPDATE", after, actor, memory),
        tuple(Change("UPDATE", _retired(m, after), actor, m) for m in contradicted),
    )


def same_among(memories: Sequence[Memory], fact: str) -> Memory | None:
    """The memory that says the same: in nearly the same words, or as the same slot with the same value."""
    near = next((m for m in memories if near_same(m.fact, fact)), None)
    return near or next((m for m in memories if _same_value(m.fact, fact)), None)


def _same_value(one: str, other: str) -> bool:
    """A fact of several clauses says more than its slot, so only plain ones count."""
    if _CLAUSES.search(one.strip()) or _CLAUSES.search(other.strip()):
        return False
    mine = slot_of(one)
    return mine is not None and mine == slot_of(other)


def _keep(wish: Wish, before: Memory | None, new_id: str) -> Change:
    fresh = _fresh(wish, new_id)
    if before is None:
        return Change("ADD", fresh, wish.author_id)
    in_force = before.status == "active"
    waits = before.status in ("pending", "shadow") and wish.status != "active"
    text = {name: getattr(before, name) for name in _TEXT} if _says_it_better(before, wish) else {}
    after = replace(
        fresh,
        id=before.id,
        created_at=before.created_at,
        pinned=before.pinned,
        evidence_count=before.evidence_count,
        importance=max(before.importance, fresh.importance),
        valid_from=before.valid_from if in_force else wish.at,
        status=before.status if in_force or waits else wish.status,
        confidence=_sureness(before, wish),
        **text,
        **(
            {"source": "user_stated", "ttl_days": None} if in_force and before.source == "user_stated" else {}
        ),
    )
    return Change("UPDATE" if in_force or waits else "RESTORE", after, wish.author_id, before)


def _says_it_better(before: Memory, wish: Wish) -> bool:
    """Seed 000 section 3.3: text is replaced by a higher confidence only. Who asks for it always has its way."""
    return wish.source != "user_stated" and before.status in _STANDS and before.confidence >= wish.confidence


def _sureness(before: Memory, wish: Wish) -> float:
    """The average over all evidence; but what a member asked for is not made doubtful by talk."""
    if before.status not in _STANDS or wish.source == "user_stated":
        return wish.confidence
    average = merged(before.confidence, before.evidence_count, wish.confidence)
    return max(before.confidence, average) if before.source == "user_stated" else average


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
        importance=IMPORTANCE[wish.type] if wish.importance is None else wish.importance,
        status=wish.status,
        source=wish.source,
        ttl_days=wish.ttl_days,
        created_at=wish.at,
        updated_at=wish.at,
        valid_from=wish.at,
        room=wish.room,
        owner_id=wish.owner_id,
        author_id=wish.author_id,
    )


def _gives_way(memory: Memory, to: Memory) -> bool:
    """Contradicted, or said again in other words while a third row holds the exact ones."""
    if is_against(memory, to.fact):
        return True
    return near_same(memory.fact, to.fact) or _same_value(memory.fact, to.fact)


def is_against(memory: Memory, fact: str) -> bool:
    """Whether a memory and a fact of the same owner cannot both hold."""
    return contradicts(memory.fact, fact) or opposite(memory.fact, fact)


def _retired(memory: Memory, by: Memory) -> Memory:
    """A contradicted memory: out of force, but readable as history."""
    return replace(memory, status="expired", valid_to=by.updated_at, superseded_by=by.id)


def _dropped(memory: Memory, at: int) -> Memory:
    """A memory that had to make room: a policy's deletion is soft (design section 14)."""
    return replace(memory, status="soft_deleted", updated_at=at)


def _surplus(left: Sequence[Memory], wish: Wish, caps: Caps) -> tuple[Memory, ...]:
    """Who makes room: of what was asked for, by seed 003's cap; then of all, by seed 000's."""
    asked = [m for m in left if m.source == "user_stated"] if wish.source == "user_stated" else []
    gone = _least(asked, len(asked) + 1 - caps.asked) if caps.asked else ()
    rest = [m for m in left if m not in gone]
    return (*gone, *(evicted(rest, caps.all - 1) if caps.all else ()))


def _least(standing: Sequence[Memory], count: int) -> tuple[Memory, ...]:
    """The oldest of the lowest value."""
    by_value = sorted(standing, key=lambda m: (m.pinned, m.importance * m.confidence, m.seq))
    return tuple(by_value[: max(count, 0)])


def _before(changes: Sequence[Change]) -> tuple[Memory, ...]:
    return tuple(c.before for c in changes if c.before)
