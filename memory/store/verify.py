"""Checks on an open store, each one finding: readable, the right schema, no damaged row, files equal to rows."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import Connection, text

from ..model import Examined, Finding
from . import fts, group_files, items, sources
from .engine import Database
from .migrate import MIGRATIONS


async def examine(database: Database, folder: Path) -> Examined:
    """All checks. Raises StoreUnavailable where the file cannot be read at all."""
    return Examined(
        (
            await database.read(_integrity),
            await database.read(_schema),
            await database.read(_checksums),
            await database.read(_full_text),
            await _group_files(database, folder),
        )
    )


def _integrity(connection: Connection) -> Finding:
    answer = str(connection.execute(text("PRAGMA quick_check(1)")).scalar_one())
    remedy = "Restart the bot: it moves the file aside and rebuilds it from the group files"
    return Finding("database readable", "" if answer == "ok" else answer, remedy)


def _schema(connection: Connection) -> Finding:
    version = int(connection.execute(text("PRAGMA user_version")).scalar_one())
    problem = "" if version == len(MIGRATIONS) else f"version {version}, expected {len(MIGRATIONS)}"
    return Finding("schema", problem, "Start the bot once with this version of the plugin")


def _checksums(connection: Connection) -> Finding:
    damaged = items.damaged_for_operator(connection)
    problem = f"{len(damaged)} damaged: {', '.join(damaged[:5])}" if damaged else ""
    return Finding(
        "checksum of every memory", problem, "Compare them with the group files and save them anew"
    )


def _full_text(connection: Connection) -> Finding:
    if not fts.works(connection):
        return Finding(
            "full-text index", "it is missing", "Reload the plugin: it is built anew from the rows"
        )
    wrong = items.unindexed_for_operator(connection)
    problem = f"{len(wrong)} entries differ from their rows: {', '.join(wrong[:5])}" if wrong else ""
    return Finding("full-text index", problem, "Reload the plugin: it is built anew from the rows")


async def _group_files(database: Database, folder: Path) -> Finding:
    store_id = await database.read(lambda c: sources.setting(c, "store_id"))
    wrong: list[str] = []
    for room in await database.read(items.rooms_for_group_files):
        memories = await database.read(lambda c, room=room: items.of_room_for_group_file(c, room))
        path = group_files.path_of(folder, room)
        if not await asyncio.to_thread(_says, path, group_files.render(room, memories, store_id)):
            wrong.append(path.name)
    problem = f"{len(wrong)} differ from the database: {', '.join(wrong[:5])}" if wrong else ""
    return Finding("group files", problem, "Reload the plugin: it writes them anew")


def _says(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8", "replace") == text
