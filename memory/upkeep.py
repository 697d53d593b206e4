"""Upkeep between the nights: what has had its days expires, questions that nobody answered lapse, old notes go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from .consenting import Consents
from .errors import MemoryFault
from .governing import Switch
from .host import Clock, Log
from .model import Change, Memory, Room, Scope
from .store import items, keep, learning, ops
from .store.engine import Connection, Database

PAUSE = 300
"""Seconds between two rounds; the first comes soon after the start."""
NOTES_DAYS = 90
DAY = 86_400


class Upkeep:
    """The rounds of one store. `changed` is told where something went; `close` stops them."""

    def __init__(
        self,
        clock: Clock,
        log: Log,
        database: Database,
        switch: Switch,
        consents: Consents,
        changed: Callable[[Room, Scope], None],
    ) -> None:
        self._clock = clock
        self._log = log
        self._database = database
        self._switch = switch
        self._consents = consents
        self._changed = changed
        self._task = asyncio.create_task(self._work(), name="group-memory-upkeep")

    async def round(self) -> None:
        """Do what is due. Raises MemoryFault."""
        if self._switch.read_only:
            return
        now = self._clock.now()
        while over := await self._database.write(lambda c: expire(c, now)):
            for memory in over:
                if memory.room:
                    self._changed(memory.room, memory.scope)
        await self._database.write(lambda c: _drop_notes(c, now - NOTES_DAYS * DAY))
        await self._consents.sweep()

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(PAUSE)
            try:
                await self.round()
            except MemoryFault as fault:
                self._log.warning(f"upkeep: {fault}; tried again in {PAUSE} s")


def expire(connection: Connection, now: int) -> list[Memory]:
    """Take memories out of force whose days are over since they were last proved; returns some of them."""
    over = items.overdue_for_operator(connection, now)
    gone = [
        Change("TTL", replace(m, status="expired", valid_to=now, updated_at=now), "policy", m) for m in over
    ]
    return keep.change(connection, gone)


def _drop_notes(connection: Connection, before: int) -> None:
    ops.expire(connection, before)
    learning.expire_spend(connection, before)
