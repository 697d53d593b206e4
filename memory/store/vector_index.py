"""Nearest vectors of a scope: flat exact FAISS indexes, built from the rows when first asked, kept as a cache.

One index for each kind, scope and model is seed 000's namespace `ltm_{scope}_{scope_id}`; there is none over
several scopes that would have to be filtered afterwards. A search has two steps, both for a thread:

    reading = index.reading(connection, "item", scope, model)
    hits = index.search(reading, query, k)

Only the first needs the connection, and no lock is held while it waits for SQL. The reading says what the rows are at that moment, and the search answers for exactly them: whatever other
threads do to the cache in between, nothing that was deleted or replaced before the reading is found.
"""

# numpy's stubs name things of Python 3.12 that are unknown to a check for 3.10.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from ..embedding import Matrix, Vector, smoothed
from ..errors import EmbedderUnavailable
from ..model import Scope
from .vectors import Extent, Kind, Stored, of_scope, stamp_of

Hit = tuple[int, float]
"""(row id, cosine)"""
CAPACITY = 256 * 2**20
SLICE = 4096
"""Rows that are turned into arrays at a time, so that building needs little more memory than the index."""
LOCKS = 16


class Key(NamedTuple):
    """What an index is of."""

    kind: Kind
    scope: Scope
    model: str

    def __str__(self) -> str:
        return f"ltm_{self.scope.kind}_{self.scope.id} ({self.kind}, {self.model})"


class GrowingIndex:
    """A FAISS index that only ever grows, and its lock: adding moves the memory that a search reads."""

    def __init__(self, dim: int) -> None:
        try:
            import faiss  # takes 0.3 s, so it is imported where it is needed, in a thread
        except ImportError as error:
            raise EmbedderUnavailable(
                f"vectors cannot be searched ({error}): pip install faiss-cpu"
            ) from error
        self._faiss: Any = faiss
        self._flat: Any = faiss.IndexFlatIP(dim)
        self._lock = Lock()

    def add(self, after: int, vectors: Matrix) -> bool:
        """Append vectors [n, d] after the first `after` ones; False where others stand there already."""
        with self._lock:
            if self._flat.ntotal != after:
                return False
            self._flat.add(vectors)
            return True

    def first(self, count: int) -> GrowingIndex:
        """A copy that holds the first `count` vectors only."""
        copy = GrowingIndex(self._flat.d)
        with self._lock:
            copy.add(0, self._flat.reconstruct_n(0, count))
        return copy

    def top(self, query: Vector, k: int, among: NDArray[np.bool_]) -> list[tuple[int, float]]:
        """The `k` positions with the largest inner product, of those that `among` [n] marks."""
        with self._lock:
            everything = len(among) == self._flat.ntotal and bool(among.all())
            chosen = None if everything else self._among(among)
            with self._one_thread():
                scores, places = self._flat.search(query[None], min(k, len(among)), params=chosen)
        return [
            (place, score)
            for place, score in zip(places[0].tolist(), scores[0].tolist(), strict=True)
            if place >= 0
        ]

    @contextmanager
    def _one_thread(self) -> Generator[None, None, None]:
        """From 10,000 vectors on FAISS splits a search over all cores, and waits 10 ms for them instead of 0.6.

        The setting belongs to the calling thread, which is asyncio's: others find it as it was.
        """
        before = self._faiss.omp_get_max_threads()
        self._faiss.omp_set_num_threads(1)
        try:
            yield
        finally:
            self._faiss.omp_set_num_threads(before)

    def _among(self, marks: NDArray[np.bool_]) -> object:
        bits = np.packbits(marks, bitorder="little")
        return self._faiss.SearchParameters(sel=self._faiss.IDSelectorBitmap(bits))


@dataclass(frozen=True, eq=False)
class Stretch:
    """Rows as arrays: ids [n], times [n] and vectors [n, d]."""

    ids: NDArray[np.int64]
    times: NDArray[np.int64]
    vectors: Matrix

    @classmethod
    def of(cls, rows: Sequence[Stored], dim: int) -> Stretch:
        """Raises EmbedderUnavailable where a vector has not `dim` numbers."""
        if any(len(row.vector) != 4 * dim for row in rows):
            raise EmbedderUnavailable(
                "vectors of different lengths are stored for one model: run doctor to have them made anew"
            )
        ids = np.fromiter((row.row_id for row in rows), np.int64, len(rows))
        times = np.fromiter((row.at for row in rows), np.int64, len(rows))
        flat = np.frombuffer(b"".join(row.vector for row in rows), "<f4").astype(np.float32, copy=False)
        return cls(ids, times, flat.reshape(len(rows), dim))

    def after(self, before: Stretch) -> Stretch:
        """Both, one behind the other."""
        return Stretch(
            np.concatenate([before.ids, self.ids]),
            np.concatenate([before.times, self.times]),
            np.concatenate([before.vectors, self.vectors]),
        )

    def last(self, count: int) -> Stretch:
        """The last rows, at most `count`."""
        start = max(len(self.ids) - count, 0)
        own = np.array(self.vectors[start:])  # not a view, which would keep all of them
        return Stretch(self.ids[start:], self.times[start:], own)


@dataclass(frozen=True, eq=False)
class Flat:
    """The vectors of one scope as they were at one moment.

    One that only adds rows shares the FAISS index and looks at a longer stretch of it. The last line of a chat
    is still open, as the next will draw it (`smoothed`): it stays beside the index (`open` [0 or 1, d]) until
    then, and `edge` holds the last two lines as they were embedded.
    """

    kind: Kind
    extent: Extent
    index: GrowingIndex
    ids: NDArray[np.int64]
    edge: Stretch
    open: Matrix

    @classmethod
    def of(cls, kind: Kind, extent: Extent, rows: Sequence[Stored]) -> Flat:
        """Built from all rows of a scope, of which there is at least one."""
        ordered = sorted(rows)
        dim = len(ordered[0].vector) // 4
        nothing = Stretch.of((), dim)
        flat = cls(kind, extent, GrowingIndex(dim), nothing.ids, nothing, nothing.vectors)
        for start in range(0, len(ordered), SLICE):
            flat = flat.plus(extent, ordered[start : start + SLICE])
        return flat

    @property
    def dim(self) -> int:
        """Numbers a vector."""
        return self.open.shape[1]

    @property
    def nbytes(self) -> int:
        """What it holds in memory."""
        return len(self.ids) * (4 * self.dim + 8)

    @property
    def closed(self) -> int:
        """How many rows stand in the index."""
        return len(self.ids) - len(self.open)

    def takes(self, rows: Sequence[Stored]) -> bool:
        """Whether rows can be added without changing others: a line amid a chat has neighbours."""
        return self.kind == "item" or all(row.row_id > self.ids[-1] for row in rows)

    def plus(self, extent: Extent, rows: Sequence[Stored]) -> Flat:
        """The same with `rows` added."""
        new = Stretch.of(sorted(rows), self.dim)
        edge, closing, still_open = (
            self._drawn(new) if self.kind == "event" else (self.edge, new.vectors, self.open)
        )
        index = self.index
        if not index.add(self.closed, closing):
            index = index.first(self.closed)
            index.add(self.closed, closing)
        return Flat(self.kind, extent, index, np.concatenate([self.ids, new.ids]), edge, still_open)

    def search(self, query: Vector, k: int, allowed: Collection[int] | None) -> list[Hit]:
        """The `k` nearest of those allowed, best first, of equals the newest."""
        marks = _marks(self.ids, allowed)
        hits = list[Hit]()
        if self.closed:
            found = self.index.top(query, k, marks[: self.closed])
            hits += [(int(self.ids[place]), score) for place, score in found]
        if len(self.open) and marks[-1]:
            hits.append((int(self.ids[-1]), float(self.open[0] @ query)))
        return sorted(hits, key=lambda hit: (-hit[1], -hit[0]))[:k]

    def _drawn(self, new: Stretch) -> tuple[Stretch, Matrix, Matrix]:
        """New lines behind the old ones: the new edge, the lines that are final now, and the one that is open."""
        lines = new.after(self.edge)
        known = max(len(self.edge.ids) - 1, 0)  # in the index already; here only as a neighbour
        drawn = smoothed(lines.vectors, lines.times)[known:]
        return lines.last(2), drawn[:-1], drawn[-1:]


@dataclass(frozen=True, eq=False)
class Reading:
    """What the rows of a scope are at one moment: those of `base`, and `rows`. Made by `VectorIndex.reading`."""

    key: Key
    extent: Extent
    base: Flat | None
    rows: Sequence[Stored]
    forgotten: int


class VectorIndex:
    """The cache of indexes, the least used given up first. Safe to use from many threads."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        """`capacity` in bytes; a scope that is larger on its own is built for every search."""
        self._capacity = capacity
        self._kept: OrderedDict[Key, Flat] = OrderedDict()
        self._lock = Lock()
        self._building = tuple(Lock() for _ in range(LOCKS))
        self._forgotten = 0

    @property
    def nbytes(self) -> int:
        """What all of it holds in memory."""
        with self._lock:
            return sum(flat.nbytes for flat in self._kept.values())

    def reading(self, connection: Connection, kind: Kind, scope: Scope, model: str) -> Reading:
        """First step, with SQL only: how far the rows go, and those that the cache has not got.

        The caller has checked that `scope` may be read.
        """
        key = Key(kind, scope, model)
        forgotten, base = self._forgotten, self._cached(key)
        extent = stamp_of(connection, *key)
        if base and base.extent == extent:
            return Reading(key, extent, base, (), forgotten)
        if base and base.extent.stamp < extent.stamp:
            added = of_scope(connection, *key, after_stamp=base.extent.stamp)
            # As many more rows as there are new stamps: nothing was deleted or replaced.
            if base.extent.size + len(added) == extent.size and base.takes(added):
                return Reading(key, extent, base, added, forgotten)
        return Reading(key, extent, None, of_scope(connection, *key), forgotten)

    def search(
        self,
        reading: Reading,
        query: Sequence[float] | Vector,
        k: int,
        allowed: Collection[int] | None = None,
    ) -> list[Hit]:
        """Second step, arithmetic: the `k` rows nearest to `query` (unit length), best first.

        Where `allowed` is given, only these row ids are looked at. Raises EmbedderUnavailable for a query of
        another dimension than the rows, and where FAISS is missing.
        """
        if not reading.extent.size:
            self._drop(reading.key)
            return []
        flat = self._flat(reading)
        asked = np.ascontiguousarray(query, np.float32)
        if asked.shape != (flat.dim,):
            raise EmbedderUnavailable(
                f"the question's vector has shape {asked.shape}, those of {reading.key} have {flat.dim} numbers: "
                "the embedding model has changed, its vectors must be made anew"
            )
        return flat.search(asked, k, allowed) if k > 0 else []

    def forget(self, scope: Scope) -> None:
        """Give up everything of a scope at once, also what other threads are just building of it."""
        with self._lock:
            self._forgotten += 1
            for key in [key for key in self._kept if key.scope == scope]:
                del self._kept[key]

    def _flat(self, reading: Reading) -> Flat:
        if reading.base and not reading.rows:
            return reading.base
        with self._building[hash(reading.key) % LOCKS]:  # two questions in a cold room build it once
            kept = self._cached(reading.key)
            if kept and kept.extent == reading.extent:
                return kept
            flat = _built(reading)
            self._keep(flat, reading)
            return flat

    def _cached(self, key: Key) -> Flat | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _keep(self, flat: Flat, reading: Reading) -> None:
        with self._lock:
            self._kept.pop(reading.key, None)
            if flat.nbytes > self._capacity or reading.forgotten != self._forgotten:
                return
            self._kept[reading.key] = flat
            total = sum(kept.nbytes for kept in self._kept.values())
            while total > self._capacity:
                total -= self._kept.popitem(last=False)[1].nbytes

    def _drop(self, key: Key) -> None:
        with self._lock:
            self._kept.pop(key, None)


def _built(reading: Reading) -> Flat:
    if reading.base:
        return reading.base.plus(reading.extent, reading.rows)
    return Flat.of(reading.key.kind, reading.extent, reading.rows)


def _marks(ids: NDArray[np.int64], allowed: Collection[int] | None) -> NDArray[np.bool_]:
    if allowed is None:
        return np.ones(len(ids), np.bool_)
    return np.isin(ids, np.fromiter(allowed, np.int64, len(allowed)))
