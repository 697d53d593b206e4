"""Whether memory works at all in a room: the operator's switches and lists, as one decision."""

from __future__ import annotations

from dataclasses import replace

from ..config import Config
from ..model import Message, Refusal, Room
from .gate import WritePolicy
from .scope import may_write


def refusal(message: Message, config: Config) -> Refusal | None:
    """Why nothing of this message is saved or shown, or None where memory is on."""
    room = message.speaker.room
    if not config.enable_user_memory:
        return Refusal.TURNED_OFF
    if room.kind == "private":
        return None if config.rooms.private_chats else Refusal.PRIVATE_OFF
    if _named(message, config.rooms.blocked):
        return Refusal.ROOM_BLOCKED
    if config.rooms.allowed and not _named(message, config.rooms.allowed):
        return Refusal.ROOM_BLOCKED
    return None


def write_policy(message: Message, policy: WritePolicy, config: Config) -> WritePolicy:
    """The policy as it holds for a message: with the scopes that the operator switched off by kind or room."""
    right, names = may_write(message.speaker), config.write_policy.disabled_scopes
    scopes = (right.own, right.room)
    off = scopes if _named(message, names) else tuple(s for s in scopes if s.kind in names)
    return replace(policy, disabled_scopes=frozenset(off)) if off else policy


def _named(message: Message, names: tuple[str, ...]) -> bool:
    return not {message.session, *_names(message.speaker.room)}.isdisjoint(names)


def _names(room: Room) -> tuple[str, str]:
    """How operators write a room: the bare group id, or with the platform in front."""
    return room.room_id, f"{room.platform_id}:{room.room_id}"
