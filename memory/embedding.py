"""Embeddings as values: unit vectors, the gate every answer of an embedder passes, the mean of each language.

The raw cosines of a multilingual model tell the language before they tell the meaning: no threshold holds on
them. One mean a language is therefore taken away (findings, section 3), measured on the sentences that ship in
data/lexicon/language_means.json, the same for every model.
"""

# numpy's stubs name things of Python 3.12 that are unknown to a check for 3.10.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from .errors import EmbedderUnavailable
from .model import Language
from .text.fold import language_of
from .text.lexicon import FOLDER

Vector: TypeAlias = NDArray[np.float32]
"""One embedding, shape [d]."""
Matrix: TypeAlias = NDArray[np.float32]
"""One embedding a row, shape [n, d]."""

CHARACTERS = 500
"""A vector of more text than this is a vector of nothing in particular."""
SAME_MODEL = 0.999
"""Cosine of two measurements of one model; what servers round differently stays far above it."""
CHAT_GAP = 3 * 3600
WEIGHT_BEFORE, WEIGHT_AFTER = 0.5, 0.25
_UNSPEAKABLE = re.compile("[\x00\ud800-\udfff]")
"""NUL, and halves of a character: encoders and JSON bodies choke on them."""


def embeddable(text: str) -> str:
    """What of a text is given to an embedder: its first 500 characters, without NUL and lone surrogates."""
    return _UNSPEAKABLE.sub("", text)[:CHARACTERS]


def unit(matrix: Matrix) -> Matrix:
    """Every row [n, d] at length one; a row of zeros stays one."""
    wide = matrix.astype(np.float64)  # squares of large float32 numbers overflow
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    return (wide / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def checked(answer: object, count: int, name: str, dim: int = 0) -> Matrix:
    """What an embedder answered to `count` texts, as a matrix [count, d] of finite numbers, no row all zeros.

    `dim` is the dimension that was measured of this model, 0 before the first time. Raises EmbedderUnavailable
    that says what was wrong; that an answer is in another order than the texts cannot be seen here.
    """
    if not isinstance(answer, Sequence | np.ndarray):
        raise _nonsense(name, f"answered a {type(answer).__name__}, not vectors")
    rows = cast("Sequence[object]", answer)
    if len(rows) != count:
        raise _nonsense(name, f"answered {len(rows)} vectors to {count} texts")
    matrix = _numbers(rows, name)
    if dim and matrix.shape[1] != dim:
        raise _nonsense(name, f"answered vectors of {matrix.shape[1]} numbers, {dim} were measured before")
    if bad := _first_row(~np.isfinite(matrix).all(axis=1)):
        raise _nonsense(name, f"answered NaN or infinity in vector {bad} of {count}")
    if bad := _first_row(~matrix.any(axis=1)):
        raise _nonsense(name, f"answered only zeros in vector {bad} of {count}")
    return matrix


def smoothed(vectors: Matrix, times: NDArray[np.int64]) -> Matrix:
    """Lines of a chat [n, d] in their order, each drawn to the line before it and a little to the next.

    V = unit(v + 0.5 previous + 0.25 next), where a neighbour counts that is at most three hours away (`times`
    [n], UTC epoch seconds): "yes, with milk" is then found by what was asked.
    """
    near = (np.abs(np.diff(times)) <= CHAT_GAP)[:, None]
    drawn = np.array(vectors)
    drawn[1:] += WEIGHT_BEFORE * vectors[:-1] * near
    drawn[:-1] += WEIGHT_AFTER * vectors[1:] * near
    return unit(drawn)


@dataclass(frozen=True)
class Sentences:
    """Everyday sentences of one language: what people state and what they ask differ in form."""

    statements: tuple[str, ...]
    questions: tuple[str, ...]


@cache
def sentences(language: Language) -> Sentences:
    """The shipped sentences. A missing file raises FileNotFoundError: the plugin is then incomplete."""
    found = json.loads((FOLDER / "language_means.json").read_text("utf-8"))[language]
    return Sentences(tuple(found["statements"]), tuple(found["questions"]))


@dataclass(frozen=True, eq=False)
class Means:
    """Where a model puts Chinese and where English, each [d]; `model` is the embedder's name."""

    model: str
    zh: Vector
    en: Vector

    @property
    def dim(self) -> int:
        """The dimension that was measured; what a config says of it is not asked."""
        return len(self.zh)

    def centred(self, texts: Sequence[str], vectors: Matrix) -> Matrix:
        """Unit vectors [n, d] of `texts` with the mean of each text's language taken away, at unit length again."""
        means = [self.zh if language_of(text, "en") == "zh" else self.en for text in texts]
        return unit(vectors - np.stack(means))

    def agrees(self, other: Means) -> bool:
        """Whether both were measured of the same model: a provider may change it behind its name."""
        if self.dim != other.dim:
            return False
        ours, theirs = (unit(np.stack([means.zh, means.en])) for means in (self, other))
        return bool((ours * theirs).sum(axis=1).min() >= SAME_MODEL)

    def to_bytes(self) -> bytes:
        """float32, little-endian: Chinese, then English."""
        return np.concatenate([self.zh, self.en]).astype("<f4").tobytes()

    @classmethod
    def from_bytes(cls, model: str, data: bytes) -> Means:
        """What `to_bytes` gave."""
        zh, en = np.frombuffer(data, "<f4").astype(np.float32).reshape(2, -1)
        return cls(model, zh, en)


def middle(statements: Matrix, questions: Matrix) -> Vector:
    """The mean of a language [d] from unit vectors of its sentences; both forms weigh the same."""
    return ((statements.mean(axis=0) + questions.mean(axis=0)) / 2).astype(np.float32)


def _numbers(rows: Sequence[object], name: str) -> Matrix:
    try:
        array: NDArray[Any] = np.asarray(rows)
    except ValueError as error:
        raise _nonsense(name, "answered vectors of different lengths") from error
    if array.ndim != 2 or array.dtype.kind not in "fiu" or not array.shape[1]:
        raise _nonsense(name, "answered something that is not one vector of numbers a text")
    with np.errstate(
        over="ignore", invalid="ignore"
    ):  # what is too large becomes infinity, and is refused as such
        return array.astype(np.float32)


def _first_row(is_bad: NDArray[np.bool_]) -> int:
    """The number of the first bad row, counted from 1; 0 where there is none."""
    return int(is_bad.argmax()) + 1 if is_bad.any() else 0


def _nonsense(name: str, what: str) -> EmbedderUnavailable:
    return EmbedderUnavailable(f"the embedder {name!r} {what}: check the provider's model")
