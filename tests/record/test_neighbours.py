"""Which lines belong together, on talks that can be checked by eye."""

import pytest
from group_memory.memory.record.neighbours import GAP, TURNS, Line, answers, links
from hypothesis import given
from hypothesis import strategies as st


def talk(*senders, step=60, texts=()):
    given_texts = [*texts, *("." for _ in senders[len(texts) :])]
    return [
        Line(n, sender, n * step, text, "t")
        for n, (sender, text) in enumerate(zip(senders, given_texts, strict=True))
    ]


def linked(lines):
    """(row, rank) of what belongs to the last line."""
    return [(link.earlier.row_id, link.rank) for link in links(lines[-1], lines[:-1])]


@pytest.mark.parametrize(
    ("senders", "expected"),
    [
        ("a", []),
        ("ab", [(0, 1)]),
        ("aba", [(0, 1), (1, 1)]),  # two turns back, but the same speaker's last
        ("abcd", [(1, 2), (2, 1)]),
        ("abcda", [(0, 1), (2, 2), (3, 1)]),
        ("abacda", [(0, 2), (2, 1), (3, 2), (4, 1)]),
        ("aaaa", [(1, 2), (2, 1)]),
    ],
)
def test_the_turns_before_and_the_speakers_own(senders, expected):
    assert linked(talk(*senders)) == expected


def test_the_speakers_own_line_is_looked_for_some_turns_back():
    assert (0, 1) in linked(talk("a", *"b" * (TURNS - 1), "a"))
    assert (0, 1) not in linked(talk("a", *"b" * TURNS, "a"))


def test_hours_between_part_a_talk():
    assert linked(talk("a", "b", step=GAP)) == [(0, 1)]
    assert linked(talk("a", "b", step=GAP + 1)) == []


@pytest.mark.parametrize(
    ("senders", "question", "found"),
    [("ab", "吃什么？", True), ("ab", "what?", True), ("ab", "吃", False), ("aa", "吃什么？", False)],
)
def test_an_answer_knows_its_question(senders, question, found):
    lines = talk(*senders, texts=(question,))
    assert (answers(lines[-1], lines[:-1]) is not None) is found


def test_a_late_answer_has_no_question():
    lines = talk("a", "b", step=GAP + 1, texts=("what?",))
    assert answers(lines[1], lines[:1]) is None


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 20_000)), min_size=1, max_size=30))
def test_laws(turns):
    at, lines = 0, []
    for n, (sender, pause) in enumerate(turns):
        at += pause
        lines.append(Line(n, sender, at, "?", "t"))
    found = links(lines[-1], lines[:-1])
    rows = [link.earlier.row_id for link in found]
    assert rows == sorted(set(rows)) and len(rows) <= 4
    assert all(lines[-1].at - link.earlier.at <= GAP and link.rank in (1, 2) for link in found)
    assert all(len(lines) - 1 - row <= TURNS for row in rows)
