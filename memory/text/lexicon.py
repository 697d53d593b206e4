"""The word lists of data/lexicon, each read once, when it is first needed.

UTF-8, words parted by white space, lines starting with `#` are comments; data/lexicon/README.md says where
each list comes from.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "data" / "lexicon"


@cache
def words(name: str) -> frozenset[str]:
    """The words of `<name>.txt`. A missing file raises FileNotFoundError: the plugin is then incomplete."""
    return frozenset(" ".join(lines(name)).split())


@cache
def simplified() -> dict[str, str]:
    """Traditional character -> its commonest Simplified one."""
    pairs = "".join(lines("t2s"))
    return dict(zip(pairs[::2], pairs[1::2], strict=True))


def lines(name: str) -> list[str]:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
