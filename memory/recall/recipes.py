"""The recipes: how candidates are scored. Weights are data (data/policy/recipes.json), formulas are here.

`fused` is the default (design section 7); `hybrid` is seed 000 section 4.3, `keyword` is seed 004's relevance
score, `priority` seed 003 section 4.2, each as its seed says. Pure.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, Literal

from ..model import Memory, Type
from .candidate import Candidate, Scored, best_first

Recipe = Literal["fused", "hybrid", "keyword", "priority"]
FOLDER = Path(__file__).parents[2] / "data" / "policy"
DAY = 86_400
PREFERENCE_TALK = re.compile(
    r"喜欢|喜爱|偏好|爱吃|爱喝|讨厌|不爱|\b(?:like|love|prefer|enjoy|hate|favou?rite)s?\b", re.IGNORECASE
)


@dataclass(frozen=True)
class FusedWeights:
    """`*_weight`: words against meaning (cosine weighs 1); `*_boost` multiply, each bounded."""

    memory_weight: float
    message_weight: float
    name_boost: float
    asker_boost: float
    importance_boost: float
    shared_threshold: float


@dataclass(frozen=True)
class HybridWeights:
    """Seed 000 section 4.2 and 4.3."""

    similarity_weight: float
    importance_weight: float
    recency_weight: float
    recency_days: float


@dataclass(frozen=True)
class KeywordWeights:
    """Seed 004, "Relevance score calculation"."""

    keyword_weight: float
    category_weight: float
    recency_weight: float
    frequency_weight: float
    confidence_weight: float
    category_boost: float
    topic_boost: float
    half_life_days: float


@dataclass(frozen=True)
class Moment:
    """What a recipe may know besides the candidates: the question's words, who asks, when, about what."""

    text: str
    first_person: bool
    now: int
    topic_rows: frozenset[int] = frozenset()


def fused(candidates: Sequence[Candidate], moment: Moment, weights: FusedWeights) -> list[Scored]:
    """Words and meaning, min-max-free: coverage is absolute, so a chance hit on a common word stays small."""
    return best_first([_fused(c, moment, weights) for c in candidates])


def hybrid(candidates: Sequence[Candidate], moment: Moment, weights: HybridWeights) -> list[Scored]:
    """score = similarity + importance + recency, weighted; without vectors coverage stands for similarity."""
    return best_first([_hybrid(c, moment, weights) for c in candidates])


def keyword(candidates: Sequence[Candidate], moment: Moment, weights: KeywordWeights) -> list[Scored]:
    """Keyword, category, recency, frequency and confidence, weighted; what shares no word is no candidate."""
    found = [c for c in candidates if c.coverage > 0 or c.row_id in moment.topic_rows]
    most = max((_uses(c) for c in found), default=0)
    return best_first([_keyword(c, moment, weights, most) for c in found])


def priority_order(candidates: Sequence[Candidate], moment: Moment, weights: None) -> list[Scored]:
    """Instruction, preference, the rest; newest first. Scores are ranks."""
    ordered = sorted(candidates, key=lambda c: (_rank(c), -c.when, -_seq(c)))
    return [Scored(c, 1 / (n + 1)) for n, c in enumerate(ordered)]


def time_decay(updated_at: int, now: int, days: float = 30) -> float:
    """1 / (1 + days since / 30) of seed 000 section 4.3; a clock that went back gives 1.

    >>> time_decay(0, 30 * 86_400)
    0.5
    """
    return 1 / (1 + max(0, now - updated_at) / DAY / days)


def half_life(at: int, now: int, days: float = 7) -> float:
    """Halves every `days` (seed 004, recency_score).

    >>> half_life(0, 14 * 86_400)
    0.25
    """
    return math.pow(0.5, max(0, now - at) / DAY / days)


def frequency(uses: int, most: int) -> float:
    """Uses on a logarithmic scale, 1 for the most used (seed 004, frequency_score).

    >>> frequency(3, 15)
    0.5
    """
    return math.log1p(uses) / math.log1p(most) if most else 0.0


def rank(recipe: Recipe, candidates: Sequence[Candidate], moment: Moment, **changes: float) -> list[Scored]:
    """Score candidates under a recipe, best first; `changes` override single weights."""
    formula, kind = _RECIPES[recipe]
    if kind is None:
        return formula(candidates, moment, None)
    named = {f.name for f in fields(kind)}
    values = {**_weights(recipe), **{k: v for k, v in changes.items() if k in named}}
    return formula(candidates, moment, kind(**values))


def word_weights() -> tuple[float, float]:
    """What words weigh against meaning in `fused`, in memories and in messages: for a search to look ahead."""
    weights = _weights("fused")
    return weights["memory_weight"], weights["message_weight"]


def shared_threshold() -> float:
    """The score from which what the room shares is worth showing to someone who did not say it."""
    return _weights("fused")["shared_threshold"]


RANK: dict[Type, int] = {"constraint": 0, "preference": 1}


def _fused(c: Candidate, moment: Moment, w: FusedWeights) -> Scored:
    words = w.memory_weight if c.is_memory else w.message_weight
    base = c.coverage if c.cosine is None else (words * c.coverage + max(0.0, c.cosine)) / (words + 1)
    boost = 1 + w.name_boost * c.is_named + w.asker_boost * (moment.first_person and c.is_own)
    worth = 1 + w.importance_boost * (c.source.importance if isinstance(c.source, Memory) else 0)
    parts = {"coverage": c.coverage, "cosine": c.cosine or 0.0, "boost": boost}
    return Scored(c, base * boost * worth, parts)


def _hybrid(c: Candidate, moment: Moment, w: HybridWeights) -> Scored:
    parts = {
        "similarity": w.similarity_weight * (c.coverage if c.cosine is None else c.cosine),
        "importance": w.importance_weight * (c.source.importance if isinstance(c.source, Memory) else 0.0),
        "recency": w.recency_weight * time_decay(c.when, moment.now, w.recency_days),
    }
    return Scored(c, sum(parts.values()), parts)


def _keyword(c: Candidate, moment: Moment, w: KeywordWeights, most: int) -> Scored:
    memory = c.source if isinstance(c.source, Memory) else None
    liked = (
        memory is not None and memory.type == "preference" and PREFERENCE_TALK.search(moment.text) is not None
    )
    seen = (memory.last_accessed or memory.created_at) if memory else c.when
    parts = {
        "keyword": w.keyword_weight * min(1.0, c.coverage),
        "category": w.category_weight * (w.category_boost if liked else 1.0),
        "recency": w.recency_weight * half_life(seen, moment.now, w.half_life_days),
        "frequency": w.frequency_weight * frequency(_uses(c), most),
        "confidence": w.confidence_weight * (memory.confidence if memory else 1.0),
    }
    topic = w.topic_boost if c.row_id in moment.topic_rows else 1.0
    return Scored(c, sum(parts.values()) * topic, {**parts, "topic": topic})


def _uses(c: Candidate) -> int:
    return c.source.access_count if isinstance(c.source, Memory) else 0


def _seq(c: Candidate) -> int:
    return c.source.seq if isinstance(c.source, Memory) else c.row_id


def _rank(c: Candidate) -> int:
    return RANK.get(c.source.type, 2) if isinstance(c.source, Memory) else 3


@cache
def _weights(recipe: Recipe) -> dict[str, float]:
    stored: dict[str, Any] = json.loads((FOLDER / "recipes.json").read_text("utf-8"))
    return {str(name): float(value) for name, value in stored[recipe].items()}


Formula = Callable[[Sequence[Candidate], Moment, Any], list[Scored]]
_RECIPES: dict[Recipe, tuple[Formula, Any]] = {
    "fused": (fused, FusedWeights),
    "hybrid": (hybrid, HybridWeights),
    "keyword": (keyword, KeywordWeights),
    "priority": (priority_order, None),
}
