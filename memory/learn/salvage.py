"""JSON objects out of whatever a model answered: fences, thoughts, prose, wrappers, halves. Never raises.

Only `{` starts a reading, so that a run of brackets costs nothing, and a half array still yields the objects
that were finished. The answer is cut to a size first: what is longer is no answer to our question.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, cast

CHARACTERS = 20_000
OBJECTS = 200
DEPTH = 6
"""How deep an object may lie inside wrappers. Where JSON nests deeper than Python recurses, reading ends."""

Object = dict[str, Any]

_THOUGHT = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_THINKS_ON = re.compile(r"<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_SMART = str.maketrans({"“": '"', "”": '"', "：": ":", "，": ",", "｛": "{", "｝": "}", "［": "[", "］": "]"})
_COMMA = re.compile(r",(?=\s{0,20}[}\]])")
_DECODER = json.JSONDecoder(parse_constant=lambda _: None)
"""NaN and Infinity are no numbers to us."""


def spoken(answer: str) -> str:
    """The answer without its thoughts, cut to size. A thought that never ended has no answer behind it."""
    ends = list(_THOUGHT.finditer(answer))
    said = answer[ends[-1].end() :] if ends else answer
    return _THINKS_ON.split(said, maxsplit=1)[0][:CHARACTERS].strip()


def objects(said: str) -> list[Object]:
    """The outermost complete JSON objects of a text, in order.

    >>> objects('Sure! [{"a": 1}, {"b": NaN}, {"c": ')
    [{'a': 1}, {'b': None}]
    """
    for text in _readings(said):
        if found := list(_complete(text)):
            return found
    return []


def inner(value: object, depth: int = DEPTH) -> Iterator[Object]:
    """The object itself and all objects inside it, outer ones first."""
    if depth < 0:
        return
    if isinstance(value, dict):
        found = cast("Object", value)
        yield found
        for part in found.values():
            yield from inner(part, depth - 1)
    elif isinstance(value, list):
        for part in cast("list[object]", value)[:OBJECTS]:
            yield from inner(part, depth - 1)


def _readings(said: str) -> Iterator[str]:
    """As it stands; then without what models put into JSON by habit, which could spoil a correct text."""
    yield said
    plain = _COMMA.sub("", said)
    yield plain
    plain = _COMMA.sub("", said.translate(_SMART))
    yield plain
    if '"' not in plain:
        yield plain.replace("'", '"')


def _complete(text: str) -> Iterator[Object]:
    at = text.find("{")
    for _ in range(OBJECTS):
        if at < 0:
            return
        try:
            value, end = cast("tuple[object, int]", _DECODER.raw_decode(text, at))
        except RecursionError:
            return
        except ValueError:
            end = at + 1
        else:
            if isinstance(value, dict):
                yield cast("Object", value)
        at = text.find("{", end)
