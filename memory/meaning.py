"""Meaning as vectors: which embedder there is, its vectors kept up with the rows, and a question's vector in time.

The ladder: the operator's embedding provider, else the offline encoder, else none. Nothing waits for it: rows
are embedded in the background, and a recall that has no vector yet goes on with words alone. A change of model
embeds everything anew while the old words are still found.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from .config import Embedding
from .embedding import Vector, unit
from .encoder import Breaker, Centred, OfflineEncoder, measure
from .errors import EmbedderUnavailable, MemoryFault
from .host import Clock, Embedder, Log
from .store import vectors
from .store.engine import Database
from .store.vector_index import VectorIndex
from .store.vectors import Pending

BATCH = 32
QUESTION_LIMIT = 1.5
BATCH_LIMIT = 60.0
"""Seconds a call may take: a question's is given up early, a batch of rows is not waited for by anyone."""
REST = 60
"""Seconds until the background tries again after a failure."""

NEWEST = 2**63 - 1
Embedded = tuple[Pending, Sequence[float]]
FindEmbedder = Callable[[str], Embedder | None]
"""Provider id -> the provider, looked up anew each time because AstrBot rebuilds its providers."""


@dataclass(frozen=True)
class MeaningStatus:
    """For the operator: which model, how many rows have its vectors, and what was wrong last."""

    model: str
    done: int
    total: int
    problem: str


class Meaning:
    """The embedder of one store. `close` stops its background work."""

    def __init__(
        self, database: Database, settings: Embedding, find: FindEmbedder, clock: Clock, log: Log
    ) -> None:
        self.index = VectorIndex()
        self._database = database
        self._settings = settings
        self._find = find
        self._clock = clock
        self._log = log
        self._offline = OfflineEncoder() if settings.offline_encoder else None
        self._centred: Centred | None = None
        self._question: Breaker | None = None
        self._task: asyncio.Task[None] | None = None
        self._problem = ""
        self._behind = True
        self._wanted = bool(settings.provider_id)

    @property
    def model(self) -> str:
        """The model whose vectors can be searched now; "" where there is none yet."""
        return self._centred.name if self._centred else ""

    def want(self) -> None:
        """Vectors would help: embed what lacks one, in the background."""
        if not self._wanted or self._behind:
            # Not every time it is said: to find that nothing is missing takes 3 ms a thousand rows.
            self._wanted = True
            self.changed()

    def changed(self) -> None:
        """Rows were written; their vectors follow, if vectors are wanted at all."""
        self._behind = True
        if self._wanted and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._keep_up(), name="group-memory-embedding")

    async def vector_of(self, parts: Sequence[str], joined: str) -> Vector | None:
        """The vector of a question, or None where there is none now. A dialogue means what its turns mean."""
        if self._question is None:
            return None
        try:
            texts = [joined] if len(parts) < 2 else [joined, *parts]
            rows = np.asarray(await self._question.embed(texts), np.float32)
        except EmbedderUnavailable as error:
            self._note(str(error))
            return None
        if len(rows) == 1:
            return rows[0]
        turns = unit(rows[1:].mean(axis=0, keepdims=True))
        return unit(rows[:1] + turns)[0]

    async def status(self) -> MeaningStatus:
        """Progress over all rows."""
        model = self.model
        done, total = (
            await self._database.read(lambda c: vectors.progress(c, "item", model)) if model else (0, 0)
        )
        return MeaningStatus(model, done, total, self._problem)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep_up(self) -> None:
        try:
            centred = await self._ready()
            while centred is not None and self._behind:
                self._behind = False
                for kind in vectors.SOURCES:
                    await self._embed_missing(centred, kind)
                self._problem = ""
        except MemoryFault as error:
            self._behind = True
            self._note(str(error))
            await asyncio.sleep(REST)

    async def _ready(self) -> Centred | None:
        """The embedder of the ladder. Its means are measured at every start: a model that was changed under the
        same name shows in them, and its old vectors go."""
        inner = self._find(self._settings.provider_id) if self._settings.provider_id else None
        inner = inner or self._offline
        if inner is None:
            return None
        if self._centred is None or self._centred.name != inner.name:
            means, now = await measure(Breaker(inner, self._clock, BATCH_LIMIT)), self._clock.now()
            if await self._database.write(lambda c: vectors.keep_means(c, means, now)):
                self._log.warning(
                    f"embedding: {inner.name} answers otherwise than before; everything is embedded anew"
                )
            self._centred = Centred(inner, means)
            self._question = Breaker(self._centred, self._clock, QUESTION_LIMIT)
        return self._centred

    async def _embed_missing(self, centred: Centred, kind: vectors.Kind) -> None:
        """From the newest row down, so that what was just said is found by its meaning first."""
        patient, below = Breaker(centred, self._clock, BATCH_LIMIT), NEWEST
        while rows := await self._database.read(
            lambda c, b=below: vectors.missing(c, kind, centred.name, BATCH, b)
        ):
            below = rows[-1].row_id
            pairs = await self._embedded(patient, rows)
            await self._database.write(lambda c, p=pairs: vectors.put(c, kind, centred.name, p))

    async def _embedded(self, embedder: Embedder, rows: Sequence[Pending]) -> list[Embedded]:
        """Rows with their vectors. One text that a provider refuses must not keep the others from theirs.

        Raises EmbedderUnavailable where it takes none of them.
        """
        try:
            answers = await embedder.embed([row.text for row in rows])
        except EmbedderUnavailable:
            taken = [pair for half in _halves(rows) for pair in await self._taken(embedder, half)]
            if not taken:
                raise
            return taken
        return list(zip(rows, answers, strict=True))

    async def _taken(self, embedder: Embedder, rows: Sequence[Pending]) -> list[Embedded]:
        try:
            return await self._embedded(embedder, rows)
        except EmbedderUnavailable as error:
            self._note(str(error))
            return []

    def _note(self, problem: str) -> None:
        if problem != self._problem:
            self._log.warning(f"embedding: {problem}. Recall goes on with words alone.")
        self._problem = problem


def _halves(rows: Sequence[Pending]) -> list[Sequence[Pending]]:
    """Both halves; none of a single row, which cannot be divided."""
    middle = len(rows) // 2
    return [rows[:middle], rows[middle:]] if middle else []
