"""`list_memory`: what is remembered about the person who is speaking (seed 003 section 3.2)."""

from __future__ import annotations

from typing import Any

from pydantic import Field
from pydantic.dataclasses import dataclass

from ..memory.model import Language, Message
from .base import MemoryTool

DESCRIPTION = (
    "List everything that is remembered about the person who is speaking now in this chat. Call it when they ask "
    "what you know or remember about them (你记得我什么？). The numbers (#1, #2 …) can be given to forget_memory."
)


@dataclass
class ListMemory(MemoryTool):
    """No arguments."""

    name: str = "list_memory"
    description: str = DESCRIPTION
    parameters: dict[str, Any] = Field(
        default_factory=lambda: {"type": "object", "properties": {}, "required": []}
    )

    async def answer(self, message: Message | None, arguments: dict[str, Any], language: Language) -> Any:
        return await self.app.members.show(message)
