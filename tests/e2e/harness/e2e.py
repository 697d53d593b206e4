"""AstrBot, its chat side and its model server, put together: what a test or the demo talks to."""

from __future__ import annotations

import asyncio
import itertools
import os
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .config import Model, Settings
from .dashboard import DashboardClient
from .exchange import ChatRequest, Reply, say
from .instance import AstrBotInstance
from .onebot import OneBotClient, Sent
from .stub_llm import StubLLM
from .util import free_port, wait_until

BOOT_TIMEOUT = 180.0
"""A first boot compiles all of AstrBot; on a slow disk that takes most of a minute."""


@dataclass
class Turn:
    """One message to the bot, the model requests it caused, and the answers."""

    sent_at: float
    requests: list[ChatRequest]
    replies: list[Sent]

    @property
    def request(self) -> ChatRequest:
        """What the model was shown first."""
        if not self.requests:
            raise AssertionError("the message caused no model request")
        return self.requests[0]

    @property
    def tool_results(self) -> list[str]:
        """What the tools answered in this turn, as the model read it."""
        return self.requests[-1].tool_results

    @property
    def latency(self) -> float:
        """Seconds from the message to the model server."""
        return self.request.received_at - self.sent_at


class E2E:
    def __init__(
        self,
        plugin: Path | None = None,
        *,
        plugin_config: dict | None = None,
        llm: StubLLM | None = None,
        config: dict | None = None,
    ) -> None:
        """AstrBot's root is a temporary directory, removed afterwards unless E2E_KEEP is set.

        Args:
            plugin: Directory of the plugin under test; None for a bare AstrBot.
            plugin_config: Preset of data/config/<plugin>_config.json.
            llm: The model server; a scripted stub by default.
            config: Merged over data/cmd_config.json.
        """
        self.root = Path(tempfile.mkdtemp(prefix="astrbot-e2e-"))
        self.source = plugin
        self.plugin = ""
        self.llm = llm or StubLLM()
        self.boot_seconds = 0.0
        self._plugin_config = plugin_config
        self._config = config or {}
        self._fresh_ids = itertools.count(1)
        self.bot: AstrBotInstance
        self.onebot: OneBotClient
        self.dashboard: DashboardClient

    # -- life cycle ------------------------------------------------------------------------ #
    async def __aenter__(self) -> E2E:
        try:
            await self._start()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *_exc: object) -> None:
        await self.close()

    async def _start(self) -> None:
        await self.llm.start()
        settings = Settings(Model(self.llm.url, self.llm.model), free_port(), free_port(), self._config)
        python = os.environ.get("ASTRBOT_PYTHON") or sys.executable
        self.bot = AstrBotInstance(self.root, python, settings)
        self.bot.prepare()
        if self.source:
            self.plugin = self.bot.install_plugin(self.source, self._plugin_config)
        self.dashboard = DashboardClient(
            f"http://127.0.0.1:{settings.dashboard_port}",
            username=settings.username,
            password=settings.password,
        )
        self.onebot = OneBotClient(f"ws://127.0.0.1:{settings.onebot_port}/ws", token=settings.onebot_token)
        await self.boot()

    async def boot(self) -> float:
        """Start AstrBot on the prepared root and wait until it is usable; the seconds that took."""
        self.bot.spawn()
        boot = asyncio.gather(
            self.onebot.connect(BOOT_TIMEOUT),
            wait_until(self.dashboard.ready, BOOT_TIMEOUT, 0.05, "the dashboard"),
        )
        died = asyncio.create_task(self._watch_for_exit())
        try:
            done, _ = await asyncio.wait({boot, died}, return_when=asyncio.FIRST_COMPLETED)
            if died in done:
                raise RuntimeError(f"AstrBot ended while booting:\n{self.bot.log()[-4000:]}")
            await boot
        except TimeoutError as exc:
            raise TimeoutError(f"{exc}\n{self.bot.log()[-4000:]}") from exc
        finally:
            for task in (boot, died):
                task.cancel()
            await asyncio.gather(boot, died, return_exceptions=True)
        self.boot_seconds = time.monotonic() - self.bot.started_at
        return self.boot_seconds

    async def _watch_for_exit(self) -> None:
        while self.bot.running:
            await asyncio.sleep(0.1)

    async def kill_bot(self) -> None:
        self.bot.kill()
        await self.onebot.close()

    async def kill_and_restart(self) -> float:
        """kill -9, then boot again on the same root; seconds of the boot."""
        await self.kill_bot()
        return await self.boot()

    async def close(self) -> None:
        if hasattr(self, "onebot"):
            await self.onebot.close()
        if hasattr(self, "bot"):
            # the root is thrown away: nothing to wait for
            self.bot.kill()
        if hasattr(self, "dashboard"):
            await self.dashboard.close()
        await self.llm.stop()
        if not os.environ.get("E2E_KEEP"):
            shutil.rmtree(self.root, ignore_errors=True)

    # -- chatting -------------------------------------------------------------------------- #
    def new_group(self) -> int:
        """A group id that was not used yet."""
        return 700_000 + next(self._fresh_ids)

    def new_user(self) -> int:
        """A user id that was not used yet."""
        return 200_000 + next(self._fresh_ids)

    async def ask(
        self,
        content: str,
        *,
        user: int,
        group: int | None = None,
        nickname: str | None = None,
        script: list[Reply] | None = None,
        parallel: bool = False,
    ) -> Turn:
        """Say something to the bot and wait for its (last) answer.

        In a group the bot is mentioned, in a private chat not. ``script`` is what the model answers, in
        order; the wait ends when the bot has said the text of the last reply.

        ``parallel`` allows several calls at the same time, in different chats: the model requests are told
        apart by the message's text, which must be unique. Without it the turn takes all agent requests that
        arrive meanwhile.
        """
        first_request, first_sent = len(self.llm.requests), len(self.onebot.sent)
        script = script or [say(f"OK #{first_request}" + f" {content}" * parallel)]
        last_words = script[-1].text or ""
        scripted = self.llm.script(*script, match=content if parallel else "")
        chat = {"group_id": group, "user_id": user}
        sent_at = time.monotonic()
        await self.post(content, group=group, user=user, nickname=nickname)
        try:
            await self.onebot.wait_reply(**chat, contains=last_words, since=first_sent)
        except TimeoutError as exc:
            raise TimeoutError(f"{exc}\n--- end of AstrBot's log\n{self.bot.log()[-3000:]}") from exc
        finally:
            scripted.cancel()
        # AstrBot writes the turn into the conversation just after it has sent the answer
        await asyncio.sleep(0.05)
        requests = [r for r in self.llm.requests[first_request:] if r.is_agent]
        if parallel:
            requests = [r for r in requests if content in r.user_text]
        return Turn(sent_at, requests, self.onebot.said_in(**chat, since=first_sent))

    async def post(
        self,
        content: str,
        *,
        user: int,
        group: int | None = None,
        nickname: str | None = None,
        at_bot: bool = True,
    ) -> None:
        """Send a message and do not wait for anything."""
        if group is None:
            await self.onebot.send_private(user, content, nickname=nickname)
        else:
            await self.onebot.send_group(group, user, content, at_bot=at_bot, nickname=nickname)

    async def command(self, text: str, *, group: int | None = None, user: int | None = None) -> str:
        """A slash command, by default of AstrBot's admin; its answer."""
        user = self.bot.settings.admin_id if user is None else user
        since = len(self.onebot.sent)
        await self.post(text, group=group, user=user, at_bot=False)
        sent = await self.onebot.wait_reply(group_id=group, user_id=user, since=since)
        await asyncio.sleep(0.05)
        return sent.text

    async def reset(self, *, group: int | None = None, user: int | None = None) -> None:
        """Empty the conversation that the model is shown.

        All members of a group share one conversation, so what one said, and what tools were called with, is
        shown to the model when another speaks. Reset before looking for what the plugin itself shows.
        """
        answer = await self.command("/reset", group=group, user=user)
        # AstrBot 4.26 has nothing to empty before the first message
        assert answer.startswith("✅") or "not in a conversation" in answer, answer
