"""One recall as one job: what stands, what the words find, what the meaning finds, all under one right.

Everything that an arm found is read again through the scope predicate before it leaves this file. Where the
full-text index is missing or broken, words are searched by LIKE (seed 004, "Fallback to LIKE matching").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, and_, or_, select
from sqlalchemy.exc import DatabaseError

from ..embedding import Vector
from ..model import Memory, Said, Scope, Type
from ..policy.scope import Readable
from . import fts, items, log, tables
from .vector_index import VectorIndex

CAP = 32
NEAREST = 1000
STANDING = 200
LIKE_ROWS = 1000


@dataclass(frozen=True)
class Asked:
    """What to look for. `vector` is None where there is no embedder, or none in time; `types` None for all."""

    words: Sequence[str]
    prefixes: Sequence[str] = ()
    vector: Vector | None = None
    model: str = ""
    types: frozenset[Type] | None = None
    messages: bool = False
    standing: bool = True


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
    coverage, by_like = _by_words(connection, "item", right, asked)
    cosine = _by_meaning(connection, "item", right, asked, index)
    seen = {m.row_id for m in standing}
    wanted = [i for i in {*coverage, *cosine} if i not in seen]
    memories = items.by_row_ids(connection, right, wanted, asked.types)
    if not asked.messages:
        return Found(tuple(standing), tuple(memories), (), coverage, cosine, by_like=by_like)
    said_coverage, _ = _by_words(connection, "event", right, asked)
    said_cosine = _by_meaning(connection, "event", right, asked, index)
    messages = log.by_row_ids(connection, right, list({*said_coverage, *said_cosine}))
    return Found(
        tuple(standing),
        tuple(memories),
        tuple(messages),
        coverage,
        cosine,
        said_coverage,
        said_cosine,
        by_like,
    )


def _by_words(
    connection: Connection, kind: fts.Kind, right: Readable, asked: Asked
) -> tuple[dict[int, float], bool]:
    if not asked.words and not asked.prefixes:
        return {}, False
    scopes = _ordered(right)
    if fts.works(connection):
        try:
            terms = fts.terms_of(connection, kind, asked.words, CAP)
            return fts.search(connection, kind, scopes, terms, asked.prefixes), False
        except DatabaseError:
            connection.info["fts"] = False
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
