"""Terms and MATCH expressions, the latter against a real FTS5 table."""

import re
import sqlite3
from collections.abc import Iterator

import pytest
from group_memory.memory.text.escape import escape_emoji, escape_word
from group_memory.memory.text.tokens import Query, index_terms, match_expression, query_terms
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .strategies import ANYTHING, CHATTY, TEXT


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("", []),
        ("喜欢猫", ["喜", "欢", "猫", "喜欢", "欢猫"]),
        ("喜歡", ["喜", "欢", "喜欢"]),
        ("用Python写", ["用", "python", "写"]),
        ("C C++ C#", ["c", "czqpzqp", "czqh"]),
        ("user_id", ["userzquid", "user", "id"]),
        ("v2.1", ["v2zqd1", "v2", "1"]),
        ("node.js", ["nodezqdjs", "node", "js"]),
        ("notepad++", ["notepadzqpzqp", "notepad"]),
        ("don't user's O’Brien", ["dont", "users", "obrien"]),
        ("3.14 2023", ["3zqd14", "3", "14", "2023"]),
        ("a--b 'x'", ["a", "b", "x"]),
        ("😀👍🏽❤️", ["zqe1f600z", "zqe1f44dz", "zqe2764z"]),
        ("🇨🇳🇯🇵", ["zqe1f1e8z1f1f3z", "zqe1f1efz1f1f5z"]),
        ("かが", ["か", "が", "かが"]),
        ("한국", ["한", "국", "한국"]),
        ("กั้น", ["ก", "น", "กน"]),
        ("Привет, мир", ["привет", "мир"]),
        ("zq", ["zqz"]),
        ("9" * 200, ["9" * 64]),
        (".,!？", []),
    ],
)
def test_index_terms(text: str, terms: list[str]) -> None:
    assert index_terms(text) == terms


@pytest.mark.parametrize(
    ("question", "terms", "prefixes"),
    [
        ("我的猫叫什么名字？", ("猫", "猫叫", "名", "字", "名字"), ()),
        ("What's the name of my cat?", ("name", "cat"), ()),
        ("谁会C++", ("czqpzqp",), ()),
        ("你是谁", ("你", "是", "谁", "你是", "是谁"), ()),
        ("who am i", ("who", "am", "i"), ()),
        ("Pyth* 怎么学", ("学",), ("pyth",)),
        ("user_* P*", ("p",), ("userzqu",)),
        ("猫猫猫", ("猫", "猫猫"), ()),
        ("AI是什么", ("ai",), ()),
        ("", (), ()),
        ("？？", (), ()),
    ],
)
def test_query_terms(question: str, terms: tuple[str, ...], prefixes: tuple[str, ...]) -> None:
    assert query_terms(question) == Query(terms, prefixes)


def test_a_long_question_keeps_its_bigrams() -> None:
    terms = query_terms("昨夜雨疏风骤浓睡不消残酒试问卷帘人却道海棠依旧", cap=8).terms
    assert terms == ("昨夜", "夜雨", "雨疏", "疏风", "风骤", "骤浓", "浓睡", "睡不")


def test_only_the_beginning_of_a_long_question_is_read() -> None:
    assert query_terms("的" * 512 + "猫").terms == ("的", "的的")


@pytest.mark.parametrize(
    ("query", "expression"),
    [
        (Query((), ()), ""),
        (Query(("猫", "名字"), ()), '"猫" OR "名字"'),
        (Query(("学",), ("pyth",)), '"学" OR "pyth"*'),
        (Query(('a"b\0\ud800',), ()), '"a""b"'),
    ],
)
def test_match_expression(query: Query, expression: str) -> None:
    assert match_expression(query) == expression


@pytest.fixture(scope="module")
def index() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE lines USING fts5(terms, tokenize='porter unicode61')")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5vocab(lines, 'row')")
    yield connection
    connection.close()


def found(index: sqlite3.Connection, lines: list[str], question: str) -> list[str]:
    index.execute("DELETE FROM lines")
    index.executemany("INSERT INTO lines VALUES (?)", [(" ".join(index_terms(line)),) for line in lines])
    rows = index.execute(
        "SELECT rowid FROM lines WHERE lines MATCH ? ORDER BY rank",
        (match_expression(query_terms(question)),),
    )
    return [lines[rowid - 1] for (rowid,) in rows.fetchall()]


@pytest.mark.parametrize(
    ("lines", "question", "expected"),
    [
        (["会C", "会C++", "会C#"], "谁会c++？", ["会C++"]),
        (["会C", "会C++", "会C#"], "谁会C#", ["会C#"]),
        (["会C", "会C++", "会C#"], "C", ["会C"]),
        (["在學 Python", "在学 Pascal"], "Pyth*", ["在學 Python"]),
        (["the user likes cats", "likes dogs"], "what's my cat", ["the user likes cats"]),
        (["喜欢😀", "喜欢😎"], "😎", ["喜欢😎"]),
        (["user_id 是主键", "order_id 是主键"], "user_*", ["user_id 是主键"]),
    ],
)
def test_found_in_sqlite(
    index: sqlite3.Connection, lines: list[str], question: str, expected: list[str]
) -> None:
    assert found(index, lines, question) == expected


@given(TEXT)
@settings(max_examples=2_000, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_text_is_syntax(index: sqlite3.Connection, text: str) -> None:
    expression = match_expression(query_terms(text))
    if expression:
        index.execute("SELECT count(*) FROM lines WHERE lines MATCH ?", (expression,)).fetchone()


@given(st.lists(ANYTHING, max_size=3), st.lists(ANYTHING, max_size=3))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_query_made_by_hand_is_syntax(
    index: sqlite3.Connection, terms: list[str], prefixes: list[str]
) -> None:
    expression = match_expression(Query(tuple(terms), tuple(prefixes)))
    if expression:
        index.execute("SELECT count(*) FROM lines WHERE lines MATCH ?", (expression,)).fetchone()


@given(TEXT)
@settings(max_examples=150, deadline=None)
def test_terms_can_be_joined_by_spaces(text: str) -> None:
    terms = index_terms(text)
    assert terms == index_terms(text)
    assert all(term and not re.search(r"[\s\"'*]", term) for term in terms)
    assert " ".join(terms).split() == terms


@given(CHATTY.filter(lambda text: "*" not in text))
@settings(max_examples=150, deadline=None)
def test_a_question_asks_only_for_terms_of_its_text(text: str) -> None:
    """Cutting a phrase out of the middle makes no new neighbours."""
    assert set(query_terms(text).terms) <= set(index_terms(text))


SIGNS = st.text("zqpheumdsabc+#-_./", min_size=1, max_size=8)


@given(SIGNS, SIGNS)
@settings(max_examples=200, deadline=None)
def test_the_escape_is_injective(one: str, other: str) -> None:
    assert (escape_word(one) == escape_word(other)) == (one == other)
    assert escape_word(one).isalnum()
    assert escape_word(one) != escape_emoji("😀")
