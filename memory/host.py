"""What the plugin needs from its surroundings, as protocols: clock, log, embedder, a language model, a way to speak."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol


class Clock(Protocol):
    """The one source of time, so that tests can turn it."""

    def now(self) -> int:
        """UTC epoch seconds."""
        ...

    def utc_offset(self) -> int:
        """Seconds east of Greenwich where the bot lives: what 昨天 means depends on it."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> int:
        return int(time.time())

    def utc_offset(self) -> int:
        return time.localtime().tm_gmtoff


class Log(Protocol):
    """Where the operator reads what happened; AstrBot's logger is one."""

    def info(self, msg: str, /, *args: object) -> None: ...
    def warning(self, msg: str, /, *args: object) -> None: ...
    def error(self, msg: str, /, *args: object) -> None: ...


class Embedder(Protocol):
    """Turns texts into vectors. Vectors of embedders with different names are never compared."""

    @property
    def name(self) -> str:
        """Provider and model."""
        ...

    async def embed(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """One vector a text. Raises EmbedderUnavailable."""
        ...


@dataclass(frozen=True)
class Answer:
    """What a language model said. `tokens` is what the call cost, 0 where the provider does not say."""

    text: str
    tokens: int = 0


class Chat(Protocol):
    """A language model, asked without tools and without history."""

    @property
    def name(self) -> str:
        """Provider and model."""
        ...

    async def ask(self, system: str, user: str, /) -> Answer:
        """One answer. Raises ChatUnavailable."""
        ...


FindChat = Callable[[str, str], Awaitable[Chat | None]]
"""(provider id, session) -> the model: the session's own where the id is "". Looked up anew for each call."""

Speak = Callable[[str, str], Awaitable[bool]]
"""(session, text) -> whether the text was sent to that chat."""
