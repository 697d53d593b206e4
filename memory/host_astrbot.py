"""The only adapter to AstrBot: events become Messages, its providers Embedders and Chats.

An event whose sender nobody could name becomes None.

Identity is the platform instance, the group and the sender, as the adapter gave them: the unified message
origin is rewritten by AstrBot's session isolation and never parsed.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from astrbot.api.event import AstrMessageEvent, MessageChain
from astrbot.api.message_components import At, Forward, Node, Nodes, Reply
from astrbot.api.star import Context
from astrbot.core.star.filter.command import CommandFilter
from astrbot.core.star.filter.command_group import CommandGroupFilter

from .errors import ChatUnavailable, EmbedderUnavailable
from .host import Answer, Chat, Embedder, FindChat, Speak
from .model import Message, Person, Room, Speaker

SYNTHETIC_PLATFORMS = frozenset({"cron"})
"""Platforms of events that AstrBot makes up itself; nobody speaks there."""
TOPIC_MARK = {"telegram": "#"}
"""Where an adapter appends a topic to the group id. A topic is a part of its group, seen by the same people."""
MAX_ID = 512
MAX_TEXT = 4000
CALL_LIMIT = 120.0
"""Seconds that a model may take to read a batch; nobody waits for it."""
NOTICES = frozenset({"Output stopped."})
"""What AstrBot puts into the bot's mouth."""
BOT_NAME = "bot"

T = TypeVar("T")


def message_of(event: AstrMessageEvent) -> Message | None:
    """The message of an event; None where its sender or room is empty, not text, or made up."""
    platform_id, platform_name = event.get_platform_id(), event.get_platform_name()
    sender_id, group_id = event.get_sender_id(), event.get_group_id()
    private = event.is_private_chat()
    room_id = sender_id if private else _group(group_id, platform_name)
    if platform_name in SYNTHETIC_PLATFORMS or not all(map(_is_id, (platform_id, sender_id, room_id))):
        return None
    room = Room(platform_id, room_id, "private" if private else "group")
    return Message(
        speaker=Speaker(Person(platform_id, sender_id), room, event.get_sender_name() or ""),
        text=(event.message_str or "")[:MAX_TEXT],
        message_id=str(event.message_obj.message_id or ""),
        at=int(event.created_at),
        session=event.unified_msg_origin,
        mentions=frozenset(str(c.name) for c in event.get_messages() if isinstance(c, At) and c.name),
        reply_to=next((str(c.id) for c in event.get_messages() if isinstance(c, Reply)), ""),
    )


def spoken_by(event: AstrMessageEvent) -> Message | None:
    """The message, where a member said it itself: no command, no echo of the bot, no forwarded record, no notice."""
    message, chain = message_of(event), event.get_messages()
    if message is None or not message.text.strip() or is_command(event):
        return None
    if message.speaker.person.sender_id == event.get_self_id():
        return None
    return None if any(isinstance(c, Forward | Node | Nodes) for c in chain) else message


def reply_of(event: AstrMessageEvent, response: Any) -> Message | None:
    """What the bot said at the end of a turn, as said by itself; None where it said nothing of its own."""
    text = str(getattr(response, "completion_text", "") or "").strip()
    if getattr(response, "role", "") != "assistant" or not text or text in NOTICES:
        return None
    return _by_bot(event, text, "reply", BOT_NAME)


def tool_result_of(event: AstrMessageEvent, tool: Any, result: Any) -> Message | None:
    """What a tool answered; None where that is no text."""
    parts: list[Any] = getattr(result, "content", None) or []
    text = "\n".join(str(part.text) for part in parts if hasattr(part, "text")).strip()
    name = str(getattr(tool, "name", ""))
    return _by_bot(event, text, f"tool {name} {len(text)}", name) if text and name else None


def _by_bot(event: AstrMessageEvent, text: str, what: str, name: str) -> Message | None:
    asked = message_of(event)
    if asked is None:
        return None
    person = Person(asked.speaker.person.platform_id, str(event.get_self_id() or BOT_NAME))
    return replace(
        asked,
        speaker=Speaker(person, asked.speaker.room, name),
        text=text[:MAX_TEXT],
        message_id=f"{asked.message_id} {what}" if asked.message_id else "",
        at=int(time.time()),
        mentions=frozenset(),
        reply_to=asked.message_id,
    )


def is_command(event: AstrMessageEvent) -> bool:
    """Whether a command, of whichever plugin, answers this message."""
    extras = cast(Any, event)
    handlers: list[Any] = extras.get_extra("activated_handlers", []) or []
    return any(isinstance(f, CommandFilter | CommandGroupFilter) for h in handlers for f in h.event_filters)


def _is_id(value: object) -> bool:
    """Ids are kept byte by byte; one that no row or file could hold names nobody."""
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_ID:
        return False
    return "\0" not in value and not any("\ud800" <= c <= "\udfff" for c in value)


def _group(group_id: str, platform_name: str) -> str:
    mark = TOPIC_MARK.get(platform_name)
    return group_id.split(mark, 1)[0] if mark and group_id else group_id


class ProviderEmbedder:
    """An embedding provider of AstrBot. Its dimension is measured, not asked for: settings are often wrong."""

    def __init__(self, provider: Any) -> None:
        self._provider = provider

    @property
    def name(self) -> str:
        meta = self._provider.meta()
        return f"{meta.id}:{meta.model}"

    async def embed(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """One vector a text. Raises EmbedderUnavailable, whatever the provider raised."""
        asked: Awaitable[Any] = self._provider.get_embeddings(list(texts))
        (answer,) = await asyncio.gather(asked, return_exceptions=True)
        if isinstance(answer, BaseException):
            raise EmbedderUnavailable(f"{self.name}: {answer}") from answer
        return answer


def embedder_of(context: Context, provider_id: str) -> Embedder | None:
    """The embedding provider with this id as it is now, or None where AstrBot has none."""
    provider = context.get_provider_by_id(provider_id)
    return ProviderEmbedder(provider) if hasattr(provider, "get_embeddings") else None


class ProviderChat:
    """A chat provider of AstrBot. Endpoints that only stream are asked for a stream."""

    def __init__(self, provider: Any) -> None:
        self._provider = provider

    @property
    def name(self) -> str:
        meta = self._provider.meta()
        return f"{meta.id}:{meta.model}"

    async def ask(self, system: str, user: str, /) -> Answer:
        """One answer. Raises ChatUnavailable, whatever the provider raised."""
        asked: dict[str, Any] = {"prompt": user, "system_prompt": system, "contexts": []}
        answer = await _caught(self._provider.text_chat(**asked))
        if _wants_stream(answer) and hasattr(self._provider, "text_chat_stream"):
            answer = await _caught(_last(self._provider.text_chat_stream(**asked)))
        if isinstance(answer, BaseException):
            raise ChatUnavailable(f"{self.name}: {type(answer).__name__}: {answer}") from answer
        if answer is None or answer.role == "err":
            raise ChatUnavailable(f"{self.name}: {getattr(answer, 'completion_text', 'no answer')}")
        usage = getattr(answer, "usage", None)
        return Answer(str(answer.completion_text or ""), int(getattr(usage, "total", 0) or 0) if usage else 0)


async def _caught(work: Coroutine[Any, Any, T]) -> T | BaseException:
    """The result, or what was raised."""
    (answer,) = await asyncio.gather(asyncio.wait_for(work, CALL_LIMIT), return_exceptions=True)
    return answer


def _wants_stream(answer: Any) -> bool:
    """An endpoint that only streams says so, or answers nothing at all."""
    if isinstance(answer, BaseException) or getattr(answer, "role", "") == "err":
        return "stream" in f"{answer} {getattr(answer, 'completion_text', '')}".lower()
    return answer is None or not answer.completion_text


async def _last(stream: Any) -> Any:
    """The whole answer at the end of a stream; what came in pieces where there is none."""
    pieces: list[str] = []
    last: Any = None
    async for part in stream:
        last = part
        if part.is_chunk:
            pieces.append(part.completion_text or "")
    if last is not None and last.is_chunk:
        last.result_chain, last.completion_text = None, "".join(pieces)
    return last


async def chat_of(context: Context, provider_id: str, session: str) -> Chat | None:
    """The chat provider with this id, else the one that the session uses; None where AstrBot has none."""
    if provider_id:
        provider: Any = context.get_provider_by_id(provider_id)
    elif hasattr(context, "get_using_provider_async"):
        provider = await _caught(context.get_using_provider_async(session))
    else:
        provider = context.get_using_provider(session)
    return ProviderChat(provider) if hasattr(provider, "text_chat") else None


def hosts_of(context: Context) -> tuple[Callable[[str], Embedder | None], FindChat, Speak]:
    """What AstrBot offers: embedding providers, language models, a voice in its chats."""
    return partial(embedder_of, context), partial(chat_of, context), partial(speak_in, context)


async def speak_in(context: Context, session: str, text: str) -> bool:
    """Say something in a chat by itself; whether it was sent."""
    sent = await _caught(context.send_message(session, MessageChain().message(text)))
    return sent is True
