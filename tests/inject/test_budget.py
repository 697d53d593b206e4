"""The laws of the budget: never over it, the order kept, and nobody displaced by someone who scores lower."""

from group_memory.memory.inject.budget import Budget, cut
from hypothesis import given
from hypothesis import strategies as st

from ..samples import memory

TYPES = ["constraint", "preference", "profile"]
entries = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from(TYPES), st.integers(1, 60), st.floats(0, 1)), max_size=30
)
budgets = st.builds(Budget, st.integers(0, 12), st.integers(0, 300), st.integers(0, 6), st.floats(0, 1))


def ranked(rows):
    made = [
        (score, memory(str(i), type=kind, confidence=sure), cost)
        for i, (score, kind, cost, sure) in enumerate(rows)
    ]
    return sorted(made, key=lambda r: -r[0])


def apply(rows, budget):
    return cut(rows, budget, lambda r: r[1], lambda r: r[2])


@given(entries, budgets)
def test_never_over_any_limit(rows, budget):
    kept = apply(ranked(rows), budget).kept
    assert len(kept) <= budget.max_items
    assert not budget.max_tokens or sum(cost for *_, cost in kept) <= budget.max_tokens
    assert all(m.confidence >= budget.min_confidence for _, m, _ in kept)
    for kind in TYPES:
        assert not budget.max_per_type or sum(m.type == kind for _, m, _ in kept) <= budget.max_per_type


@given(entries, budgets)
def test_everything_is_kept_or_has_a_reason_and_the_order_stays(rows, budget):
    given_rows = ranked(rows)
    result = apply(given_rows, budget)
    assert sorted([*result.kept, *(row for row, _ in result.dropped)], key=given_rows.index) == given_rows
    assert list(result.kept) == [row for row in given_rows if row in result.kept]
    assert all(reason for _, reason in result.dropped)
    assert apply(given_rows, budget) == result


@given(entries, budgets, st.tuples(st.floats(0, 1), st.sampled_from(TYPES), st.integers(1, 60), st.just(1.0)))
def test_one_more_never_displaces_a_better_one_of_its_type(rows, budget, extra):
    before = apply(ranked(rows), budget).kept
    newcomer = (extra[0], memory("new", type=extra[1]), extra[2])
    after = apply(sorted([*ranked(rows), newcomer], key=lambda r: -r[0]), budget).kept
    if newcomer in after:
        lost = [row for row in before if row not in after and row[1].type == newcomer[1].type]
        assert all(row[0] <= newcomer[0] for row in lost)
