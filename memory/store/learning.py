"""The queue of extraction: what of each room's log was not read yet, how far it is, and what reading cost.

The queue is the raw log itself after a cursor. The cursor moves in the transaction that stores the results, so
that a batch is processed once, whatever is killed when.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection, RowMapping, and_, delete, func, insert, select
from sqlalchemy.dialects.sqlite import insert as upsert

from ..model import Message, Person, Room, Scope, Speaker
from . import tables

E, C, S = tables.events, tables.cursors, tables.spend
DAY = 86_400


@dataclass(frozen=True)
class Cursor:
    """Everything up to `row_id` was read. The session began at `session_start`, its last message was at `last_at`."""

    scope: Scope
    row_id: int = 0
    failures: int = 0
    retry_at: int = 0
    session_start: int = 0
    last_at: int = 0


@dataclass(frozen=True)
class Row:
    """One message of the log, as it was heard."""

    row_id: int
    message: Message
    role: str


@dataclass(frozen=True)
class Spent:
    """Calls of the last hour (all rooms), calls of a room's session, tokens of the last day (all rooms)."""

    hour: int
    session: int
    day_tokens: int


def cursor_of(connection: Connection, scope: Scope) -> Cursor:
    """How far a room was read; at the start where it never was."""
    row = connection.execute(select(C).where(_of(scope))).mappings().first()
    names = ("row_id", "failures", "retry_at", "session_start", "last_at")
    return Cursor(scope, **{name: row[name] for name in names}) if row else Cursor(scope)


def rooms_behind(connection: Connection) -> list[Scope]:
    """Rooms with messages after their cursor."""
    newest = (
        select(E.c.scope, E.c.scope_id, func.max(E.c.id).label("row_id"))
        .where(E.c.room_id != "")
        .group_by(E.c.scope, E.c.scope_id)
        .subquery()
    )
    same = and_(C.c.scope == newest.c.scope, C.c.scope_id == newest.c.scope_id)
    rows = connection.execute(
        select(newest.c.scope, newest.c.scope_id)
        .select_from(newest.outerjoin(C, same))
        .where(newest.c.row_id > func.coalesce(C.c.row_id, 0))
    )
    return [Scope(kind, scope_id) for kind, scope_id in rows]


def unread(connection: Connection, scope: Scope, after: int, limit: int) -> list[Row]:
    """A room's messages after a row, in order."""
    where = and_(E.c.scope == scope.kind, E.c.scope_id == scope.id, E.c.id > after, E.c.room_id != "")
    return [
        _row(row)
        for row in connection.execute(select(E).where(where).order_by(E.c.id).limit(limit)).mappings()
    ]


def before(connection: Connection, scope: Scope, row_id: int, count: int) -> list[str]:
    """What was said up to a row, oldest first."""
    where = and_(E.c.scope == scope.kind, E.c.scope_id == scope.id, E.c.id <= row_id)
    rows = connection.execute(select(E.c.content).where(where).order_by(E.c.id.desc()).limit(count)).scalars()
    return [str(content["text"]) for content in rows][::-1]


def still_there(connection: Connection, rows: Sequence[Row]) -> bool:
    """Whether nobody had any of these messages forgotten meanwhile."""
    ids = [row.row_id for row in rows]
    found = connection.execute(select(E.c.id, E.c.content).where(E.c.id.in_(ids)))
    texts = {row_id: content["text"] for row_id, content in found}
    return all(texts.get(row.row_id) == row.message.text for row in rows)


def move(connection: Connection, cursor: Cursor, before_it: Cursor) -> bool:
    """Put a room's cursor forward; False where it is not any more where it was."""
    if cursor_of(connection, cursor.scope).row_id != before_it.row_id:
        return False
    values = {
        "row_id": cursor.row_id,
        "failures": cursor.failures,
        "retry_at": cursor.retry_at,
        "session_start": cursor.session_start,
        "last_at": cursor.last_at,
    }
    statement = upsert(C).values(scope=cursor.scope.kind, scope_id=cursor.scope.id, **values)
    connection.execute(statement.on_conflict_do_update(index_elements=["scope", "scope_id"], set_=values))
    return True


def spend(connection: Connection, thread_id: str, tokens: int, now: int) -> None:
    """Note a call, before it is made: what is killed has cost something too."""
    connection.execute(insert(S).values(ts=now, thread_id=thread_id, tokens=tokens))


def spend_more(connection: Connection, thread_id: str, tokens: int) -> None:
    """Note tokens that came on top of the last call's estimate."""
    newest = select(func.max(S.c.id)).where(S.c.thread_id == thread_id).scalar_subquery()
    connection.execute(S.update().where(S.c.id == newest).values(tokens=S.c.tokens + tokens))


def spent(connection: Connection, thread_id: str, session_start: int, now: int) -> Spent:
    """What the budgets are held against."""
    calls = select(func.count()).select_from(S)
    hour = connection.execute(calls.where(S.c.ts > now - 3600)).scalar_one()
    session = connection.execute(
        calls.where(S.c.thread_id == thread_id, S.c.ts >= session_start)
    ).scalar_one()
    return Spent(int(hour), int(session), totals(connection, now - DAY)[1])


def totals(connection: Connection, since: int) -> tuple[int, int]:
    """(calls, tokens) of all rooms since a time."""
    tokens = func.coalesce(func.sum(S.c.tokens), 0)
    calls, sum_ = connection.execute(select(func.count(), tokens).where(S.c.ts > since)).one()
    return int(calls), int(sum_)


def expire_spend(connection: Connection, before_it: int) -> None:
    """Delete old notes."""
    connection.execute(delete(S).where(S.c.ts < before_it))


def retry_later(cursor: Cursor, now: int, least: int, most: int) -> Cursor:
    """The cursor after a failure: each doubles the wait."""
    wait = min(least * 2 ** min(cursor.failures, 20), most)
    return replace(cursor, failures=cursor.failures + 1, retry_at=now + wait)


def _of(scope: Scope):
    return and_(C.c.scope == scope.kind, C.c.scope_id == scope.id)


def _row(row: RowMapping) -> Row:
    room = Room(row["platform_id"], row["room_id"], row["audience"])
    message = Message(
        Speaker(Person(row["platform_id"], row["sender_id"]), room, row["sender_name"]),
        row["content"]["text"],
        row["message_id"],
        row["created_at"],
        row["session_id"] or "",
        frozenset(row["mentions"]),
        row["reply_to"],
    )
    return Row(row["id"], message, row["source_role"])
