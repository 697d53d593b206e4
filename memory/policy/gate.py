"""The gate: what becomes of a fact that is true and harmless, by the operator's write policy (seed 000 section 3.5).

What a member asks to be remembered, and what a rule hears a member say of itself, is active at once; a switch
stops it, nothing else does. What a model extracted passes thresholds, caps, consent and the mode, in that
order. Every outcome says why, for `ops`. Pure: the caller counts and stores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from ..model import Memory, Method, Scope, Type

Mode = Literal["shadow", "auto", "manual"]
Field = Literal["preferred_name", "pronouns", "city", "language"]

SENSITIVE: dict[str, Field] = {
    "preferred_name": "preferred_name",
    "pronouns": "pronouns",
    "city": "city",
    "reply_language": "language",
}
"""Slot of `policy.slots` -> the field of seed 001 section 10 that is not applied without consent."""

MAX_WRITES_PER_TURN = 3
"""Of one batch of talk (seed 001 section 13)."""

SEED_TYPES: frozenset[Type] = frozenset({"profile", "preference", "task_state", "constraint", "episode"})


@dataclass(frozen=True)
class WritePolicy:
    """Seed 000 section 3.5, with its defaults; the last two fields are design section 6.6 and seed 000 section 9.

    Caps count extracted writes; 0 turns one off. `min_group_speakers` distinct members must have said what
    shall be the room's. `disabled_scopes` are written to by nobody.
    """

    enable: bool = True
    mode: Mode = "shadow"
    min_confidence: float = 0.6
    min_evidence_count: int = 1
    allowed_types: frozenset[Type] = SEED_TYPES
    max_writes_per_session: int = 10
    max_writes_per_hour: int = 50
    max_items_per_scope: int = 200
    require_approval_types: frozenset[Type] = frozenset()
    min_group_speakers: int = 2
    disabled_scopes: frozenset[Scope] = frozenset()


@dataclass(frozen=True)
class Proposal:
    """A proven, clean, scored fact. `speakers` are the distinct members behind it.

    `slot` is its slot by `policy.slots`, if any; `outright` says that the member stated it in so many words.
    """

    scope: Scope
    type: Type
    method: Method
    confidence: float
    evidence_count: int = 1
    speakers: int = 1
    slot: str | None = None
    outright: bool = False


@dataclass(frozen=True)
class Counts:
    """How many extracted facts were written in this turn (batch), session and hour before this one."""

    turn: int = 0
    session: int = 0
    hour: int = 0


@dataclass(frozen=True)
class Active:
    """Written in force."""

    reason: str


@dataclass(frozen=True)
class Shadow:
    """Written, shown to the operator, never to a model."""

    reason: str


@dataclass(frozen=True)
class Pending:
    """Waits for an operator."""

    reason: str


@dataclass(frozen=True)
class AwaitConsent:
    """Waits for the member whom it is about. `ask` is False in shadow mode: a dry run does not speak."""

    field: Field
    ask: bool
    reason: str


@dataclass(frozen=True)
class Held:
    """Not written."""

    reason: str


Outcome = Active | Shadow | Pending | AwaitConsent | Held


def decide(proposal: Proposal, policy: WritePolicy, counts: Counts, emergency: bool) -> Outcome:
    """What becomes of a proposal. `emergency` is the operator's `emergency_read_only`, read at this moment."""
    if stopped := _stopped(proposal, policy, emergency):
        return Held(stopped)
    if proposal.method == "user_explicit" or (proposal.method == "rule" and proposal.scope.kind == "user"):
        return Active(f"said by the member: {proposal.method}")
    if held := next((reason for hold in _HOLDS if (reason := hold(proposal, policy, counts))), None):
        return Held(held)
    return _by_mode(proposal, policy)


def evicted(items: Sequence[Memory], cap: int) -> tuple[Memory, ...]:
    """Which of a scope's memories go, so that `cap` are left: the oldest of the lowest importance (seed 000 section 9).

    Pinned ones go last; 0 turns the cap off. Age goes by the order of writes, whatever the clock did.
    """
    surplus = len(items) - cap if cap else 0
    return tuple(sorted(items, key=lambda m: (m.pinned, m.importance, m.seq))[: max(surplus, 0)])


def _stopped(proposal: Proposal, policy: WritePolicy, emergency: bool) -> str | None:
    if emergency:
        return "emergency_read_only"
    if not policy.enable:
        return "write_policy.enable is off"
    return "scope is switched off" if proposal.scope in policy.disabled_scopes else None


def _by_mode(proposal: Proposal, policy: WritePolicy) -> Outcome:
    field = SENSITIVE.get(proposal.slot or "")
    if field and not proposal.outright:
        return AwaitConsent(field, policy.mode != "shadow", f"sensitive field not stated outright: {field}")
    if policy.mode != "auto":
        return Shadow("mode shadow") if policy.mode == "shadow" else Pending("mode manual")
    if proposal.type in policy.require_approval_types:
        return Pending(f"type needs approval: {proposal.type}")
    if proposal.scope.kind != "user" and proposal.speakers < policy.min_group_speakers:
        return Pending(f"speakers: {proposal.speakers} < {policy.min_group_speakers}")
    return Active("mode auto")


def _type(proposal: Proposal, policy: WritePolicy, counts: Counts) -> str | None:
    return None if proposal.type in policy.allowed_types else f"type not allowed: {proposal.type}"


def _confidence(proposal: Proposal, policy: WritePolicy, counts: Counts) -> str | None:
    # Asked this way round, NaN is not sure enough either.
    if proposal.confidence >= policy.min_confidence:
        return None
    return f"confidence: {proposal.confidence:.2f} < {policy.min_confidence:.2f}"


def _evidence(proposal: Proposal, policy: WritePolicy, counts: Counts) -> str | None:
    return _below("evidence", proposal.evidence_count, policy.min_evidence_count)


def _caps(proposal: Proposal, policy: WritePolicy, counts: Counts) -> str | None:
    caps = (
        ("turn", counts.turn, MAX_WRITES_PER_TURN),
        ("session", counts.session, policy.max_writes_per_session),
        ("hour", counts.hour, policy.max_writes_per_hour),
    )
    return next(
        (f"writes per {span}: {cap} reached" for span, done, cap in caps if cap and done >= cap), None
    )


def _below(what: str, has: int, needs: int) -> str | None:
    return f"{what}: {has} < {needs}" if has < needs else None


_HOLDS: tuple[Callable[[Proposal, WritePolicy, Counts], str | None], ...] = (
    _type,
    _confidence,
    _evidence,
    _caps,
)
