"""The full-text index: FTS5 beside the rows, written in their transactions, with the scope as an indexed token.

Two tables, `items_fts` (own) and `events_fts` (own, near, far: the line itself, and the lines around it at
lower weights; findings section 2). The scope is a column of weight 0 and part of every MATCH, because a WHERE
on another column would cost 90 ms at a million rows; since a token alone could be talked around, every id
that comes out is checked again in SQL (`items.by_row_ids`, `log.by_row_ids`).

The index is derived: it can be dropped and built anew from the rows at any time. A SQLite without FTS5, or
a broken index, never stops a save: the rows are then searched by LIKE.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, bindparam, text
from sqlalchemy.exc import DatabaseError

from ..model import Scope
from ..text.stem import stem

Kind = Literal["item", "event"]
COLUMNS: dict[Kind, tuple[str, ...]] = {"item": ("own",), "event": ("own", "near", "far")}
WEIGHTS: dict[Kind, str] = {"item": "0.0, 1.0", "event": "0.0, 1.0, 0.4, 0.2"}
BRINGING = 2000
"""Rows that the rarer terms of a question may bring: what a scan of 5 ms can score."""
SCORING = 6000
FEWEST = 2
HITS = 1000
PREFIX_IDF = 3.0
"""What a prefix is taken to weigh: FTS5 knows how often it occurs only while it searches."""
SATURATION = 2.2
"""k1 + 1: the most that one term can add to a BM25 score is this times its idf."""


@dataclass(frozen=True)
class Term:
    """A term of a question, with how telling it is: `idf` over the whole index, as FTS5 weighs it."""

    term: str
    idf: float
    rows: int


def prepare(connection: Connection) -> bool:
    """Create what is missing; False where this SQLite has no FTS5. Builds the index of rows it had not seen."""
    try:
        for kind, columns in COLUMNS.items():
            known = connection.execute(
                text("SELECT 1 FROM sqlite_master WHERE name = :n"), {"n": f"{kind}s_fts"}
            )
            if known.first() is None:
                _create(connection, kind, columns)
    except DatabaseError:
        return False
    return True


def works(connection: Connection) -> bool:
    """Whether the index is there; asked once a connection."""
    if "fts" not in connection.info:
        names = connection.execute(
            text("SELECT count(*) FROM sqlite_master WHERE name IN ('items_fts', 'events_fts')")
        )
        connection.info["fts"] = names.scalar_one() == len(COLUMNS)
    return bool(connection.info["fts"])


def add(connection: Connection, kind: Kind, row_id: int, scope: Scope, columns: Sequence[str]) -> None:
    """Index a row, in the transaction that writes it."""
    if not works(connection):
        return
    names = COLUMNS[kind][: len(columns)]
    values = dict(zip(names, columns, strict=True))
    connection.execute(
        text(
            f"INSERT INTO {kind}s_fts (rowid, scope, {', '.join(names)}) VALUES (:id, :scope, :{', :'.join(names)})"
        ),  # noqa: S608
        {"id": row_id, "scope": scope_token(scope), **values},
    )


def add_around(connection: Connection, row_id: int, near: str, far: str) -> None:
    """Add what was said next to an event that is indexed already."""
    if works(connection) and (near or far):
        connection.execute(
            text(
                "UPDATE events_fts SET near = near || ' ' || :near, far = far || ' ' || :far WHERE rowid = :id"
            ),
            {"id": row_id, "near": near, "far": far},
        )


def drop(connection: Connection, kind: Kind, row_ids: Sequence[int]) -> None:
    """Take rows out of the index."""
    if works(connection) and row_ids:
        statement = text(f"DELETE FROM {kind}s_fts WHERE rowid IN :ids").bindparams(
            bindparam("ids", expanding=True)
        )  # noqa: S608
        connection.execute(statement, {"ids": list(row_ids)})


def scope_token(scope: Scope) -> str:
    """One word that no user text can form and no stemmer shortens."""
    return "zs" + hashlib.sha256(f"{scope.kind}:{scope.id}".encode()).hexdigest()[:24] + "q"


def terms_of(connection: Connection, kind: Kind, words: Iterable[str], cap: int) -> list[Term]:
    """The `cap` most telling terms, each stem once; a term that occurs nowhere counts as most telling."""
    stems = {stem(word): word for word in reversed(list(words))}
    rows = _document_frequencies(connection, kind, list(stems))
    total = max(1, _row_count(connection, kind), *rows.values())
    terms = [
        Term(word, _idf(total, rows.get(root, 0)), rows.get(root, 0))
        for root, word in reversed(stems.items())
    ]
    return terms if len(terms) <= cap else sorted(terms, key=lambda t: -t.idf)[:cap]


def search(
    connection: Connection,
    kind: Kind,
    scopes: Sequence[Scope],
    terms: Sequence[Term],
    prefixes: Sequence[str] = (),
) -> dict[int, float]:
    """Row id -> how much of the question's weight the row covers, 0..1 in practice; best rows first."""
    tokens = [scope_token(scope) for scope in scopes]
    sizes = _document_frequencies(connection, kind, tokens)
    if not sizes:
        return {}
    total = max(1, _row_count(connection, kind), *sizes.values())
    expression = _expression(kind, tokens, terms, prefixes, sum(sizes.values()) / total, total)
    most = SATURATION * (sum(term.idf for term in terms) + PREFIX_IDF * len(prefixes))
    if not expression:
        return {}
    rows = connection.execute(
        text(
            f"SELECT rowid, -bm25({kind}s_fts, {WEIGHTS[kind]}) AS score FROM {kind}s_fts "  # noqa: S608
            f"WHERE {kind}s_fts MATCH :match ORDER BY score DESC LIMIT {HITS}"
        ),
        {"match": expression},
    )
    return {row_id: score / most for row_id, score in rows}


def rebuild(connection: Connection) -> None:
    """Throw the index away; `reindex` fills the new one from the rows."""
    for kind, columns in COLUMNS.items():
        connection.execute(text(f"DROP TABLE IF EXISTS {kind}s_vocabulary"))
        connection.execute(text(f"DROP TABLE IF EXISTS {kind}s_fts"))
        _create(connection, kind, columns)
    connection.info["fts"] = True


def indexed(connection: Connection, kind: Kind) -> dict[int, tuple[str, str]]:
    """Row id -> (scope token, own column) of everything in the index, for comparing with the rows."""
    rows = connection.execute(text(f"SELECT rowid, scope, own FROM {kind}s_fts"))  # noqa: S608
    return {row_id: (scope, own) for row_id, scope, own in rows}


def _create(connection: Connection, kind: Kind, columns: Sequence[str]) -> None:
    connection.execute(
        text(
            f"CREATE VIRTUAL TABLE {kind}s_fts USING fts5(scope, {', '.join(columns)}, "
            "tokenize = 'porter unicode61 remove_diacritics 0')"
        )
    )
    connection.execute(text(f"CREATE VIRTUAL TABLE {kind}s_vocabulary USING fts5vocab({kind}s_fts, row)"))


def _document_frequencies(connection: Connection, kind: Kind, stems: Sequence[str]) -> Mapping[str, int]:
    statement = text(f"SELECT term, doc FROM {kind}s_vocabulary WHERE term IN :stems").bindparams(  # noqa: S608
        bindparam("stems", expanding=True)
    )
    return {term: count for term, count in connection.execute(statement, {"stems": list(stems)})}


def _row_count(connection: Connection, kind: Kind) -> int:
    """About how many rows there are: the highest id, because counting them would read the whole index."""
    return int(connection.execute(text(f"SELECT max(id) FROM {kind}s")).scalar() or 0)  # noqa: S608


def _idf(total: int, rows: int) -> float:
    return max(1e-6, math.log((total - rows + 0.5) / (rows + 0.5)))


def _expression(
    kind: Kind,
    tokens: Sequence[str],
    terms: Sequence[Term],
    prefixes: Sequence[str],
    share: float,
    total: int,
) -> str:
    """The MATCH: the rarest terms bring rows, commoner ones only score them, the commonest stay out.

    `share` is the part of all rows that the scopes hold; `terms` that half of all rows have weigh nothing.
    """
    found = [t for t in terms if t.rows]
    telling = sorted((t for t in found if t.rows < total / 2), key=lambda t: t.rows) or found
    bringing: list[str] = []
    scoring: list[str] = []
    expected = 0.0
    for term in telling:
        expected += term.rows * share
        if len(bringing) < FEWEST or expected <= BRINGING:
            bringing.append(term.term)
        elif expected <= SCORING:
            scoring.append(term.term)
    wanted = [*map(_quoted, bringing), *(f"{_quoted(prefix)}*" for prefix in prefixes)]
    if not wanted:
        return ""
    here, columns = f"scope:({_any(tokens)})", "{" + " ".join(COLUMNS[kind]) + "}"
    expression = f"{here} AND {columns}:({' OR '.join(wanted)})"
    # Always true where the first part is; it only lets the commoner terms add to the score.
    return f"{expression} AND ({here} OR {columns}:({_any(scoring)}))" if scoring else expression


def _any(words: Iterable[str]) -> str:
    return " OR ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    """A string of the MATCH language: whatever a user wrote is never syntax."""
    return '"' + word.replace('"', '""') + '"'
