"""The law of scope: the one function that says what a speaker may read, and the one for what it may write.

Every query takes their answer as a mandatory argument. A scope id joins its parts percent-escaped, so that
no two owners can ever share one; nothing is parsed back out of it (design section 3).
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from ..model import Room, Scope, ScopeKind, Speaker


@dataclass(frozen=True)
class Readable:
    """The scopes that a query may see. None of them: it sees nothing (fail closed)."""

    scopes: frozenset[Scope]

    def only(self, kind: ScopeKind) -> Readable:
        """The part of one kind; a reading right can be narrowed, never widened."""
        return Readable(frozenset(s for s in self.scopes if s.kind == kind))


@dataclass(frozen=True)
class Writable:
    """What a member may write or delete: its own memories here, and what it said itself in the room's."""

    own: Scope
    room: Scope
    author_id: str


def may_read(speaker: Speaker) -> Readable:
    """Its own memories in this room, and what the room shares."""
    return Readable(frozenset({_own(speaker), _shared(speaker.room)}))


def may_write(speaker: Speaker) -> Writable:
    """A tool or command writes about the sender of the message, in this room, and nowhere else."""
    return Writable(_own(speaker), _shared(speaker.room), speaker.person.sender_id)


def _own(speaker: Speaker) -> Scope:
    room = speaker.room
    return Scope("user", _join(room.platform_id, room.kind, room.room_id, speaker.person.sender_id))


def _shared(room: Room) -> Scope:
    return Scope("group", _join(room.platform_id, room.kind, room.room_id))


def _join(*parts: str) -> str:
    return "/".join(quote(part, safe="") for part in parts)
