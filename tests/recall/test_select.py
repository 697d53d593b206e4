"""Standing memories are always in, up to half; what others said only where it fits; shown in the seed's order."""

from group_memory.memory.recall.candidate import Candidate, Scored
from group_memory.memory.recall.select import in_order, select

from ..samples import memory


def scored(id, score, *, own=True, **fields):  # noqa: A002
    return Scored(Candidate(memory(id, **fields), ("standing",), is_own=own), score)


def ids(found):
    return [s.candidate.source.id for s in found]


def test_orders_and_names_come_before_better_scores():
    ranked = [
        scored("a", 0.9),
        scored("b", 0.8),
        scored("c", 0.1, type="constraint"),
        scored("d", 0.0, key="preferred_name"),
    ]
    assert ids(select(ranked, 4, 0.25)[0]) == ["c", "d", "a", "b"]


def test_they_take_half_of_the_room_at_most():
    ranked = [scored("a", 0.9), *(scored(f"c{i}", 0.5 - i / 10, type="constraint") for i in range(4))]
    assert ids(select(ranked, 4, 0.25)[0])[:3] == ["c0", "c1", "a"]


def test_what_others_said_needs_a_score():
    fit, weak = select([scored("a", 0.3, own=False), scored("b", 0.2, own=False), scored("c", 0.0)], 9, 0.25)
    assert ids(fit) == ["a", "c"]
    assert [(s.candidate.source.id, why) for s, why in weak] == [("b", "threshold")]


def test_order_of_seed_003_section_4_2():
    shown = in_order(
        [
            memory("old", updated_at=1),
            memory("new", updated_at=2),
            memory("p", type="preference"),
            memory("i", type="constraint"),
        ]
    )
    assert [m.id for m in shown] == ["i", "p", "new", "old"]
