"""The two things that tests replace, the clock and the log, and people who talk in rooms."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from group_memory.memory.app import App
from group_memory.memory.config import Config
from group_memory.memory.host import Answer
from group_memory.memory.model import Message, Outcome, Person, Room, Speaker

NOON = 1_790_000_000
_message_ids = itertools.count(1)


class FakeClock:
    """Stands still until it is turned."""

    def __init__(self, at: int = NOON) -> None:
        self.at = at

    def now(self) -> int:
        return self.at

    def utc_offset(self) -> int:
        return 0


@dataclass
class FakeLog:
    """Keeps what was said, by level."""

    lines: list[tuple[str, str]] = field(default_factory=list)

    def info(self, msg: str, /, *args: object) -> None:
        self.lines.append(("info", msg % args if args else msg))

    def warning(self, msg: str, /, *args: object) -> None:
        self.lines.append(("warning", msg % args if args else msg))

    def error(self, msg: str, /, *args: object) -> None:
        self.lines.append(("error", msg % args if args else msg))

    def said(self, level: str) -> str:
        return "\n".join(text for at, text in self.lines if at == level)


@dataclass
class Member:
    """Someone in a room, on a running plugin: says things, as the tools and hooks would pass them on."""

    app: App
    speaker: Speaker
    clock: FakeClock

    def says(self, text: str) -> Message:
        return Message(
            self.speaker, text, f"m{next(_message_ids)}", self.clock.now(), session="e2e:GroupMessage:1"
        )

    async def saves(self, content: object, kind: object = "fact", text: str | None = None) -> str:
        message = self.says(text or f"记住：{content}")
        language = self.app.language(message)
        return self.app.words(await self.app.members.save(message, kind, content, language), language)

    async def outcome_of_saving(self, content: object, kind: object = "fact") -> Outcome:
        return await self.app.members.save(self.says(str(content)), kind, content, "zh")

    async def forgets(self, target: object) -> str:
        message = self.says("忘掉")
        return self.app.words(await self.app.members.forget(message, target), self.app.language(message))

    def chats(self, text: str, *, addressed: bool = False) -> Message:
        """Say something in the room, as everybody hears it."""
        message = self.says(text)
        self.app.hear(message, addressed=addressed)
        return message

    async def lists(self) -> str:
        message = self.says("你记得我什么？")
        return self.app.words(await self.app.members.show(message), self.app.language(message))

    async def is_shown(self, text: str = "你好") -> str:
        """The block that the model gets when this member speaks."""
        return await self.app.block(self.says(text))


@dataclass
class Bot:
    """A running plugin on a data folder."""

    app: App
    folder: Path
    clock: FakeClock
    log: FakeLog
    spoken: list[str] = field(default_factory=list)

    def member(
        self, sender: str, room: str = "g1", *, platform: str = "qq", name: str = "", private: bool = False
    ) -> Member:
        place = Room(platform, sender if private else room, "private" if private else "group")
        return Member(self.app, Speaker(Person(platform, sender), place, name or f"n{sender}"), self.clock)


@dataclass
class FakeChat:
    """A model that gives scripted answers (a text, an error to raise, or a function of the prompt), and the last
    one for ever. Without any it finds nothing."""

    script: list[Any] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    name: str = "fake:model"

    async def ask(self, system: str, user: str, /) -> Answer:
        self.prompts.append(user)
        answer = (self.script.pop(0) if len(self.script) > 1 else self.script[0]) if self.script else "[]"
        if isinstance(answer, Exception):
            raise answer
        return Answer(answer(user) if callable(answer) else answer)


@asynccontextmanager
async def running(
    folder: Path,
    config: Config | None = None,
    clock: FakeClock | None = None,
    chat: FakeChat | None = None,
) -> AsyncIterator[Bot]:
    """The plugin on `folder`, closed at the end. What it says by itself is in `spoken`."""
    clock, log = clock or FakeClock(), FakeLog()
    spoken: list[str] = []

    async def find_chat(provider_id: str, session: str) -> FakeChat | None:
        return chat

    async def speak(session: str, text: str) -> bool:
        spoken.append(text)
        return True

    app = await App.open(folder, config or Config(), clock, log, find_chat=find_chat, speak=speak)
    try:
        yield Bot(app, folder, clock, log, spoken)
    finally:
        await app.close()
