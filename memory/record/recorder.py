"""Hears messages without delay and writes them in batches: at most half a second between a word and its row.

Nothing here waits on the path of a reply: `hear` appends to a list. Each line is indexed together with the
lines around it (`neighbours`).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Sequence

from ..errors import MemoryFault
from ..host import Clock, Log
from ..model import Message, Said, Scope
from ..policy.scope import may_write
from ..store import fts, log
from ..store.engine import Connection, Database
from ..text.dates import date_tokens, stamp_tokens, widened
from ..text.tokens import index_terms
from .neighbours import TURNS, Line, answers, links

PAUSE = 0.5
BATCH = 50
WAITING = 20_000
"""Messages that may wait; beyond it the oldest are dropped, and the log says how many."""
ROOMS = 1000
HOUR = 3600
DAY = 86_400

Window = deque[Line]


class Recorder:
    """The raw log of every room, kept for `days` days. `close` writes what waits."""

    def __init__(self, database: Database, clock: Clock, log_to: Log, days: int) -> None:
        self._database = database
        self._clock = clock
        self._log = log_to
        self._days = days
        self._waiting: deque[tuple[Message, str]] = deque(maxlen=WAITING)
        self._dropped = 0
        self._windows: OrderedDict[Scope, Window] = OrderedDict()
        self._writing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._expired_at = 0

    def hear(self, message: Message, role: str = "user") -> None:
        """Keep a message, soon. `role` is user, assistant or tool."""
        if not self._days or not message.text.strip():
            return
        self._dropped += len(self._waiting) == WAITING
        self._waiting.append((message, role))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_soon(), name="group-memory-recorder")

    async def write_now(self) -> None:
        """Write everything that waits. Raises MemoryFault; what was not written waits on."""
        async with self._writing:
            while self._waiting:
                batch = [self._waiting[i] for i in range(min(BATCH, len(self._waiting)))]
                await self._database.write(lambda c, b=batch: record(c, b, self._windows))
                for _ in batch:
                    self._waiting.popleft()
            while len(self._windows) > ROOMS:
                self._windows.popitem(last=False)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self.write_now()
        except MemoryFault as fault:
            self._log.warning(f"raw log: {len(self._waiting)} messages were not written ({fault})")

    def forget_windows(self) -> None:
        """Drop what is remembered of the last lines: some of them may just have been erased."""
        self._windows.clear()

    async def _write_soon(self) -> None:
        await asyncio.sleep(PAUSE)
        if self._dropped:
            self._log.warning(
                f"raw log: {self._dropped} messages were dropped, more came than could be written"
            )
            self._dropped = 0
        try:
            await self.write_now()
            await self._expire()
        except MemoryFault as fault:
            self._log.error(f"raw log: {fault}; {len(self._waiting)} messages wait for the next try")

    async def _expire(self) -> None:
        now = self._clock.now()
        if now - self._expired_at >= HOUR:
            self._expired_at = now
            before = now - self._days * DAY
            while await self._database.write(lambda c: log.expire(c, before)):
                pass


def record(
    connection: Connection, messages: Sequence[tuple[Message, str]], windows: OrderedDict[Scope, Window]
) -> None:
    """Write messages with their roles to the log and index them, each with the lines around it."""
    for message, role in messages:
        scope = may_write(message.speaker).room
        window = windows.get(scope)
        if window is None:
            before = log.last(connection, scope, TURNS)
            window = windows[scope] = deque((_line(said) for said in before), maxlen=TURNS)
        windows.move_to_end(scope)
        row_id, _, is_new = log.add(connection, scope, message, role)
        if is_new:
            said = Said(
                row_id, message.text, message.speaker.person.sender_id, message.speaker.name, message.at
            )
            _index(connection, scope, _line(said), said, window)


def reindex(connection: Connection) -> None:
    """Fill an empty index of the log from its rows, each with the lines around it."""
    windows: dict[Scope, Window] = {}
    for scope, said in log.everything(connection):
        window = windows.setdefault(scope, deque(maxlen=TURNS))
        _index(connection, scope, _line(said), said, window)


def _index(connection: Connection, scope: Scope, line: Line, said: Said, window: Window) -> None:
    before = list(window)
    found = links(line, before)
    near = [link.earlier.terms for link in found if link.rank == 1]
    far = [link.earlier.terms for link in found if link.rank == 2]
    if asked := answers(line, before):
        far.append(asked.terms)
    fts.add(connection, "event", said.row_id, scope, [_own(said, line.terms), " ".join(near), " ".join(far)])
    for link in found:
        nearer = link.rank == 1
        fts.add_around(
            connection, scope, link.earlier.row_id, line.terms if nearer else "", "" if nearer else line.terms
        )
    window.append(line)


def _line(said: Said) -> Line:
    return Line(said.row_id, said.sender_id, said.at, said.text, " ".join(index_terms(said.text)))


def _own(said: Said, terms: str) -> str:
    days = widened(date_tokens(said.text, said.at))
    return " ".join((*stamp_tokens(said.at), *days, *index_terms(said.name), terms))
