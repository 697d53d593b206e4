"""The database: one writer thread that takes jobs in order, two reader threads beside it, and the lease that fences.

A job is a plain function of a Connection that contains SQL and pure decisions only, never a wait for anything
else; it runs whole on a thread of ours, one hop a job, because a hop for every statement costs more than the
statement. What `write` returns is on disk (WAL, synchronous=FULL); a caller that is cancelled does not undo a
job. AstrBot cancels tools at a time limit, keeps old instances alive across hot reloads, and may be killed at
any moment without a word.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError

from ..errors import StoreFenced, StoreUnavailable
from . import fts
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
        self._writer = Lane(path, threads=1, begin="BEGIN IMMEDIATE")
        self._readers = Lane(path, threads=READERS, begin="BEGIN", extra=("query_only=ON",))
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
            database._epoch = await database._writer.run(_prepare)
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
        return await self._writer.run(_fenced(job, self._epoch))

    async def read(self, job: Job[T]) -> T:
        """Run a job that only reads, without waiting for writers."""
        self._refuse_if_closed()
        return await self._readers.run(job)

    async def checkpoint(self) -> None:
        """Move the write-ahead log into the file and empty it: what was deleted leaves the disk."""
        await self._writer.run_outside(_truncate_log)

    async def close(self) -> None:
        """Finish what was asked for, then let go of file and threads. Safe to call twice."""
        self._closed = True
        if self._epoch:
            self._epoch = 0
            await self.checkpoint()
        await self._writer.close()
        await self._readers.close()

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise StoreUnavailable("the plugin is being reloaded")


class Lane:
    """Connections to one file, each used by one thread at a time; jobs wait in line for a free thread."""

    def __init__(self, path: Path, *, threads: int, begin: str, extra: tuple[str, ...] = ()) -> None:
        self._path = path
        self._engine = _engine(path, threads, begin, extra)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="group-memory-store")

    async def run(self, job: Job[T]) -> T:
        """The result of a job in a transaction. A cancelled caller leaves the job to its end."""
        return await self._hop(lambda: self._transaction(job))

    async def run_outside(self, statement: Callable[[sqlite3.Connection], T]) -> T:
        """The same on the driver's connection, for what SQLite refuses inside a transaction."""
        return await self._hop(lambda: self._directly(statement))

    async def close(self) -> None:
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()

    async def _hop(self, work: Callable[[], T]) -> T:
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._threads, work))

    def _transaction(self, job: Job[T]) -> T:
        try:
            with self._engine.begin() as connection:
                return job(connection)
        except DBAPIError as error:
            raise StoreUnavailable(f"{self._path.name}: {error.orig}") from error

    def _directly(self, statement: Callable[[sqlite3.Connection], T]) -> T:
        raw = self._engine.raw_connection()
        try:
            driver = raw.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            return statement(driver)
        finally:
            raw.close()


def _fenced(job: Job[T], epoch: int) -> Job[T]:
    """The lease is checked inside the transaction that writes: an old instance cannot slip in between."""

    def fenced(connection: Connection) -> T:
        if _epoch(connection) != epoch:
            raise StoreFenced("a newer instance of the plugin has taken over the memory store")
        return job(connection)

    return fenced


def _engine(path: Path, size: int, begin: str, extra: tuple[str, ...]) -> Engine:
    engine = create_engine(f"sqlite:///{path}", pool_size=size, max_overflow=0)

    def connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # stops the driver's own BEGIN, which would start deferred
        for pragma in (*PRAGMAS, *extra):
            connection.execute(f"PRAGMA {pragma}").close()

    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", connect)
    event.listen(engine, "begin", start)
    return engine


def _prepare(connection: Connection) -> int:
    migrate(connection)
    fts.prepare(connection)
    connection.execute(text("UPDATE settings SET value = value + 1 WHERE name = 'epoch'"))
    return _epoch(connection)


def _epoch(connection: Connection) -> int:
    return int(connection.execute(text("SELECT value FROM settings WHERE name = 'epoch'")).scalar_one())


def _truncate_log(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


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
