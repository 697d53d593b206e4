"""The recipe `priority` of seed 003 section 4.2: instruction, then preference, then fact; newest first."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Memory, Type

RANK: dict[Type, int] = {"constraint": 0, "preference": 1}
REST = 2


def priority(memories: Sequence[Memory], limit: int) -> list[Memory]:
    """At most `limit` memories, best first. The write sequence breaks ties between equal times."""
    return sorted(memories, key=lambda m: (RANK.get(m.type, REST), -m.updated_at, -m.seq))[:limit]
