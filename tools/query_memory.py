"""`query_memory`: look for what was remembered or said (seed 001 section 6, memory.query)."""

from __future__ import annotations

from typing import Any

from pydantic import Field
from pydantic.dataclasses import dataclass

from ..memory.model import Language, Message
from .base import MemoryTool

DESCRIPTION = (
    "Search this chat's long-term memory. The most fitting memories of the speaker are in your prompt already; call "
    "this only when they do not answer the question, for example about something said long ago or by someone else."
)
CATEGORIES = ["fact", "preference", "instruction", "task", "episode", "habit", "insight", "steps", "message"]
PARAMETERS = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "description": "What to look for, in the user's language."},
        "categories": {
            "type": "array",
            "items": {"type": "string", "enum": CATEGORIES},
            "description": "Only these; message is what was said, word for word. Leave out for all.",
        },
        "top_k": {"type": "integer", "description": "How many at most (default 5, up to 20)."},
        "threshold": {"type": "number", "description": "Drop results that score lower, 0 to 1 (default 0)."},
        "return": {
            "type": "string",
            "enum": ["bullets", "full"],
            "description": "full adds date, confidence, score.",
        },
    },
    "required": ["query"],
}


@dataclass
class QueryMemory(MemoryTool):
    """Arguments: query, categories, top_k, threshold, return."""

    name: str = "query_memory"
    description: str = DESCRIPTION
    parameters: dict[str, Any] = Field(default_factory=lambda: PARAMETERS)

    async def answer(self, message: Message | None, arguments: dict[str, Any], language: Language) -> Any:
        return await self.app.members.query(
            message,
            arguments.get("query"),
            arguments.get("categories"),
            arguments.get("top_k"),
            arguments.get("threshold"),
            full=arguments.get("return") == "full",
        )
