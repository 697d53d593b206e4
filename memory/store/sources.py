"""Where memories come from and what was done to them: events, evidence, history, members, pauses."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as upsert

from ..model import Memory, Message, Method, Origin, Scope
from ..policy.scope import may_write
from . import log, tables

DAY = 86_400


def add_evidence(
    connection: Connection,
    memory: Memory,
    message: Message,
    method: Method,
    now: int,
    meta: dict[str, Any] | None = None,
) -> bool:
    """Keep the message a memory rests on, as the room heard it, and link the two; False if they were linked."""
    _, event_id, _ = log.add(connection, may_write(message.speaker).room, message)
    link = upsert(tables.evidence).values(
        memory_id=memory.id,
        event_id=event_id,
        extraction_method=method,
        extraction_meta=meta or {},
        created_at=now,
    )
    return connection.execute(link.on_conflict_do_nothing()).rowcount == 1


def proofs(connection: Connection, memory_id: str) -> set[tuple[str, int]]:
    """(sender, day) of every message that a memory rests on: what counts as one piece of evidence."""
    proof, said = tables.evidence, tables.events
    rows = connection.execute(
        select(said.c.sender_id, said.c.created_at)
        .join(proof, proof.c.event_id == said.c.event_id)
        .where(proof.c.memory_id == memory_id)
    )
    return {(sender, at // DAY) for sender, at in rows}


def add_history(
    connection: Connection,
    event: str,
    memory_id: str,
    now: int,
    *,
    actor: str,
    old: str | None = None,
    new: str | None = None,
) -> None:
    """One line of what was done to a memory (seed 001 section 8)."""
    connection.execute(
        insert(tables.history).values(
            memory_id=memory_id, event=event, old_ref=old, new_ref=new, actor=actor, meta={}, ts=now
        )
    )


def origins(connection: Connection, memory: Memory) -> tuple[Origin, ...]:
    """The messages that a memory rests on, oldest first. The caller has checked the right to the memory."""
    proof, said = tables.evidence, tables.events
    rows = connection.execute(
        select(said.c.content, said.c.sender_name, said.c.created_at, proof.c.extraction_method)
        .join(proof, proof.c.event_id == said.c.event_id)
        .where(proof.c.memory_id == memory.id)
        .order_by(said.c.id)
    )
    return tuple(Origin(memory, content["text"], name, at, method) for content, name, at, method in rows)


def names_in(connection: Connection, room_scope: Scope) -> dict[str, str]:
    """Sender id -> the name a person was last shown with in a room."""
    members = tables.members
    rows = connection.execute(
        select(members.c.sender_id, members.c.name).where(members.c.room_scope_id == room_scope.id)
    )
    return {sender_id: name for sender_id, name in rows}


def see_member(connection: Connection, room_scope: Scope, sender_id: str, name: str, now: int) -> None:
    """Remember the name a person is shown with in a room."""
    statement = upsert(tables.members).values(
        room_scope_id=room_scope.id, sender_id=sender_id, name=name, seen_at=now
    )
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=["room_scope_id", "sender_id"], set_={"name": name, "seen_at": now}
        )
    )


def pause(connection: Connection, scope: Scope, now: int) -> None:
    """Opt a member out in a room."""
    connection.execute(upsert(tables.paused).values(scope_id=scope.id, since=now).on_conflict_do_nothing())


def resume(connection: Connection, scope: Scope) -> None:
    """Opt a member in again."""
    connection.execute(delete(tables.paused).where(tables.paused.c.scope_id == scope.id))


def paused_scopes(connection: Connection) -> set[str]:
    """Scope ids of all who opted out."""
    return set(connection.execute(select(tables.paused.c.scope_id)).scalars())


def setting(connection: Connection, name: str) -> str:
    """One of the store's own settings."""
    where = tables.settings.c.name == name
    return connection.execute(select(tables.settings.c.value).where(where)).scalar_one()


def set_setting(connection: Connection, name: str, value: str) -> None:
    """Change one of them."""
    connection.execute(update(tables.settings).where(tables.settings.c.name == name).values(value=value))


def forget_name(connection: Connection, room_scope: Scope, sender_id: str) -> None:
    """Drop the shown name of a person who had everything forgotten."""
    members = tables.members
    connection.execute(
        delete(members).where(members.c.room_scope_id == room_scope.id, members.c.sender_id == sender_id)
    )
