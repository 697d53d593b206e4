"""Settling one fact inside a transaction: is it known, was it forgotten, how sure is it, may it be kept, as what.

Both roads end here, rules and extraction (design section 6): dedupe and merge in the same scope, confidence,
gate, persist, with a line in `ops` for whatever is decided. SQL and pure decisions only; the vector of an
extracted fact was made before.
"""

# numpy's stubs name things of Python 3.12 that are unknown to a check for 3.10.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..embedding import Vector
from ..model import Language, Memory, Message, Method, Room, Scope, Type
from ..policy import gate
from ..policy.gate import Active, AwaitConsent, Counts, Held, Pending, WritePolicy, decide
from ..policy.scope import Readable, may_write
from ..policy.slots import contradicts, slot_of
from ..store import forgotten, items, keep, ops, proposals, sources, vectors
from ..store.engine import Connection
from ..store.ops import Node, Op
from ..store.proposals import Proposal
from ..text.content import numbers
from ..text.fact_key import fact_key
from ..text.polarity import opposite, same_polarity
from .confidence import Said, independent, score
from .remember import Caps, Wish, is_against, plan, same_among

SAME_MEANING = 0.85
"""Cosine above which two facts of one scope are one (seed 000 section 3.3.4)."""
LEAST_BY_RULE = 0.9
"""What a member says outright of itself (design section 6)."""
NODES: dict[Method, Node] = {"rule": "rules", "llm_extract": "extract", "user_explicit": "explicit"}


@dataclass(frozen=True)
class Case:
    """A clean, proven fact and the messages behind it. `owner` is the one it is about, None for the room.

    `base` is the confidence that the rule or the model gives. `wished`: the member asked for it in so many words.
    """

    type: Type
    fact: str
    base: float
    method: Method
    messages: tuple[Message, ...]
    owner: Message | None
    importance: float | None = None
    outright: bool = True
    wished: bool = False
    vector: Vector | None = None
    meta: Mapping[str, Any] | None = None

    @property
    def scope(self) -> Scope:
        right = may_write(self.messages[0].speaker)
        return right.own if self.owner else right.room

    @property
    def room(self) -> Room:
        return self.messages[0].speaker.room


@dataclass(frozen=True)
class Terms:
    """What is allowed at this moment. `model` names the vectors that `Case.vector` may be compared with.

    `asked_cap` is seed 003's cap of what a member asked for, 0 for none.
    """

    policy: WritePolicy
    retention_days: Mapping[Type, int]
    read_only: bool
    counts: Counts
    now: int
    model: str = ""
    asked_cap: int = 0
    language: Language = "zh"


@dataclass(frozen=True)
class Done:
    """The fact is on disk. `proposal` is to be asked."""

    memory: Memory
    op: str
    proposal: Proposal | None = None


@dataclass(frozen=True)
class Left:
    """Nothing was written."""

    reason: str


Settled = Done | Left


def settle(connection: Connection, case: Case, terms: Terms, new_id: str) -> Settled:
    """Decide about a case and write what was decided, with its line in `ops`."""
    settled, sim = _settle(connection, case, terms, new_id)
    ops.add(connection, [_line(case, settled, sim)], terms.now)
    return settled


def _settle(connection: Connection, case: Case, terms: Terms, new_id: str) -> tuple[Settled, float | None]:
    scope = case.scope
    if case.wished:
        forgotten.lift(connection, scope, case.fact)
    elif forgotten.holds(connection, scope, case.fact):
        return Left("forgotten before"), None
    right = Readable(frozenset({scope}))
    standing, same_key = keep.standing(connection, scope, fact_key(case.fact))
    known, sim = _known(connection, case, terms, standing, same_key, items.waiting(connection, right))
    if known is not None and known.status == "disabled" and not case.wished:
        return Left("rejected before"), sim
    others = [m for m in standing if known is None or m.id != known.id]
    against = not case.outright and any(is_against(m, case.fact) for m in others)
    count = _independent(connection, case, known)
    sure = score(case.base, case.method, count, against)
    sure = max(sure, LEAST_BY_RULE) if case.method == "rule" else sure
    slot = slot_of(case.fact)
    speakers = len({m.speaker.person for m in case.messages})
    asked = gate.Proposal(
        scope, case.type, case.method, sure, count, speakers, slot.name if slot else None, case.outright
    )
    outcome = decide(asked, terms.policy, terms.counts, terms.read_only)
    if isinstance(outcome, Held):
        return Left(outcome.reason), sim
    if known is not None and known.status == "active" and not isinstance(outcome, Active):
        return Left(f"known already; {outcome.reason}"), sim
    value = slot.value if slot else case.fact
    if isinstance(outcome, AwaitConsent) and proposals.was_made(connection, scope, outcome.field, value):
        return Left("asked before"), sim
    wish = _wish(case, terms, sure, outcome)
    decided = plan(wish, standing, known, Caps(terms.asked_cap, terms.policy.max_items_per_scope), new_id)
    changes = _within_cap(connection, decided.changes, right, terms)
    meta = {"confidence": round(case.base, 3), **(case.meta or {})}
    kept = keep.apply(connection, changes, case.messages, case.method, meta)
    verb = "create" if decided.keep.event == "ADD" else "merge" if sim is not None else "update"
    return Done(kept, verb, _proposed(connection, kept, outcome, value, case, terms)), sim


def _known(
    connection: Connection,
    case: Case,
    terms: Terms,
    standing: Sequence[Memory],
    same_key: Memory | None,
    waiting: Sequence[Memory],
) -> tuple[Memory | None, float | None]:
    """The memory that says the same already, and how near it is in meaning where only that told it."""
    if found := same_key or same_among(standing, case.fact) or same_among(waiting, case.fact):
        return found, None
    return _nearest(connection, case, terms, standing)


def _nearest(
    connection: Connection, case: Case, terms: Terms, standing: Sequence[Memory]
) -> tuple[Memory | None, float | None]:
    if case.vector is None or not terms.model:
        return None, None
    memories = {m.row_id: m for m in standing if _may_merge(m.fact, case.fact)}
    best: tuple[Memory | None, float | None] = (None, None)
    for stored in vectors.of_scope(connection, "item", case.scope, terms.model):
        memory, vector = memories.get(stored.row_id), np.frombuffer(stored.vector, "<f4")
        if memory is not None and len(vector) == len(case.vector):
            cosine = float(vector @ case.vector)
            if cosine > max(SAME_MEANING, best[1] or 0.0):
                best = memory, cosine
    return best


def _may_merge(one: str, other: str) -> bool:
    """Texts that differ in a number, a denial or the value of a slot are near in meaning, and two facts."""
    if contradicts(one, other) or opposite(one, other) or not same_polarity(one, other):
        return False
    mine, theirs = slot_of(one), slot_of(other)
    return numbers(one) == numbers(other) and (mine is None or theirs is None or mine == theirs)


def _independent(connection: Connection, case: Case, known: Memory | None) -> int:
    old = sources.proofs(connection, known.id) if known else set[tuple[str, int]]()
    new = {(m.speaker.person.sender_id, m.at // sources.DAY) for m in case.messages}
    return independent(Said(sender, day) for sender, day in old | new)


def _wish(case: Case, terms: Terms, sure: float, outcome: gate.Outcome) -> Wish:
    author = case.messages[0].speaker.person.sender_id
    days = terms.retention_days.get(case.type, -1)
    return Wish(
        case.scope,
        case.room,
        case.owner.speaker.person.sender_id if case.owner else "",
        author,
        case.type,
        case.fact,
        sure,
        terms.now,
        status=_status(outcome),
        source="user_stated" if case.wished else "inferred",
        importance=case.importance,
        ttl_days=days if days >= 0 and not case.wished else None,
    )


def _status(outcome: gate.Outcome) -> Any:
    match outcome:
        case Active():
            return "active"
        case Pending():
            return "pending"
        case AwaitConsent(ask=True):
            return "pending"
        case _:
            return "shadow"


def _within_cap(
    connection: Connection, changes: Sequence[Any], right: Readable, terms: Terms
) -> Sequence[Any]:
    """What waits is bounded too: over the cap, the least of it goes when another comes."""
    cap = terms.policy.max_items_per_scope
    first = changes[0]
    if first.after.status == "active" or first.event != "ADD" or not cap:
        return changes
    surplus = gate.evicted(items.waiting(connection, right, limit=-1), max(cap - 1, 1))
    gone = [replace(m, status="soft_deleted", updated_at=terms.now) for m in surplus]
    return [
        *changes,
        *(
            replace(first, event="DELETE", after=g, before=m, actor="policy")
            for g, m in zip(gone, surplus, strict=True)
        ),
    ]


def _proposed(
    connection: Connection, memory: Memory, outcome: gate.Outcome, value: str, case: Case, terms: Terms
) -> Proposal | None:
    if not isinstance(outcome, AwaitConsent) or not outcome.ask:
        return None
    proposal = Proposal(
        memory.id, memory.scope, outcome.field, value, case.messages[0].session, terms.language, terms.now
    )
    proposals.add(connection, proposal)
    return proposal


def _line(case: Case, settled: Settled, sim: float | None) -> Op:
    node, user, thread = NODES[case.method], case.scope.id, may_write(case.messages[0].speaker).room.id
    match settled:
        case Done(memory, op):
            return Op(node, op, "ok", user, thread, memory.id, memory.type, sim, memory.status)
        case Left(reason):
            return Op(node, "create", "skipped", user, thread, None, case.type, sim, reason)
