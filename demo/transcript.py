"""How the demo is printed: a narrow chat transcript that counts Chinese characters as two columns.

Colour only on a terminal, and not where NO_COLOR is set.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator

WIDTH = 78
COLUMN = 10
"""Where the words begin; names stand before it."""
BOLD, DIM, GREEN, RED, CYAN, YELLOW = "1", "2", "32", "31", "36", "33"


def paint(text: str, *codes: str) -> str:
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return text
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"


def columns(text: str) -> int:
    """How wide a terminal shows the text."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def wrapped(text: str, width: int) -> Iterator[str]:
    """Lines of at most ``width`` columns, broken at a space where there is one."""
    for line in text.splitlines() or [""]:
        while columns(line) > width:
            head = _fitting(line, width)
            space = line.rfind(" ", 1, head + 1)
            cut = space if space > head // 2 else head
            yield line[:cut].rstrip()
            line = line[cut:].lstrip()
        yield line


def _fitting(text: str, width: int) -> int:
    """How many characters fit."""
    used = 0
    for i, char in enumerate(text):
        used += columns(char)
        if used > width:
            return i
    return len(text)


def out(text: str = "") -> None:
    print(text, flush=True)


def heading(text: str) -> None:
    out(paint(text, BOLD))
    out(paint("─" * WIDTH, DIM))


def scene(number: int, title: str, about: str) -> None:
    out()
    out(paint(f"{number}  {title}", BOLD, CYAN))
    for line in wrapped(about, WIDTH - 3):
        out(paint(f"   {line}", DIM))


def place(name: str) -> None:
    out()
    out(paint(f"   ── {name} ", DIM) + paint("─" * (WIDTH - 7 - columns(name)), DIM))


def line(name: str, text: str, *codes: str) -> None:
    """Someone's words beside their name."""
    padding = " " * max(COLUMN - 4 - columns(name), 0)
    for i, part in enumerate(wrapped(text, WIDTH - COLUMN)):
        lead = paint(f"   {name}{padding} ", *codes) if i == 0 else " " * COLUMN
        out(lead + part)


def fact(label: str, text: str) -> None:
    """A line of an overview."""
    for i, part in enumerate(wrapped(text, WIDTH - 13)):
        out(paint(f"   {label:9} ", DIM) + part if i == 0 else " " * 13 + part)


def aside(label: str, text: str) -> None:
    """What goes on behind the chat: what the model was shown, which tools it called."""
    out(" " * COLUMN + paint(f"┊ {label}", YELLOW))
    for part in wrapped(text, WIDTH - COLUMN - 4):
        out(" " * COLUMN + paint("┊   ", YELLOW) + paint(part, DIM))


def seen(text: str) -> None:
    """Something that had to be seen, and was."""
    for i, part in enumerate(wrapped(text, WIDTH - COLUMN - 2)):
        out(" " * COLUMN + paint("✓ " if i == 0 else "  ", GREEN) + part)


def failed(text: str) -> None:
    out()
    for i, part in enumerate(wrapped(text, WIDTH - 5)):
        out(paint("   ✗ " if i == 0 else "     ", RED, BOLD) + part)


def verbatim(title: str, text: str) -> None:
    """A file as it lies on disk."""
    out()
    out(paint(f"   {title}", YELLOW))
    for part in text.rstrip().splitlines():
        for piece in wrapped(part, WIDTH - 5):
            out(paint("   │ ", YELLOW) + piece)
