"""Vectors as rows: which memories and messages still lack one, and those of a scope, as its index needs them.

`kind` says whose vector it is, and `row_id` is the row's integer id. Whoever changes or erases such a row drops
its vector in the same transaction; `missing` then brings it back, and `put` refuses one whose row has changed
meanwhile: SQLite gives ids of erased rows to new ones. Stamps are never given twice, also not after a delete;
`vector_index` relies on it.
"""

# numpy's stubs name things of Python 3.12 that are unknown to a check for 3.10.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Table,
    and_,
    bindparam,
    delete,
    func,
    literal,
    select,
    text,
)
from sqlalchemy.dialects.sqlite import insert as upsert

from ..embedding import Means
from ..model import Scope
from . import tables

Kind = Literal["item", "event"]
T = tables.vectors


@dataclass(frozen=True)
class Pending:
    """A row that lacks a vector, and the text to embed for it."""

    row_id: int
    scope: Scope
    text: str


class Stored(NamedTuple):
    """One vector as it lies on disk: float32, little-endian, unit length. `at` (UTC epoch seconds) of events only."""

    row_id: int
    at: int
    vector: bytes


class Extent(NamedTuple):
    """How many vectors a scope has, and the newest stamp. Equal extents mean equal vectors."""

    size: int
    stamp: int


@dataclass(frozen=True)
class _Source:
    """Where the texts of a kind come from: name and words of a row, and which rows are embedded."""

    table: Table
    name: ColumnElement[str]
    words: ColumnElement[str]
    wanted: ColumnElement[bool]


_FACT, _SAID = tables.items.c.fact, tables.events.c.content["text"].as_string()
SOURCES: dict[Kind, _Source] = {
    "item": _Source(
        tables.items, literal(""), _FACT, and_(tables.items.c.status == "active", func.trim(_FACT) != "")
    ),
    "event": _Source(
        tables.events,
        tables.events.c.sender_name,
        _SAID,
        and_(tables.events.c.source_type == "message", func.trim(_SAID) != ""),
    ),
}


def put(
    connection: Connection, kind: Kind, model: str, rows: Sequence[tuple[Pending, Sequence[float]]]
) -> int:
    """Write the vectors (each of unit length) of rows that still say what was embedded; returns how many did."""
    now = _as_they_are(connection, kind, [row.row_id for row, _ in rows])
    valid = [(row, vector) for row, vector in rows if now.get(row.row_id) == row]
    if not valid:
        return 0
    first = _stamps(connection, len(valid))
    statement = upsert(T)
    replacing = {c.name: statement.excluded[c.name] for c in T.c if not c.primary_key}
    connection.execute(
        statement.on_conflict_do_update(index_elements=["kind", "row_id"], set_=replacing),
        [_values(kind, model, row, vector, first + i) for i, (row, vector) in enumerate(valid)],
    )
    return len(valid)


def missing(
    connection: Connection, kind: Kind, model: str, limit: int, below: int = 2**63 - 1
) -> list[Pending]:
    """Rows in force without a vector of this model, the newest first, of those whose id is less than `below`.

    It passes over every row that has one (3 ms a thousand): whoever works off a backlog hands over the last id.
    """
    source = SOURCES[kind]
    rows = connection.execute(
        _selected(source)
        .select_from(_with_vectors(source, kind, model))
        .where(source.wanted, T.c.row_id.is_(None), source.table.c.id < below)
        .order_by(source.table.c.id.desc())
        .limit(limit)
    )
    return [_pending(*row) for row in rows]


def progress(connection: Connection, kind: Kind, model: str) -> tuple[int, int]:
    """(rows with a vector of this model, rows that shall have one). Looks at every row."""
    source = SOURCES[kind]
    done, total = connection.execute(
        select(func.count(T.c.row_id), func.count())
        .select_from(_with_vectors(source, kind, model))
        .where(source.wanted)
    ).one()
    return int(done), int(total)


def drop(connection: Connection, kind: Kind, row_ids: Iterable[int]) -> None:
    """Delete the vectors of these rows, of whichever model."""
    ids = [{"gone": row_id} for row_id in row_ids]
    if ids:
        connection.execute(delete(T).where(T.c.kind == kind, T.c.row_id == bindparam("gone")), ids)


def of_scope(
    connection: Connection, kind: Kind, scope: Scope, model: str, after_stamp: int = 0
) -> list[Stored]:
    """The vectors of a scope that were written after a stamp, in the order of writing."""
    at = func.coalesce(tables.events.c.created_at, 0) if kind == "event" else literal(0)
    source: FromClause = (
        T.outerjoin(tables.events, tables.events.c.id == T.c.row_id) if kind == "event" else T
    )
    query = select(T.c.row_id, at, T.c.vector).select_from(source)
    newer = (_in(kind, scope, model), T.c.stamp > after_stamp)
    return [Stored(*row) for row in connection.execute(query.where(*newer).order_by(T.c.stamp))]


def stamp_of(connection: Connection, kind: Kind, scope: Scope, model: str) -> Extent:
    """How far a scope's vectors go; (0, 0) where there are none. Counts in the index: 0.1 ms a thousand rows."""
    here = _in(kind, scope, model)
    count = select(func.count()).select_from(T).where(here).scalar_subquery()
    # Apart from the count, SQLite finds the maximum with one look at the end of the index.
    newest = select(func.max(T.c.stamp)).where(here).scalar_subquery()
    return Extent(*connection.execute(select(count, func.coalesce(newest, 0))).one())


def keep_means(connection: Connection, means: Means, now: int) -> bool:
    """Keep what was measured of a model. True: it is another model than before under the same name.

    Its old vectors are then worth nothing and deleted.
    """
    known = means_of(connection, means.model)
    changed = known is not None and not known.agrees(means)
    if changed:
        connection.execute(delete(T).where(T.c.model == means.model))
    values = {"dim": means.dim, "means": means.to_bytes(), "measured_at": now}
    if changed or known is None:
        statement = upsert(tables.embedders).values(model=means.model, **values)
        connection.execute(statement.on_conflict_do_update(index_elements=["model"], set_=values))
    return changed


def means_of(connection: Connection, model: str) -> Means | None:
    """What was measured of a model, if it ever was."""
    where = tables.embedders.c.model == model
    data = connection.execute(select(tables.embedders.c.means).where(where)).scalar()
    return Means.from_bytes(model, data) if data else None


def _in(kind: Kind, scope: Scope, model: str) -> ColumnElement[bool]:
    return and_(T.c.kind == kind, T.c.scope == scope.kind, T.c.scope_id == scope.id, T.c.model == model)


def _with_vectors(source: _Source, kind: Kind, model: str) -> FromClause:
    """The rows of a source beside their vectors; one of another model or scope does not count."""
    rows = source.table.c
    same_scope = and_(T.c.scope == rows.scope, T.c.scope_id == rows.scope_id)
    return source.table.outerjoin(
        T, and_(T.c.kind == kind, T.c.row_id == rows.id, T.c.model == model, same_scope)
    )


def _selected(source: _Source) -> Any:
    rows = source.table.c
    return select(rows.id, rows.scope, rows.scope_id, source.name, source.words)


def _pending(row_id: int, scope: Any, scope_id: str, name: str, words: str) -> Pending:
    """The speaker stands before its words: worth 16 points of recall on chats (findings, section 2)."""
    return Pending(row_id, Scope(scope, scope_id), f"{name}: {words}" if name else words)


def _as_they_are(connection: Connection, kind: Kind, row_ids: Sequence[int]) -> dict[int, Pending]:
    source = SOURCES[kind]
    query = _selected(source).where(source.wanted, source.table.c.id.in_(row_ids))
    return {row[0]: _pending(*row) for row in connection.execute(query)}


def _values(kind: Kind, model: str, row: Pending, vector: Sequence[float], stamp: int) -> dict[str, Any]:
    return {
        "kind": kind,
        "row_id": row.row_id,
        "scope": row.scope.kind,
        "scope_id": row.scope.id,
        "model": model,
        "dim": len(vector),
        "vector": np.asarray(vector, "<f4").tobytes(),
        "stamp": stamp,
    }


def _stamps(connection: Connection, count: int) -> int:
    """The first of `count` new stamps."""
    connection.execute(
        text(
            "INSERT INTO settings (name, value) VALUES ('vector_stamp', :n) "
            "ON CONFLICT (name) DO UPDATE SET value = value + :n"
        ),
        {"n": count},
    )
    query = select(tables.settings.c.value).where(tables.settings.c.name == "vector_stamp")
    return int(connection.execute(query).scalar_one()) - count + 1
