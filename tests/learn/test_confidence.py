"""Confidence: worked examples of seed 000 section 3.4 with the two repairs, and the average of section 3.3."""

import pytest
from group_memory.memory.learn.confidence import Said, independent, merged, score
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("base", "method", "n", "contradicted", "expected"),
    [
        (0.9, "user_explicit", 1, False, 0.9),
        (0.9, "rule", 1, False, 0.81),
        (0.9, "llm_extract", 1, False, 0.72),
        (0.9, "tool_result", 1, False, 0.63),
        (0.9, "llm_extract", 1, True, 0.36),
        (0.7, "llm_extract", 1, False, 0.56),
        (0.7, "llm_extract", 2, False, 0.616),
        (0.7, "llm_extract", 6, False, 0.84),
        (0.7, "llm_extract", 3, True, 0.336),
        (0.9, "llm_extract", 5, False, 1.0),
        (1.0, "user_explicit", 9, False, 1.0),
        (1.0, "user_explicit", 1, True, 0.5),
        (0.9, "user_explicit", 3, True, 0.54),
        (0.0, "user_explicit", 9, False, 0.0),
        (0.7, "llm_extract", 0, False, 0.56),
    ],
)
def test_worked_examples(base, method, n, contradicted, expected):
    assert score(base, method, n, contradicted) == pytest.approx(expected)


def test_the_seeds_own_bonus_could_never_exceed_one():
    assert score(0.5, "user_explicit", 2, False) == pytest.approx(0.55)
    assert 0.5 * min(1.0, 1.0 + 0.1 * (2 - 1)) == 0.5


@pytest.mark.parametrize(
    ("evidence", "count"),
    [
        ([], 0),
        ([Said("a", 1)], 1),
        ([Said("a", 1)] * 50, 1),
        ([Said("a", 1), Said("a", 2)], 2),
        ([Said("a", 1), Said("b", 1)], 2),
        ([Said("a", 1), Said("a", 1), Said("b", 1), Said("a", 3)], 3),
    ],
)
def test_only_other_speakers_or_other_days_count(evidence, count):
    assert independent(evidence) == count


@pytest.mark.parametrize(
    ("old", "n", "new", "expected"),
    [(0.9, 2, 0.6, 0.8), (0.5, 1, 1.0, 0.75), (0.8, 3, 0.8, 0.8), (0.4, 0, 0.9, 0.9)],
)
def test_merging_is_the_weighted_average(old, n, new, expected):
    assert merged(old, n, new) == pytest.approx(expected)


share = st.floats(0, 1)


@given(share, st.sampled_from(["user_explicit", "rule", "llm_extract", "tool_result"]), st.integers(1, 10**6))
def test_it_stays_a_probability_and_a_contradiction_never_helps(base, method, n):
    assert 0 <= score(base, method, n, True) <= score(base, method, n, False) <= 1
    assert score(base, method, n, False) <= score(base, method, n + 1, False)


@given(share, st.integers(0, 1000), share)
def test_an_average_lies_between(old, n, new):
    assert min(old, new) - 1e-6 <= merged(old, n, new) <= max(old, new) + 1e-6
