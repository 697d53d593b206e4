"""Where memories come from and what was done to them: events, evidence, history, members, pauses."""

from __future__ import annotations

import uuid

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.dialects.sqlite import insert as upsert

from ..model import Memory, Message, Method, Origin, Scope
from . import tables


def add_evidence(connection: Connection, memory: Memory, message: Message, method: Method, now: int) -> None:
    """Keep the message a memory rests on, and link the two."""
    event_id = _event_of(connection, memory.scope, message)
    link = upsert(tables.evidence).values(
        memory_id=memory.id, event_id=event_id, extraction_method=method, extraction_meta={}, created_at=now
    )
    connection.execute(link.on_conflict_do_nothing())


def count_evidence(connection: Connection, memory_id: str) -> int:
    """How many messages a memory rests on."""
    where = tables.evidence.c.memory_id == memory_id
    return connection.execute(select(func.count()).select_from(tables.evidence).where(where)).scalar_one()


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


def names_of_others(connection: Connection, room_scope: Scope, sender_id: str) -> frozenset[str]:
    """The names of a room's other members."""
    members = tables.members
    where = (members.c.room_scope_id == room_scope.id, members.c.sender_id != sender_id, members.c.name != "")
    return frozenset(connection.execute(select(members.c.name).where(*where)).scalars())


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


def forget_name(connection: Connection, room_scope: Scope, sender_id: str) -> None:
    """Drop the shown name of a person who had everything forgotten."""
    members = tables.members
    connection.execute(
        delete(members).where(members.c.room_scope_id == room_scope.id, members.c.sender_id == sender_id)
    )


def _event_of(connection: Connection, scope: Scope, message: Message) -> str:
    """The event of a message in a scope, kept once however many memories rest on it."""
    said, speaker = tables.events, message.speaker
    same = (
        said.c.scope == scope.kind,
        said.c.scope_id == scope.id,
        said.c.sender_id == speaker.person.sender_id,
        said.c.message_id == message.message_id,
        said.c.content["text"].as_string() == message.text,
    )
    known = connection.execute(select(said.c.event_id).where(*same)).scalar()
    if known:
        return str(known)
    event_id = str(uuid.uuid4())
    connection.execute(
        insert(said).values(
            event_id=event_id,
            scope=scope.kind,
            scope_id=scope.id,
            source_type="message",
            source_role="user",
            content={"text": message.text},
            platform_id=speaker.person.platform_id,
            session_id=message.session,
            sender_id=speaker.person.sender_id,
            sender_name=speaker.name,
            message_id=message.message_id,
            created_at=message.at,
        )
    )
    return event_id
