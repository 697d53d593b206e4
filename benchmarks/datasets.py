"""Question sets in one shape: what was said or remembered in rooms, what is asked there, and what should be found.

The public sets are read where they lie (`shared/bench/dev`, or the folder that BENCH_DATA names) and never copied
into the project. `facts` is our own: 120 facts, each asked for with a word of it and without any.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Literal

Kind = Literal["messages", "memories"]
FACTS = Path(__file__).parent / "facts.json"
OWN = ("facts", "facts_mixed")
MEMORIES = ("madial_zh", "madial_en", *OWN)
"""Sets whose rows are facts that somebody has extracted; those of the others are what people said."""
START = 1_700_000_000
PAUSE = 20
"""Seconds between two lines of a set that knows no times."""
HOUR = 3600


@dataclass(frozen=True)
class Row:
    """A line or a fact of a room; `at` in UTC epoch seconds."""

    id: str
    text: str
    name: str
    at: int


@dataclass(frozen=True)
class Query:
    """A question in a room, and the ids of the rows that answer it. `asker` is a name, "" where unknown."""

    room: str
    text: str
    at: int
    asker: str
    relevant: frozenset[str]
    category: str


@dataclass(frozen=True)
class DataSet:
    """Rows by room, in order, and the questions."""

    name: str
    kind: Kind
    rooms: dict[str, list[Row]]
    queries: list[Query]


def folder_of(given: str | None) -> Path:
    """Where the public sets lie. Ends the program with a sentence where nobody said."""
    folder = given or os.environ.get("BENCH_DATA", "")
    if not folder or not Path(folder).is_dir():
        raise SystemExit(
            f"The question sets are not part of the project, and {folder or 'no folder'!r} is none. Give the folder "
            "that holds <set>/corpus.jsonl and <set>/queries.jsonl with --data, or in BENCH_DATA; "
            f"without them only our own sets run: --sets {' '.join(OWN)}"
        )
    return Path(folder)


def load(name: str, folder: Path) -> DataSet:
    """One set by name."""
    if name in OWN:
        return _facts(name, mixed=name == "facts_mixed")
    rows, asked = (list(_lines(folder / name / f"{part}.jsonl")) for part in ("corpus", "queries"))
    rooms: dict[str, list[Row]] = {}
    for n, row in enumerate(sorted(rows, key=lambda r: (r["scope_id"], r["seq"]))):
        rooms.setdefault(row["scope_id"], []).append(_row(row, START + n * PAUSE))
    queries = [_query(q, max(row.at for row in rooms[q["scope_id"]]) + HOUR) for q in asked]
    return DataSet(name, "memories" if name in MEMORIES else "messages", rooms, queries)


def _row(row: dict[str, Any], otherwise: int) -> Row:
    text = row["text"] + (f" {row['caption']}" if row.get("caption") else "")
    return Row(row["memory_id"], text, row.get("speaker") or "", _seconds(row.get("timestamp")) or otherwise)


def _query(q: dict[str, Any], otherwise: int) -> Query:
    at = _seconds(q.get("timestamp")) or otherwise
    return Query(
        q["scope_id"], q["query"], at, q.get("asker") or "", frozenset(q["relevant_ids"]), q["category"]
    )


def _facts(name: str, *, mixed: bool) -> DataSet:
    """Both languages in a room of their own, or in one room."""
    rooms: dict[str, list[Row]] = {}
    queries: list[Query] = []
    for language, facts in json.loads(FACTS.read_text("utf-8")).items():
        room = "facts/both" if mixed else f"facts/{language}"
        for n, (fact, paraphrase, keyword) in enumerate(facts):
            row_id = f"{language}{n}"
            rooms.setdefault(room, []).append(Row(row_id, fact, "", START))
            for category, text in (("paraphrase", paraphrase), ("keyword", keyword)):
                found = frozenset({row_id})
                queries.append(Query(room, text, START + HOUR, "", found, f"{language}_{category}"))
    return DataSet(name, "memories", rooms, queries)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _seconds(stamp: str | None) -> int:
    """0 for none; the sets name no zone, so the bench lives in UTC."""
    return int(datetime.fromisoformat(stamp).replace(tzinfo=timezone.utc).timestamp()) if stamp else 0
