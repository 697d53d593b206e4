"""The AstrBot skin of 群忆: start, stop, hooks and commands of a few lines. What they do is in memory/.

A turn, as AstrBot plays it: `on_llm_request` appends the speaker's memories to what the model reads; the
model may call the tools in tools/; commands serve members and admins without a model.
"""

from __future__ import annotations

import asyncio
from functools import partial

from astrbot.api import AstrBotConfig, logger
from astrbot.api.event import AstrMessageEvent, filter
from astrbot.api.provider import ProviderRequest
from astrbot.api.star import Context, Star, StarTools
from astrbot.core.agent.message import TextPart
from astrbot.core.star.filter.command import GreedyStr

from .memory.app import App
from .memory.config import read_config
from .memory.host import SystemClock
from .memory.host_astrbot import embedder_of, is_command, message_of
from .memory.model import Outcome
from .memory.web.routes import register
from .tools import all_tools

NAME = "astrbot_plugin_group_memory"


class GroupMemory(Star):
    """One instance lives from `initialize` to `terminate`; a saved config makes AstrBot build another."""

    def __init__(self, context: Context, config: AstrBotConfig | None = None) -> None:
        super().__init__(context)
        self._raw_config = config
        self._config, self._complaints = read_config(None)
        self.app: App | None = None

    async def initialize(self) -> None:
        """Read the settings, open the store, offer the tools."""
        self._config, self._complaints = read_config(self._raw_config)
        for complaint in self._complaints:
            logger.warning(str(complaint))
        folder, find = StarTools.get_data_dir(NAME), partial(embedder_of, self.context)
        self.app = await App.open(folder, self._config, SystemClock(), logger, find)
        self.context.add_llm_tools(*all_tools(self.app, message_of))
        register(self.context, NAME, self.app)

    async def terminate(self) -> None:
        """Let go of files and tasks. What was acknowledged is on disk already."""
        if self.app is not None:
            await self.app.close()

    @filter.event_message_type(filter.EventMessageType.ALL, priority=100)
    async def hear(self, event: AstrMessageEvent) -> None:
        """Every message of every room passes here; it is only put in line."""
        message = message_of(event)
        if self.app is not None and message is not None and not is_command(event):
            self.app.hear(message)

    @filter.on_waiting_llm_request()
    async def prepare(self, event: AstrMessageEvent) -> None:
        """Begin to recall while AstrBot still waits for its turn."""
        message = message_of(event)
        if self.app is not None and message is not None:
            self.app.prepare(message)

    @filter.on_llm_request(priority=-100)
    async def show_memories(self, event: AstrMessageEvent, req: ProviderRequest) -> None:
        """Append the block of memories; without one the request stays as it is, byte by byte."""
        message = message_of(event)
        if self.app is None or message is None:
            return
        recalling = asyncio.ensure_future(self.app.block(message))
        recalling.add_done_callback(_consume)
        deadline = self._config.read_policy.deadline_ms
        await asyncio.wait({recalling}, timeout=deadline / 1000)
        if not recalling.done():
            logger.warning(f"memory took longer than {deadline} ms; this reply goes without")
            return
        try:
            block = recalling.result()
        except Exception as error:
            say = logger.info if self.app.closed else logger.error
            say(f"memory could not be read, this reply goes without: {error}")
            return
        if block:
            self._place(req, block)

    def _place(self, req: ProviderRequest, block: str) -> None:
        """After the user's words, as a part that history never keeps. Third-party runners (they have no
        conversation) ignore such parts and get it in the system prompt."""
        if req.conversation is None or self._config.inject.position == "system_prompt":
            req.system_prompt = f"{req.system_prompt}\n\n{block}" if req.system_prompt else block
        else:
            req.extra_user_content_parts.append(TextPart(text=block).mark_as_temp())

    # -- commands --------------------------------------------------------------------------------------

    @filter.command_group("lmem", alias={"记忆"})
    def lmem(self) -> None:
        """群忆：查看、删除、暂停自己的记忆 / your memories in this chat"""

    @lmem.command("help")
    async def lmem_help(self, event: AstrMessageEvent):
        """怎么用 / how to use it"""
        if self.app is not None:
            yield event.plain_result(self.app.help(self.app.room_language(message_of(event))))

    @lmem.command("list")
    async def lmem_list(self, event: AstrMessageEvent):
        """看看记得我什么 / what is remembered about me here"""
        if self.app is not None:
            yield self._reply(event, await self.app.members.show(message_of(event)))

    @lmem.command("forget")
    async def lmem_forget(self, event: AstrMessageEvent, target: GreedyStr = GreedyStr("")):
        """删除：编号、关键词或 all / delete by number, words, or all"""
        if self.app is not None:
            yield self._reply(event, await self.app.members.forget(message_of(event), str(target)))

    @lmem.command("why")
    async def lmem_why(self, event: AstrMessageEvent, target: GreedyStr = GreedyStr("")):
        """这条记忆从哪来 / where a memory comes from"""
        if self.app is not None:
            message = message_of(event)
            language = self.app.room_language(message)
            yield self._reply(event, await self.app.members.why(message, str(target), language))

    @lmem.command("pause")
    async def lmem_pause(self, event: AstrMessageEvent):
        """暂停：不再保存和使用我的记忆 / opt out here"""
        if self.app is not None:
            yield self._reply(event, await self.app.members.pause(message_of(event)))

    @lmem.command("resume")
    async def lmem_resume(self, event: AstrMessageEvent):
        """恢复 / opt in again"""
        if self.app is not None:
            yield self._reply(event, await self.app.members.resume(message_of(event)))

    @filter.permission_type(filter.PermissionType.ADMIN)
    @lmem.command("stats")
    async def lmem_stats(self, event: AstrMessageEvent):
        """管理员：统计 / for admins: what the store holds"""
        if self.app is not None:
            yield self._reply(event, await self.app.stats())

    @filter.permission_type(filter.PermissionType.ADMIN)
    @lmem.command("doctor")
    async def lmem_doctor(self, event: AstrMessageEvent):
        """管理员：检查记忆库 / for admins: check the store"""
        if self.app is not None:
            yield self._reply(event, await self.app.doctor())

    def _reply(self, event: AstrMessageEvent, outcome: Outcome):
        assert self.app is not None
        return event.plain_result(self.app.words(outcome, self.app.room_language(message_of(event))))


def _consume(task: asyncio.Future[str]) -> None:
    """Look at the exception of a recall that came too late, so that asyncio does not complain of it."""
    if not task.cancelled():
        task.exception()
