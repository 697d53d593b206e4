"""The raw log: what was said in a room, verbatim and searchable, kept for as many days as the operator allows.

A message that a memory rests on stays as long as the memory; the rest goes when its days are over.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence

from sqlalchemy import ColumnElement, Connection, RowMapping, and_, delete, insert, select, tuple_

from ..model import Message, Said, Scope
from ..policy.scope import Readable
from . import fts, tables, vectors

E = tables.events


def within(right: Readable) -> ColumnElement[bool]:
    """The scope predicate for messages."""
    return tuple_(E.c.scope, E.c.scope_id).in_([(s.kind, s.id) for s in sorted(right.scopes, key=str)])


def add(connection: Connection, scope: Scope, message: Message, role: str = "user") -> tuple[int, str, bool]:
    """(row id, event id, whether it is new) of a message; the same message is kept once."""
    speaker = message.speaker
    same = and_(
        E.c.scope == scope.kind,
        E.c.scope_id == scope.id,
        E.c.message_id == message.message_id,
        E.c.sender_id == speaker.person.sender_id,
        E.c.content["text"].as_string() == message.text,
    )
    known = connection.execute(select(E.c.id, E.c.event_id).where(same)).first()
    if known:
        return known[0], known[1], False
    event_id = str(uuid.uuid4())
    row = connection.execute(
        insert(E).values(
            event_id=event_id,
            scope=scope.kind,
            scope_id=scope.id,
            source_type="tool_result" if role == "tool" else "message",
            source_role=role,
            content={"text": message.text},
            platform_id=speaker.person.platform_id,
            session_id=message.session,
            sender_id=speaker.person.sender_id,
            sender_name=speaker.name,
            message_id=message.message_id,
            created_at=message.at,
            audience=speaker.room.kind,
            room_id=speaker.room.room_id,
            reply_to=message.reply_to,
            mentions=sorted(message.mentions),
        )
    )
    assert row.inserted_primary_key is not None
    return int(row.inserted_primary_key[0]), event_id, True


def last(connection: Connection, scope: Scope, count: int) -> list[Said]:
    """The newest messages of a room, oldest first."""
    rows = connection.execute(
        select(E)
        .where(E.c.scope == scope.kind, E.c.scope_id == scope.id)
        .order_by(E.c.id.desc())
        .limit(count)
    )
    return [_said(row) for row in rows.mappings()][::-1]


def everything(connection: Connection) -> Iterator[tuple[Scope, Said]]:
    """All messages in the order they were said, with their rooms: for building the index anew."""
    for row in connection.execute(select(E).order_by(E.c.id)).mappings():
        yield Scope(row["scope"], row["scope_id"]), _said(row)


def by_row_ids(connection: Connection, right: Readable, row_ids: Sequence[int]) -> list[Said]:
    """Those of the messages that the right covers: the check after every search."""
    rows = connection.execute(select(E).where(within(right), E.c.id.in_(row_ids)))
    return [_said(row) for row in rows.mappings()]


def forget_sender(connection: Connection, scope: Scope, sender_id: str) -> None:
    """Delete all that a member said in a room, unless a memory of somebody else rests on it."""
    kept = select(tables.evidence.c.event_id)
    where = and_(E.c.scope == scope.kind, E.c.scope_id == scope.id, E.c.sender_id == sender_id)
    rows = connection.execute(select(E.c.id).where(where, E.c.event_id.not_in(kept)))
    _erase(connection, list(rows.scalars()))


def expire(connection: Connection, before: int, limit: int = 500) -> int:
    """Delete messages older than a time that no memory rests on; returns how many, at most `limit`."""
    kept = select(tables.evidence.c.event_id)
    rows = connection.execute(
        select(E.c.id).where(E.c.created_at < before, E.c.event_id.not_in(kept)).limit(limit)
    )
    row_ids = list(rows.scalars())
    _erase(connection, row_ids)
    return len(row_ids)


def _erase(connection: Connection, row_ids: Sequence[int]) -> None:
    for start in range(0, len(row_ids), 500):
        ids = row_ids[start : start + 500]
        fts.drop(connection, "event", ids)
        vectors.drop(connection, "event", ids)
        connection.execute(delete(E).where(E.c.id.in_(ids)))


def _said(row: RowMapping) -> Said:
    return Said(
        row["id"],
        row["content"]["text"],
        row["sender_id"],
        row["sender_name"],
        row["created_at"],
        row["source_role"],
    )
