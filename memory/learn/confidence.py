"""How sure a fact is (seed 000 section 3.4), from who told it, how often, and what speaks against it.

Two repairs (design section 6.5). The seed's bonus `min(1.0, 1.0 + 0.1 * (n - 1))` can never exceed 1, so the
cap moves from the bonus to the product. And `n` counts independent evidence: a person who repeats itself on
one day adds nothing, or else a fact could be talked into being true.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..model import Method

WEIGHTS: dict[Method, float] = {"user_explicit": 1.0, "rule": 0.9, "llm_extract": 0.8, "tool_result": 0.7}
"""`source_quality_weight`. The seed has no rules; theirs stands between a wish and a model's reading."""

BONUS = 0.1
PENALTY = 0.5


@dataclass(frozen=True)
class Said:
    """Who gave a piece of evidence, and on which day (days since the epoch, as the room's clock counts)."""

    speaker_id: str
    day: int


def independent(evidence: Iterable[Said]) -> int:
    """How many pieces of evidence stand on their own: other speakers, or the same one on other days."""
    return len(frozenset(evidence))


def score(base: float, method: Method, evidence_count: int, contradicted: bool) -> float:
    """Confidence in [0, 1].

    Args:
        base: What the extraction said of itself, in [0, 1].
        evidence_count: Independent pieces of evidence, this one among them; at least 1.
        contradicted: Whether a memory of the same scope says otherwise.

    >>> score(0.9, "llm_extract", 1, False), score(0.9, "llm_extract", 1, True)
    (0.72, 0.36)
    """
    bonus = 1.0 + BONUS * (max(evidence_count, 1) - 1)
    product = base * WEIGHTS[method] * bonus * (1 - PENALTY * contradicted)
    return round(min(max(product, 0.0), 1.0), 6)


def merged(old_confidence: float, old_n: int, new: float) -> float:
    """The confidence after one more piece of evidence: the average over all of them (seed 000 section 3.3.3).

    >>> merged(0.9, 2, 0.6)
    0.8
    """
    return round((old_confidence * old_n + new) / (old_n + 1), 6)
