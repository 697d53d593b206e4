"""The full-text index on a real SQLite: scope inside the index, no syntax from users, life without it."""

import math

import pytest
from group_memory.memory.model import Memory, Scope
from group_memory.memory.policy.scope import Readable
from group_memory.memory.store import fts, items, search
from group_memory.memory.store.migrate import migrate
from group_memory.memory.store.search import Arms, Asked, find
from group_memory.memory.store.vector_index import VectorIndex
from group_memory.memory.text.tokens import index_terms, query_terms
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine

from ..text.strategies import ANYTHING, CHATTY

ROOM, OTHER, MINE = (
    Scope("group", "qq/group/g1"),
    Scope("group", "qq/group/g2"),
    Scope("user", "qq/group/g1/1"),
)
HERE = Readable(frozenset({ROOM, MINE}))
REUSED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@pytest.fixture
def connection(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    with engine.begin() as connection:
        migrate(connection)
        assert fts.prepare(connection)
        yield connection
    engine.dispose()


def keep(connection, fact, scope=ROOM, at=1_790_000_000):
    n = connection.exec_driver_sql("SELECT count(*) FROM items").scalar()
    memory = Memory(f"m{n}", scope, "profile", fact, f"k{n}", 0.9, 0.5, "active", at, at)
    return items.put(connection, memory).row_id


def fill(connection, scope=OTHER, count=100):
    """A crowd, for words to be rare in."""
    for n in range(count):
        keep(connection, f"filler number {n}", scope)


def ask(connection, text, scopes=(ROOM,)):
    asked = query_terms(text, 400, 4000)
    return fts.search(connection, "item", scopes, asked.terms, asked.prefixes)


def found(connection, text, right=HERE, **wanted):
    asked = query_terms(text, 400, 4000)
    result = find(
        connection,
        right,
        right.only("user"),
        Asked(asked.terms, asked.prefixes, standing=False, **wanted),
        VectorIndex(),
    )
    return {m.fact for m in result.memories}, result.by_like


# -- scope ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("crowd", [0, 100])
def test_a_search_sees_its_scopes_only(connection, crowd):
    fill(connection, count=crowd)
    here, there, mine = (keep(connection, "对花生过敏", scope) for scope in (ROOM, OTHER, MINE))
    assert set(ask(connection, "花生")) == {here}
    assert set(ask(connection, "花生", [ROOM, MINE])) == {here, mine}
    assert set(ask(connection, "花生", [OTHER])) == {there}
    assert ask(connection, "花生", [Scope("group", "nobody")]) == {}
    assert ask(connection, "花生", []) == {}


@pytest.mark.parametrize("crowd", [0, 100])
def test_a_foreign_scopes_mark_in_the_text_opens_nothing(connection, crowd):
    fill(connection, count=crowd)
    keep(connection, "对花生过敏", OTHER)
    mark = fts._new_mark(connection, OTHER)
    for text in (
        mark,
        f"{mark}花生",
        f"{mark}花 {mark}",
        f'花生" OR scope:"{mark}',
        f"scope:{mark}*",
        f"{mark}*",
    ):
        assert ask(connection, text) == {}
        assert found(connection, text)[0] == set()


def test_a_row_that_quotes_a_mark_stays_where_it_is(connection):
    mark = fts._new_mark(connection, ROOM)
    keep(connection, f"{mark}peanut {mark}花 {mark}花生", OTHER)
    assert ask(connection, "花生 peanut") == {}


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_marks_have_one_length_and_differ(one, other):
    """So the mark of one scope before a term is never the mark of another before a longer term."""
    first, second = fts._mark(one), fts._mark(other)
    assert len(first) == len(second) == fts.MARK and (first == second) == (one == other)
    assert first.isascii() and first.isalnum() and not set(first) & set("aeiouy")


@pytest.mark.parametrize(
    ("one", "other"), [("running", "run"), ("ponies", "pony"), ("agreed", "agree"), ("cats", "cat")]
)
def test_a_mark_leaves_stems_alone(connection, one, other):
    row = keep(connection, one)
    assert set(ask(connection, other)) == {row}


def test_a_mark_does_not_shorten_words_that_porter_leaves(connection):
    keep(connection, "ring")
    assert set(ask(connection, "rings")) and not ask(connection, "red") and not ask(connection, "sing")


def test_a_mark_is_never_given_twice(connection):
    first = fts._new_mark(connection, ROOM)
    connection.exec_driver_sql("DELETE FROM fts_scopes")
    assert fts._new_mark(connection, OTHER) != first
    assert fts._new_mark(connection, OTHER) == fts._new_mark(connection, OTHER)


# -- what users write -----------------------------------------------------------------------------------


@pytest.mark.parametrize("crowd", [0, 100])
def test_whatever_is_asked_is_never_syntax(connection, crowd):
    fill(connection, count=crowd)
    row = keep(connection, "对花生过敏 likes C++ and node.js")
    secret = keep(connection, "foreign 花生", OTHER)

    @REUSED
    @given(ANYTHING | CHATTY)
    def law(text):
        hits = ask(connection, text)
        assert secret not in hits and set(hits) <= {row}
        assert found(connection, text)[1] is False  # the index answered, not LIKE

    law()


def test_words_that_are_not_from_our_tokenizer_are_quoted_too(connection):
    fill(connection)

    @REUSED
    @given(
        st.lists(
            st.text(st.characters(exclude_characters="\x00", exclude_categories=("Cs",)), min_size=1),
            max_size=5,
        )
    )
    def law(words):
        fts.search(connection, "item", [ROOM, OTHER], words, words)

    law()


def test_beginnings_of_words(connection):
    row = keep(connection, "likes Python")
    fill(connection)
    assert set(ask(connection, "Pyth*")) == {row}
    assert ask(connection, "Perl*") == {}


# -- what is found --------------------------------------------------------------------------------------


@pytest.mark.parametrize("crowd", [0, 100])
def test_it_finds_what_a_scan_finds(connection, crowd):
    """Every row that holds a term of the question, and no other."""
    fill(connection, count=crowd)
    facts = [
        "喜欢猫",
        "喜欢狗",
        "养了三只猫",
        "用C++写代码",
        "likes cats",
        "lives in 北京",
        "user_id 7",
        "5月7日聚餐",
    ]
    rows = {keep(connection, fact): {fts.stem(t) for t in index_terms(fact)} for fact in facts}

    @REUSED
    @given(st.sampled_from(facts) | CHATTY)
    def law(text):
        asked = query_terms(text, 400, 4000)
        wanted = {fts.stem(term) for term in asked.terms}
        scan = {
            row
            for row, terms in rows.items()
            if wanted & terms or any(t.startswith(asked.prefixes) for t in terms)
        }
        assert set(ask(connection, text)) == scan

    law()


def test_rare_words_count_more_than_common_ones(connection):
    for n in range(100):
        keep(connection, f"喜欢 {n}")
    rare = keep(connection, "榴莲 100")
    scores = ask(connection, "喜欢榴莲")
    assert max(scores, key=scores.__getitem__) == rare
    assert all(0 < score <= 1.2 for score in scores.values())


def test_a_single_memory_is_covered_by_its_own_words(connection):
    """FTS5's `bm25()` gives nothing to a word that all rows of a young store have."""
    row = keep(connection, "小李喜欢吃四川火锅")
    assert ask(connection, "四川火锅")[row] == pytest.approx(1)
    assert ask(connection, "四川火锅店在哪里")[row] > 0.25
    assert ask(connection, "今天天气不错") == {}


def test_worked_numbers(connection):
    """Two rows, idf(1 of 2) = ln(1 + 1.5/1.5) = ln 2, idf(0 of 2) = ln(1 + 2.5/0.5) = ln 6."""
    row, other = keep(connection, "peanut"), keep(connection, "walnut")
    assert ask(connection, "peanut") == {row: pytest.approx(1)}
    assert ask(connection, "peanut jam") == {row: pytest.approx(math.log(2) / (math.log(2) + math.log(6)))}
    both = ask(connection, "peanut walnut")
    assert both == {row: pytest.approx(0.5), other: pytest.approx(0.5)} and list(both) == [other, row]


def test_lines_around_count_less_than_the_line_itself(connection):
    for row_id, columns in (
        (1, ("tea", "", "")),
        (2, ("", "tea", "")),
        (3, ("", "", "tea")),
        (4, ("", "tea", "tea")),
    ):
        fts.add(connection, "event", row_id, ROOM, columns)
    scores = fts.search(connection, "event", [ROOM], ["tea"])
    assert list(scores) == [1, 4, 2, 3]


def test_what_is_said_around_is_added_later(connection):
    fts.add(connection, "event", 1, ROOM, ["milk", "", ""])
    fts.add_around(connection, ROOM, 1, "tea", "green")
    assert set(fts.search(connection, "event", [ROOM], ["tea"])) == {1}
    assert set(fts.search(connection, "event", [ROOM], ["green"])) == {1}


def test_words_that_nobody_said_lower_what_is_covered(connection):
    fill(connection, ROOM)
    row = keep(connection, "对花生过敏")
    alone, among = ask(connection, "花生")[row], ask(connection, "花生 榴莲 山竹")[row]
    assert among < alone / 2


def test_what_occurs_nowhere_takes_no_place_from_what_does(connection):
    row = keep(connection, "peanut")
    unknown = [f"unknown{n}" for n in range(200)]
    assert set(fts.search(connection, "item", [ROOM], [*unknown, "peanut"])) == {row}


def test_a_word_that_everybody_uses_is_left_out(connection, monkeypatch):
    monkeypatch.setattr(fts, "COMMON", 10)
    for n in range(20):
        keep(connection, f"common {n}")
    rare = keep(connection, "rare common")
    assert set(ask(connection, "rare common")) == {rare}
    assert ask(connection, "common") == {}


# -- kept up with the rows ------------------------------------------------------------------------------


def entries(connection):
    return fts.indexed(connection, "item")


@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["add", "change", "end", "erase"]), CHATTY, st.integers(0, 9)), max_size=15
    )
)
@settings(REUSED, max_examples=40)
def test_built_anew_it_is_what_it_was(tmp_path_factory, steps):
    engine = create_engine(f"sqlite:///{tmp_path_factory.mktemp('fts') / 'x.db'}")
    with engine.begin() as connection:
        migrate(connection)
        fts.prepare(connection)
        kept = []
        for n, (step, fact, which) in enumerate(steps):
            text = fact.encode("utf-8", "ignore").decode()
            if step == "add" or not kept:
                new = Memory(
                    f"m{n}", (ROOM, OTHER)[n % 2], "profile", text, f"k{n}", 0.9, 0.5, "active", 1, 1
                )
                kept.append(items.put(connection, new))
                continue
            old = kept.pop(which % len(kept))
            if step == "erase":
                items.erase(connection, [old.id])
                continue
            changed = Memory(
                **{**old.__dict__, **({"fact": text} if step == "change" else {"status": "expired"})}
            )
            kept.append(items.put(connection, changed, old))
        before = entries(connection)
        assert items.unindexed_for_operator(connection) == []
        fts.rebuild(connection)
        items.reindex(connection)
        assert entries(connection) == before
    engine.dispose()


def test_what_is_erased_is_gone_from_its_pages(connection):
    keep(connection, "对花生过敏")
    items.erase(connection, ["m0"])
    assert entries(connection) == {} and ask(connection, "花生") == {}


# -- without it -----------------------------------------------------------------------------------------


def lose(connection):
    for kind in ("item", "event"):
        connection.exec_driver_sql(f"DROP TABLE {kind}s_vocabulary")
        connection.exec_driver_sql(f"DROP TABLE {kind}s_fts")


def break_it(connection):
    connection.exec_driver_sql("UPDATE items_fts_data SET block = x'0102' WHERE id > 1")


@pytest.mark.parametrize("harm", [lose, break_it])
def test_without_it_words_are_searched_by_like(connection, harm):
    keep(connection, "对花生过敏")
    keep(connection, "花生也爱吃", OTHER)
    harm(connection)
    assert found(connection, "花生") == ({"对花生过敏"}, True)


def test_the_keyword_score_of_like_is_the_part_of_the_words_that_is_there(connection):
    row = keep(connection, "likes peanut butter")
    keep(connection, "100% sure")
    lose(connection)
    scores = search._by_like(connection, "item", HERE, ["peanut", "butter", "jam", "bread"])
    assert scores == {row: 0.5}
    assert search._by_like(connection, "item", HERE, ["0%_"]) == {}


@pytest.mark.parametrize("harm", [lose, break_it])
def test_a_save_does_not_fail_with_its_index(connection, harm):
    keep(connection, "对花生过敏")
    harm(connection)
    for n in range(300):
        keep(connection, f"榴莲 {n}")
    assert "榴莲 7" in found(connection, "榴莲")[0]
    fts.rebuild(connection)
    items.reindex(connection)
    assert fts.works(connection) and items.unindexed_for_operator(connection) == []
    assert found(connection, "花生") == ({"对花生过敏"}, False)


# -- the shortlist --------------------------------------------------------------------------------------


def test_a_shortlist_holds_the_best_and_the_favoured():
    coverage = {n: n / 1000 for n in range(500)}
    cosine = {n: 1 - n / 1000 for n in range(400, 900)}
    arms = Arms(coverage, cosine)
    best = arms.best(1.0, [3])
    assert 3 in best and len(best) == search.SHORTLIST + 1
    promise = {n: coverage.get(n, 0) + cosine.get(n, 0) for n in {*coverage, *cosine}}
    assert min(promise[n] for n in best if n != 3) >= max(p for n, p in promise.items() if n not in best)
    assert len(arms.best(None)) == 900
