"""Consent: a fact in a sensitive field that was not said outright is asked about once, and its person answers.

The question goes to the chat; 好/不要/yes/no of that very person, in that room, decides (seed 001 section 10).
A bare yes may mean anything, so it counts only among the person's next few messages, or where it addresses the bot.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .errors import MemoryFault
from .governing import Switch
from .host import Clock, Log, Speak
from .learn.remember import promote
from .model import Change, Message, Room, Scope
from .policy import consent
from .policy.scope import Readable, may_write
from .store import forgotten, items, keep, ops, proposals
from .store.engine import Connection, Database
from .store.ops import Op
from .store.proposals import Proposal

ATTENTION = 5
"""How many messages after the question a bare answer is taken for one."""


@dataclass
class Asked:
    """A question that was put, and for how many more messages a bare answer counts."""

    proposal: Proposal
    left: int = ATTENTION


class Consents:
    """The open questions of one store, by the scope id of the person. `changed` is told where something changed."""

    def __init__(
        self,
        clock: Clock,
        log: Log,
        database: Database,
        switch: Switch,
        speak: Speak,
        changed: Callable[[Room, Scope], None],
    ) -> None:
        self._clock = clock
        self._log = log
        self._database = database
        self._switch = switch
        self._speak = speak
        self._changed = changed
        self._asked: dict[str, Asked] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def load(self) -> None:
        """Take up the questions that were put before a restart. Raises MemoryFault."""
        for proposal in await self._database.read(proposals.open_ones):
            if proposal.asked_at is not None:
                self._asked[proposal.scope.id] = Asked(proposal)

    def hear(self, message: Message, *, addressed: bool) -> bool:
        """Whether a message answers a question; what follows from it is done soon."""
        if not self._asked:
            return False
        asked = self._asked.get(may_write(message.speaker).own.id)
        if asked is None:
            return False
        asked.left -= 1
        verdict = consent.answer_in(message.text)
        if verdict is None or (asked.left < 0 and not addressed) or self._switch.read_only:
            return False
        del self._asked[asked.proposal.scope.id]
        if consent.expired(asked.proposal.created_at, self._clock.now()):
            return False
        self._soon(self._decide(asked.proposal, message, verdict))
        return True

    async def ask(self, found: Sequence[Proposal]) -> None:
        """Put each question once. It counts as put before it is sent: better never than twice."""
        now = self._clock.now()
        for proposal in found:
            if proposal.scope.id in self._asked:
                continue
            if await self._database.write(lambda c, p=proposal: proposals.mark_asked(c, p.memory_id, now)):
                self._asked[proposal.scope.id] = Asked(replace(proposal, asked_at=now))
                await self._speak(
                    proposal.session, consent.question(proposal.field, proposal.value, proposal.language)
                )

    async def sweep(self) -> None:
        """Let go of what nobody answered, and put questions that had to wait. Raises MemoryFault."""
        now = self._clock.now()
        waiting = await self._database.read(proposals.open_ones)
        gone = [p for p in waiting if consent.expired(p.created_at, now)]
        for proposal in gone:
            await self._database.write(lambda c, p=proposal: _expire(c, p, now))
            self._asked.pop(proposal.scope.id, None)
        if not self._switch.read_only:
            await self.ask([p for p in waiting if p not in gone and p.asked_at is None])

    async def settle(self) -> None:
        """Wait until every answer that was given is on disk."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        await self.settle()

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="group-memory-consent")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _decide(self, proposal: Proposal, answer: Message, yes: bool) -> None:
        now, decide = self._clock.now(), _accept if yes else _decline
        try:
            await self._database.write(lambda c: decide(c, proposal, answer, now))
        except MemoryFault as fault:
            self._log.error(f"consent: the answer was not kept ({fault})")
            return
        self._changed(answer.speaker.room, proposal.scope)


def _accept(connection: Connection, proposal: Proposal, answer: Message, now: int) -> None:
    memory = items.by_id_for_operator(connection, proposal.memory_id)
    if memory is None or not proposals.close(connection, proposal.memory_id, "accepted", now):
        return
    standing = items.active(connection, Readable(frozenset({memory.scope})))
    actor = answer.speaker.person.sender_id
    keep.change(connection, promote(memory, standing, "user_stated", now, actor).changes)
    ops.add(
        connection,
        [Op("consent", "update", "ok", memory.scope.id, "", memory.id, memory.type, reason="accepted")],
        now,
    )


def _decline(connection: Connection, proposal: Proposal, answer: Message, now: int) -> None:
    memory = items.by_id_for_operator(connection, proposal.memory_id)
    if memory is None or not proposals.close(connection, proposal.memory_id, "declined", now):
        return
    forgotten.add(connection, [memory], now)
    items.erase(connection, [memory.id])
    op = Op("consent", "delete", "ok", memory.scope.id, "", memory.id, memory.type, reason="declined")
    ops.add(connection, [op], now)


def _expire(connection: Connection, proposal: Proposal, now: int) -> None:
    memory = items.by_id_for_operator(connection, proposal.memory_id)
    if not proposals.close(connection, proposal.memory_id, "expired", now) or memory is None:
        return
    if memory.status in items.WAITING:
        gone = replace(memory, status="expired", updated_at=now)
        keep.change(connection, [Change("TTL", gone, "policy", memory)])
    op = Op("consent", "delete", "skipped", memory.scope.id, "", memory.id, memory.type, reason="no answer")
    ops.add(connection, [op], now)
