"""`make bench-speed`: what a recall costs beside 10^3 to 10^6 memories, and the physical limit in the same run.

Rooms have Zipf sizes; the one that is asked shares up to 10,000 memories and its asker has 20. The words are made
up with Zipf frequencies, Chinese and English. A recall is the whole way from a message to the block. CPU is that
of the whole process while it runs (loop, store thread, encoder thread); walls depend on the neighbours.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
import uuid
from bisect import bisect
from collections.abc import Iterator
from itertools import accumulate, islice
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from sqlalchemy import Connection, insert, text

from memory.config import Config, Embedding
from memory.encoder import OFFLINE
from memory.meaning import Meaning
from memory.model import Change, Memory, Message, Person, Room, Scope, Speaker
from memory.policy.scope import may_write
from memory.recalling import Recaller
from memory.store import fts, items, keep, tables, vectors
from memory.store.engine import Database
from memory.text.fact_key import fact_key

from .recall import SetClock, Stderr
from .report import table

SIZES = (1_000, 10_000, 100_000)
FULL = 1_000_000
ROOM = 10_000
OWN = 20
BATCH = 2_000
ASKED, WARM, SAVES = 200, 20, 200
DIM = 512
NOW = 1_790_000_000
YEAR = 365 * 86_400
FRAMES = ("你还记得{}吗", "{}是怎么回事", "上次说的{}后来呢", "what about {}", "我的{}")
ASKER = Speaker(Person("bench", "asker"), Room("bench", "room 0"), "阿明")


class Words:
    """Made-up words of two Han characters (three of four) or of Latin letters, the n-th as frequent as 1/n."""

    def __init__(self, chance: random.Random, count: int = 30_000) -> None:
        self._chance = chance
        common = [chr(0x4E00 + n * 7 % 20_000) for n in range(2_500)]
        self._words = [
            "".join(chance.choices(common, k=2))
            if n % 4
            else "".join(chance.choices("aeioubdgklmnprst", k=6)) + " "
            for n in range(count)
        ]
        self._sums = list(accumulate(1 / (n + 3) for n in range(count)))

    def some(self, count: int) -> list[str]:
        return [self._words[bisect(self._sums, self._chance.random() * self._sums[-1])] for _ in range(count)]


def memories(total: int, words: Words, chance: random.Random) -> Iterator[Memory]:
    """The asked room first, then the others, the n-th holding 1/n of what the second holds."""
    here = min(ROOM, total)
    mine = may_write(ASKER).own
    for n in range(here):
        yield _memory(mine if n < OWN else may_write(ASKER).room, ASKER.room, words, chance)
    left, n = total - here, 1
    while left > 0:
        room = Room("bench", f"room {n}")
        scope = may_write(Speaker(ASKER.person, room)).room
        for _ in range(min(left, max(5, ROOM // n))):
            yield _memory(scope, room, words, chance)
        left -= max(5, ROOM // n)
        n += 1


def _memory(scope: Scope, room: Room, words: Words, chance: random.Random) -> Memory:
    fact, at = "".join(words.some(chance.randint(6, 14))).strip(), NOW - chance.randrange(YEAR)
    author = f"member {chance.randrange(50)}" if scope.kind == "group" else ASKER.person.sender_id
    return Memory(
        str(uuid.UUID(int=chance.getrandbits(128))), scope, "profile", fact, fact_key(fact), 0.9, 0.5, "active",
        at, at, room=room, author_id=author, owner_id=author,
    )  # fmt: skip


async def fill(database: Database, total: int, words: Words, chance: random.Random) -> float:
    """Rows as `items.put` writes them, but many a transaction; returns seconds."""
    began, seq, source = time.perf_counter(), 0, memories(total, words, chance)
    while batch := list(islice(source, BATCH)):
        await database.write(lambda c, b=batch, s=seq: _put(c, b, s))
        seq += len(batch)
        print(f"\r{seq} of {total} memories ", end="", file=sys.stderr)
    print(file=sys.stderr)
    return time.perf_counter() - began


def _put(connection: Connection, batch: list[Memory], seq: int) -> None:
    rows = [{**items._values(m), "id": seq + n + 1, "seq": seq + n + 1} for n, m in enumerate(batch)]
    # Made-up facts may repeat in a scope, which the store does not allow.
    rows = [{**row, "fact_key": f"{row['fact_key'][:100]} {row['id']}"} for row in rows]
    connection.execute(insert(tables.items), rows)
    for row, memory in zip(rows, batch, strict=True):
        fts.add(connection, "item", row["id"], memory.scope, [items.own_column(memory)])
    connection.execute(text("UPDATE settings SET value = :n WHERE name = 'seq'"), {"n": seq + len(batch)})


async def give_vectors(database: Database) -> None:
    """Random unit vectors to the asked room: a search costs the same whatever they mean."""
    draw = np.random.default_rng(0)
    right = may_write(ASKER)
    for scope in (right.own, right.room):
        found = await database.read(lambda c, s=scope: _pending(c, s))
        for start in range(0, len(found), 500):
            part = found[start : start + 500]
            made = draw.standard_normal((len(part), DIM)).astype(np.float32)
            made /= np.linalg.norm(made, axis=1, keepdims=True)
            pairs = list(zip(part, made.tolist(), strict=True))
            await database.write(lambda c, p=pairs: vectors.put(c, "item", OFFLINE, p))


def _pending(connection: Connection, scope: Scope) -> list[vectors.Pending]:
    rows = connection.exec_driver_sql(
        "SELECT id, fact FROM items WHERE scope = ? AND scope_id = ?", (scope.kind, scope.id)
    )
    return [vectors.Pending(row_id, scope, fact) for row_id, fact in rows]


class Stalls:
    """How long single callbacks keep the event loop, in CPU time of its thread: wall would show the neighbours."""

    def __init__(self) -> None:
        self.ms: list[float] = []
        self._run = asyncio.Handle._run

    def __enter__(self) -> Stalls:
        run, ms = self._run, self.ms

        def timed(handle: asyncio.Handle) -> None:
            began = time.thread_time()
            run(handle)
            ms.append((time.thread_time() - began) * 1000)

        asyncio.Handle._run = timed
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.Handle._run = self._run


async def recalls(database: Database, meaning: Meaning, questions: list[str]) -> dict[str, float]:
    """Milliseconds of whole recalls."""
    clock = SetClock()
    clock.at = NOW
    recaller = Recaller(Config(), clock, database, meaning)
    cpu: list[float] = []
    wall: list[float] = []
    with Stalls() as stalls:
        for n, question in enumerate(questions):
            message = Message(ASKER, question, f"q{n}", NOW)
            began = time.perf_counter(), time.process_time()
            await recaller.block(message, "zh")
            if n >= WARM:
                wall.append((time.perf_counter() - began[0]) * 1000)
                cpu.append((time.process_time() - began[1]) * 1000)
            else:
                stalls.ms.clear()
            while recaller._counting:  # uses are counted after the reply
                await asyncio.sleep(0.001)
    await recaller.close()
    return {
        **_spread("cpu", cpu),
        **_spread("wall", wall),
        "stall_p99": _at(stalls.ms, 99),
        "stall_max": max(stalls.ms),
    }


def _spread(name: str, ms: list[float]) -> dict[str, float]:
    return {f"{name}_p{p}": _at(ms, p) for p in (50, 95, 99)}


def _at(values: list[float], percent: int) -> float:
    return float(np.percentile(values, percent))


async def saves(database: Database, words: Words, chance: random.Random) -> float:
    """Saves a second, one after the other, each a transaction that is on disk when it returns."""
    room = may_write(ASKER).room
    began = time.perf_counter()
    for n in range(SAVES):
        memory = _memory(room, ASKER.room, words, chance)
        memory = Memory(**{**memory.__dict__, "fact_key": f"{memory.fact_key} save {n}"})
        said = (Message(ASKER, memory.fact, f"s{n}", NOW),)
        await database.write(
            lambda c, m=memory, s=said: keep.apply(c, [Change("ADD", m, "bench")], s, "user_explicit")
        )
    return SAVES / (time.perf_counter() - began)


def limits(count: int) -> dict[str, float]:
    """CPU ms of scanning `count` vectors without any store: what no product can be faster than."""
    import faiss

    faiss.omp_set_num_threads(1)
    draw = np.random.default_rng(0)
    made = draw.standard_normal((count, DIM)).astype(np.float32)
    flat = faiss.IndexFlatIP(DIM)
    flat.add(made)
    asked = made[:1]
    return {
        "numpy_scan": _median_cpu(
            lambda: np.argpartition(made @ asked[0], -20)[-20:] if count > 20 else None
        ),
        "faiss_scan": _median_cpu(lambda: flat.search(asked, 20)),
    }


def _median_cpu(work: object) -> float:
    took: list[float] = []
    for _ in range(30):
        began = time.process_time()
        work()
        took.append((time.process_time() - began) * 1000)
    return statistics.median(took)


async def measure(total: int, folder: Path) -> dict:
    """Everything about one size."""
    chance = random.Random(total)
    words = Words(chance)
    path, clock = folder / f"{total}.db", SetClock()
    clock.at = NOW
    database = await Database.open(path)
    filled_in = await fill(database, total, words, chance)
    await database.close()
    began = time.perf_counter()
    database = await Database.open(path)
    start = (time.perf_counter() - began) * 1000
    room = await database.read(lambda c: [row.text for row in _pending(c, may_write(ASKER).room)])
    questions = []
    for _ in range(WARM + ASKED):
        known = chance.choice(room)
        cut = chance.randrange(max(1, len(known) - 8))
        questions.append(chance.choice(FRAMES).format(known[cut : cut + 8] + "".join(words.some(2))))
    without = Meaning(database, Embedding(offline_encoder=False), lambda _: None, clock, Stderr())
    result: dict = {"memories": total, "fill_s": filled_in, "start_ms": start}
    result["words"] = await recalls(database, without, questions)
    await give_vectors(database)
    meaning = Meaning(database, Embedding(), lambda _: None, clock, Stderr())
    await meaning._ready()
    meaning.want = lambda: None  # it would embed the whole store beside the recalls
    result["encoder"] = await recalls(database, meaning, questions)
    began_cpu = time.process_time()
    for question in questions[:50]:
        await meaning.vector_of((question,), question)
    result["encode_cpu"] = (time.process_time() - began_cpu) * 1000 / 50
    result["limits"] = limits(min(total, ROOM))
    result["saves_per_s"] = await saves(database, words, chance)
    await meaning.close()
    await database.close()
    result["file_mb"] = path.stat().st_size / 1e6
    result["rss_mb"] = _rss()
    path.unlink()
    return result


def _rss() -> float:
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if pages.exists() else 0.0


def shown(results: list[dict]) -> str:
    """Recalls, one line a size and arm; then the store."""
    names = ("cpu_p50", "cpu_p95", "cpu_p99", "wall_p50", "wall_p95", "stall_p99", "stall_max")
    rows = [("recall, ms", *names)]
    for r in results:
        rows += [
            (f"{r['memories']:,} {arm}", *(f"{r[arm][n]:.2f}" for n in names)) for arm in ("words", "encoder")
        ]
    others = ("numpy_scan", "faiss_scan", "encode", "saves/s", "start ms", "file MB", "RSS MB")
    store = [("store", *others)]
    for r in results:
        values = (
            *r["limits"].values(),
            r["encode_cpu"],
            r["saves_per_s"],
            r["start_ms"],
            r["file_mb"],
            r["rss_mb"],
        )
        store.append((f"{r['memories']:,}", *(f"{v:.2f}" if v < 100 else f"{v:.0f}" for v in values)))
    return f"{table(rows)}\n\n{table(store)}"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.speed", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--sizes", nargs="+", type=int, default=SIZES, help="memories in all")
    parser.add_argument("--full", action="store_true", help="also a million (some minutes, 1.5 GB of disk)")
    parser.add_argument("--json", type=Path, help="where to write all figures")
    chosen = parser.parse_args()
    sizes = [*chosen.sizes, *([FULL] if chosen.full else [])]

    async def run() -> list[dict]:
        with tempfile.TemporaryDirectory(prefix="group-memory-bench-") as folder:
            return [await measure(size, Path(folder)) for size in sizes]

    results = asyncio.run(run())
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=1), "utf-8")
    print(shown(results))


if __name__ == "__main__":
    main()
