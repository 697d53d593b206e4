"""The only adapter to AstrBot: events become Messages, embedding providers become Embedders.

An event whose sender nobody could name becomes None.

Identity is the platform instance, the group and the sender, as the adapter gave them: the unified message
origin is rewritten by AstrBot's session isolation and never parsed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any, cast

from astrbot.api.event import AstrMessageEvent
from astrbot.api.message_components import At
from astrbot.api.star import Context
from astrbot.core.star.filter.command import CommandFilter
from astrbot.core.star.filter.command_group import CommandGroupFilter

from .errors import EmbedderUnavailable
from .host import Embedder
from .model import Message, Person, Room, Speaker

SYNTHETIC_PLATFORMS = frozenset({"cron"})
"""Platforms of events that AstrBot makes up itself; nobody speaks there."""
TOPIC_MARK = {"telegram": "#"}
"""Where an adapter appends a topic to the group id. A topic is a part of its group, seen by the same people."""
MAX_ID = 512
MAX_TEXT = 4000


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
