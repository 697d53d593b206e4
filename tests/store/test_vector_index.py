"""The vector index agrees with plain arithmetic over the rows, whatever was written, and shows nothing stale."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from group_memory.memory.embedding import unit
from group_memory.memory.errors import EmbedderUnavailable
from group_memory.memory.model import Scope
from group_memory.memory.store import tables, vector_index
from group_memory.memory.store.vector_index import VectorIndex
from group_memory.memory.store.vectors import drop, of_scope
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, insert
from sqlalchemy.pool import StaticPool

DIM = 6
MODEL, OTHER = "offline:a", "openai:b"
ROOM, MINE = Scope("group", "qq/group/g1"), Scope("user", "qq/group/g1/1")


class Rows:
    """A database of vectors, written directly; `truth` says what the index must answer."""

    def __init__(self, seed=0):
        self.engine = create_engine(
            "sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False}
        )
        self.connection = self.engine.connect()
        tables.metadata.create_all(self.connection)
        self.random = np.random.default_rng(seed)
        self.stamp = 0

    def close(self):
        self.connection.close()
        self.engine.dispose()

    def vector(self, dim=DIM):
        return unit(self.random.normal(size=(1, dim)).astype(np.float32))[0]

    def write(self, kind, row_id, scope=ROOM, model=MODEL, *, at=0, vector=None):
        vector = self.vector() if vector is None else vector
        self.stamp += 1
        drop(self.connection, kind, [row_id])
        values = {"kind": kind, "row_id": row_id, "scope": scope.kind, "scope_id": scope.id, "model": model}
        values |= {"dim": len(vector), "vector": vector.tobytes(), "stamp": self.stamp}
        self.connection.execute(insert(tables.vectors).values(values))
        if kind == "event":
            said = {"id": row_id, "event_id": f"e{row_id}", "scope": scope.kind, "scope_id": scope.id}
            said |= {"source_type": "message", "source_role": "user", "content": {}, "sender_id": ""}
            said |= {"sender_name": "", "message_id": "", "created_at": at}
            self.connection.execute(insert(tables.events).prefix_with("OR REPLACE").values(said))

    def erase(self, kind, *row_ids):
        drop(self.connection, kind, row_ids)

    def truth(self, kind, query, k, scope=ROOM, model=MODEL, allowed=None):
        """Row ids and cosines by brute force, the smoothing written out as the recipe has it."""
        rows = sorted(of_scope(self.connection, kind, scope, model))
        plain = [np.frombuffer(row.vector, "<f4").astype(np.float64) for row in rows]
        drawn = [v.copy() for v in plain]
        for i in range(1, len(rows)):
            if kind == "event" and abs(rows[i].at - rows[i - 1].at) <= 3 * 3600:
                drawn[i] += 0.5 * plain[i - 1]
                drawn[i - 1] += 0.25 * plain[i]
        hits = [(r.row_id, v @ query / np.linalg.norm(v)) for r, v in zip(rows, drawn, strict=True)]
        return sorted((h for h in hits if allowed is None or h[0] in allowed), key=lambda h: -h[1])[:k]


@pytest.fixture
def rows():
    rows = Rows()
    yield rows
    rows.close()


def search(index, rows, query, k=5, kind="item", scope=ROOM, model=MODEL, allowed=None):
    return index.search(index.reading(rows.connection, kind, scope, model), query, k, allowed)


def assert_same(found, truth):
    assert [row_id for row_id, _ in found] == [row_id for row_id, _ in truth]
    np.testing.assert_allclose([s for _, s in found], [s for _, s in truth], atol=1e-5)


# -- congruence ------------------------------------------------------------------------------------------


@given(
    seed=st.integers(0, 2**32), kind=st.sampled_from(["item", "event"]), slices=st.sampled_from([1, 2, 4096])
)
@settings(max_examples=20, deadline=None)
def test_it_agrees_with_brute_force_after_any_writes(seed, kind, slices):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vector_index, "SLICE", slices)
        rows, index = Rows(seed), VectorIndex()
        live, at = [], 10_000
        for _ in range(40):
            for _ in range(rows.random.integers(0, 4)):
                at += int(rows.random.choice([60, 3 * 3600, 3 * 3600 + 1]))
                match rows.random.integers(0, 8):
                    case 0 if live:
                        rows.erase(kind, live.pop(rows.random.integers(len(live))))
                    case 1 if live:
                        rows.write(kind, int(rows.random.choice(live)), at=at)
                    case 2:  # an id amid the others, or one that was given up
                        row_id = int(rows.random.integers(1, 300))
                        live = [*{*live, row_id}]
                        rows.write(kind, row_id, at=at)
                    case _:
                        live.append(max(live, default=0) + 1)
                        rows.write(kind, live[-1], at=at)
            query = rows.vector()
            allowed = None if rows.random.integers(3) else {i for i in live if i % 2}
            k = int(rows.random.choice([1, 3, 1000]))
            found = search(index, rows, query, k, kind, allowed=allowed)
            assert_same(found, rows.truth(kind, query, k, allowed=allowed))
        rows.close()


def test_readings_used_late_and_in_any_order_each_answer_for_their_own_moment(rows):
    """Threads may search in another order than they read; no reading may find what it did not see."""
    index, query = VectorIndex(), rows.vector()
    for kind in ("item", "event"):
        moments = []
        for step in range(60):
            if step % 7 == 6:
                rows.erase(kind, step - 3)
            else:
                rows.write(kind, step + 1, at=step * 3000)
            reading = index.reading(rows.connection, kind, ROOM, MODEL)
            moments.append((reading, rows.truth(kind, query, 99)))
            if step % 2:  # one that rests on the cache alone, which others then add to
                index.search(reading, query, 1)
                moments.append((index.reading(rows.connection, kind, ROOM, MODEL), moments[-1][1]))
            for late in rows.random.permutation(len(moments))[: step % 3]:
                reading, truth = moments[late]
                assert_same(index.search(reading, query, 99), truth)
        for late in rows.random.permutation(len(moments)):
            assert_same(index.search(moments[late][0], query, 99), moments[late][1])


def test_many_threads_in_one_room_get_the_same_answers(rows):
    index, query = VectorIndex(), rows.vector()
    readings = []
    for row_id in range(1, 200):
        rows.write("event", row_id, at=row_id * 60)
        if row_id % 10 == 0:
            readings.append(
                (index.reading(rows.connection, "event", ROOM, MODEL), rows.truth("event", query, 9))
            )
    together = threading.Barrier(4)

    def look(seed):
        together.wait()
        for i in np.random.default_rng(seed).integers(0, len(readings), 100):
            assert_same(index.search(readings[i][0], query, 9), readings[i][1])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(look, range(4)))


# -- the cache -------------------------------------------------------------------------------------------


def test_a_warm_scope_reads_no_vectors_and_a_new_row_is_read_alone(rows):
    index, query = VectorIndex(), rows.vector()
    for row_id in range(1, 50):
        rows.write("event", row_id, at=row_id)
    search(index, rows, query, kind="event")
    assert index.reading(rows.connection, "event", ROOM, MODEL).rows == ()
    rows.write("event", 50, at=50)
    reading = index.reading(rows.connection, "event", ROOM, MODEL)
    assert [row.row_id for row in reading.rows] == [50]
    assert reading.base is not None
    assert_same(index.search(reading, query, 99), rows.truth("event", query, 99))


def test_a_row_that_is_erased_and_another_written_is_noticed_though_the_number_is_the_same(rows):
    index, query = VectorIndex(), rows.vector()
    for row_id in (1, 2, 3):
        rows.write("item", row_id)
    search(index, rows, query)
    rows.erase("item", 2)
    rows.write("item", 4)
    assert {row_id for row_id, _ in search(index, rows, query, 99)} == {1, 3, 4}
    rows.erase("item", 4)  # the newest stamp goes
    rows.write("item", 4)
    assert_same(search(index, rows, query, 99), rows.truth("item", query, 99))
    rows.erase("item", 1, 3, 4)
    assert search(index, rows, query, 99) == []
    assert index.nbytes == 0


def test_the_bound_holds_and_the_least_used_goes_first(rows):
    one = 10 * (4 * DIM + 8)
    index, query = VectorIndex(capacity=3 * one), rows.vector()
    scopes = [Scope("user", f"u{i}") for i in range(5)]
    for i, scope in enumerate(scopes):
        for row_id in range(i * 100, i * 100 + 10):
            rows.write("item", row_id, scope)

    def is_warm(scope):
        return index.reading(rows.connection, "item", scope, MODEL).base is not None

    for scope in scopes[:3]:
        search(index, rows, query, scope=scope)
    assert index.nbytes == 3 * one
    search(index, rows, query, scope=scopes[0])
    search(index, rows, query, scope=scopes[3])
    assert index.nbytes == 3 * one
    assert [is_warm(scope) for scope in scopes] == [True, False, True, True, False]


def test_a_scope_larger_than_the_bound_works_without_the_cache(rows):
    index, query = VectorIndex(capacity=100), rows.vector()
    for row_id in range(20):
        rows.write("item", row_id)
    for _ in range(2):
        assert_same(search(index, rows, query, 99), rows.truth("item", query, 99))
        assert index.nbytes == 0


def test_everything_of_a_scope_is_given_up_at_once(rows):
    index, query = VectorIndex(), rows.vector()
    rows.write("item", 1, MINE)
    rows.write("event", 1, MINE)
    rows.write("item", 2, ROOM)
    for kind, scope in (("item", MINE), ("event", MINE), ("item", ROOM)):
        search(index, rows, query, kind=kind, scope=scope)
    being_built = index.reading(rows.connection, "item", MINE, MODEL)
    of_the_room = index.nbytes // 3
    index.forget(MINE)
    assert index.nbytes == of_the_room
    rows.erase("item", 1)
    assert index.reading(rows.connection, "item", MINE, MODEL).base is None
    late = VectorIndex()
    rows.write("item", 1, MINE)
    being_built = late.reading(rows.connection, "item", MINE, MODEL)
    late.forget(MINE)
    assert len(late.search(being_built, query, 5)) == 1
    assert late.nbytes == 0, "what was read before the wish to forget must not be kept after it"


# -- borders ---------------------------------------------------------------------------------------------


def test_kinds_scopes_and_models_never_mix(rows):
    index, query = VectorIndex(), rows.vector()
    rows.write("item", 1, ROOM, MODEL)
    rows.write("item", 2, ROOM, OTHER, vector=rows.vector(9))
    rows.write("item", 3, MINE, MODEL)
    rows.write("event", 4, ROOM, MODEL)
    rows.write("item", 5, Scope("user", ROOM.id), MODEL)
    for _ in range(2):
        assert [i for i, _ in search(index, rows, query, 99)] == [1]
        assert [i for i, _ in search(index, rows, rows.vector(9), 99, model=OTHER)] == [2]
        assert [i for i, _ in search(index, rows, query, 99, scope=MINE)] == [3]
        assert [i for i, _ in search(index, rows, query, 99, kind="event")] == [4]
        assert search(index, rows, query, 99, scope=Scope("user", "nobody")) == []


def test_a_row_replaced_by_another_model_leaves_the_old_models_index(rows):
    index, query = VectorIndex(), rows.vector()
    rows.write("item", 1)
    rows.write("item", 2)
    search(index, rows, query)
    rows.write("item", 2, model=OTHER)
    assert [i for i, _ in search(index, rows, query, 99)] == [1]
    assert [i for i, _ in search(index, rows, query, 99, model=OTHER)] == [2]


@pytest.mark.parametrize("query", [np.ones(DIM + 1, np.float32), np.ones((1, DIM), np.float32), [1.0], []])
def test_a_question_of_another_size_is_refused_with_both_sizes(rows, query):
    index = VectorIndex()
    rows.write("item", 1)
    with pytest.raises(EmbedderUnavailable, match=f"ltm_group_qq/group/g1.* have {DIM} numbers"):
        search(index, rows, query)


def test_vectors_of_two_sizes_under_one_model_are_an_error_and_not_a_crash(rows):
    index = VectorIndex()
    rows.write("item", 1)
    rows.write("item", 2, vector=rows.vector(DIM - 1))
    with pytest.raises(EmbedderUnavailable, match="different lengths"):
        search(index, rows, rows.vector())


def test_equals_come_newest_first_and_plain_lists_are_taken(rows):
    index, same = VectorIndex(), rows.vector()
    for row_id in (3, 9, 5):
        rows.write("item", row_id, vector=same)
    assert [i for i, _ in search(index, rows, same.tolist(), 3)] == [9, 5, 3]
    assert search(index, rows, same, 0) == []
    assert search(index, rows, same, 3, allowed=[]) == []
    assert [i for i, _ in search(index, rows, same, 9, allowed=[5, 77])] == [5]


def test_a_missing_library_is_named_with_what_to_do(rows, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "faiss", None)
    rows.write("item", 1)
    with pytest.raises(EmbedderUnavailable, match="pip install faiss-cpu"):
        search(VectorIndex(), rows, rows.vector())
