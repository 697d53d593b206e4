"""One recall as one job: what stands, what the words find, what the meaning finds, all under one right.

Everything that an arm found is read again through the scope predicate before it leaves this file. Where the
full-text index is missing or broken, words are searched by LIKE (seed 004, "Fallback to LIKE matching").
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import nlargest

from sqlalchemy import Connection, and_, or_, select
from sqlalchemy.exc import DatabaseError

from ..embedding import Vector
from ..model import Memory, Said, Scope, Type
from ..policy.scope import Readable
from . import fts, items, log, tables
from .vector_index import VectorIndex

CAP = 32
NEAREST = 300
SHORTLIST = 30
STANDING = 200
LIKE_ROWS = 1000


@dataclass(frozen=True)
class Asked:
    """What to look for. `vector` is None where there is no embedder, or none in time; `types` None for all.

    A recipe that goes by words and meaning says how much words weigh against meaning in memories and messages, and
    whose rows count more; it then gets the best SHORTLIST rows instead of all. `weights` None: it gets all.
    """

    words: Sequence[str]
    prefixes: Sequence[str] = ()
    vector: Vector | None = None
    model: str = ""
    types: frozenset[Type] | None = None
    messages: bool = False
    standing: bool = True
    weights: tuple[float, float] | None = None
    asker_id: str = ""


@dataclass(frozen=True)
class Arms:
    """What words and meaning say of the rows of one kind, by row id."""

    coverage: dict[int, float] = field(default_factory=dict[int, float])
    cosine: dict[int, float] = field(default_factory=dict[int, float])
    by_like: bool = False

    def best(self, weight: float | None, favoured: Iterable[int] = ()) -> list[int]:
        """The most promising rows, and as many of those favoured; all where there is no weight."""
        everything = {**self.coverage, **self.cosine}
        if weight is None or len(everything) <= SHORTLIST:
            return list(everything)

        def promise(row_id: int) -> float:
            return weight * self.coverage.get(row_id, 0.0) + self.cosine.get(row_id, 0.0)

        return list(
            {*nlargest(SHORTLIST, everything, key=promise), *nlargest(SHORTLIST, favoured, key=promise)}
        )


@dataclass(frozen=True)
class Found:
    """What the arms found. `coverage` and `cosine` are by row id, of memories and of messages."""

    standing: tuple[Memory, ...] = ()
    memories: tuple[Memory, ...] = ()
    messages: tuple[Said, ...] = ()
    coverage: dict[int, float] = field(default_factory=dict[int, float])
    cosine: dict[int, float] = field(default_factory=dict[int, float])
    said_coverage: dict[int, float] = field(default_factory=dict[int, float])
    said_cosine: dict[int, float] = field(default_factory=dict[int, float])
    by_like: bool = False


def find(connection: Connection, right: Readable, own: Readable, asked: Asked, index: VectorIndex) -> Found:
    """Run every arm. `own` is the part of `right` whose memories stand by themselves."""
    standing = items.active(connection, own, STANDING, asked.types) if asked.standing else []
    arms = _arms(connection, "item", right, asked, index)
    for_memories, for_messages = asked.weights or (None, None)
    seen = {m.row_id for m in standing}
    wanted = [i for i in arms.best(for_memories, _said_by(connection, "item", asked, arms)) if i not in seen]
    memories = items.by_row_ids(connection, right, wanted, asked.types)
    if not asked.messages:
        return Found(tuple(standing), tuple(memories), (), arms.coverage, arms.cosine, by_like=arms.by_like)
    said = _arms(connection, "event", right, asked, index)
    best = said.best(for_messages, _said_by(connection, "event", asked, said))
    messages = log.by_row_ids(connection, right, best)
    return Found(
        tuple(standing),
        tuple(memories),
        tuple(messages),
        arms.coverage,
        arms.cosine,
        said.coverage,
        said.cosine,
        arms.by_like,
    )


def _arms(connection: Connection, kind: fts.Kind, right: Readable, asked: Asked, index: VectorIndex) -> Arms:
    coverage, by_like = _by_words(connection, kind, right, asked)
    cosine = _by_meaning(connection, kind, right, asked, index)
    if cosine:
        # What the words found and the nearest do not hold is farther than these.
        farthest = min(cosine.values())
        cosine = {**dict.fromkeys(coverage, farthest), **cosine}
    return Arms(coverage, cosine, by_like)


def _said_by(connection: Connection, kind: fts.Kind, asked: Asked, arms: Arms) -> list[int]:
    """Those of the found rows that the asker said."""
    ids = {**arms.coverage, **arms.cosine}
    if not asked.asker_id or len(ids) <= SHORTLIST:
        return []
    table, person = ("items", "author_id") if kind == "item" else ("events", "sender_id")
    statement = f"SELECT id FROM {table} WHERE id IN (SELECT value FROM json_each(?)) AND {person} = ?"  # noqa: S608
    return [
        row_id for (row_id,) in connection.exec_driver_sql(statement, (json.dumps(list(ids)), asked.asker_id))
    ]


def _by_words(
    connection: Connection, kind: fts.Kind, right: Readable, asked: Asked
) -> tuple[dict[int, float], bool]:
    if not asked.words and not asked.prefixes:
        return {}, False
    scopes = _ordered(right)
    if fts.works(connection):
        try:
            return fts.search(connection, kind, scopes, asked.words, asked.prefixes), False
        except DatabaseError:
            pass  # a broken index is for doctor to tell and to mend; this question is still answered
    return _by_like(connection, kind, right, [*asked.words, *asked.prefixes][:CAP]), True


def _by_like(
    connection: Connection, kind: fts.Kind, right: Readable, words: Sequence[str]
) -> dict[int, float]:
    """keyword_score = the part of the words that a row contains."""
    if kind == "item":
        table, said, within = tables.items, tables.items.c.fact, items.within(right)
    else:
        table, said, within = tables.events, tables.events.c.content["text"].as_string(), log.within(right)
    any_word = or_(*(said.icontains(word, autoescape=True) for word in words))
    rows = connection.execute(select(table.c.id, said).where(and_(within, any_word)).limit(LIKE_ROWS))
    return {row_id: sum(word in text.lower() for word in words) / len(words) for row_id, text in rows}


def _by_meaning(
    connection: Connection, kind: fts.Kind, right: Readable, asked: Asked, index: VectorIndex
) -> dict[int, float]:
    if asked.vector is None:
        return {}
    found: dict[int, float] = {}
    for scope in _ordered(right):
        reading = index.reading(connection, kind, scope, asked.model)
        found.update(index.search(reading, asked.vector, NEAREST))
    return found


def _ordered(right: Readable) -> list[Scope]:
    return sorted(right.scopes, key=str)
