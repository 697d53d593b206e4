"""`save_memory`: keep one fact about the person who is speaking (seed 003 section 3.1)."""

from __future__ import annotations

from typing import Any

from pydantic import Field
from pydantic.dataclasses import dataclass

from ..memory.model import Language, Message
from .base import MemoryTool

DESCRIPTION = (
    "Save one long-term memory about the person who is speaking now. Call it when they ask you to remember "
    "something (记住…, 以后叫我…, remember …) or clearly state a lasting fact, preference or instruction about "
    "themselves. It holds only in this chat and only for this person. Saving the same again updates it; a new "
    "value (another name, city, job) replaces the old one. Tell the user what the tool answers."
)
PARAMETERS = {
    "type": "object",
    "properties": {
        "memory_type": {
            "type": "string",
            "enum": ["fact", "preference", "instruction"],
            "description": "fact: job, project, skill (事实). preference: what to call them, likes, style (偏好). "
            "instruction: a standing order for your answers to them (指令).",
        },
        "content": {
            "type": "string",
            "description": "One short statement in the user's language, without I/you, for example "
            "希望被称呼为「老王」 or: is allergic to peanuts. At most 500 characters.",
        },
    },
    "required": ["memory_type", "content"],
}


@dataclass
class SaveMemory(MemoryTool):
    """Arguments: memory_type, content."""

    name: str = "save_memory"
    description: str = DESCRIPTION
    parameters: dict[str, Any] = Field(default_factory=lambda: PARAMETERS)

    async def answer(self, message: Message | None, arguments: dict[str, Any], language: Language) -> Any:
        return await self.app.members.save(
            message, arguments.get("memory_type"), arguments.get("content"), language
        )
