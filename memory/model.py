"""The nouns: who spoke, where, what a memory is, and what became of a wish. Frozen values, no behaviour."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal

Language = Literal["zh", "en"]
Type = Literal[
    "profile", "preference", "task_state", "constraint", "episode", "pattern", "insight", "procedural"
]
Status = Literal["active", "shadow", "pending", "disabled", "expired", "soft_deleted"]
ScopeKind = Literal["user", "group", "project", "global"]
RoomKind = Literal["group", "private"]
Source = Literal["user_stated", "inferred", "system"]
HistoryEvent = Literal["ADD", "UPDATE", "DELETE", "MERGE", "LINK", "TTL", "RESTORE"]
Method = Literal["user_explicit", "rule", "llm_extract", "tool_result"]

SPOKEN_TYPES: dict[str, Type] = {
    "fact": "profile",
    "preference": "preference",
    "instruction": "constraint",
}
"""The words of seed 003, which users and tools speak -> our types (design section 4)."""


@dataclass(frozen=True)
class Person:
    """A human on one platform instance. Display names are spoofable and never part of it."""

    platform_id: str
    sender_id: str


@dataclass(frozen=True)
class Room:
    """A group, or a private chat, which is a room of its own (`room_id` is then the other's id)."""

    platform_id: str
    room_id: str
    kind: RoomKind = "group"


@dataclass(frozen=True)
class Speaker:
    """A person in a room, as one message shows it. `name` is for display only."""

    person: Person
    room: Room
    name: str = ""


@dataclass(frozen=True)
class Message:
    """One message as it was heard. `at` is in UTC epoch seconds; `mentions` holds the names it mentions.

    `session` is AstrBot's unified message origin: for routing and for the operator's lists, never a key.
    `reply_to` is the id of the message that it answers.
    """

    speaker: Speaker
    text: str
    message_id: str
    at: int
    session: str = ""
    mentions: frozenset[str] = field(default_factory=frozenset[str])
    reply_to: str = ""


@dataclass(frozen=True)
class Scope:
    """The owner of memories; `policy.scope` says who may read and write which."""

    kind: ScopeKind
    id: str


@dataclass(frozen=True)
class Memory:
    """One fact as it stands in the store (seed 000 section 2.1, with the columns of design section 4).

    `room` and `owner_id` say where it lives, `author_id` who said it: under hearsay they differ from the
    person spoken about. Times are UTC epoch seconds; `seq` orders writes, whatever the clock did. The store
    sets `row_id`, and counts uses in `access_count` and `last_accessed`, which writing a memory leaves alone.
    After `ttl_days` without a new proof it expires; None: never.
    """

    id: str
    scope: Scope
    type: Type
    fact: str
    fact_key: str
    confidence: float
    importance: float
    status: Status
    created_at: int
    updated_at: int
    room: Room | None = None
    owner_id: str = ""
    author_id: str = ""
    source: Source = "user_stated"
    key: str | None = None
    evidence_count: int = 1
    pinned: bool = False
    valid_from: int | None = None
    valid_to: int | None = None
    superseded_by: str | None = None
    seq: int = 0
    row_id: int = 0
    access_count: int = 0
    last_accessed: int | None = None
    ttl_days: int | None = None


@dataclass(frozen=True)
class Said:
    """One message of the raw log. `role` is user, assistant or tool; `at` UTC epoch seconds."""

    row_id: int
    text: str
    sender_id: str
    name: str
    at: int
    role: str = "user"


@dataclass(frozen=True)
class Change:
    """One write to a memory, with what its history shall say of it (seed 001 section 8)."""

    event: HistoryEvent
    after: Memory
    actor: str
    before: Memory | None = None


class Refusal(Enum):
    """Why a message or a wish is not taken; `wording` has a sentence for each."""

    NO_IDENTITY = "no_identity"
    TURNED_OFF = "turned_off"
    ROOM_BLOCKED = "room_blocked"
    PRIVATE_OFF = "private_off"
    PAUSED = "paused"
    UNKNOWN_TYPE = "unknown_type"
    EMPTY = "empty"
    NOT_TEXT = "not_text"
    TOO_LONG = "too_long"
    ABOUT_OTHERS = "about_others"
    READ_ONLY = "read_only"
    WRITES_OFF = "writes_off"
    SECRET = "secret"  # noqa: S105 - the name of a reason, not a password
    NO_TARGET = "no_target"
    NO_QUESTION = "no_question"
    UNKNOWN_CATEGORY = "unknown_category"
    NOT_ALLOWED = "not_allowed"
    STORE_DOWN = "store_down"


@dataclass(frozen=True)
class Refused:
    """Nothing was changed. `detail` names what the reason is about."""

    reason: Refusal
    detail: str = ""


@dataclass(frozen=True)
class Saved:
    """A new memory is on disk. `replaced` it contradicts, `yielded` had to make room for it."""

    memory: Memory
    replaced: tuple[Memory, ...] = ()
    yielded: tuple[Memory, ...] = ()


@dataclass(frozen=True)
class Kept:
    """The memory is on disk but waits for an operator; no model is shown it. `reason` is the guard's."""

    memory: Memory
    reason: str


@dataclass(frozen=True)
class Updated:
    """The same was known already; it is refreshed, not doubled."""

    memory: Memory
    before: Memory
    replaced: tuple[Memory, ...] = ()


@dataclass(frozen=True)
class Listed:
    """What is remembered of a person here, in the order that `#1`, `#2` ... count; `shared` belongs to the room."""

    own: tuple[Memory, ...]
    shared: tuple[Memory, ...] = ()


@dataclass(frozen=True)
class Forgotten:
    """These memories are gone from disk."""

    memories: tuple[Memory, ...]
    everything: bool = False


@dataclass(frozen=True)
class NothingMatched:
    """No memory fits the target; `remaining` is what there is instead."""

    target: str
    remaining: Listed


@dataclass(frozen=True)
class Origin:
    """Where a memory came from: the words of one message."""

    memory: Memory
    said: str
    name: str
    at: int
    method: Method


@dataclass(frozen=True)
class Explained:
    """The origins of one memory."""

    memory: Memory
    origins: tuple[Origin, ...]


@dataclass(frozen=True)
class Switched:
    """A member paused (or resumed) its own memory here."""

    paused: bool


@dataclass(frozen=True)
class Answered:
    """What was found for a question, best first, each with its score."""

    question: str
    hits: tuple[tuple[Memory | Said, float], ...]
    full: bool = False


@dataclass(frozen=True)
class TraceLine:
    """One candidate: what found it, what its score is made of, and why it was dropped ("" where it was not)."""

    memory_id: str
    text: str
    arms: tuple[str, ...]
    score: float
    parts: dict[str, float]
    dropped: str


@dataclass(frozen=True)
class Trace:
    """One recall. `took_ms` is wall time; `note` says what did not take part, and why."""

    at: int
    speaker: Speaker
    question: str
    recipe: str
    lines: tuple[TraceLine, ...]
    took_ms: float
    note: str = ""


@dataclass(frozen=True)
class Traced:
    """What would be shown for a text, and why."""

    trace: Trace


@dataclass(frozen=True)
class Counted:
    """What the store holds, for operators."""

    memories: int
    people: int
    rooms: int
    by_type: tuple[tuple[str, int], ...]
    file_bytes: int
    learning: Learnt | None = None


@dataclass(frozen=True)
class Learnt:
    """What learning did in the last `days` days: facts kept and not kept, with reasons, and what it cost.

    `waiting` memories wait for an operator, `shadow` ones only for its eyes.
    """

    days: int
    kept: tuple[tuple[str, int], ...]
    refused: tuple[tuple[str, int], ...]
    calls: int
    tokens: int
    waiting: int
    shadow: int
    read_only: bool = False


@dataclass(frozen=True)
class Queue:
    """What waits for an operator here, in the order that numbers count."""

    memories: tuple[Memory, ...]


@dataclass(frozen=True)
class Decided:
    """An operator approved these memories, or rejected them."""

    memories: tuple[Memory, ...]
    approved: bool


@dataclass(frozen=True)
class ReadOnly:
    """Whether writing is stopped. `fixed`: by the settings, which the command cannot change."""

    on: bool
    fixed: bool = False


@dataclass(frozen=True)
class Finding:
    """One thing that doctor looked at. `problem` is empty where all is well; `remedy` says
    what to do, unless it was `repaired` on the spot."""

    check: str
    problem: str = ""
    remedy: str = ""
    repaired: bool = False


@dataclass(frozen=True)
class Examined:
    """What doctor found, check by check."""

    findings: tuple[Finding, ...]


Outcome = (
    Saved
    | Kept
    | Updated
    | Refused
    | Listed
    | Forgotten
    | NothingMatched
    | Explained
    | Answered
    | Traced
    | Switched
    | Counted
    | Queue
    | Decided
    | ReadOnly
    | Examined
)
"""What became of a wish; `wording.tell` puts each into words."""
