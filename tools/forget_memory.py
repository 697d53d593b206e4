"""`forget_memory`: delete memories of the person who is speaking (seed 003 section 3.3)."""

from __future__ import annotations

from typing import Any

from pydantic import Field
from pydantic.dataclasses import dataclass

from ..memory.model import Language, Message
from .base import MemoryTool

DESCRIPTION = (
    "Delete memories of the person who is speaking now, for good. Call it when they ask to forget or delete "
    "something (忘掉…, 别记…了, forget …). Only their own memories in this chat can be deleted. The answer names what "
    "was deleted, or lists what there is when nothing matched."
)
PARAMETERS = {
    "type": "object",
    "properties": {
        "target": {
            "type": "string",
            "description": "all: everything. #3: number 3 of the last list. Otherwise words for what to forget, "
            "for example 关于称呼的, 关于职业的, my birthday.",
        }
    },
    "required": ["target"],
}


@dataclass
class ForgetMemory(MemoryTool):
    """Arguments: target."""

    name: str = "forget_memory"
    description: str = DESCRIPTION
    parameters: dict[str, Any] = Field(default_factory=lambda: PARAMETERS)

    async def answer(self, message: Message | None, arguments: dict[str, Any], language: Language) -> Any:
        return await self.app.members.forget(message, arguments.get("target"))
