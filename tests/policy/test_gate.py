"""The gate: what a member asks for is kept at once, what a model extracted passes every bar, and each says why."""

import math
from dataclasses import replace
from itertools import product

import pytest
from group_memory.memory.model import Memory, Scope
from group_memory.memory.policy.gate import (
    Active,
    AwaitConsent,
    Counts,
    Held,
    Pending,
    Proposal,
    Shadow,
    WritePolicy,
    decide,
    evicted,
)

OWN, ROOM = Scope("user", "qq/group/1/7"), Scope("group", "qq/group/1")
AUTO = WritePolicy(mode="auto")
FRESH = Counts()
EXTRACTED = Proposal(OWN, "preference", "llm_extract", 0.8)
SHARED = Proposal(ROOM, "profile", "llm_extract", 0.8)
CITY = replace(EXTRACTED, type="profile", slot="city")


def outcome(proposal=EXTRACTED, policy=AUTO, counts=FRESH, emergency=False):
    return decide(proposal, policy, counts, emergency)


def test_the_defaults_are_the_seeds():
    assert WritePolicy() == WritePolicy(
        enable=True,
        mode="shadow",
        min_confidence=0.6,
        min_evidence_count=1,
        allowed_types=frozenset({"profile", "preference", "task_state", "constraint", "episode"}),
        max_writes_per_session=10,
        max_writes_per_hour=50,
        max_items_per_scope=200,
        require_approval_types=frozenset(),
    )


TABLE = [
    ("auto", EXTRACTED, AUTO, Counts(), Active),
    ("shadow", EXTRACTED, WritePolicy(), Counts(), Shadow),
    ("manual", EXTRACTED, WritePolicy(mode="manual"), Counts(), Pending),
    ("sure enough", replace(EXTRACTED, confidence=0.6), AUTO, Counts(), Active),
    ("unsure", replace(EXTRACTED, confidence=0.59), AUTO, Counts(), Held),
    ("not a number", replace(EXTRACTED, confidence=math.nan), AUTO, Counts(), Held),
    ("unsure in shadow too", replace(EXTRACTED, confidence=0.1), WritePolicy(), Counts(), Held),
    ("too little evidence", EXTRACTED, replace(AUTO, min_evidence_count=2), Counts(), Held),
    ("enough", replace(EXTRACTED, evidence_count=2), replace(AUTO, min_evidence_count=2), Counts(), Active),
    ("other type", replace(EXTRACTED, type="insight"), AUTO, Counts(), Held),
    ("no type", EXTRACTED, replace(AUTO, allowed_types=frozenset()), Counts(), Held),
    (
        "needs approval",
        EXTRACTED,
        replace(AUTO, require_approval_types=frozenset({"preference"})),
        Counts(),
        Pending,
    ),
    ("last of the turn", EXTRACTED, AUTO, Counts(turn=2), Active),
    ("turn full", EXTRACTED, AUTO, Counts(turn=3), Held),
    ("last of the session", EXTRACTED, AUTO, Counts(session=9), Active),
    ("session full", EXTRACTED, AUTO, Counts(session=10), Held),
    ("hour full", EXTRACTED, AUTO, Counts(hour=50), Held),
    ("no cap", EXTRACTED, replace(AUTO, max_writes_per_hour=0), Counts(hour=999), Active),
    ("a tool's result", replace(EXTRACTED, method="tool_result"), AUTO, Counts(), Active),
    ("one speaks for the room", SHARED, AUTO, Counts(), Pending),
    ("two do", replace(SHARED, speakers=2), AUTO, Counts(), Active),
    (
        "three are asked for",
        replace(SHARED, speakers=2),
        replace(AUTO, min_group_speakers=3),
        Counts(),
        Pending,
    ),
    ("a rule about the room", replace(SHARED, method="rule"), AUTO, Counts(), Pending),
    ("a member about the room", replace(SHARED, method="user_explicit"), AUTO, Counts(), Active),
    ("other slots are free", replace(CITY, slot="job"), AUTO, Counts(), Active),
    ("stated outright", replace(CITY, outright=True), AUTO, Counts(), Active),
]


@pytest.mark.parametrize(
    ("proposal", "policy", "counts", "kind"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_each_bar(proposal, policy, counts, kind):
    found = outcome(proposal, policy, counts)
    assert type(found) is kind and found.reason


@pytest.mark.parametrize(
    ("slot", "field"),
    [
        ("city", "city"),
        ("preferred_name", "preferred_name"),
        ("pronouns", "pronouns"),
        ("reply_language", "language"),
    ],
)
@pytest.mark.parametrize(("mode", "asks"), [("auto", True), ("manual", True), ("shadow", False)])
def test_sensitive_fields_wait_for_consent_in_every_mode_and_shadow_does_not_ask(slot, field, mode, asks):
    found = outcome(replace(CITY, slot=slot), WritePolicy(mode=mode))
    assert isinstance(found, AwaitConsent) and (found.field, found.ask) == (field, asks)


STRICT = WritePolicy(
    mode="manual", min_confidence=0.99, min_evidence_count=9, allowed_types=frozenset(),
    require_approval_types=frozenset({"profile"}),
)  # fmt: skip


@pytest.mark.parametrize("method", ["user_explicit", "rule"])
def test_what_a_member_says_of_itself_is_active_whatever_the_policy(method):
    said = Proposal(OWN, "profile", method, 0.1, slot="city")
    assert isinstance(outcome(said, STRICT, Counts(9, 99, 999)), Active)


@pytest.mark.parametrize("method", ["user_explicit", "rule", "llm_extract", "tool_result"])
@pytest.mark.parametrize(
    ("policy", "emergency", "reason"),
    [
        (AUTO, True, "emergency_read_only"),
        (replace(AUTO, enable=False), False, "write_policy.enable is off"),
        (replace(AUTO, disabled_scopes=frozenset({OWN})), False, "scope is switched off"),
    ],
)
def test_switches_stop_everybody(method, policy, emergency, reason):
    assert outcome(replace(EXTRACTED, method=method), policy, emergency=emergency) == Held(reason)


def test_a_switched_off_scope_stops_no_other():
    assert isinstance(outcome(policy=replace(AUTO, disabled_scopes=frozenset({ROOM}))), Active)


def test_extracted_facts_are_active_only_in_auto_mode():
    for mode, kind, speakers, outright in product(
        ("shadow", "manual"), (EXTRACTED, SHARED, CITY), (1, 5), (True, False)
    ):
        proposal = replace(kind, speakers=speakers, outright=outright, confidence=1.0)
        assert not isinstance(outcome(proposal, WritePolicy(mode=mode)), Active)


def test_the_reason_holds_the_figures():
    assert outcome(replace(EXTRACTED, confidence=0.48)) == Held("confidence: 0.48 < 0.60")


def memory(number: int, importance: float, pinned: bool = False) -> Memory:
    return Memory(
        str(number), OWN, "profile", f"f{number}", f"f{number}", 0.9, importance, "active", 0, 0, seq=number, pinned=pinned
    )  # fmt: skip


@pytest.mark.parametrize(
    ("cap", "gone"), [(5, ""), (4, "2"), (3, "24"), (2, "241"), (1, "2413"), (0, ""), (9, "")]
)
def test_the_oldest_of_the_lowest_importance_goes_first_and_the_pinned_last(cap, gone):
    items = [memory(4, 0.2), memory(3, 0.9), memory(5, 0.1, pinned=True), memory(2, 0.2), memory(1, 0.5)]
    assert "".join(item.id for item in evicted(items, cap)) == gone
