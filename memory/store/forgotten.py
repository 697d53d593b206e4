"""Salted fingerprints of what members had forgotten: nothing can be read from them, and it is not learned again."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert as upsert

from ..model import Memory, Scope
from ..policy.slots import slot_of
from ..text.content import content_key
from ..text.fact_key import fact_key
from . import tables
from .sources import setting

T = tables.forgotten


def add(connection: Connection, memories: Iterable[Memory], now: int) -> None:
    """Keep the fingerprints of memories that were just erased."""
    rows = [
        {"scope": m.scope.kind, "scope_id": m.scope.id, "print": mark, "at": now}
        for m in memories
        for mark in _prints(connection, m.fact)
    ]
    if rows:
        connection.execute(upsert(T).on_conflict_do_nothing(), rows)


def holds(connection: Connection, scope: Scope, fact: str) -> bool:
    """Whether a fact, in these or nearly these words or as the same slot and value, was forgotten there."""
    return (
        connection.execute(select(T.c.at).where(_here(connection, scope, fact)).limit(1)).first() is not None
    )


def lift(connection: Connection, scope: Scope, fact: str) -> None:
    """The member asked for it again: it may be learned again."""
    connection.execute(delete(T).where(_here(connection, scope, fact)))


def _here(connection: Connection, scope: Scope, fact: str):
    marks = list(_prints(connection, fact))
    return (T.c.scope == scope.kind) & (T.c.scope_id == scope.id) & T.c.print.in_(marks)


def _prints(connection: Connection, fact: str) -> Iterator[str]:
    salt = setting(connection, "forget_salt").encode()
    slot = slot_of(fact)
    texts = (
        f"key {fact_key(fact)}",
        f"content {' '.join(content_key(fact))}",
        *((f"slot {slot.name} {slot.value}",) if slot else ()),
    )
    for text in texts:
        yield hmac.new(salt, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:32]
