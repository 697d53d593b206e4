"""Figures of ranked answers, and the tables that show them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

KS = (1, 5, 10, 20)
AT = 10
Figures = dict[str, float]


def figures(found: Sequence[str], relevant: Collection[str]) -> Figures:
    """Recall@k = the part of the relevant that stands in the top k; MRR of the first; nDCG@10, all in percent."""
    places = [n for n, row_id in enumerate(found) if row_id in relevant]
    recall = {f"R@{k}": 100 * sum(n < k for n in places) / len(relevant) for k in KS}
    gain = sum(1 / math.log2(n + 2) for n in places if n < AT)
    best = sum(1 / math.log2(n + 2) for n in range(min(AT, len(relevant))))
    return {**recall, "MRR": 100 / (places[0] + 1) if places else 0.0, f"nDCG@{AT}": 100 * gain / best}


def mean(many: Sequence[Figures]) -> Figures:
    """The mean of every figure."""
    return {name: round(sum(one[name] for one in many) / len(many), 2) for name in many[0]}


def by_category(many: Iterable[tuple[str, Figures]]) -> dict[str, Figures]:
    """Means over all and of each category, with the number of questions."""
    groups: dict[str, list[Figures]] = defaultdict(list)
    for category, one in many:
        groups["all"].append(one)
        groups[category].append(one)
    return {name: {"n": len(group), **mean(group)} for name, group in groups.items()}


def table(rows: Sequence[tuple[str, ...]]) -> str:
    """Rows as aligned text; the first is the head, the first column is words."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(w) if n == 0 else cell.rjust(w)
            for n, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
