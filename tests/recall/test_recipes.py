"""Every formula with numbers that were worked out by hand; the weights are those that ship."""

import json
import math

import pytest
from group_memory.memory.model import Memory, Said, Scope
from group_memory.memory.recall import recipes
from group_memory.memory.recall.candidate import Candidate, best_first
from group_memory.memory.recall.recipes import Moment, rank
from hypothesis import given
from hypothesis import strategies as st

DAY = 86_400
NOW = 1_790_000_000
ROOM = Scope("group", "qq/group/g1")


def memory(
    row_id=1, kind="profile", *, importance=0.5, confidence=0.9, updated=NOW, created=NOW, uses=0, seen=None
):
    return Memory(
        f"m{row_id}", ROOM, kind, "f", "f", confidence, importance, "active", created, updated,
        row_id=row_id, seq=row_id, access_count=uses, last_accessed=seen,
    )  # fmt: skip


def said(row_id=1, at=NOW):
    return Said(row_id, "x", "1", "小陈", at)


def moment(text="花生", *, first_person=False, topic=()):
    return Moment(text, first_person, NOW, frozenset(topic))


def score(recipe, candidate, at=None, others=(), **changes):
    ranked = rank(recipe, [candidate, *others], at or moment(), **changes)
    return next(s.score for s in ranked if s.candidate is candidate)


# -- hybrid: seed 000 section 4.3 -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cosine", "importance", "days", "expected"),
    [
        (0.8, 0.5, 0, 0.3 * 0.8 + 0.4 * 0.5 + 0.3 * 1.0),  # 0.74
        (0.8, 0.5, 30, 0.3 * 0.8 + 0.4 * 0.5 + 0.3 * 0.5),  # 0.59
        (0.0, 1.0, 90, 0.4 * 1.0 + 0.3 * 0.25),  # 0.475
        (-0.2, 0.0, 0, -0.06 + 0.3),
    ],
)
def test_hybrid(cosine, importance, days, expected):
    old = memory(importance=importance, updated=NOW - days * DAY)
    assert score("hybrid", Candidate(old, (), cosine=cosine)) == pytest.approx(expected)


def test_hybrid_takes_coverage_for_similarity_where_there_are_no_vectors():
    assert score("hybrid", Candidate(memory(), (), coverage=0.5)) == pytest.approx(0.15 + 0.2 + 0.3)


def test_hybrid_takes_the_operators_weights():
    weights = {"similarity_weight": 1.0, "importance_weight": 0.0, "recency_weight": 0.0}
    assert score("hybrid", Candidate(memory(), (), cosine=0.7), **weights) == pytest.approx(0.7)


def test_a_clock_that_went_back_gives_no_bonus():
    assert recipes.time_decay(NOW + DAY, NOW) == 1
    assert recipes.half_life(NOW + DAY, NOW) == 1


# -- keyword: seed 004, relevance score calculation -----------------------------------------------------


def test_keyword():
    used = memory(kind="profile", confidence=0.8, uses=3, seen=NOW - 7 * DAY)
    most_used = Candidate(memory(2, uses=15), ("words",), coverage=0.1)
    expected = 0.4 * 0.6 + 0.2 * 1.0 + 0.15 * 0.5 + 0.1 * (math.log(4) / math.log(16)) + 0.15 * 0.8
    assert expected == pytest.approx(0.685)
    assert score("keyword", Candidate(used, ("words",), coverage=0.6), others=[most_used]) == pytest.approx(
        0.685
    )


def test_keyword_counts_age_from_the_last_use_or_the_birth():
    born = Candidate(memory(created=NOW - 14 * DAY, confidence=0.0), (), coverage=0.5)
    assert score("keyword", born) == pytest.approx(0.2 + 0.2 + 0.15 * 0.25)


@pytest.mark.parametrize("text", ["我喜欢吃什么", "what do I like", "讨厌的东西"])
def test_keyword_lifts_preferences_when_preferences_are_the_talk(text):
    liked = Candidate(memory(kind="preference", confidence=0.0, created=0), (), coverage=0.5)
    assert score("keyword", liked, moment(text)) == pytest.approx(0.4 * 0.5 + 0.2 * 1.5, abs=1e-6)
    assert score("keyword", liked, moment("在哪里")) == pytest.approx(0.4 * 0.5 + 0.2, abs=1e-6)


def test_keyword_lifts_the_current_topic():
    found = Candidate(memory(7, confidence=0.0, created=0), (), coverage=0.5)
    assert score("keyword", found, moment(topic=(7,))) == pytest.approx(1.3 * (0.2 + 0.2), abs=1e-6)


def test_keyword_knows_only_what_shares_a_word():
    unrelated = Candidate(memory(1), ("meaning",), cosine=0.9)
    assert rank("keyword", [unrelated], moment()) == []
    assert len(rank("keyword", [unrelated], moment(topic=(1,)))) == 1


# -- priority: seed 003 section 4.2 ---------------------------------------------------------------------


def test_priority_goes_by_type_then_by_age():
    rows = [
        memory(1, "profile", updated=NOW), memory(2, "preference", updated=NOW - 5), memory(3, "constraint", updated=NOW - 9),
        memory(4, "profile", updated=NOW - 1), memory(5, "preference", updated=NOW - 1),
    ]  # fmt: skip
    ranked = rank("priority", [Candidate(m, ()) for m in rows], moment())
    assert [s.candidate.row_id for s in ranked] == [3, 5, 2, 1, 4]
    assert [s.score for s in ranked] == [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5]


# -- fused: design section 7 ----------------------------------------------------------------------------


def test_fused_weighs_words_and_meaning_by_kind():
    w = json.loads((recipes.FOLDER / "recipes.json").read_text())["fused"]
    plain = memory(importance=0.0)
    assert (w["memory_weight"], w["message_weight"]) == (0.4, 1.9)
    assert score("fused", Candidate(plain, (), 0.5, 0.2)) == pytest.approx((0.4 * 0.5 + 0.2) / 1.4)
    assert score("fused", Candidate(said(), (), 0.5, 0.2)) == pytest.approx((1.9 * 0.5 + 0.2) / 2.9)
    assert score("fused", Candidate(plain, (), 0.5)) == pytest.approx(0.5)
    assert score("fused", Candidate(plain, (), 0.5, -0.9)) == pytest.approx(0.2 / 1.4)


def test_fused_boosts_are_bounded():
    message = Candidate(said(), (), 0.5, is_own=True, is_named=True)
    assert score("fused", message) == pytest.approx(0.5 * 1.2)
    assert score("fused", message, moment(first_person=True)) == pytest.approx(0.5 * 3.2)
    important = Candidate(memory(importance=1.0), (), 0.5)
    assert score("fused", important) == pytest.approx(0.5 * 1.1)


def test_what_only_one_arm_found_can_win():
    by_meaning = Candidate(memory(1), ("meaning",), 0.0, 0.9)
    by_both = Candidate(memory(2), ("words", "meaning"), 0.2, 0.15)
    by_words = Candidate(memory(3), ("words",), 1.0, 0.0)
    assert rank("fused", [by_both, by_meaning], moment())[0].candidate is by_meaning
    assert rank("fused", [by_both, by_words], moment())[0].candidate is by_words


# -- all of them ----------------------------------------------------------------------------------------

CANDIDATE = st.builds(
    Candidate,
    st.builds(
        memory, st.integers(1, 99), importance=st.floats(0, 1), updated=st.integers(NOW - 10**8, NOW + 10**6)
    ),
    st.just(("words",)),
    st.floats(0, 1),
    st.none() | st.floats(-1, 1),
    st.booleans(),
)


@pytest.mark.parametrize("recipe", ["fused", "hybrid", "keyword", "priority"])
@given(found=st.lists(CANDIDATE, max_size=20), first_person=st.booleans())
def test_order_is_by_score_and_the_same_from_any_start(recipe, found, first_person):
    ranked = rank(recipe, found, moment(first_person=first_person))
    assert [s.score for s in ranked] == sorted((s.score for s in ranked), reverse=True)
    assert all(math.isfinite(s.score) for s in ranked)
    again = rank(recipe, found[::-1], moment(first_person=first_person))
    assert sorted(s.score for s in again) == sorted(s.score for s in ranked)


@given(st.lists(CANDIDATE, min_size=1, max_size=10))
def test_more_coverage_never_lowers_a_memory(found):
    for recipe in ("fused", "hybrid", "keyword"):
        low = Candidate(memory(100), ("words",), 0.2, 0.1)
        high = Candidate(memory(100), ("words",), 0.6, 0.1)
        assert score(recipe, high, others=found) >= score(recipe, low, others=found)


def test_ties_go_to_what_changed_last():
    older, newer, newest_row = memory(9, updated=1), memory(1, updated=2), memory(2, updated=2)
    scored = rank("fused", [Candidate(m, ()) for m in (older, newer, newest_row)], moment())
    assert [s.candidate.row_id for s in best_first(scored)] == [2, 1, 9]
