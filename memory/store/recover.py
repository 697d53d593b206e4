"""Open the store whatever state it is in: a damaged file is moved aside, never overwritten, and said so."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from ..host import Clock, Log
from .engine import Database, is_sound

NAME = "memory.db"
COMPANIONS = ("", "-wal", "-shm")


async def open_store(folder: Path, clock: Clock, log: Log) -> tuple[Database, bool]:
    """The database of a data folder, and whether it had to start empty where there was something before."""
    path = folder / NAME
    damaged = await asyncio.to_thread(_damage, path)
    if damaged:
        aside = await asyncio.to_thread(_move_aside, path, clock.now())
        log.warning(
            f"the memory database could not be read ({damaged}); it was moved to {aside.name} and is rebuilt "
            "from the group files. Keep the moved file until you have looked at the result."
        )
    fresh = not await asyncio.to_thread(path.exists)
    return await Database.open(path), fresh


def _damage(path: Path) -> str:
    return is_sound(path) if path.exists() else ""


def _move_aside(path: Path, now: int) -> Path:
    aside = next(p for p in _names(path, now) if not p.exists())
    for companion in COMPANIONS:
        source = path.with_name(path.name + companion)
        if source.exists():
            source.rename(aside.with_name(aside.name + companion))
    return aside


def _names(path: Path, now: int) -> Iterator[Path]:
    yield path.with_name(f"{path.name}.damaged-{now}")
    for n in range(2, 1000):
        yield path.with_name(f"{path.name}.damaged-{now}-{n}")
