"""Memories as rows: the scope predicate in SQL, and every way to read, write and erase them.

`within` is the one place where a reading right becomes a WHERE clause; no query here goes without it, except
those of the operator and of the group files, which say so in their names. Rows carry a checksum of what
matters in them, because SQLite's own checks do not see a flipped bit in a text.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    tuple_,
    update,
)

from ..model import Memory, Room, Scope, Type
from ..policy.scope import Readable, Writable
from ..text.dates import date_tokens, stamp_tokens, widened
from ..text.tokens import index_terms
from . import fts, tables, vectors

T = tables.items
LIVE = ("active",)
WAITING = ("pending", "shadow")


def within(right: Readable | Writable) -> ColumnElement[bool]:
    """The scope predicate. A member may write its own memories, and of the room's only what it said itself."""
    match right:
        case Readable(scopes):
            return tuple_(T.c.scope, T.c.scope_id).in_([(s.kind, s.id) for s in sorted(scopes, key=str)])
        case Writable(own, room, author_id):
            said = and_(T.c.scope == room.kind, T.c.scope_id == room.id, T.c.author_id == author_id)
            return or_(and_(T.c.scope == own.kind, T.c.scope_id == own.id), said)


def active(
    connection: Connection, right: Readable | Writable, limit: int = 500, types: frozenset[Type] | None = None
) -> list[Memory]:
    """Memories in force, the most important and newest first."""
    order = (T.c.pinned.desc(), T.c.importance.desc(), T.c.seq.desc())
    where = (within(right), T.c.status.in_(LIVE), *_of_types(types))
    return [
        _memory(row)
        for row in connection.execute(select(T).where(*where).order_by(*order).limit(limit)).mappings()
    ]


def by_fact_key(connection: Connection, right: Readable, fact_key: str) -> Memory | None:
    """The memory with this key, whatever its status (there is one at most in a scope)."""
    row = connection.execute(select(T).where(within(right), T.c.fact_key == fact_key)).mappings().first()
    return _memory(row) if row else None


def by_ids(connection: Connection, right: Readable | Writable, ids: Sequence[str]) -> list[Memory]:
    """Those of `ids` that the right covers and that are in force, in the order of `ids`."""
    where = and_(within(right), T.c.memory_id.in_(ids), T.c.status.in_(LIVE))
    found = {row["memory_id"]: _memory(row) for row in connection.execute(select(T).where(where)).mappings()}
    return [found[i] for i in ids if i in found]


def waiting(connection: Connection, right: Readable | Writable | None, limit: int = 500) -> list[Memory]:
    """Memories that no model is shown yet, oldest first: pending ones, then shadows. None: the operator's view."""
    where = T.c.status.in_(WAITING) if right is None else and_(within(right), T.c.status.in_(WAITING))
    rows = connection.execute(select(T).where(where).order_by(T.c.status, T.c.seq).limit(limit))
    return [_memory(row) for row in rows.mappings()]


def by_id_for_operator(connection: Connection, memory_id: str) -> Memory | None:
    """One memory, whatever its status."""
    row = connection.execute(select(T).where(T.c.memory_id == memory_id)).mappings().first()
    return _memory(row) if row else None


def overdue_for_operator(connection: Connection, now: int, limit: int = 200) -> list[Memory]:
    """Memories whose days are over since they were last proved."""
    over = T.c.updated_at + T.c.ttl_days * 86_400 <= now
    where = and_(T.c.ttl_days.is_not(None), T.c.status.in_((*LIVE, *WAITING)), T.c.pinned.is_(False), over)
    return [_memory(row) for row in connection.execute(select(T).where(where).limit(limit)).mappings()]


def all_ids(connection: Connection, right: Writable) -> list[str]:
    """Ids of everything that a member may erase, also what is out of force."""
    return list(connection.execute(select(T.c.memory_id).where(within(right))).scalars())


def replaced_by(connection: Connection, right: Writable, ids: Sequence[str]) -> list[str]:
    """Ids of what these memories had replaced, back to the first: forgetting a name forgets the old names too."""
    found: list[str] = []
    newer = list(ids)
    while newer:
        where = and_(within(right), T.c.superseded_by.in_(newer), T.c.memory_id.not_in([*ids, *found]))
        newer = list(connection.execute(select(T.c.memory_id).where(where)).scalars())
        found += newer
    return found


def id_is_taken(connection: Connection, memory_id: str) -> bool:
    """Whether any memory, of whomever, has this id."""
    return connection.execute(select(T.c.id).where(T.c.memory_id == memory_id)).first() is not None


def put(connection: Connection, memory: Memory, before: Memory | None = None) -> Memory:
    """Write a memory with the next number of the write sequence, and index it anew; returns it as written.

    `before` is how the row stood, or None for a new one. Its vector goes where the text has changed.
    """
    written = replace(memory, seq=_next_seq(connection), row_id=before.row_id if before else 0)
    if before is None:
        written = replace(written, row_id=_inserted(connection, _values(written)))
    else:
        connection.execute(update(T).where(T.c.id == before.row_id).values(_values(written)))
        if before.fact != memory.fact or memory.status not in LIVE:
            vectors.drop(connection, "item", [before.row_id])
    _index(connection, written, is_new=before is None)
    return written


def erase(connection: Connection, ids: Sequence[str]) -> None:
    """Delete memories for good, with the words they rest on unless another memory rests on them too."""
    proof, said = tables.evidence, tables.events
    event_ids = list(connection.execute(select(proof.c.event_id).where(proof.c.memory_id.in_(ids))).scalars())
    row_ids = list(connection.execute(select(T.c.id).where(T.c.memory_id.in_(ids))).scalars())
    fts.drop(connection, "item", row_ids)
    vectors.drop(connection, "item", row_ids)
    connection.execute(delete(T).where(T.c.id.in_(row_ids)))
    connection.execute(delete(proof).where(proof.c.memory_id.in_(ids)))
    connection.execute(delete(tables.proposals).where(tables.proposals.c.memory_id.in_(ids)))
    unused = and_(said.c.event_id.in_(event_ids), said.c.event_id.not_in(select(proof.c.event_id)))
    said_rows = list(connection.execute(select(said.c.id).where(unused)).scalars())
    fts.drop(connection, "event", said_rows)
    vectors.drop(connection, "event", said_rows)
    connection.execute(delete(said).where(said.c.id.in_(said_rows)))
    # What a history line quotes goes too; that something was there, and when it went, stays.
    connection.execute(
        update(tables.history)
        .where(tables.history.c.memory_id.in_(ids))
        .values(old_ref=None, new_ref=None, meta={})
    )


def by_row_ids(
    connection: Connection, right: Readable, row_ids: Sequence[int], types: frozenset[Type] | None = None
) -> list[Memory]:
    """Those of the rows that the right covers and that are in force: the check after every search."""
    if not row_ids:
        return []
    where = (within(right), T.c.id.in_(row_ids), T.c.status.in_(LIVE), *_of_types(types))
    return [_memory(row) for row in connection.execute(select(T).where(*where)).mappings()]


def touch(connection: Connection, row_ids: Sequence[int], now: int) -> None:
    """Count one use of memories that a model was shown (seed 004, access tracking)."""
    used = {"access_count": T.c.access_count + 1, "last_accessed": now}
    connection.execute(update(T).where(T.c.id.in_(row_ids)).values(used))


def reindex(connection: Connection) -> int:
    """Fill an empty full-text index from the rows; returns how many are in it."""
    memories = [_memory(row) for row in connection.execute(select(T).where(T.c.status.in_(LIVE))).mappings()]
    for memory in memories:
        _index(connection, memory, is_new=True)
    return len(memories)


def index_is_behind(connection: Connection) -> bool:
    """Whether the full-text index lacks rows or has too many: it was lost, or SQLite had no FTS5 before."""
    if not fts.works(connection):
        return False
    rows = connection.execute(select(func.count()).select_from(T).where(T.c.status.in_(LIVE))).scalar_one()
    return rows != connection.execute(text("SELECT count(*) FROM items_fts_docsize")).scalar_one()


def unindexed_for_operator(connection: Connection) -> list[str]:
    """Ids of memories whose full-text entry is missing, stale, or left over."""
    indexed = fts.indexed(connection, "item")
    rows = [_memory(row) for row in connection.execute(select(T).where(T.c.status.in_(LIVE))).mappings()]
    wrong = [m.id for m in rows if indexed.pop(m.row_id, None) != (fts.scope_token(m.scope), own_column(m))]
    return [*wrong, *(f"row {row_id}" for row_id in indexed)]


def own_column(memory: Memory) -> str:
    """What the index holds of a memory: its words, the days it names, and the day it was written."""
    days = date_tokens(memory.fact, memory.created_at)
    return " ".join((*stamp_tokens(memory.created_at), *widened(days), *index_terms(memory.fact)))


def of_room_for_group_file(connection: Connection, room: Room) -> list[Memory]:
    """Everything in force in a room, of all its members: for the room's own file only."""
    where = and_(
        T.c.platform_id == room.platform_id,
        T.c.room_kind == room.kind,
        T.c.room_id == room.room_id,
        T.c.status.in_(LIVE),
    )
    return [_memory(row) for row in connection.execute(select(T).where(where).order_by(T.c.id)).mappings()]


def rooms_for_group_files(connection: Connection) -> list[Room]:
    """Every room that has memories in force."""
    rows = connection.execute(
        select(T.c.platform_id, T.c.room_id, T.c.room_kind)
        .where(T.c.room_id != "", T.c.status.in_(LIVE))
        .distinct()
    )
    return [Room(platform, room, kind) for platform, room, kind in rows]


def counts_for_operator(connection: Connection) -> tuple[int, int, int, tuple[tuple[str, int], ...]]:
    """(memories, people, rooms, memories by type) of the whole store."""
    people = (
        select(T.c.platform_id, T.c.owner_id)
        .where(T.c.scope == "user", T.c.status.in_(LIVE))
        .distinct()
        .subquery()
    )
    by_type = connection.execute(
        select(T.c.type, func.count())
        .where(T.c.status.in_(LIVE))
        .group_by(T.c.type)
        .order_by(func.count().desc())
    )
    types = tuple((str(kind), int(n)) for kind, n in by_type)
    number = connection.execute(select(func.count()).select_from(people)).scalar_one()
    return sum(n for _, n in types), number, len(rooms_for_group_files(connection)), types


def damaged_for_operator(connection: Connection) -> list[str]:
    """Ids of rows whose content does not match their checksum."""
    rows = connection.execute(select(T)).mappings()
    return [row["memory_id"] for row in rows if row["checksum"] != checksum(_memory(row))]


def checksum(memory: Memory) -> str:
    """Sixteen hex digits over everything that decides whose memory it is and what it says."""
    parts = (
        memory.id, memory.scope.kind, memory.scope.id, memory.type, memory.key, memory.fact,
        memory.fact_key, memory.status, memory.owner_id, memory.author_id, memory.superseded_by,
    )  # fmt: skip
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()[:16]


def ids_of(memories: Iterable[Memory]) -> list[str]:
    """The ids, in order."""
    return [m.id for m in memories]


def _of_types(types: frozenset[Type] | None) -> tuple[ColumnElement[bool], ...]:
    return () if types is None else (T.c.type.in_(sorted(types)),)


def _index(connection: Connection, memory: Memory, *, is_new: bool = False) -> None:
    if not is_new:
        fts.drop(connection, "item", [memory.row_id])
    if memory.status in LIVE:
        fts.add(connection, "item", memory.row_id, memory.scope, [own_column(memory)])


def _inserted(connection: Connection, values: dict[str, Any]) -> int:
    key = connection.execute(insert(T).values(values)).inserted_primary_key
    assert key is not None
    return int(key[0])


def _next_seq(connection: Connection) -> int:
    next_one = text("UPDATE settings SET value = value + 1 WHERE name = 'seq' RETURNING value")
    return int(connection.execute(next_one).scalar_one())


def _values(memory: Memory) -> dict[str, Any]:
    room = memory.room or Room("", "", "group")
    return {
        "memory_id": memory.id,
        "scope": memory.scope.kind,
        "scope_id": memory.scope.id,
        "platform_id": room.platform_id,
        "room_kind": room.kind if memory.room else "",
        "room_id": room.room_id,
        **{name: getattr(memory, name) for name in _SAME},
        "checksum": checksum(memory),
    }


def _memory(row: RowMapping) -> Memory:
    values: dict[str, Any] = dict(
        zip(row.keys(), row.values(), strict=True)
    )  # a RowMapping looks each name up slowly
    scope = Scope(values["scope"], values["scope_id"])
    room = Room(values["platform_id"], values["room_id"], values["room_kind"]) if values["room_id"] else None
    same: dict[str, Any] = {name: values[name] for name in (*_SAME, "access_count", "last_accessed")}
    return Memory(id=values["memory_id"], row_id=values["id"], scope=scope, room=room, **same)


_SAME = (
    "owner_id", "author_id", "type", "key", "fact", "fact_key", "confidence", "importance", "source", "status",
    "evidence_count", "pinned", "valid_from", "valid_to", "superseded_by", "created_at", "updated_at", "seq",
    "ttl_days",
)  # fmt: skip
"""The fields that are called the same in a Memory and in its row."""
