"""The tools that the model calls, one file each; `all_tools` is the list. The app is injected."""

from __future__ import annotations

from typing import Any

from .base import MemoryTool, MessageOf
from .forget_memory import ForgetMemory
from .list_memory import ListMemory
from .query_memory import QueryMemory
from .save_memory import SaveMemory

TOOLS: tuple[type[MemoryTool], ...] = (SaveMemory, ListMemory, ForgetMemory, QueryMemory)


def all_tools(app: Any, message_of: MessageOf) -> list[MemoryTool]:
    """One of each, working on `app`."""
    return [tool(app=app, message_of=message_of) for tool in TOOLS]
