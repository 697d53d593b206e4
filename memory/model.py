"""The nouns: who spoke, where, and what a memory is. Frozen values, no behaviour beyond their own fields."""

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
    """One message as it was heard. `at` is in UTC epoch seconds; `mentions` maps ids to shown names."""

    speaker: Speaker
    text: str
    message_id: str
    at: int
    session: str = ""
    mentions: dict[str, str] = field(default_factory=dict[str, str])


class Refusal(Enum):
    """Why a message or a wish is not taken. Each has one sentence a language in `wording`."""

    NO_IDENTITY = "no_identity"
    ROOM_BLOCKED = "room_blocked"
    PRIVATE_OFF = "private_off"
    DISABLED = "disabled"
    PAUSED = "paused"


@dataclass(frozen=True)
class Scope:
    """The owner of memories: see `policy.scope` for who may read and write which."""

    kind: ScopeKind
    id: str


@dataclass(frozen=True)
class Memory:
    """One fact as it stands in the store (seed 000 section 2.1, with the columns of design section 4).

    Times are UTC epoch seconds; `seq` orders writes, whatever the clock did.
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
    seq: int
    author_id: str = ""
    source: str = "user_stated"
    key: str | None = None
    evidence_count: int = 1
    pinned: bool = False
    valid_to: int | None = None
    superseded_by: str | None = None
