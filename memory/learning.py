"""Learning by rules: what members say outright of themselves becomes memories, without a model and off the reply's path.

A message that the model answers anyway is held until its turn is over: where the model calls save_memory for it,
the tool's wording wins and the rules stay silent. Hearing costs the loop an append; the rules run in a thread.
"""

from __future__ import annotations

import asyncio
import re
import uuid
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from .config import Config
from .errors import MemoryFault
from .governing import Switch
from .host import Clock, Log
from .learn.clean import fault_of, taint_of
from .learn.rules import Heard, hear
from .learn.settle import Case, Done, Terms, settle
from .model import Message, Person, Room, Scope
from .policy.access import write_policy
from .policy.gate import Counts
from .policy.presets import Settings
from .policy.scope import may_write
from .policy.subject import Names, Other, subject_of
from .store import ops, sources
from .store.engine import Connection, Database
from .store.ops import Op

HOLD = 20.0
"""Seconds that a message which the model answers waits for the end of its turn."""
RETRY = 30.0
BATCH = 50
HELD = 5_000
HELD_OF_A_ROOM = 500
"""Messages that may wait; beyond it they are not read by the rules, and the log says so once."""
SEEN = 2_000
LONGEST = 600
"""Characters that are read of a message, as many as a model is shown (`extract.LINE_CHARACTERS`)."""

Key = tuple[Room, Person, str]
_WISHED = re.compile(
    r"记住|记一下|记下|记着|记好|记得|别忘|不要忘|牢记|remember|don't forget|do not forget|keep in mind",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Held:
    """A message that waits, until a time of the loop's clock."""

    message: Message
    due: float


@dataclass(frozen=True)
class Read:
    """What the rules made of a message: cases to settle, and what the guard refused."""

    message: Message
    cases: tuple[Case, ...]
    refused: tuple[str, ...]


class Learner:
    """The rules on one store. `may_learn` says whether a message may be learned from, at the moment of writing."""

    def __init__(
        self,
        config: Config,
        settings: Settings,
        clock: Clock,
        log: Log,
        database: Database,
        switch: Switch,
        may_learn: Callable[[Message], bool],
        before: Callable[[], Awaitable[None]],
        changed: Callable[[Room, Scope], None],
    ) -> None:
        self._config = config
        self._settings = settings
        self._clock = clock
        self._log = log
        self._database = database
        self._switch = switch
        self._may_learn = may_learn
        self._before = before
        self._changed = changed
        self._held: OrderedDict[Key, Held] = OrderedDict()
        self._rooms: Counter[Room] = Counter()
        self._seen: OrderedDict[Key, None] = OrderedDict()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._full = False

    def hear(self, message: Message, *, addressed: bool) -> None:
        """A message was said. `addressed`: the model will answer it."""
        key = _key(message)
        if (
            not self._settings.rules
            or self._switch.read_only
            or key in self._seen
            or not message.text.strip()
        ):
            return
        self._seen[key] = None
        if len(self._seen) > SEEN:
            self._seen.popitem(last=False)
        if len(self._held) >= HELD or self._rooms[message.speaker.room] >= HELD_OF_A_ROOM:
            self._say_full()
            return
        self._hold(key, Held(message, self._now() + HOLD if addressed else 0.0))

    def turn_over(self, message: Message) -> None:
        """The model has answered a message: the rules may read it now."""
        key = _key(message)
        if held := self._held.get(key):
            self._held[key] = replace(held, due=0.0)
            self._wake.set()

    def saved(self, message: Message) -> None:
        """The model has called save_memory for a message: its wording wins."""
        key = _key(message)
        self._seen[key] = None
        self._drop(key)

    async def settle(self) -> None:
        """Learn from everything that was said, held or not. Raises MemoryFault; what was not written waits on."""
        while self._held:
            await self._learn([(k, self._held[k].message) for k in list(self._held)[:BATCH]])

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        try:
            await self.settle()
        except MemoryFault as fault:
            self._log.warning(f"rules: {len(self._held)} messages were not learned from ({fault})")

    # -- waiting ---------------------------------------------------------------------------------------

    def _hold(self, key: Key, held: Held) -> None:
        if key not in self._held:
            self._rooms[key[0]] += 1
        self._held[key] = held
        self._wake.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="group-memory-rules")

    def _drop(self, key: Key) -> None:
        if self._held.pop(key, None):
            self._rooms[key[0]] -= 1
            if not self._rooms[key[0]]:
                del self._rooms[key[0]]

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    async def _work(self) -> None:
        while self._held:
            now = self._now()
            ripe = [(key, held.message) for key, held in self._held.items() if held.due <= now][:BATCH]
            if ripe:
                await self._try(ripe)
                continue
            self._wake.clear()
            waiting = asyncio.ensure_future(self._wake.wait())
            try:
                await asyncio.wait({waiting}, timeout=min(h.due for h in self._held.values()) - now)
            finally:
                waiting.cancel()

    async def _try(self, ripe: Sequence[tuple[Key, Message]]) -> None:
        try:
            await self._learn(ripe)
        except MemoryFault as fault:
            self._log.error(f"rules: {fault}; tried again in {RETRY:.0f} s")
            for key, message in ripe:
                if key in self._held:
                    self._held[key] = Held(message, self._now() + RETRY)

    def _say_full(self) -> None:
        if not self._full:
            self._full = True
            self._log.warning("rules: more was said than could be read; some messages taught nothing")

    # -- learning --------------------------------------------------------------------------------------

    async def _learn(self, ripe: Sequence[tuple[Key, Message]]) -> None:
        read = await asyncio.to_thread(lambda: [read_by_rules(message) for _, message in ripe])
        useful = [r for r in read if r.cases or r.refused]
        # Whoever pauses, or calls the tool, while the rules read, is heeded still.
        useful = [r for r in useful if _key(r.message) in self._held and self._may_learn(r.message)]
        if useful and not self._switch.read_only:
            await self._before()
            for room, scope in await self._database.write(lambda c: self._write(c, useful)):
                self._changed(room, scope)
        for key, _ in ripe:
            self._drop(key)

    def _write(self, connection: Connection, read: Sequence[Read]) -> set[tuple[Room, Scope]]:
        touched: set[tuple[Room, Scope]] = set()
        for each in read:
            right, now = may_write(each.message.speaker), self._clock.now()
            policy = write_policy(each.message, self._settings.write, self._config)
            terms = Terms(
                policy, self._settings.retention_days, self._switch.read_only, Counts(), now,
                asked_cap=self._config.memory_max_per_user,
            )  # fmt: skip
            names = names_around(connection, each.message)
            for case in each.cases:
                if isinstance(subject_of(case.fact, names), Other):
                    about = Op(
                        "rules", "create", "skipped", right.own.id, right.room.id, reason="about others"
                    )
                    ops.add(connection, [about], now)
                elif isinstance(settle(connection, case, terms, str(uuid.uuid4())), Done):
                    touched.add((case.room, case.scope))
            refused = [
                Op("rules", "create", "skipped", right.own.id, right.room.id, reason=r) for r in each.refused
            ]
            ops.add(connection, refused, now)
        return touched


def read_by_rules(message: Message) -> Read:
    """The clean facts that a message states. One that holds a secret, or looks like an order to the bot, teaches nothing."""
    heard = hear(message.text[:LONGEST])
    if not heard:
        return Read(message, (), ())
    if taint := taint_of(message):
        return Read(message, (), (f"guard: {taint.value}",))
    faults = [(one, fault_of(one.fact)) for one in heard]
    cases = tuple(_case(message, one) for one, fault in faults if fault is None)
    return Read(message, cases, tuple(f"guard: {fault.value}" for _, fault in faults if fault))


def _case(message: Message, heard: Heard) -> Case:
    wished = bool(_WISHED.search(message.text))
    return Case(
        heard.type, heard.fact, heard.confidence, "rule", (message,), message,
        wished=wished, meta={"rule": heard.cue},
    )  # fmt: skip


def _key(message: Message) -> Key:
    speaker = message.speaker
    return speaker.room, speaker.person, message.message_id or f"{message.at} {message.text}"


def names_around(connection: Connection, message: Message) -> Names:
    """Who else is known in the room: a fact that one of these names begins is not about its speaker."""
    known = sources.names_in(connection, may_write(message.speaker).room)
    others = {name for sender, name in known.items() if sender != message.speaker.person.sender_id and name}
    return Names(message.speaker.name, frozenset((others | message.mentions) - {message.speaker.name}))
