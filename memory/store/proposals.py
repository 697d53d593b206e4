"""Memories that wait for the consent of the person they are about: asked once, decided or expired (seed 001 section 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, RowMapping, insert, select, update

from ..model import Language, Scope
from ..policy.gate import Field
from . import tables

T = tables.proposals
Verdict = Literal["accepted", "declined", "expired"]


@dataclass(frozen=True)
class Proposal:
    """What is asked of whom: `scope` is the person's own in its room, `session` the chat to ask in."""

    memory_id: str
    scope: Scope
    field: Field
    value: str
    session: str
    language: Language
    created_at: int
    asked_at: int | None = None


def add(connection: Connection, proposal: Proposal) -> None:
    """Keep a proposal as open."""
    p = proposal
    connection.execute(
        insert(T).values(
            memory_id=p.memory_id, scope=p.scope.kind, scope_id=p.scope.id, field=p.field, value=p.value,
            session=p.session, language=p.language, status="open", created_at=p.created_at,
        )
    )  # fmt: skip


def was_made(connection: Connection, scope: Scope, field: Field, value: str) -> bool:
    """Whether the same was ever proposed to this person."""
    where = (
        (T.c.scope == scope.kind) & (T.c.scope_id == scope.id) & (T.c.field == field) & (T.c.value == value)
    )
    return connection.execute(select(T.c.memory_id).where(where)).first() is not None


def open_ones(connection: Connection) -> list[Proposal]:
    """All that are not decided, oldest first."""
    rows = connection.execute(select(T).where(T.c.status == "open").order_by(T.c.created_at))
    return [_proposal(row) for row in rows.mappings()]


def mark_asked(connection: Connection, memory_id: str, now: int) -> bool:
    """Note that the question is put; False where it was before, or is decided: then it is not put again."""
    where = (T.c.memory_id == memory_id) & T.c.asked_at.is_(None) & (T.c.status == "open")
    return connection.execute(update(T).where(where).values(asked_at=now)).rowcount == 1


def close(connection: Connection, memory_id: str, verdict: Verdict, now: int) -> bool:
    """Decide; False where it was decided before."""
    where = (T.c.memory_id == memory_id) & (T.c.status == "open")
    return connection.execute(update(T).where(where).values(status=verdict, decided_at=now)).rowcount == 1


def _proposal(row: RowMapping) -> Proposal:
    scope = Scope(row["scope"], row["scope_id"])
    same = {name: row[name] for name in ("memory_id", "field", "value", "session", "language", "created_at")}
    return Proposal(scope=scope, asked_at=row["asked_at"], **same)
