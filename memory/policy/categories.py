"""Which categories a question may name, and which of them an agent may read (seed 001 section 5). Pure.

The table is data/policy/categories.json. An agent that it does not know reads nothing.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..model import Refusal, Refused, Type

FILE = Path(__file__).parents[2] / "data" / "policy" / "categories.json"
MESSAGE = "message"
"""The raw log, which is no type of memory."""


@dataclass(frozen=True)
class Wanted:
    """What a question is limited to: types of memories, and whether messages are searched too."""

    types: frozenset[Type]
    messages: bool


def wanted(agent: str, categories: Sequence[str]) -> Wanted | Refused:
    """The named categories, all that the agent may read where none is named."""
    table, allowed = _table(), _table()["allowlists"].get(agent, [])
    named = [c.strip().lower() for c in categories] or allowed
    if unknown := [c for c in named if c not in table["categories"]]:
        return Refused(Refusal.UNKNOWN_CATEGORY, ", ".join(unknown)[:80])
    if forbidden := [c for c in named if c not in allowed]:
        return Refused(Refusal.NOT_ALLOWED, ", ".join(forbidden))
    types = frozenset(t for c in named for t in table["categories"][c])
    return Wanted(types, MESSAGE in named)


def names() -> list[str]:
    """All categories, for the tool's schema."""
    return list(_table()["categories"])


@cache
def _table() -> dict[str, Any]:
    return json.loads(FILE.read_text("utf-8"))
