"""The database: one writer that takes jobs in order, a few readers beside it, and the lease that fences.

A job is a plain function of a Connection that contains SQL and pure decisions only, never a wait for
anything else. What `write` returns is on disk (WAL, synchronous=FULL); a caller that is cancelled does not
undo a job that has started. Why it is built so: AstrBot cancels tools at a time limit, hot reloads leave old
instances alive, and it may be killed at any moment without a word.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ..errors import StoreFenced, StoreUnavailable
from .migrate import migrate

T = TypeVar("T")
Job = Callable[[Connection], T]

PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "busy_timeout=5000",
    "foreign_keys=ON",
    "trusted_schema=OFF",
    "secure_delete=ON",
    "journal_size_limit=4194304",
    "wal_autocheckpoint=200",
)
READERS = 2


class Database:
    """One SQLite file. `open` takes the lease: every earlier instance can then read but no longer write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer = _engine(path, size=1, begin="BEGIN IMMEDIATE")
        self._readers = _engine(path, size=READERS, begin="BEGIN", extra=("query_only=ON",))
        self._turn = asyncio.Lock()
        self._writes: set[asyncio.Task[Any]] = set()
        self._epoch = 0
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open or create the file, migrate it and take the lease.

        Raises StoreUnavailable where the file cannot be used, StoreTooNew where it is from a newer plugin.
        """
        database = cls(path)
        async with AsyncExitStack() as if_it_fails:
            if_it_fails.push_async_callback(database.close)
            database._epoch = await database._transaction(database._writer, _prepare)
            if_it_fails.pop_all()
        return database

    @classmethod
    def inspect(cls, path: Path) -> Database:
        """An existing file to look at: no lease is taken, so a bot that is running goes on undisturbed."""
        return cls(path)

    async def write(self, job: Job[T]) -> T:
        """Run a job in a transaction of its own, after all that were asked for before.

        Raises StoreFenced where a newer instance has the lease, StoreUnavailable where the disk fails.
        """
        self._refuse_if_closed()
        task = asyncio.create_task(self._write(job), name="group-memory-write")
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)
        return await asyncio.shield(task)

    async def read(self, job: Job[T]) -> T:
        """Run a job that only reads, without waiting for writers."""
        self._refuse_if_closed()
        return await self._transaction(self._readers, job)

    async def checkpoint(self) -> None:
        """Move the write-ahead log into the file and empty it: what was deleted leaves the disk."""
        async with self._turn, self._writer.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            cursor = await driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            await cursor.close()

    async def close(self) -> None:
        """Finish what was asked for, then let go of the file. Safe to call twice."""
        self._closed = True
        await asyncio.gather(*self._writes, return_exceptions=True)
        if self._epoch:
            self._epoch = 0
            await self.checkpoint()
        await self._writer.dispose()
        await self._readers.dispose()

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreUnavailable("the plugin is being reloaded")

    async def _write(self, job: Job[T]) -> T:
        async with self._turn:
            return await self._transaction(self._writer, _fenced(job, self._epoch))

    async def _transaction(self, engine: AsyncEngine, job: Job[T]) -> T:
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(job)
        except DBAPIError as error:
            raise StoreUnavailable(f"{self.path.name}: {error.orig}") from error


def _fenced(job: Job[T], epoch: int) -> Job[T]:
    """The lease is checked inside the transaction that writes: an old instance cannot slip in between."""

    def fenced(connection: Connection) -> T:
        if _epoch(connection) != epoch:
            raise StoreFenced("a newer instance of the plugin has taken over the memory store")
        return job(connection)

    return fenced


def _engine(path: Path, *, size: int, begin: str, extra: tuple[str, ...] = ()) -> AsyncEngine:
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", pool_size=size, max_overflow=0)

    def connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # stops the driver's own BEGIN, which would start deferred
        cursor = connection.cursor()
        for pragma in (*PRAGMAS, *extra):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "connect", connect)
    event.listen(engine.sync_engine, "begin", start)
    return engine


def _prepare(connection: Connection) -> int:
    migrate(connection)
    connection.execute(text("UPDATE settings SET value = value + 1 WHERE name = 'epoch'"))
    return _epoch(connection)


def _epoch(connection: Connection) -> int:
    return int(connection.execute(text("SELECT value FROM settings WHERE name = 'epoch'")).scalar_one())


def is_sound(path: Path) -> str:
    """ "" where SQLite can read the whole file, else what is wrong with it. Blocks; call it in a thread."""
    try:
        connection = sqlite3.connect(f"file:{path}?mode=rw", uri=True)
        try:
            answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if answer == "ok" else str(answer)
