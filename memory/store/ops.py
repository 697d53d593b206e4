"""What was done and what was refused, and why: the lines of the ops table, and their counts (seed 001 section 14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, and_, delete, func, insert, select

from . import tables

T = tables.ops
Node = Literal["explicit", "rules", "extract", "consent", "operator", "worker"]
Status = Literal["ok", "skipped", "error"]
WRITES = ("create", "update", "merge")


@dataclass(frozen=True)
class Op:
    """One line. `user_id` and `thread_id` are scope ids: whose memory, in which room."""

    node: Node
    op: str
    status: Status
    user_id: str = ""
    thread_id: str = ""
    memory_id: str | None = None
    category: str | None = None
    sim: float | None = None
    reason: str = ""
    count: int = 1


def add(connection: Connection, ops: Sequence[Op], now: int) -> None:
    """Write lines, all of one moment."""
    if ops:
        connection.execute(insert(T), [{**_values(op), "ts": now} for op in ops])


def writes(connection: Connection, thread_id: str, since: int) -> int:
    """How many extracted facts a room was given since a time."""
    where = and_(
        T.c.thread_id == thread_id,
        T.c.ts >= since,
        T.c.node == "extract",
        T.c.status == "ok",
        T.c.op.in_(WRITES),
    )
    return int(connection.execute(select(func.coalesce(func.sum(T.c.count), 0)).where(where)).scalar_one())


def kept(connection: Connection, since: int) -> tuple[tuple[str, int], ...]:
    """Facts written since a time, by what learned them."""
    where = and_(T.c.ts >= since, T.c.status == "ok", T.c.op.in_(WRITES))
    return _counts(connection, T.c.node, where)


def refused(connection: Connection, since: int) -> tuple[tuple[str, int], ...]:
    """What was not written since a time, by reason, the most frequent first."""
    return _counts(connection, T.c.reason, and_(T.c.ts >= since, T.c.status != "ok"))


def expire(connection: Connection, before: int) -> None:
    """Delete old lines."""
    connection.execute(delete(T).where(T.c.ts < before))


def _counts(connection: Connection, by: Any, where: Any) -> tuple[tuple[str, int], ...]:
    total = func.sum(T.c.count)
    rows = connection.execute(select(by, total).where(where).group_by(by).order_by(total.desc(), by))
    return tuple((str(name), int(n)) for name, n in rows)


def _values(op: Op) -> dict[str, Any]:
    return {name: getattr(op, name) for name in op.__dataclass_fields__}
