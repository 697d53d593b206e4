"""From scores to what is shown: standing memories first, what the room shares only where it fits. Pure.

Similarity does not find a standing order or a name (findings section 2), so these are always in, up to half of
the room there is; the rest goes by score. They are shown in the order of seed 003 section 4.2.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Memory
from .candidate import Scored
from .recipes import RANK

STANDING_KEYS = frozenset({"preferred_name", "reply_language"})


def select(
    ranked: Sequence[Scored], limit: int, shared_from: float
) -> tuple[list[Scored], list[tuple[Scored, str]]]:
    """(what may be shown, best first; what may not, with the reason). `ranked` is best first."""
    weak: list[tuple[Scored, str]] = []
    standing: list[Scored] = []
    rest: list[Scored] = []
    most = max(1, limit // 2)
    for scored in ranked:
        if not scored.candidate.is_own and scored.score < shared_from:
            weak.append((scored, "threshold"))
        elif len(standing) < most and _stands(scored):
            standing.append(scored)
        else:
            rest.append(scored)
    return standing + rest, weak


def in_order(memories: Sequence[Memory]) -> list[Memory]:
    """Constraints, preferences, the rest; the newest first in each."""
    return sorted(memories, key=lambda m: (RANK.get(m.type, 2), -m.updated_at, -m.seq))


def _stands(scored: Scored) -> bool:
    memory = scored.candidate.source
    if not isinstance(memory, Memory) or not scored.candidate.is_own:
        return False
    return memory.type == "constraint" or memory.key in STANDING_KEYS
