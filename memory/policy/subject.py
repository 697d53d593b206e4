"""STAND-IN so that the plugin boots while this module is being written; its author replaces this file whole."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Names:
    speaker: str
    others: frozenset[str]


@dataclass(frozen=True)
class Own:
    pass


@dataclass(frozen=True)
class Other:
    name: str


Subject = Own | Other


def subject_of(content: str, names: Names) -> Subject:
    known = next((n for n in names.others if n and content.startswith(n)), None)
    match = re.match(r"@?(小[李张王刘陈赵])(?=喜欢|讨厌|对|是|住|在)", content)
    return Other(known or (match[1] if match else "")) if known or match else Own()
