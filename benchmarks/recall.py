"""`make bench-recall`: how often the right message or memory is found, through the product's real path.

Each set is written into a fresh store the way the bot would write it (messages by the recorder, memories by the
importer), embedded by the offline encoder where that is on, and asked through the recaller that answers the
`query_memory` tool: its own questions, scope, arms and recipe. Two baselines get the same rows and questions.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Connection, select

from memory.config import Config, Embedding
from memory.meaning import Meaning
from memory.model import Memory, Message, Person, Room, Said, Speaker
from memory.policy.scope import may_write
from memory.recall.recipes import Recipe
from memory.recalling import Recaller
from memory.record.recorder import Window, record
from memory.store import keep, tables, vectors
from memory.store.engine import Database
from memory.text.fact_key import fact_key

from . import baselines
from .datasets import OWN, DataSet, Row, folder_of, load
from .report import Figures, by_category, figures, table

SETS = ("locomo", "friendsqa", "madial_zh", "madial_en", "memorybank_zh", "memorybank_zh_group", *OWN)
RECIPES: tuple[Recipe, ...] = ("fused", "hybrid", "keyword", "priority")
BASELINES = {"rank_bm25": baselines.rank_bm25, "FTS5+jieba": baselines.fts5_jieba}
BATCH = 50
TOP = 20
NOBODY = "someone who asks"
SHOWN = ("R@1", "R@5", "R@10", "R@20", "MRR", "nDCG@10")


class SetClock:
    """Shows the time of the question that is asked."""

    def __init__(self) -> None:
        self.at = 0

    def now(self) -> int:
        return self.at

    def utc_offset(self) -> int:
        return 0


class Stderr:
    """A log that does not mix with the figures."""

    def info(self, msg: str, /, *args: object) -> None:
        print(msg % args if args else msg, file=sys.stderr)

    warning = error = info


@dataclass(frozen=True)
class Store:
    """A store filled with one set. `ids` tells a row of the log -> its id in the set."""

    database: Database
    meaning: Meaning
    clock: SetClock
    ids: dict[int, str]


@asynccontextmanager
async def filled(data: DataSet, *, encoder: bool) -> AsyncIterator[Store]:
    """A store of its own in a folder that is gone afterwards."""
    clock, log = SetClock(), Stderr()
    with tempfile.TemporaryDirectory(prefix="group-memory-bench-") as folder:
        database = await Database.open(Path(folder) / "memory.db")
        meaning = Meaning(database, Embedding(offline_encoder=encoder), lambda _: None, clock, log)
        try:
            await (_say if data.kind == "messages" else _remember)(database, data)
            if encoder:
                await _embed(database, meaning)
            yield Store(database, meaning, clock, await database.read(_ids))
        finally:
            await meaning.close()
            await database.close()


async def ask(store: Store, data: DataSet, recipe: Recipe) -> list[tuple[str, Figures]]:
    """(category, figures) of every question of a set."""
    config = Config()
    config = replace(config, read_policy=replace(config.read_policy, recipe=recipe))
    recaller = Recaller(config, store.clock, store.database, store.meaning)
    answers: list[tuple[str, Figures]] = []
    for query in data.queries:
        store.clock.at = query.at
        message = Message(_speaker(query.room, query.asker or NOBODY), query.text, "question", query.at)
        answered = await recaller.query(message, query.text, None, messages=True, top=TOP, threshold=0.0)
        found = [_id(source, store) for source, _ in answered.hits]
        answers.append((query.category, figures(found, query.relevant)))
    await recaller.close()
    return answers


async def _say(database: Database, data: DataSet) -> None:
    windows: OrderedDict[object, Window] = OrderedDict()
    for room, rows in data.rooms.items():
        for start in range(0, len(rows), BATCH):
            batch = [(_message(room, row), "user") for row in rows[start : start + BATCH]]
            await database.write(lambda c, b=batch: record(c, b, windows))


async def _remember(database: Database, data: DataSet) -> None:
    for room, rows in data.rooms.items():
        memories = [_memory(room, row) for row in rows]
        await database.write(lambda c, m=memories: keep.adopt(c, m))


async def _embed(database: Database, meaning: Meaning) -> None:
    meaning.want()
    done, total = 0, 1
    while done < total:
        await asyncio.sleep(0.2)
        done, total = await database.read(lambda c: _progress(c, meaning.model))
        print(f"\rembedded {done} of {total} ", end="", file=sys.stderr)
    print(file=sys.stderr)


def _progress(connection: Connection, model: str) -> tuple[int, int]:
    pairs = [vectors.progress(connection, kind, model) for kind in vectors.SOURCES]
    return sum(done for done, _ in pairs), sum(total for _, total in pairs)


def _ids(connection: Connection) -> dict[int, str]:
    return {
        row_id: said
        for row_id, said in connection.execute(select(tables.events.c.id, tables.events.c.message_id))
    }


def _id(source: Memory | Said, store: Store) -> str:
    return source.id.partition("|")[2] if isinstance(source, Memory) else store.ids[source.row_id]


def _speaker(room: str, name: str) -> Speaker:
    return Speaker(Person("bench", f"id of {name}"), Room("bench", room), name)


def _message(room: str, row: Row) -> Message:
    return Message(_speaker(room, row.name), row.text, row.id, row.at)


def _memory(room: str, row: Row) -> Memory:
    """A memory that the room shares."""
    speaker = _speaker(room, row.name)
    return Memory(
        f"{room}|{row.id}",
        may_write(speaker).room,
        "profile",
        row.text,
        fact_key(row.text),
        0.9,
        0.5,
        "active",
        row.at,
        row.at,
        room=speaker.room,
        author_id=speaker.person.sender_id if row.name else "",
    )


async def measure(name: str, folder: Path, encoders: Sequence[bool], recipes: Sequence[Recipe]) -> dict:
    """Everything about one set."""
    data = load(name, folder)
    found: dict[str, dict[str, Figures]] = {}
    for title, build in BASELINES.items():
        search = build(data)
        found[title] = by_category((q.category, figures(search(q), q.relevant)) for q in data.queries)
    for encoder in encoders:
        print(f"{name}, encoder {'on' if encoder else 'off'}", file=sys.stderr)
        async with filled(data, encoder=encoder) as store:
            for recipe in recipes:
                title = f"{recipe} + encoder" if encoder else recipe
                found[title] = by_category(await ask(store, data, recipe))
    return found


def shown(results: dict[str, dict[str, dict[str, Figures]]]) -> str:
    """A table a set, a line a way and category."""
    parts: list[str] = []
    for name, ways in results.items():
        rows = [(name, "questions", *SHOWN)]
        for way, categories in ways.items():
            for category, values in categories.items():
                title = way if category == "all" else f"    {category}"
                rows.append((title, f"{values['n']:.0f}", *(f"{values[k]:.1f}" for k in SHOWN)))
        parts.append(table(rows))
    return "\n\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.recall", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "--data", help="folder with <set>/corpus.jsonl and <set>/queries.jsonl (or BENCH_DATA)"
    )
    parser.add_argument("--sets", nargs="+", default=SETS, help=f"of: {' '.join(SETS)}")
    parser.add_argument("--encoder", choices=("on", "off", "both"), default="both")
    parser.add_argument("--recipes", nargs="+", default=["fused"], choices=RECIPES)
    parser.add_argument("--json", type=Path, help="where to write all figures")
    chosen = parser.parse_args()
    folder = Path() if set(chosen.sets) <= set(OWN) else folder_of(chosen.data)
    encoders = {"on": (True,), "off": (False,), "both": (False, True)}[chosen.encoder]

    async def run() -> dict:
        return {name: await measure(name, folder, encoders, chosen.recipes) for name in chosen.sets}

    results = asyncio.run(run())
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=1, ensure_ascii=False), "utf-8")
    print(shown(results))


if __name__ == "__main__":
    main()
