"""The composition root: builds everything in order, knows what follows what, and takes it down again.

`members` is what tools and commands ask; `block` is what a request to the model is given; `words` puts an
outcome into the language of the chat.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from . import wording
from .config import Config
from .consenting import Consents
from .extracting import Extractor
from .governing import Governor, Switch
from .host import Chat, Clock, Embedder, FindChat, Log, Speak
from .learn.extract import memory_update
from .learning import Learner
from .meaning import FindEmbedder, Meaning, MeaningStatus
from .member import Members
from .model import Counted, Examined, Language, Message, Outcome, Refusal, Refused, Room, Scope, Trace
from .policy import access
from .policy.presets import settings_of
from .policy.scope import may_write
from .recalling import Recaller
from .record.recorder import Recorder, reindex
from .store import fts, group_files, items, sources, verify
from .store.engine import Connection, Database
from .store.mirror import Mirror
from .store.recover import open_store
from .text.fold import language_of
from .transfer.adopt import Adopter
from .upkeep import Upkeep

HOME_LANGUAGE: Language = "zh"
"""For a room in which nothing was said yet that shows its language."""
KNOWN_ROOMS = 50_000


def no_embedder(provider_id: str) -> Embedder | None:
    """Where there are no providers."""
    return None


async def no_chat(provider_id: str, session: str) -> Chat | None:
    """The same for language models."""
    return None


async def no_voice(session: str, text: str) -> bool:
    """Where there is no chat to speak in."""
    return False


@dataclass(frozen=True)
class Parts:
    """What `open` has built, in the order in which it is taken down."""

    upkeep: Upkeep
    learner: Learner
    extractor: Extractor
    consents: Consents
    recorder: Recorder
    recaller: Recaller
    meaning: Meaning
    mirror: Mirror
    database: Database


class App:
    """One running plugin on one data folder. Build it with `open`, end it with `close`."""

    def __init__(
        self,
        folder: Path,
        config: Config,
        members: Members,
        governor: Governor,
        switch: Switch,
        parts: Parts,
    ) -> None:
        self.members = members
        self.switch = switch
        self._governor = governor
        self.closed = False
        self._folder = folder
        self._config = config
        self._parts = parts
        self._database = parts.database
        self._recaller = parts.recaller
        self._languages: dict[Room, Language] = {}
        self._notes: set[asyncio.Future[Outcome]] = set()
        self._start = asyncio.create_task(parts.mirror.write_all(), name="group-memory-start")
        parts.meaning.changed()

    @classmethod
    async def open(
        cls,
        folder: Path,
        config: Config,
        clock: Clock,
        log: Log,
        find_embedder: FindEmbedder = no_embedder,
        find_chat: FindChat = no_chat,
        speak: Speak = no_voice,
    ) -> App:
        """Open the store, take in group files that are not its own, and start.

        Raises StoreUnavailable or StoreTooNew, with what to do, where the folder cannot be used.
        """
        await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
        await asyncio.to_thread(group_files.sweep, folder)
        database, fresh = await open_store(folder, clock, log)
        async with AsyncExitStack() as if_the_rest_fails:
            if_the_rest_fails.push_async_callback(database.close)
            store_id = await database.read(lambda c: sources.setting(c, "store_id"))
            mirror = Mirror(database, folder, store_id, log)
            adopter = Adopter(folder, store_id, database, mirror, log)
            taken = await adopter.take_all()
            if fresh and taken:
                log.warning(
                    f"there was no memory database: {taken} memories were rebuilt from the group files"
                )
            if await database.read(items.index_is_behind):
                log.warning("the full-text index was behind its rows and is built anew")
                await database.write(_build_index)
            paused = await database.read(sources.paused_scopes)
            switch = Switch(config, await database.read(lambda c: sources.setting(c, "read_only")))
            if_the_rest_fails.pop_all()
        settings = settings_of(config)
        meaning = Meaning(database, config.embedding, find_embedder, clock, log)
        recaller = Recaller(_with_one_limit(config), clock, database, meaning)
        recorder = Recorder(database, clock, log, settings.raw_log_days)

        def erased(scope: Scope) -> None:
            meaning.index.forget(scope)
            recorder.forget_windows()

        def changed(room: Room, scope: Scope) -> None:
            mirror.mark(room)
            meaning.changed()

        def may_learn(message: Message) -> bool:
            own = may_write(message.speaker).own
            return not access.refusal(message, config) and own.id not in paused

        learner = Learner(
            config, settings, clock, log, database, switch, may_learn, recorder.write_now, changed
        )  # fmt: skip
        consents = Consents(clock, log, database, switch, speak, changed)
        extractor = Extractor(
            config, settings, clock, log, database, meaning, switch, consents, find_chat, may_learn,
            lambda room: _shown_in(recaller, room), changed,
        )  # fmt: skip
        members = Members(
            config, clock, log, database, mirror, adopter, recaller, meaning.changed, erased, learner.saved,
            switch, settings, paused,
        )  # fmt: skip
        await consents.load()
        await extractor.start()
        upkeep = Upkeep(clock, log, database, switch, consents, changed)
        parts = Parts(upkeep, learner, extractor, consents, recorder, recaller, meaning, mirror, database)
        governor = Governor(clock, database, switch, changed)
        return cls(folder, config, members, governor, switch, parts)

    async def close(self) -> None:
        """Write what is pending and let go of every file and task. Safe to call twice."""
        self.closed = True
        self._start.cancel()
        await asyncio.gather(self._start, *self._notes, return_exceptions=True)
        parts = self._parts
        learning = (parts.upkeep, parts.extractor, parts.learner, parts.consents)
        for part in (*learning, parts.recorder, parts.recaller, parts.meaning, parts.mirror, parts.database):
            await part.close()

    def hear(self, message: Message, *, addressed: bool = False) -> None:
        """A message was said: note its language, keep it where the operator wants the raw log, learn from it.

        `addressed`: the model will answer it, and the end of its turn is told by `replied`.
        """
        if access.refusal(message, self._config) or self.members.is_paused(message):
            return
        self.language(message)
        parts = self._parts
        is_answer = parts.consents.hear(message, addressed=addressed)
        if self.switch.read_only:
            return
        parts.recorder.hear(message)
        parts.extractor.hear(message)
        if not is_answer:
            parts.learner.hear(message, addressed=addressed)

    def replied(self, message: Message, reply: Message | None) -> None:
        """The turn of a message is over. `reply` is what the bot said, None where it said nothing of its own."""
        self._parts.learner.turn_over(message)
        if reply is None or not self._records(message):
            return
        self._parts.recorder.hear(reply, "assistant")
        if "memory_update" in reply.text and (wanted := memory_update(reply.text)):
            task = asyncio.ensure_future(self.members.note(message, wanted, self.language(message)))
            self._notes.add(task)
            task.add_done_callback(self._notes.discard)

    def used_tool(self, message: Message, result: Message) -> None:
        """A tool answered within the turn of a message."""
        if self._records(message):
            self._parts.recorder.hear(result, "tool")

    def _records(self, message: Message) -> bool:
        off = access.refusal(message, self._config) or self.members.is_paused(message)
        return not off and not self.switch.read_only

    async def settle(self) -> None:
        """Do now what learning would do soon. Raises MemoryFault."""
        await asyncio.gather(*self._notes, return_exceptions=True)
        await self._parts.recorder.write_now()
        await self._parts.learner.settle()
        await self._parts.consents.settle()
        await self._parts.extractor.tick()
        await self._parts.upkeep.round()

    def prepare(self, message: Message) -> None:
        """A request to the model is coming: begin to recall."""
        waits_for_its_file = message.speaker.room.room_id in self.members.adopter.unclaimed
        if self._shows(message) and not waits_for_its_file:
            self._recaller.start(message, self.language(message))

    async def block(self, message: Message) -> str:
        """The memories that the model is shown with this message, or "".

        Raises MemoryFault where the store cannot be read.
        """
        if not self._shows(message):
            return ""
        await self.members.adopter.claim(message.speaker.room)
        return await self._recaller.block(message, self.language(message))

    def _shows(self, message: Message) -> bool:
        off = access.refusal(message, self._config) or self.members.is_paused(message)
        return bool(self._config.memory_inject_limit) and self._config.read_policy.enable and not off

    def language(self, message: Message | None) -> Language:
        """The language to answer in: the operator's choice, else the message's, else the room's last."""
        if self._config.language != "auto":
            return self._config.language
        if message is None:
            return HOME_LANGUAGE
        room = message.speaker.room
        language = language_of(message.text, self._languages.get(room, HOME_LANGUAGE))
        if len(self._languages) < KNOWN_ROOMS:
            self._languages[room] = language
        return language

    def room_language(self, message: Message | None) -> Language:
        """The language to answer a command in, whose own words are no sign of one."""
        if self._config.language != "auto" or message is None:
            return self.language(None)
        return self._languages.get(message.speaker.room, HOME_LANGUAGE)

    def words(self, outcome: Outcome, language: Language) -> str:
        """An outcome as people and models read it."""
        return wording.tell(outcome, language)

    def help(self, language: Language) -> str:
        """What a member can do."""
        return wording.say(language, "help")

    # -- for operators ---------------------------------------------------------------------------------

    async def stats(self) -> Counted:
        """What the whole store holds. Raises MemoryFault where it cannot be read."""
        memories, people, rooms, by_type = await self._database.read(items.counts_for_operator)
        size = await asyncio.to_thread(lambda: self._database.path.stat().st_size)
        learnt = await self._governor.learnt(self.switch.read_only)
        return Counted(memories, people, rooms, by_type, size, learnt)

    async def pending(self, message: Message | None) -> Outcome:
        """What waits for an operator here. Raises MemoryFault."""
        return await self._governor.queue(message) if message else Refused(Refusal.NO_IDENTITY)

    async def decide(self, message: Message | None, target: str, *, approve: bool) -> Outcome:
        """Approve or reject what waits. Raises MemoryFault."""
        if message is None:
            return Refused(Refusal.NO_IDENTITY)
        return await self._governor.decide(message, target, approve=approve)

    async def read_only(self, wish: str) -> Outcome:
        """Stop or allow all writing, at once. Raises MemoryFault; a stop holds until the next start even then."""
        return await self.switch.turn(self._database, wish.strip().lower() not in ("off", "关", "关闭", "0"))

    async def doctor(self) -> Examined:
        """Every check on the store; what is derived from the rows is repaired. Raises MemoryFault."""
        before = await verify.examine(self._database, self._folder)
        if not any(f.problem for f in before.findings):
            return before
        await self._database.write(_build_index)
        await self._parts.mirror.write_all()
        after = await verify.examine(self._database, self._folder)
        pairs = zip(before.findings, after.findings, strict=True)
        return Examined(
            tuple(replace(b, repaired=True) if b.problem and not a.problem else a for b, a in pairs)
        )

    def traces(self) -> list[Trace]:
        """The newest recalls of all rooms, newest first."""
        return list(self._recaller.traces.newest())

    async def meaning(self) -> MeaningStatus:
        """How far the vectors are. Raises MemoryFault where the store cannot be read."""
        return await self._parts.meaning.status()


def _with_one_limit(config: Config) -> Config:
    """Seed 000's `max_items` and seed 003's `memory_inject_limit` say the same: the one that the operator has
    changed holds, of two the lower one."""
    most, usual = config.read_policy.max_items, Config()
    if most == usual.read_policy.max_items or not most:
        return config
    if config.memory_inject_limit == usual.memory_inject_limit:
        return replace(config, memory_inject_limit=most)
    return replace(config, memory_inject_limit=min(config.memory_inject_limit, most))


def _shown_in(recaller: Recaller, room: Scope) -> list[str]:
    """What models were shown in a room of late: who repeats it teaches nothing."""
    newest = (t for t in recaller.traces.newest() if may_write(t.speaker).room == room)
    return [line.text for trace in newest for line in trace.lines if not line.dropped]


def _build_index(connection: Connection) -> None:
    fts.rebuild(connection)
    items.reindex(connection)
    reindex(connection)
