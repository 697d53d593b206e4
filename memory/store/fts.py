"""The full-text index: FTS5 beside the rows, written in their transactions, each term marked with its scope.

Two tables, `items_fts` (own) and `events_fts` (own, near, far: the line itself, and the lines around it at
lower weights; findings section 2). Every term in them begins with the five characters of its scope, so a search
reads the postings of its scopes and no others: it costs the same beside a thousand memories and beside a million
(a filter on another column costs 90 ms there, FTS5's own `bm25()` 20). What a user writes comes behind the mark,
so no text reaches into another scope; every id is checked again in SQL all the same (`items.by_row_ids`,
`log.by_row_ids`).

The index is derived: it can be dropped and built anew from the rows at any time. A SQLite without FTS5, or
a broken index, never stops a save: the rows are then searched by LIKE.
"""

from __future__ import annotations

import hashlib
import json
import math
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from ..model import Scope
from ..text.stem import stem

Kind = Literal["item", "event"]
COLUMNS: dict[Kind, tuple[str, ...]] = {"item": ("own",), "event": ("own", "near", "far")}
WEIGHTS = {"own": 1.0, "near": 0.4, "far": 0.2}
"""How much a term counts in a line itself, in the lines next to it, and in those around them."""
SATURATION, LENGTH = 0.6, 0.3
"""BM25's k1 and b. Chat lines are short and say a thing once: milder than the usual 1.2 and 0.75 (2 points)."""
ASKED = 64
"""Terms of a question that are looked up at all, each in some 50 us."""
TELLING = 32
"""... and that score: the rarest of those that were found."""
COMMON = 1000
"""Rows of a scope in which a term may occur; one that occurs in more tells little, and costs 1 ms."""
READING: dict[Kind, int] = {"item": 4000, "event": 12_000}
"""Rows that all terms of a question may have together (2 ms); single Han characters, the commonest, are read last."""
BRINGING, FEWEST = 1000, 2
"""Rows that the rarest terms bring, two terms at least; the commoner ones only score those."""
HITS = 200
STALE = 1.05
DIGITS = "0123456789bcdfghjklmnpqrstvwxz"
"""Of a scope's mark. No vowels: to `porter` a mark is then the beginning of the first syllable, and stems stay what
they are, but for two letters with an s (us, is), which it leaves alone only where nothing stands before them."""
MARK = 5
"""Characters of a mark: enough for 24 million scopes."""

_TABLES = "SELECT name FROM sqlite_master WHERE name IN ('items_fts', 'events_fts', 'fts_scopes')"
_WORKS = """SELECT (SELECT count(*) FROM sqlite_master WHERE name IN ('items_fts', 'events_fts', 'fts_scopes')) = 3
AND NOT EXISTS (SELECT 1 FROM settings WHERE name = 'fts_broken')"""


def prepare(connection: Connection) -> bool:
    """Create what is missing, empty; False where this SQLite has no FTS5."""
    try:
        if len(_fetch(connection, _TABLES)) < len(COLUMNS) + 1:
            rebuild(connection)
    except DatabaseError:
        return False
    return True


def works(connection: Connection) -> bool:
    """Whether the index is there and whole. It is a row that says so: a writer that fails tells every reader."""
    return bool(_fetch(connection, _WORKS)[0][0])


def add(connection: Connection, kind: Kind, row_id: int, scope: Scope, columns: Sequence[str]) -> None:
    """Index a row, in the transaction that writes it."""
    if works(connection):
        names = ", ".join(COLUMNS[kind][: len(columns)])
        marks = ", ?" * len(columns)
        mark = _new_mark(connection, scope)
        statement = f"INSERT INTO {kind}s_fts (rowid, scope, {names}) VALUES (?, ?{marks})"  # noqa: S608
        _write(connection, statement, row_id, mark, *(_marked(mark, column) for column in columns))


def add_around(connection: Connection, scope: Scope, row_id: int, near: str, far: str) -> None:
    """Add what was said next to an event that is indexed already."""
    if (near or far) and works(connection):
        mark = _new_mark(connection, scope)
        statement = "UPDATE events_fts SET near = near || ' ' || ?, far = far || ' ' || ? WHERE rowid = ?"
        _write(connection, statement, _marked(mark, near), _marked(mark, far), row_id)


def drop(connection: Connection, kind: Kind, row_ids: Sequence[int]) -> None:
    """Take rows out of the index."""
    if row_ids and works(connection):
        ids = json.dumps(list(row_ids))
        _write(connection, f"DELETE FROM {kind}s_fts WHERE rowid IN (SELECT value FROM json_each(?))", ids)  # noqa: S608


def search(
    connection: Connection,
    kind: Kind,
    scopes: Sequence[Scope],
    words: Sequence[str],
    prefixes: Sequence[str] = (),
) -> dict[int, float]:
    """Row id -> how much of the question's weight the row covers, 1 for all of it; the best rows, best first.

    BM25 over the rows of these scopes, with every term counted once a column.
    """
    marks = _marks(connection, scopes)
    if not marks:
        return {}
    found = _found(connection, kind, marks, words, prefixes)
    size = max([_size(connection, kind, marks), *map(len, filter(None, found))])
    known = sorted((_Weighed(_idf(size, len(rows)), rows) for rows in found if rows), key=lambda t: -t.idf)[
        :TELLING
    ]
    # A word that nobody said weighs most: a question about what is not known is covered by nothing.
    unknown = min(sum(rows is not None and not rows for rows in found), TELLING - len(known))
    most = sum(term.idf for term in known) + unknown * _idf(size, 0)
    roughly = _scored(known, dict.fromkeys(_brought(known), 1.0))
    exactly = _scored(known, _lengths(connection, kind, nlargest(HITS, roughly, key=roughly.__getitem__)))
    return {row_id: exactly[row_id] / most for row_id in sorted(exactly, key=lambda i: (-exactly[i], -i))}


def _found(
    connection: Connection, kind: Kind, marks: Sequence[str], words: Sequence[str], prefixes: Sequence[str]
) -> list[dict[int, float] | None]:
    """The rows of every term; None for one that is too common, or for which there is no time left."""
    terms = [(word, "") for word in _worth_asking(connection, kind, marks, words)]
    found: list[dict[int, float] | None] = []
    left = READING[kind]
    for word, star in [*((prefix, "*") for prefix in prefixes), *terms]:
        rows = _frequencies(connection, kind, marks, word, star) if left > 0 else None
        left -= COMMON if rows is None else len(rows)
        found.append(rows)
    return found


def rebuild(connection: Connection) -> None:
    """Throw the index away and begin an empty one, for `reindex` to fill from the rows."""
    for kind, columns in COLUMNS.items():
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {kind}s_vocabulary")
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {kind}s_fts")
        connection.exec_driver_sql(
            f"CREATE VIRTUAL TABLE {kind}s_fts USING fts5(scope, {', '.join(columns)}, "
            "tokenize = 'porter unicode61 remove_diacritics 0')"
        )
        connection.exec_driver_sql(
            f"CREATE VIRTUAL TABLE {kind}s_vocabulary USING fts5vocab({kind}s_fts, row)"
        )
    connection.exec_driver_sql("DROP TABLE IF EXISTS fts_scopes")
    connection.exec_driver_sql(
        "CREATE TABLE fts_scopes (id INTEGER PRIMARY KEY AUTOINCREMENT, scope TEXT UNIQUE)"
    )
    connection.exec_driver_sql("DELETE FROM settings WHERE name = 'fts_broken'")
    connection.info.pop("fts_sizes", None)


def indexed(connection: Connection, kind: Kind) -> dict[int, tuple[str, str]]:
    """Row id -> (scope token, own column) of everything in the index, for comparing with the rows."""
    tokens = {
        _mark(number): token for number, token in _fetch(connection, "SELECT id, scope FROM fts_scopes")
    }
    rows = _fetch(connection, f"SELECT rowid, scope, own FROM {kind}s_fts")  # noqa: S608
    return {row_id: (tokens.get(mark, ""), _unmarked(mark, own)) for row_id, mark, own in rows}


def scope_token(scope: Scope) -> str:
    """The name of a scope in the index, from which nobody reads whose it was."""
    return hashlib.sha256(f"{scope.kind}:{scope.id}".encode()).hexdigest()[:32]


def _new_mark(connection: Connection, scope: Scope) -> str:
    """The mark of a scope, given once and never again to another."""
    token = scope_token(scope)
    _fetch(connection, "INSERT OR IGNORE INTO fts_scopes (scope) VALUES (?)", token)
    return _mark(_fetch(connection, "SELECT id FROM fts_scopes WHERE scope = ?", token)[0][0])


def _marks(connection: Connection, scopes: Iterable[Scope]) -> list[str]:
    tokens = json.dumps([scope_token(scope) for scope in scopes])
    statement = "SELECT id FROM fts_scopes WHERE scope IN (SELECT value FROM json_each(?)) ORDER BY id"
    return [_mark(number) for (number,) in _fetch(connection, statement, tokens)]


def _mark(number: int) -> str:
    """Always MARK characters, so that a mark and a term cannot be read as another mark and another term."""
    digits = ""
    for _ in range(MARK):
        number, digit = divmod(number, len(DIGITS))
        digits = DIGITS[digit] + digits
    return digits


def _marked(mark: str, column: str) -> str:
    return " ".join(mark + term for term in column.split())


def _unmarked(mark: str, column: str) -> str:
    return " ".join(term.removeprefix(mark) for term in column.split())


def _write(connection: Connection, statement: str, *values: str | int) -> None:
    """A save does not fail because its index does; the index is then out of use until it is built anew."""
    try:
        connection.exec_driver_sql(statement, values)
    except DatabaseError:
        connection.exec_driver_sql("INSERT OR REPLACE INTO settings (name, value) VALUES ('fts_broken', '1')")


class _Weighed(NamedTuple):
    """A term: how telling it is in these scopes, and row id -> how often it occurs there, by weight of column."""

    idf: float
    rows: dict[int, float]


def _worth_asking(
    connection: Connection, kind: Kind, marks: Sequence[str], words: Sequence[str]
) -> list[str]:
    """Each stem once; of very many (a long dialogue) the rarest in these scopes, those that are there first."""
    stems = {stem(word): word for word in reversed(words)}
    terms = list(stems.items())[::-1]
    if len(terms) > ASKED:
        statement = f"SELECT term, doc FROM {kind}s_vocabulary WHERE term IN (SELECT value FROM json_each(?))"  # noqa: S608
        known: Counter[str] = Counter()
        for term, rows in _fetch(
            connection, statement, json.dumps([mark + s for mark in marks for s in stems])
        ):
            known[term[MARK:]] += rows
        terms = sorted(terms, key=lambda t: known[t[0]] or sys.maxsize)[:ASKED]
    # Stable: what is long stays in the order of the question.
    return sorted((word for _, word in terms), key=lambda word: len(word) == 1 and not word.isascii())


def _frequencies(
    connection: Connection, kind: Kind, marks: Sequence[str], word: str, star: str
) -> dict[int, float] | None:
    """Row id -> how often a word occurs in the row, by weight of column; None for a common one."""
    # One row of JSON: what the driver spends on a row is more than FTS5 does.
    statement = (
        f"SELECT json_group_array(rowid) FROM (SELECT rowid FROM {kind}s_fts "  # noqa: S608
        f"WHERE {kind}s_fts MATCH ? LIMIT {COMMON + 1})"
    )
    terms = " OR ".join(_quoted(mark + word) + star for mark in marks)
    found: dict[int, float] = {}
    for column in COLUMNS[kind]:
        rows: list[int] = json.loads(_fetch(connection, statement, f"{column}:({terms})")[0][0])
        if len(rows) > COMMON:
            return None if column == "own" else found
        if not found:
            found = dict.fromkeys(rows, WEIGHTS[column])
            continue
        for row_id in rows:
            found[row_id] = found.get(row_id, 0.0) + WEIGHTS[column]
    return found


def _brought(terms: Sequence[_Weighed]) -> set[int]:
    """The rows that are looked at: those of the rarest terms."""
    rows: set[int] = set()
    for n, term in enumerate(terms):
        if n >= FEWEST and len(rows) + len(term.rows) > BRINGING:
            break
        rows.update(term.rows)
    return rows


def _scored(terms: Sequence[_Weighed], lengths: Mapping[int, float]) -> dict[int, float]:
    """Row id -> the weight of the terms it has, for the rows of `lengths`: a term that stands once in a line of
    mean length (1.0) counts with its whole idf."""
    rooms = {row_id: SATURATION * (1 + LENGTH * (length - 1)) for row_id, length in lengths.items()}
    scores = dict.fromkeys(lengths, 0.0)
    for idf, rows in terms:
        for row_id in rooms.keys() & rows.keys():
            frequency = rows[row_id]
            scores[row_id] += idf * (1 + SATURATION) * frequency / (frequency + rooms[row_id])
    return scores


def _lengths(connection: Connection, kind: Kind, row_ids: Sequence[int]) -> dict[int, float]:
    """Row id -> its number of terms, as a multiple of the mean of these rows."""
    statement = f"SELECT id, sz FROM {kind}s_fts_docsize WHERE id IN (SELECT value FROM json_each(?))"  # noqa: S608
    sizes = {
        row_id: sum(_varints(size)) for row_id, size in _fetch(connection, statement, json.dumps(row_ids))
    }
    mean = sum(sizes.values()) / max(1, len(sizes))
    return {row_id: size / mean for row_id, size in sizes.items()}


def _varints(blob: bytes) -> Iterator[int]:
    """SQLite's numbers of variable length: FTS5 keeps the terms of each column of a row so."""
    number = 0
    for byte in blob:
        number = number << 7 | byte & 127
        if byte < 128:
            yield number
            number = 0


def _size(connection: Connection, kind: Kind, marks: Sequence[str]) -> int:
    """How many rows the scopes have; counted again when the table has grown by a twentieth."""
    known: dict[tuple[Kind, str], tuple[int, int]] = connection.info.setdefault("fts_sizes", {})
    total = int(_fetch(connection, f"SELECT max(id) FROM {kind}s")[0][0] or 0)  # noqa: S608
    for mark in marks:
        if (kind, mark) not in known or total > known[kind, mark][1] * STALE:
            rows = _fetch(connection, f"SELECT doc FROM {kind}s_vocabulary WHERE term = ?", mark)  # noqa: S608
            known[kind, mark] = (rows[0][0] if rows else 0), total
    return sum(known[kind, mark][0] for mark in marks)


def _idf(size: int, rows: int) -> float:
    """How telling a term is that `rows` of `size` rows have; never nothing, also in a scope of one row."""
    return math.log(1 + (size - rows + 0.5) / (rows + 0.5))


def _fetch(connection: Connection, statement: str, *values: str | int) -> list[Any]:
    """Straight to the driver: a recall has some thirty of these, and SQLAlchemy costs more than they do."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    try:
        return driver.execute(statement, values).fetchall()
    except sqlite3.DatabaseError as error:
        raise DatabaseError(statement, values, error) from error


def _quoted(word: str) -> str:
    """A string of the MATCH language: whatever a user wrote is never syntax."""
    return '"' + word.replace('"', '""') + '"'
