"""The transactions of keeping and forgetting: rows, evidence and history change together or not at all."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from ..model import Change, Memory, Message, Method, Scope
from ..policy.scope import Readable, Writable
from . import forgotten, items, log, sources


def standing(connection: Connection, scope: Scope, fact_key: str) -> tuple[list[Memory], Memory | None]:
    """What a decision needs to know: the memories in force in a scope, and the one with the same key."""
    right = Readable(frozenset({scope}))
    return items.active(connection, right), items.by_fact_key(connection, right, fact_key)


def apply(
    connection: Connection,
    changes: Sequence[Change],
    messages: Sequence[Message],
    method: Method,
    meta: dict[str, Any] | None = None,
) -> Memory:
    """Write what was decided; the first change is the memory that the messages prove. Returns it as it stands.

    `evidence_count` counts independent proofs: other speakers, or other days.
    """
    main, *others = changes
    for message in messages:
        sources.add_evidence(connection, main.after, message, method, main.after.updated_at, meta)
    count = max(len(sources.proofs(connection, main.after.id)), 1)
    kept = _write(connection, replace(main, after=replace(main.after, evidence_count=count)))
    for change in others:
        _write(connection, change)
    return kept


def change(connection: Connection, changes: Sequence[Change]) -> list[Memory]:
    """Write what an operator, a member's consent or time decided about memories that are there already."""
    return [_write(connection, each) for each in changes]


def forget(connection: Connection, right: Writable, ids: Sequence[str], now: int) -> list[Memory]:
    """Erase those of `ids` that the right covers, and what they had replaced; returns what was in force."""
    found = items.by_ids(connection, right, ids)
    erased = items.ids_of(found)
    forgotten.add(connection, found, now)
    items.erase(connection, [*erased, *items.replaced_by(connection, right, erased)])
    for memory in found:
        sources.add_history(connection, "DELETE", memory.id, now, actor=right.author_id)
    return found


def forget_all(connection: Connection, right: Writable, now: int) -> list[Memory]:
    """Erase everything that a member may erase here, whatever its status; returns what was in force."""
    found = items.active(connection, right, limit=-1)
    forgotten.add(connection, [*found, *items.waiting(connection, right, limit=-1)], now)
    items.erase(connection, items.all_ids(connection, right))
    log.forget_sender(connection, right.room, right.author_id)
    sources.forget_name(connection, right.room, right.author_id)
    for memory in found:
        sources.add_history(connection, "DELETE", memory.id, now, actor=right.author_id)
    return found


def adopt(connection: Connection, memories: Iterable[Memory]) -> int:
    """Take in memories from a file, unless their key stands in their scope already; returns how many."""
    taken = 0
    for memory in memories:
        right = Readable(frozenset({memory.scope}))
        if not memory.fact_key or items.by_fact_key(connection, right, memory.fact_key):
            continue
        mine = replace(memory, id=str(uuid.uuid4())) if items.id_is_taken(connection, memory.id) else memory
        _write(connection, Change("ADD", mine, "import"))
        taken += 1
    return taken


def _write(connection: Connection, change: Change) -> Memory:
    after, old = change.after, change.before.fact if change.before else None
    new = None if change.event == "DELETE" else after.fact
    sources.add_history(
        connection, change.event, after.id, after.updated_at, actor=change.actor, old=old, new=new
    )
    return items.put(connection, after, change.before)
