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
from .host import Clock, Embedder, Log
from .meaning import FindEmbedder, Meaning, MeaningStatus
from .member import Members
from .model import Counted, Examined, Language, Message, Outcome, Room, Scope, Trace
from .policy import access
from .recalling import Recaller
from .record.recorder import Recorder, reindex
from .store import fts, group_files, items, sources, verify
from .store.engine import Connection, Database
from .store.mirror import Mirror
from .store.recover import open_store
from .text.fold import language_of
from .transfer.adopt import Adopter

HOME_LANGUAGE: Language = "zh"
"""For a room in which nothing was said yet that shows its language."""
KNOWN_ROOMS = 50_000


def no_embedder(provider_id: str) -> Embedder | None:
    """Where there are no providers."""
    return None


@dataclass(frozen=True)
class Parts:
    """What `open` has built, in the order in which it is taken down."""

    recorder: Recorder
    recaller: Recaller
    meaning: Meaning
    mirror: Mirror
    database: Database


class App:
    """One running plugin on one data folder. Build it with `open`, end it with `close`."""

    def __init__(self, folder: Path, config: Config, members: Members, parts: Parts) -> None:
        self.members = members
        self.closed = False
        self._folder = folder
        self._config = config
        self._parts = parts
        self._database = parts.database
        self._recaller = parts.recaller
        self._languages: dict[Room, Language] = {}
        self._start = asyncio.create_task(parts.mirror.write_all(), name="group-memory-start")
        parts.meaning.changed()

    @classmethod
    async def open(
        cls, folder: Path, config: Config, clock: Clock, log: Log, find_embedder: FindEmbedder = no_embedder
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
            if_the_rest_fails.pop_all()
        meaning = Meaning(database, config.embedding, find_embedder, clock, log)
        recaller = Recaller(config, clock, database, meaning)
        recorder = Recorder(database, clock, log, config.record.raw_log_days)

        def erased(scope: Scope) -> None:
            meaning.index.forget(scope)
            recorder.forget_windows()

        members = Members(
            config, clock, log, database, mirror, adopter, recaller, meaning.changed, erased, paused
        )
        return cls(folder, config, members, Parts(recorder, recaller, meaning, mirror, database))

    async def close(self) -> None:
        """Write what is pending and let go of every file and task. Safe to call twice."""
        self.closed = True
        self._start.cancel()
        await asyncio.gather(self._start, return_exceptions=True)
        parts = self._parts
        for part in (parts.recorder, parts.recaller, parts.meaning, parts.mirror, parts.database):
            await part.close()

    def hear(self, message: Message) -> None:
        """A message was said: note its language, keep it where the operator wants the raw log."""
        if not access.refusal(message, self._config) and not self.members.is_paused(message):
            self.language(message)
            self._parts.recorder.hear(message)

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
        return bool(self._config.memory_inject_limit) and not off

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
        return Counted(memories, people, rooms, by_type, size)

    async def doctor(self) -> Examined:
        """Every check on the store; what is derived from the rows is repaired. Raises MemoryFault."""
        before = await verify.examine(self._database, self._folder)
        if not any(f.problem for f in before.findings):
            return before
        await self._database.write(_build_index)
        await self._parts.mirror.write_all()
        after = await verify.examine(self._database, self._folder)
        pairs = zip(before.findings, after.findings, strict=True)
        return Examined(tuple(replace(b, repaired=True) if b.problem and not a.problem else a for b, a in pairs))

    def traces(self) -> list[Trace]:
        """The newest recalls of all rooms, newest first."""
        return list(self._recaller.traces.newest())

    async def meaning(self) -> MeaningStatus:
        """How far the vectors are. Raises MemoryFault where the store cannot be read."""
        return await self._parts.meaning.status()


def _build_index(connection: Connection) -> None:
    fts.rebuild(connection)
    items.reindex(connection)
    reindex(connection)
