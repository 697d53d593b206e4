"""The read path: from a message to the block that the model is shown, and from a question to an answer.

A recall is one job of the store. It is started when AstrBot says that a request is coming; the hook waits for
it no longer than its deadline. Uses are counted after the reply is on its way.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .config import Config
from .host import Clock
from .inject.budget import Budget, cut
from .inject.compose import block, line
from .meaning import Meaning
from .model import Answered, Language, Memory, Message, Room, Said, Type
from .policy.scope import may_read, may_write
from .recall.candidate import Candidate, Scored
from .recall.question import Question, question
from .recall.recipes import Moment, rank, shared_threshold, word_weights
from .recall.select import in_order, select
from .recall.trace import Trace, Traces, line_of
from .store import items
from .store.engine import Database
from .store.search import Asked, Found, find
from .text.size import estimate_tokens

PREFETCHED = 256
DEFAULT_TOP = 5
MOST = 20


@dataclass(frozen=True)
class Recalled:
    """What a recall decided: what is shown, and why."""

    memories: tuple[Memory, ...]
    trace: Trace


class Recaller:
    """Recall on one store. `traces` says why each reply was given what it was given."""

    def __init__(self, config: Config, clock: Clock, database: Database, meaning: Meaning) -> None:
        self.traces = Traces()
        self._config = config
        self._clock = clock
        self._database = database
        self._meaning = meaning
        self._started: OrderedDict[Message, asyncio.Task[Recalled]] = OrderedDict()
        self._counting: set[asyncio.Task[None]] = set()

    def start(self, message: Message, language: Language) -> None:
        """Begin a recall that a hook will probably ask for."""
        task = asyncio.create_task(self._recall(message, message.text, language), name="group-memory-recall")
        task.add_done_callback(_look)
        self._started[message] = task
        while len(self._started) > PREFETCHED:
            self._started.popitem(last=False)[1].cancel()

    async def block(self, message: Message, language: Language) -> str:
        """The memories to show with a message, "" for none. Raises MemoryFault where the store cannot be read."""
        started = self._started.pop(message, None)
        recalled = await (started or self._recall(message, message.text, language))
        self.traces.add(recalled.trace)
        self._count_use(m.row_id for m in recalled.memories)
        return block(message.speaker, recalled.memories, language)

    async def explain(self, message: Message, text: str, language: Language) -> Trace:
        """What would be shown for a text, and why. Raises MemoryFault."""
        return (await self._recall(message, text, language)).trace

    async def query(
        self,
        message: Message,
        text: str,
        types: frozenset[Type] | None,
        *,
        messages: bool,
        top: int,
        threshold: float,
    ) -> Answered:
        """The best matches for a question among what the speaker may read. Raises MemoryFault."""
        asked, wanted = await self._asked(text)
        wanted = replace(wanted, types=types, messages=messages, standing=False)
        found = await self._find(message, asked, wanted)
        ranked = self._ranked(asked, found, message)
        hits = [s for s in ranked if s.score >= threshold][:top]
        self._count_use(s.candidate.row_id for s in hits if s.candidate.is_memory)
        return Answered(text, tuple((s.candidate.source, s.score) for s in hits))

    def forget(self, room: Room, memories: Sequence[Memory]) -> None:
        """Drop what quotes memories that were erased: traces, and recalls of the room that wait to be asked for."""
        self.traces.forget(m.id for m in memories)
        for message in [m for m in self._started if m.speaker.room == room]:
            self._started.pop(message).cancel()

    async def close(self) -> None:
        """Let what runs end."""
        for task in self._started.values():
            task.cancel()
        await asyncio.gather(*self._started.values(), return_exceptions=True)
        await asyncio.gather(*self._counting, return_exceptions=True)

    async def _recall(self, message: Message, text: str, language: Language) -> Recalled:
        began = time.perf_counter()
        limit, policy = self._config.memory_inject_limit, self._config.read_policy
        asked, wanted = await self._asked(text)
        found = await self._find(message, asked, wanted)
        ranked = self._ranked(asked, found, message)
        if len(found.standing) > limit:
            self._meaning.want()
        shared_from = shared_threshold() if policy.recipe == "fused" else 2.0
        fit, weak = select(ranked, limit, shared_from)
        budget = Budget(limit, policy.max_tokens, policy.max_per_type, policy.min_confidence)
        kept = cut(fit, budget, _memory_of, lambda s: estimate_tokens(line(_memory_of(s), language)))
        lines = [line_of(s) for s in kept.kept] + [line_of(s, why) for s, why in (*kept.dropped, *weak)]
        took = (time.perf_counter() - began) * 1000
        note = "" if wanted.vector is not None else "words only"
        trace = Trace(self._clock.now(), message.speaker, asked.text, policy.recipe, tuple(lines), took, note)
        return Recalled(tuple(in_order([_memory_of(s) for s in kept.kept])), trace)

    async def _asked(self, text: str) -> tuple[Question, Asked]:
        asked = question(text, self._clock.now(), self._clock.utc_offset())
        vector = await self._meaning.vector_of(asked.parts, asked.text) if asked.text.strip() else None
        weights = word_weights() if self._config.read_policy.recipe == "fused" else None
        return asked, Asked(asked.words, asked.prefixes, vector, self._meaning.model, weights=weights)

    async def _find(self, message: Message, asked: Question, wanted: Asked) -> Found:
        right, index = may_read(message.speaker), self._meaning.index
        own, asker = right.only("user"), message.speaker.person.sender_id if asked.first_person else ""
        wanted = replace(wanted, asker_id=asker)
        return await self._database.read(lambda connection: find(connection, right, own, wanted, index))

    def _ranked(self, asked: Question, found: Found, message: Message) -> list[Scored]:
        policy, author = self._config.read_policy, message.speaker.person.sender_id
        moment = Moment(asked.text, asked.first_person, self._clock.now())
        own = may_write(message.speaker).own
        candidates = [
            _candidate(m, found, is_own=m.scope == own or m.author_id == author, stands=stands)
            for memories, stands in ((found.standing, True), (found.memories, False))
            for m in memories
        ]
        candidates += [_message_candidate(s, found, asked, author) for s in found.messages]
        weights = {
            "similarity_weight": policy.similarity_weight,
            "importance_weight": policy.importance_weight,
            "recency_weight": policy.recency_weight,
        }
        return rank(policy.recipe, candidates, moment, **(weights if policy.recipe == "hybrid" else {}))

    def _count_use(self, row_ids: Iterable[int]) -> None:
        used, now = list(row_ids), self._clock.now()
        if used:
            task = asyncio.create_task(self._database.write(lambda c: items.touch(c, used, now)))
            self._counting.add(task)
            task.add_done_callback(self._counting.discard)
            task.add_done_callback(_look)


def _candidate(memory: Memory, found: Found, *, is_own: bool, stands: bool) -> Candidate:
    row = memory.row_id
    arms = (
        *(("standing",) if stands else ()),
        *(("words",) if row in found.coverage else ()),
        *(("meaning",) if row in found.cosine else ()),
    )
    return Candidate(memory, arms, found.coverage.get(row, 0.0), found.cosine.get(row), is_own)


def _message_candidate(said: Said, found: Found, asked: Question, author: str) -> Candidate:
    row = said.row_id
    arms = (
        *(("words",) if row in found.said_coverage else ()),
        *(("meaning",) if row in found.said_cosine else ()),
    )
    coverage, cosine = found.said_coverage.get(row, 0.0), found.said_cosine.get(row)
    return Candidate(said, arms, coverage, cosine, said.sender_id == author, asked.names(said.name))


def _memory_of(scored: Scored) -> Memory:
    source = scored.candidate.source
    assert isinstance(source, Memory)
    return source


def _look(task: asyncio.Task[Recalled] | asyncio.Task[None]) -> None:
    """See a failure that nobody waits for any more, so that asyncio does not complain of it."""
    if not task.cancelled():
        task.exception()
