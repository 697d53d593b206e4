"""What the product is measured against, in the same run: BM25 over jieba's words, and FTS5 over them.

Both are what a careful developer writes in an afternoon: the speaker's name in the text, lower case, English
stemmed (FTS5), every word of the question, search within the room only.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable

from rank_bm25 import BM25Okapi

from memory.text.keywords import segmenter

from .datasets import DataSet, Query, Row

Search = Callable[[Query], list[str]]
TOP = 20
_PIECE = re.compile(r"[\u3400-\u9fff]+|[^\W_\u3400-\u9fff]+")
_SPECIAL = "zscope{}q"


def cut(text: str) -> list[str]:
    """jieba's words of a text, lower case, without punctuation."""
    words: list[str] = []
    for piece in _PIECE.findall(text.lower()):
        words += segmenter()(piece) if piece[0] >= "\u3400" else [piece]
    return words


def rank_bm25(data: DataSet) -> Search:
    """The package's Okapi with its defaults, one index a room."""
    index = {room: BM25Okapi([cut(_said(row)) for row in rows]) for room, rows in data.rooms.items()}

    def search(query: Query) -> list[str]:
        scores = index[query.room].get_scores(cut(query.text))
        best = sorted(range(len(scores)), key=lambda n: -scores[n])[:TOP]
        return [data.rooms[query.room][n].id for n in best if scores[n] > 0]

    return search


def fts5_jieba(data: DataSet) -> Search:
    """One FTS5 table with `porter unicode61`, the room as a token inside MATCH."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE f USING fts5(room, said, tokenize = 'porter unicode61')")
    rooms = list(data.rooms)
    rows = [(n, row.id, _said(row)) for n, room in enumerate(rooms) for row in data.rooms[room]]
    database.executemany(
        "INSERT INTO f (room, said) VALUES (?, ?)",
        ((_SPECIAL.format(n), " ".join(cut(t))) for n, _, t in rows),
    )

    def search(query: Query) -> list[str]:
        words = " OR ".join(f'"{word}"' for word in dict.fromkeys(cut(query.text)))
        match = f"room:{_SPECIAL.format(rooms.index(query.room))} AND said:({words})"
        found = database.execute(
            "SELECT rowid FROM f WHERE f MATCH ? ORDER BY bm25(f, 0, 1) LIMIT ?", (match, TOP)
        )
        return [rows[row_id - 1][1] for (row_id,) in found]

    return search


def _said(row: Row) -> str:
    return f"{row.name} {row.text}"
