"""The AstrBot skin of 群忆: start, stop, hooks and commands of a few lines. What they do is in memory/.

A turn, as AstrBot plays it: `on_llm_request` appends the speaker's memories to what the model reads; the
model may call the tools in tools/; `on_agent_done` ends the turn. Every message passes `hear`, which learns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from astrbot.api import AstrBotConfig, logger
from astrbot.api.event import AstrMessageEvent, MessageEventResult, filter
from astrbot.api.provider import ProviderRequest
from astrbot.api.star import Context, Star, StarTools
from astrbot.core.agent.message import TextPart
from astrbot.core.star.filter.command import GreedyStr

from .memory.app import App
from .memory.config import read_config
from .memory.host import SystemClock
from .memory.host_astrbot import hosts_of, message_of, reply_of, spoken_by, tool_result_of
from .memory.model import Message, Outcome, Refusal, Refused
from .memory.web.routes import register
from .tools import TOOLS, all_tools

NAME = "astrbot_plugin_group_memory"
OWN = frozenset(tool.name for tool in TOOLS)
Wish = Callable[[App, Message | None], Awaitable[Outcome]]


class GroupMemory(Star):
    """One instance lives from `initialize` to `terminate`; a saved config makes AstrBot build another."""

    def __init__(self, context: Context, config: AstrBotConfig | None = None) -> None:
        super().__init__(context)
        self._raw_config = config
        self._config, _ = read_config(None)
        self.app: App | None = None

    async def initialize(self) -> None:
        """Read the settings, open the store, offer the tools."""
        self._config, complaints = read_config(self._raw_config)
        for complaint in complaints:
            logger.warning(str(complaint))
        folder, hosts = StarTools.get_data_dir(NAME), hosts_of(self.context)
        self.app = await App.open(folder, self._config, SystemClock(), logger, *hosts)
        self.context.add_llm_tools(*all_tools(self.app, message_of))
        register(self.context, NAME, self.app)

    async def terminate(self) -> None:
        """Let go of files and tasks. What was acknowledged is on disk already."""
        if self.app is not None:
            await self.app.close()

    @filter.event_message_type(filter.EventMessageType.ALL, priority=100)
    async def hear(self, event: AstrMessageEvent) -> None:
        """Every message of every room passes here; it is only put in line."""
        if self.app is not None and (message := spoken_by(event)) is not None:
            self.app.hear(message, addressed=bool(event.is_at_or_wake_command))

    @filter.on_waiting_llm_request()
    async def prepare(self, event: AstrMessageEvent) -> None:
        """Begin to recall while AstrBot still waits for its turn."""
        if self.app is not None and (message := message_of(event)) is not None:
            self.app.prepare(message)

    @filter.on_llm_request(priority=-100)
    async def show_memories(self, event: AstrMessageEvent, req: ProviderRequest) -> None:
        """Append the block of memories; without one the request stays as it is, byte by byte."""
        message = message_of(event)
        if self.app is None or message is None:
            return
        recalling = asyncio.ensure_future(self.app.block(message))
        # Look at the exception of a recall that came too late, so that asyncio does not complain of it.
        recalling.add_done_callback(lambda task: task.cancelled() or task.exception())
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

    @filter.on_agent_done()
    async def turn_over(self, event: AstrMessageEvent, run_context: Any, response: Any) -> None:
        """The model has answered: what it said is recorded, what was held back is learned from."""
        if self.app is not None and (message := message_of(event)) is not None:
            self.app.replied(message, reply_of(event, response))

    @filter.on_llm_tool_respond()
    async def tool_answered(self, event: AstrMessageEvent, tool: Any, args: Any, result: Any) -> None:
        """Tool results go into the raw log, but for those of our own tools."""
        message, said = message_of(event), None if tool.name in OWN else tool_result_of(event, tool, result)
        if self.app is not None and message is not None and said is not None:
            self.app.used_tool(message, said)

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
        yield await self._answer(event, lambda app, message: app.members.show(message))

    @lmem.command("forget")
    async def lmem_forget(self, event: AstrMessageEvent, target: GreedyStr = GreedyStr("")):
        """删除：编号、关键词或 all / delete by number, words, or all"""
        yield await self._answer(event, lambda app, message: app.members.forget(message, str(target)))

    @lmem.command("why")
    async def lmem_why(self, event: AstrMessageEvent, target: GreedyStr = GreedyStr("")):
        """这条记忆从哪来 / where a memory comes from"""
        yield await self._answer(event, lambda app, m: app.members.why(m, str(target), app.room_language(m)))

    @lmem.command("pause")
    async def lmem_pause(self, event: AstrMessageEvent):
        """暂停：不再保存和使用我的记忆 / opt out here"""
        yield await self._answer(event, lambda app, message: app.members.pause(message))

    @lmem.command("resume")
    async def lmem_resume(self, event: AstrMessageEvent):
        """恢复 / opt in again"""
        yield await self._answer(event, lambda app, message: app.members.resume(message))

    @filter.permission_type(filter.PermissionType.ADMIN)
    @lmem.command("stats")
    async def lmem_stats(self, event: AstrMessageEvent):
        """管理员：统计 / for admins: what the store holds"""
        yield await self._answer(event, lambda app, _: app.stats())

    @filter.permission_type(filter.PermissionType.ADMIN)
    @lmem.command("doctor")
    async def lmem_doctor(self, event: AstrMessageEvent):
        """管理员：检查记忆库 / for admins: check the store"""
        yield await self._answer(event, lambda app, _: app.doctor())

    @filter.permission_type(filter.PermissionType.ADMIN)
    @lmem.command("pending")
    async def lmem_pending(self, event: AstrMessageEvent):
        """管理员：等待确认的记忆 / for admins: what waits"""
        yield await self._answer(event, lambda app, message: app.pending(message))

    @filter.permission_type(filter.PermissionType.ADMIN)
    @lmem.command("approve")
    async def lmem_approve(self, event: AstrMessageEvent, target: GreedyStr = GreedyStr("")):
        """管理员：启用，编号或 all / for admins: put into use"""
        yield await self._answer(event, lambda app, message: app.decide(message, str(target), approve=True))

    @filter.permission_type(filter.PermissionType.ADMIN)
    @lmem.command("reject")
    async def lmem_reject(self, event: AstrMessageEvent, target: GreedyStr = GreedyStr("")):
        """管理员：拒绝，编号或 all / for admins: reject"""
        yield await self._answer(event, lambda app, message: app.decide(message, str(target), approve=False))

    @filter.permission_type(filter.PermissionType.ADMIN)
    @lmem.command("readonly")
    async def lmem_readonly(self, event: AstrMessageEvent, target: GreedyStr = GreedyStr("")):
        """管理员：紧急只读 on|off / for admins: stop all writing"""
        yield await self._answer(event, lambda app, _: app.read_only(str(target)))

    async def _answer(self, event: AstrMessageEvent, wish: Wish) -> MessageEventResult | None:
        """A command's answer; None before the start. Why the store could not be read is said in the chat."""
        if self.app is None:
            return None
        message = message_of(event)
        try:
            outcome = await wish(self.app, message)
        except Exception as error:
            logger.error(f"memory: {error}")
            outcome = Refused(Refusal.STORE_DOWN, str(error))
        return event.plain_result(self.app.words(outcome, self.app.room_language(message)))
