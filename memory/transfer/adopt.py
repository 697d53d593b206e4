"""Group files that were dropped in, or that outlived their database, become rows again.

Adopting is idempotent: what is known already stays as it is, so a kill in the middle is repaired by the
next start.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from pathlib import Path

from ..errors import BadGroupFile
from ..host import Log
from ..learn.remember import IMPORTANCE
from ..model import Memory, Person, Room, RoomKind, Scope, Speaker
from ..policy.scope import may_write
from ..policy.slots import slot_of
from ..store import group_files, keep
from ..store.engine import Database
from ..store.group_files import FileMemory, GroupFile
from ..store.mirror import Mirror
from ..text.fact_key import fact_key
from ..text.fold import clean_line

FACT_LIMIT = 500
CONFIDENCE = 1.0
"""A member had asked for it: explicit."""


class Adopter:
    """Takes in the files of a data folder. `unclaimed` holds those of an older plugin by their group id:
    they do not say their platform, and wait for the first message from that group."""

    def __init__(self, folder: Path, store_id: str, database: Database, mirror: Mirror, log: Log) -> None:
        self._folder = folder
        self._store_id = store_id
        self._database = database
        self._mirror = mirror
        self._log = log
        self.unclaimed: dict[str, GroupFile] = {}

    async def take_all(self) -> int:
        """Adopt every foreign file; returns how many memories were new."""
        taken = 0
        for path in await asyncio.to_thread(lambda: list(group_files.found(self._folder))):
            try:
                file = await asyncio.to_thread(group_files.parse, path, self._folder)
            except BadGroupFile as error:
                await asyncio.to_thread(_set_aside, path, "bad")
                self._log.warning(
                    f"{error}. The file was renamed to {path.name}.bad; correct it and rename it back."
                )
                continue
            if file.store_id == self._store_id:
                continue
            if file.platform_id:
                taken += await self._take(file, file.platform_id)
            else:
                self.unclaimed[file.group_id] = file
        return taken

    async def claim(self, room: Room) -> None:
        """Adopt the older plugin's file of a group that has just spoken."""
        file = self.unclaimed.pop(room.room_id, None) if room.kind == "group" else None
        if file is not None:
            await self._take(file, room.platform_id)

    async def _take(self, file: GroupFile, platform_id: str) -> int:
        memories = list(memories_in(file, platform_id, FACT_LIMIT))
        taken = await self._database.write(lambda connection: keep.adopt(connection, memories))
        room = Room(platform_id, file.group_id, "private" if file.kind == "private" else "group")
        if file.path != group_files.path_of(self._folder, room):
            # Left where it is, it would bring back what was forgotten, at every start.
            await asyncio.to_thread(_set_aside, file.path, "imported")
        await self._mirror.write_now(room)
        self._log.info(f"group file {file.path.name}: {taken} of {len(memories)} memories taken in")
        return taken


def memories_in(file: GroupFile, platform_id: str, limit: int) -> Iterator[Memory]:
    """The memories of a group file, oldest first, each cut to `limit` characters of one line."""
    kind: RoomKind = "private" if file.kind == "private" else "group"
    room = Room(platform_id, file.group_id, kind)
    for entry in sorted(file.memories, key=lambda m: m.updated_at):
        yield _memory(entry, room, limit)


def _memory(entry: FileMemory, room: Room, limit: int) -> Memory:
    fact = clean_line(entry.content, limit)
    slot = slot_of(fact)
    return Memory(
        id=_id(entry.id),
        scope=_scope(entry, room),
        type=entry.type,
        fact=fact,
        fact_key=fact_key(fact),
        key=slot.name if slot else None,
        confidence=CONFIDENCE,
        importance=IMPORTANCE[entry.type],
        status="active",
        created_at=entry.created_at,
        updated_at=entry.updated_at,
        valid_from=entry.created_at,
        room=room,
        owner_id=entry.user_id,
        author_id=entry.author_id,
    )


def _scope(entry: FileMemory, room: Room) -> Scope:
    right = may_write(Speaker(Person(room.platform_id, entry.user_id), room))
    return right.own if entry.user_id else right.room


def _id(given: str) -> str:
    """The file's id where it is one, so that a second look at the same file finds it again."""
    try:
        return str(uuid.UUID(given))
    except ValueError:
        return str(uuid.uuid4())


def _set_aside(path: Path, why: str) -> None:
    path.replace(path.with_name(f"{path.name}.{why}"))
