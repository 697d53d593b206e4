"""What the operator governs: the stop for all writing, what waits for a decision, and what learning did.

`Switch` is asked by everything that writes; the others are the commands of an admin.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace

from .config import Config
from .host import Clock
from .learn.remember import promote
from .model import Change, Decided, Learnt, Memory, Message, Queue, ReadOnly, Room, Scope
from .policy.scope import Readable, may_write
from .recall.target import means_everything, number_in
from .store import items, keep, learning, ops, proposals, sources
from .store.engine import Connection, Database
from .store.ops import Op

DAYS = 7
SHOWN = 30
DAY = 86_400


class Switch:
    """`emergency_read_only`: in the settings, or by command and then kept in the store. Read at each write."""

    def __init__(self, config: Config, stored: str) -> None:
        self._fixed = config.emergency_read_only
        self._by_command = bool(stored)

    @property
    def read_only(self) -> bool:
        return self._fixed or self._by_command

    async def turn(self, database: Database, on: bool) -> ReadOnly:
        """Stop or allow writing, at once. Raises MemoryFault; the stop holds nevertheless."""
        self._by_command = on
        await database.write(lambda c: sources.set_setting(c, "read_only", "1" if on else ""))
        return ReadOnly(self.read_only, fixed=self._fixed and not on)


class Governor:
    """Approve and reject on one store. `changed` is told the room, and whether something left."""

    def __init__(
        self, clock: Clock, database: Database, switch: Switch, changed: Callable[[Room, Scope], None]
    ) -> None:
        self._clock = clock
        self._database = database
        self._switch = switch
        self._changed = changed
        self._lists: OrderedDict[str, list[str]] = OrderedDict()

    async def queue(self, message: Message) -> Queue:
        """What waits: in a group only what is the group's own (nobody else's may be shown there), in private all."""
        waiting = await self._waiting(message)
        self._lists[may_write(message.speaker).own.id] = items.ids_of(waiting)
        while len(self._lists) > DAYS * SHOWN:
            self._lists.popitem(last=False)
        return Queue(tuple(waiting))

    async def decide(self, message: Message, target: str, *, approve: bool) -> Decided | ReadOnly:
        """Approve or reject `n` of the last list, or all that is pending. Raises MemoryFault."""
        if self._switch.read_only:
            return ReadOnly(True)
        chosen = self._chosen(message, target, await self._waiting(message))
        now, actor = self._clock.now(), message.speaker.person.sender_id
        done = await self._database.write(lambda c: _decide(c, chosen, now, actor, approve))
        for memory in done:
            if memory.room:
                self._changed(memory.room, memory.scope)
        return Decided(tuple(done), approve)

    async def learnt(self, settings_read_only: bool) -> Learnt:
        """What learning did lately. Raises MemoryFault."""
        since = self._clock.now() - DAYS * DAY
        return await self._database.read(lambda c: _learnt(c, since, settings_read_only))

    async def _waiting(self, message: Message) -> list[Memory]:
        private = message.speaker.room.kind == "private"
        found = await self._database.read(lambda c: items.waiting(c, None))
        here = [m for m in found if private or m.room == message.speaker.room]
        return here[:SHOWN]

    def _chosen(self, message: Message, target: str, waiting: Sequence[Memory]) -> list[Memory]:
        if means_everything(target):
            return [m for m in waiting if m.status == "pending"]
        shown = self._lists.get(may_write(message.speaker).own.id, items.ids_of(waiting))
        number = number_in(target)
        wanted = shown[number - 1] if number and 0 < number <= len(shown) else None
        return [m for m in waiting if m.id == wanted]


def _decide(
    connection: Connection, chosen: Sequence[Memory], now: int, actor: str, approve: bool
) -> list[Memory]:
    done: list[Memory] = []
    for each in chosen:
        memory = items.by_id_for_operator(connection, each.id)
        if memory is None or memory.status not in items.WAITING:
            continue
        done += (
            _approve(connection, memory, now, actor) if approve else _reject(connection, memory, now, actor)
        )
        proposals.close(connection, memory.id, "accepted" if approve else "declined", now)
        verb = "approve" if approve else "reject"
        ops.add(connection, [Op("operator", verb, "ok", memory.scope.id, "", memory.id, memory.type)], now)
    return done


def _approve(connection: Connection, memory: Memory, now: int, actor: str) -> list[Memory]:
    standing = items.active(connection, Readable(frozenset({memory.scope})))
    return keep.change(connection, promote(memory, standing, memory.source, now, actor).changes)[:1]


def _reject(connection: Connection, memory: Memory, now: int, actor: str) -> list[Memory]:
    after = replace(memory, status="disabled", updated_at=now)
    return keep.change(connection, [Change("DELETE", after, actor, memory)])


def _learnt(connection: Connection, since: int, read_only: bool) -> Learnt:
    calls, tokens = learning.totals(connection, since)
    waiting = items.waiting(connection, None, limit=-1)
    pending = sum(m.status == "pending" for m in waiting)
    kept, refused = ops.kept(connection, since), ops.refused(connection, since)
    return Learnt(DAYS, kept, refused, calls, tokens, pending, len(waiting) - pending, read_only)
