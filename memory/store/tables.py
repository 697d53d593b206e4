"""The tables as SQLModel classes on our own registry, and their Core tables that statements are built from.

Our own registry and metadata: on SQLModel's default ones the classes would leak into AstrBot's database and
break the second import of a hot reload. No Relationship, for the same reason; joins are explicit.
Times are integer UTC epoch seconds.
"""

from __future__ import annotations

from typing import Any, cast

from sqlalchemy import JSON, Index, MetaData, Table, UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Column, Field, SQLModel

metadata = MetaData()


class Base(SQLModel, registry=registry(metadata=metadata)):
    """Root of our tables."""


class Item(Base, table=True):
    """One memory (seed 000 section 2.1 `MemoryItem`, design section 4). `checksum` guards its content."""

    __tablename__ = "items"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        UniqueConstraint("scope", "scope_id", "fact_key"),
        Index("items_by_scope", "scope", "scope_id", "status", "seq"),
        Index("items_by_room", "platform_id", "room_kind", "room_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    memory_id: str = Field(unique=True)
    scope: str
    scope_id: str
    platform_id: str = ""
    room_kind: str = ""
    room_id: str = ""
    owner_id: str = ""
    author_id: str = ""
    type: str
    key: str | None = None
    fact: str
    fact_key: str
    confidence: float
    importance: float
    source: str
    status: str
    evidence_count: int = 1
    pinned: bool = False
    valid_from: int | None = None
    valid_to: int | None = None
    superseded_by: str | None = None
    created_at: int
    updated_at: int
    seq: int
    checksum: str
    access_count: int = 0
    last_accessed: int | None = None
    ttl_days: int | None = None


class Event(Base, table=True):
    """A message that a memory rests on (seed 000 section 2.1 `MemoryEvent`)."""

    __tablename__ = "events"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        Index("events_by_scope", "scope", "scope_id", "created_at"),
        Index("events_by_message", "scope", "scope_id", "message_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    event_id: str = Field(unique=True)
    scope: str
    scope_id: str
    source_type: str
    source_role: str
    content: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    platform_id: str | None = None
    session_id: str | None = None
    sender_id: str = ""
    sender_name: str = ""
    message_id: str = ""
    created_at: int
    audience: str = ""
    room_id: str = ""
    reply_to: str = ""
    mentions: list[str] = Field(sa_column=Column(JSON, nullable=False, default=list))


class Evidence(Base, table=True):
    """Which message proves which memory, and how it was taken from it (seed 000 `MemoryEvidence`)."""

    __tablename__ = "evidence"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (UniqueConstraint("memory_id", "event_id"), Index("evidence_by_event", "event_id"))

    id: int | None = Field(default=None, primary_key=True)
    memory_id: str
    event_id: str
    extraction_method: str
    extraction_meta: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    created_at: int


class History(Base, table=True):
    """Every write to a memory (seed 001 section 8): ADD UPDATE DELETE MERGE LINK TTL RESTORE."""

    __tablename__ = "history"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (Index("history_by_memory", "memory_id", "ts"),)

    id: int | None = Field(default=None, primary_key=True)
    memory_id: str
    event: str
    old_ref: str | None = None
    new_ref: str | None = None
    actor: str | None = None
    meta: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    ts: int


class Vector(Base, table=True):
    """The embedding of a memory or a message: unit length, float32, little-endian. `stamp` orders writes."""

    __tablename__ = "vectors"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (Index("vectors_by_scope", "kind", "scope", "scope_id", "model", "stamp"),)

    kind: str = Field(primary_key=True)
    row_id: int = Field(primary_key=True)
    scope: str
    scope_id: str
    model: str
    dim: int
    vector: bytes
    stamp: int


class EmbedderRow(Base, table=True):
    """What was measured of an embedding model: its dimension and its mean per language."""

    __tablename__ = "embedders"  # pyright: ignore[reportAssignmentType]

    model: str = Field(primary_key=True)
    dim: int
    means: bytes
    measured_at: int


class Paused(Base, table=True):
    """A member who opted out in a room."""

    __tablename__ = "paused"  # pyright: ignore[reportAssignmentType]

    scope_id: str = Field(primary_key=True)
    since: int


class Member(Base, table=True):
    """The name that a person was last seen with in a room; for display and for telling people apart."""

    __tablename__ = "members"  # pyright: ignore[reportAssignmentType]

    room_scope_id: str = Field(primary_key=True)
    sender_id: str = Field(primary_key=True)
    name: str
    seen_at: int


class Op(Base, table=True):
    """What the plugin did or would not do, and why (seed 001 section 14). `count` messages or facts at once."""

    __tablename__ = "ops"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        Index("ops_by_user", "user_id", "ts"),
        Index("ops_by_node", "node", "ts"),
        Index("ops_by_thread", "thread_id", "ts"),
    )

    id: int | None = Field(default=None, primary_key=True)
    user_id: str
    thread_id: str
    node: str
    op: str
    status: str
    memory_id: str | None = None
    category: str | None = None
    sim: float | None = None
    ts: int
    reason: str = ""
    count: int = 1


class Cursor(Base, table=True):
    """How far extraction has read a room's log, its session, and when it may try again after failures."""

    __tablename__ = "cursors"  # pyright: ignore[reportAssignmentType]

    scope: str = Field(primary_key=True)
    scope_id: str = Field(primary_key=True)
    row_id: int = 0
    failures: int = 0
    retry_at: int = 0
    session_start: int = 0
    last_at: int = 0


class Spend(Base, table=True):
    """One call to a language model, with what it cost."""

    __tablename__ = "spend"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (Index("spend_by_time", "ts"),)

    id: int | None = Field(default=None, primary_key=True)
    ts: int
    thread_id: str
    tokens: int


class ProposalRow(Base, table=True):
    """A memory that waits for the consent of the person it is about (seed 001 section 10)."""

    __tablename__ = "proposals"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (Index("proposals_by_scope", "scope", "scope_id"),)

    memory_id: str = Field(primary_key=True)
    scope: str
    scope_id: str
    field: str
    value: str
    session: str
    language: str
    status: str
    created_at: int
    asked_at: int | None = None
    decided_at: int | None = None


class Forgotten(Base, table=True):
    """A salted fingerprint of what a member had forgotten, so that it is not learned again."""

    __tablename__ = "forgotten"  # pyright: ignore[reportAssignmentType]

    scope: str = Field(primary_key=True)
    scope_id: str = Field(primary_key=True)
    print: str = Field(primary_key=True)
    at: int


class Setting(Base, table=True):
    """What the store knows of itself: its id, the lease epoch, the write sequence."""

    __tablename__ = "settings"  # pyright: ignore[reportAssignmentType]

    name: str = Field(primary_key=True)
    value: str


def _core(model: type[Base]) -> Table:
    return cast(Table, cast(Any, model).__table__)


items = _core(Item)
events = _core(Event)
evidence = _core(Evidence)
history = _core(History)
vectors = _core(Vector)
embedders = _core(EmbedderRow)
paused = _core(Paused)
members = _core(Member)
ops = _core(Op)
cursors = _core(Cursor)
spend = _core(Spend)
proposals = _core(ProposalRow)
forgotten = _core(Forgotten)
settings = _core(Setting)
