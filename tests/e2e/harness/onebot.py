"""A OneBot v11 implementation that connects to AstrBot's reverse websocket: it plays the QQ side.

It sends events for messages of any member of any group and collects what the bot says.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from dataclasses import dataclass
from typing import Any

import websockets

from .onebot_actions import BOT, Actions, Member, segments_text
from .util import wait_until

Segment = dict[str, Any]


def text(value: str) -> Segment:
    return {"type": "text", "data": {"text": value}}


def at(user_id: int) -> Segment:
    return {"type": "at", "data": {"qq": str(user_id)}}


@dataclass
class Sent:
    """A message that the bot sent."""

    group_id: int | None
    user_id: int | None
    text: str
    at: float
    """time.monotonic() of its arrival."""


class OneBotClient:
    def __init__(self, url: str, *, token: str) -> None:
        self.url = url
        self.token = token
        self.sent: list[Sent] = []
        self._actions = Actions(self._record_sent)
        self._ids = itertools.count(1_000_001)
        self._ws: websockets.ClientConnection | None = None
        self._reader: asyncio.Task | None = None

    # -- connection ------------------------------------------------------------------------ #
    async def connect(self, timeout: float) -> None:
        """Connect, trying again until AstrBot listens."""
        await wait_until(self._attempt, timeout, 0.1, f"AstrBot's OneBot listener at {self.url}")
        self._reader = asyncio.create_task(self._read())
        await self._emit({"post_type": "meta_event", "meta_event_type": "lifecycle", "sub_type": "connect"})

    async def _attempt(self) -> bool:
        headers = {
            "X-Self-ID": str(BOT),
            "X-Client-Role": "Universal",
            "Authorization": f"Bearer {self.token}",
        }
        try:
            self._ws = await websockets.connect(
                self.url, additional_headers=headers, ping_interval=None, proxy=None
            )
        except OSError:
            return False
        return True

    async def close(self) -> None:
        if self._ws is not None:
            await self._ws.close()
            self._ws = None
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
            self._reader = None

    async def _emit(self, event: dict) -> None:
        if self._ws is None:
            raise RuntimeError("the OneBot client is not connected")
        payload = {"time": int(time.time()), "self_id": BOT, **event}
        await self._ws.send(json.dumps(payload, ensure_ascii=False))

    async def _read(self) -> None:
        assert self._ws is not None
        with contextlib.suppress(websockets.ConnectionClosed):
            async for raw in self._ws:
                request = json.loads(raw)
                if "action" in request:
                    answer = {**self._actions.answer(request), "echo": request.get("echo")}
                    await self._ws.send(json.dumps(answer, ensure_ascii=False))

    # -- events ---------------------------------------------------------------------------- #
    async def send_group(
        self, group_id: int, user_id: int, content: str, *, at_bot: bool = True, nickname: str | None = None
    ) -> int:
        """``user_id`` says something in ``group_id``. Returns the message id."""
        member = self._actions.meet(group_id, user_id, nickname)
        segments = [at(BOT)] * at_bot + [text(content)]
        event = {
            "message_type": "group",
            "sub_type": "normal",
            "group_id": group_id,
            "group_name": f"group{group_id}",
        }
        return await self._message(event, member, segments)

    async def send_private(self, user_id: int, content: str, *, nickname: str | None = None) -> int:
        """``user_id`` writes to the bot. Returns the message id."""
        member = self._actions.meet(0, user_id, nickname)
        return await self._message({"message_type": "private", "sub_type": "friend"}, member, [text(content)])

    async def _message(self, event: dict, member: Member, segments: list[Segment]) -> int:
        message_id = next(self._ids)
        sender = {"user_id": member.user_id, "nickname": member.nickname, "card": "", "role": "member"}
        await self._emit(
            {
                "post_type": "message",
                **event,
                "message_id": message_id,
                "user_id": member.user_id,
                "sender": {**sender, "sex": "unknown", "age": 0},
                "message": segments,
                "raw_message": segments_text(segments),
                "font": 0,
            }
        )
        return message_id

    # -- what the bot said ----------------------------------------------------------------- #
    def _record_sent(self, group_id: int | None, user_id: int | None, message: str) -> int:
        self.sent.append(Sent(group_id, user_id, message, time.monotonic()))
        return next(self._ids)

    def said_in(
        self, *, group_id: int | None = None, user_id: int | None = None, since: int = 0
    ) -> list[Sent]:
        chat = (group_id, None if group_id is not None else user_id)
        return [s for s in self.sent[since:] if (s.group_id, s.user_id) == chat]

    async def wait_reply(
        self,
        *,
        group_id: int | None = None,
        user_id: int | None = None,
        contains: str = "",
        since: int = 0,
    ) -> Sent:
        """The first message in that chat, from index ``since`` of ``sent`` on."""

        def find() -> Sent | None:
            said = self.said_in(group_id=group_id, user_id=user_id, since=since)
            return next((s for s in said if contains in s.text), None)

        chat = f"group {group_id}" if group_id is not None else f"user {user_id}"
        return await wait_until(find, 30, 0.005, f"a message of the bot to {chat} ({contains!r})")
