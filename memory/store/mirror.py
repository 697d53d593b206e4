"""Keeps the group files in step with the rows: within a second of a commit, off the event loop.

The rows are the truth. A file that could not be written stays marked, is said in the log, and is tried
again with the next change or at the next start.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from ..errors import StoreUnavailable
from ..host import Log
from ..model import Room
from . import group_files, items
from .engine import Database

DELAY = 0.2
"""Seconds between a commit and its file, so that a burst of saves writes it once."""


class Mirror:
    """The files of one store. `close` writes what is still marked."""

    def __init__(self, database: Database, folder: Path, store_id: str, log: Log) -> None:
        self._database = database
        self._folder = folder
        self._store_id = store_id
        self._log = log
        self._marked: dict[Room, None] = {}
        self._failed: set[Room] = set()
        self._writing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    def mark(self, room: Room) -> None:
        """The room's rows have changed; its file follows soon."""
        self._marked |= dict.fromkeys((room, *self._failed))
        self._failed.clear()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._follow(), name="group-memory-files")

    async def write_now(self, room: Room) -> None:
        """Write a room's file before returning: what was forgotten must be gone from it too."""
        self._marked.pop(room, None)
        async with self._writing:
            memories = await self._database.read(lambda c: items.of_room_for_group_file(c, room))
            path = group_files.path_of(self._folder, room)
            text = group_files.render(room, memories, self._store_id) if memories else ""
            try:
                await asyncio.to_thread(_bring_about, path, text)
            except OSError as error:
                self._failed.add(room)
                self._log.error(
                    f"group file {path}: {error}. The memories are safe in the database; the file is written "
                    "again with the next change. Check the disk."
                )

    async def write_all(self) -> None:
        """Bring every file in line with the rows, and remove our files of rooms without memories."""
        rooms = await self._database.read(items.rooms_for_group_files)
        wanted = {group_files.path_of(self._folder, room) for room in rooms}
        for room in rooms:
            await self.write_now(room)
        await asyncio.to_thread(_remove_ours, self._folder, self._store_id, wanted)

    async def close(self) -> None:
        """Write what is marked; nothing is left running."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for room in (*self._marked, *self._failed):
            try:
                await self.write_now(room)
            except StoreUnavailable as error:
                self._log.warning(f"group files: {error}; they are brought in line at the next start")
                return

    async def _follow(self) -> None:
        await asyncio.sleep(DELAY)
        while self._marked:  # also what is marked while a file is being written
            await self.write_now(next(iter(self._marked)))


def _bring_about(path: Path, text: str) -> None:
    if not text:
        path.unlink(missing_ok=True)
    elif not path.exists() or path.read_text("utf-8", "replace") != text:
        group_files.write(path, text)


def _remove_ours(folder: Path, store_id: str, wanted: set[Path]) -> None:
    marker = f'"store_id": "{store_id}"'
    for path in group_files.found(folder):
        if path not in wanted and marker in path.read_text("utf-8", "replace"):
            path.unlink()
