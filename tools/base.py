"""What the tools share: the identity comes from the event, whatever arguments the model makes up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astrbot.api.event import AstrMessageEvent
from astrbot.core.agent.run_context import ContextWrapper
from astrbot.core.agent.tool import FunctionTool
from astrbot.core.astr_agent_context import AstrAgentContext
from pydantic.dataclasses import dataclass

from ..memory.model import Language, Message

MessageOf = Callable[[AstrMessageEvent], Message | None]


@dataclass
class MemoryTool(FunctionTool[AstrAgentContext]):
    """A tool on the app. Subclasses give name, description, parameters, and `answer`."""

    app: Any = None
    message_of: Any = None

    async def call(self, context: ContextWrapper[AstrAgentContext], /, **arguments: Any) -> str:
        """Undeclared arguments (AstrBot passes them on unfiltered) reach `answer` and are never looked at."""
        message: Message | None = self.message_of(context.context.event)
        language: Language = self.app.language(message)
        return self.app.words(await self.answer(message, arguments, language), language)

    async def answer(self, message: Message | None, arguments: dict[str, Any], language: Language) -> Any:
        """The outcome of one call."""
        raise NotImplementedError
