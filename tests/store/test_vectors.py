"""Vectors as rows: who lacks one, whose row has changed meanwhile, and stamps that are never given twice."""

import numpy as np
import pytest
from group_memory.memory.embedding import Means
from group_memory.memory.model import Scope
from group_memory.memory.store import tables, vectors
from group_memory.memory.store.engine import Database
from group_memory.memory.store.migrate import migrate
from group_memory.memory.store.vectors import Extent, Pending
from sqlalchemy import create_engine, delete, event, insert, update

MODEL, OTHER = "offline:a", "openai:b"
ROOM, MINE = Scope("group", "qq/group/g1"), Scope("user", "qq/group/g1/1")


@pytest.fixture
def connection(tmp_path):
    engine = create_engine(f"sqlite:///{tmp_path / 'x.db'}")
    with engine.begin() as connection:
        migrate(connection)
        yield connection
    engine.dispose()


def add_item(connection, row_id, fact, scope=MINE, status="active"):
    values = {
        "id": row_id, "memory_id": f"m{row_id}", "scope": scope.kind, "scope_id": scope.id, "platform_id": "qq",
        "room_kind": "group", "room_id": "g1", "owner_id": "1", "author_id": "1", "type": "profile",
        "fact": fact, "fact_key": f"k{row_id}", "confidence": 1.0, "importance": 0.5, "source": "user_stated",
        "status": status, "evidence_count": 1, "pinned": False, "created_at": 1, "updated_at": 1, "seq": row_id,
        "checksum": "",
    }  # fmt: skip
    connection.execute(insert(tables.items).values(values))


def add_event(connection, row_id, text, *, name="小陈", scope=ROOM, at=1000, source_type="message"):
    values = {
        "id": row_id, "event_id": f"e{row_id}", "scope": scope.kind, "scope_id": scope.id,
        "source_type": source_type, "source_role": "user", "content": {"text": text} if text is not None else {},
        "sender_id": "1", "sender_name": name, "message_id": "", "created_at": at,
    }  # fmt: skip
    connection.execute(insert(tables.events).values(values))


def embed_all(connection, kind, model=MODEL, limit=100):
    rows = vectors.missing(connection, kind, model, limit)
    return vectors.put(connection, kind, model, [(row, [1.0, 0.0]) for row in rows])


def ids(stored):
    return [row.row_id for row in stored]


def test_rows_in_force_wait_for_a_vector_newest_first(connection):
    for row_id, status in enumerate(("active", "active", "shadow", "soft_deleted", "active"), 1):
        add_item(connection, row_id, f"fact {row_id}", status=status)
    add_item(connection, 6, "  ")
    assert vectors.missing(connection, "item", MODEL, 2) == [
        Pending(5, MINE, "fact 5"),
        Pending(2, MINE, "fact 2"),
    ]
    assert vectors.progress(connection, "item", MODEL) == (0, 3)
    assert [row.row_id for row in vectors.missing(connection, "item", MODEL, 9, below=5)] == [2, 1]
    assert embed_all(connection, "item", limit=2) == 2
    assert vectors.progress(connection, "item", MODEL) == (2, 3)
    assert [row.row_id for row in vectors.missing(connection, "item", MODEL, 9)] == [1]
    assert embed_all(connection, "item") == 1
    assert vectors.missing(connection, "item", MODEL, 9) == []
    assert vectors.put(connection, "item", MODEL, []) == 0


def test_messages_are_embedded_with_the_name_of_who_said_them(connection):
    add_event(connection, 1, "我养了一只猫")
    add_event(connection, 2, "hi", name="")
    add_event(connection, 3, "")
    add_event(connection, 4, None)
    add_event(connection, 5, '{"temp": 3}', source_type="tool_result")
    assert [row.text for row in vectors.missing(connection, "event", MODEL, 9)] == [
        "hi",
        "小陈: 我养了一只猫",
    ]
    assert vectors.progress(connection, "event", MODEL) == (0, 2)


def test_a_new_model_starts_from_nothing_and_replaces_the_old_vectors_one_by_one(connection):
    for row_id in (1, 2, 3):
        add_item(connection, row_id, "x")
    embed_all(connection, "item", MODEL)
    assert vectors.progress(connection, "item", OTHER) == (0, 3)
    assert embed_all(connection, "item", OTHER, limit=1) == 1
    assert ids(vectors.of_scope(connection, "item", MINE, MODEL)) == [2, 1]
    assert ids(vectors.of_scope(connection, "item", MINE, OTHER)) == [3]
    assert vectors.progress(connection, "item", MODEL) == (2, 3)


@pytest.mark.parametrize("meanwhile", ["erased", "reused", "changed", "moved", "out of force"])
def test_what_changed_while_it_was_embedded_gets_no_vector(connection, meanwhile):
    add_item(connection, 7, "my old secret")
    rows = vectors.missing(connection, "item", MODEL, 9)
    item = tables.items
    if meanwhile in ("erased", "reused"):
        connection.execute(delete(item))
    if meanwhile == "reused":
        add_item(connection, 7, "somebody else's fact", ROOM)
    if meanwhile == "changed":
        connection.execute(update(item).values(fact="something new"))
    if meanwhile == "moved":
        connection.execute(update(item).values(scope="group", scope_id=ROOM.id))
    if meanwhile == "out of force":
        connection.execute(update(item).values(status="soft_deleted"))
    assert vectors.put(connection, "item", MODEL, [(row, [1.0, 0.0]) for row in rows]) == 0
    assert vectors.of_scope(connection, "item", MINE, MODEL) == []


def test_a_moved_row_waits_again(connection):
    add_item(connection, 1, "x")
    embed_all(connection, "item")
    connection.execute(update(tables.items).values(scope="group", scope_id=ROOM.id))
    assert vectors.missing(connection, "item", MODEL, 9) == [Pending(1, ROOM, "x")]
    embed_all(connection, "item")
    assert ids(vectors.of_scope(connection, "item", ROOM, MODEL)) == [1]
    assert vectors.of_scope(connection, "item", MINE, MODEL) == []


def test_a_scope_sees_its_own_kind_scope_and_model_only(connection):
    add_item(connection, 1, "mine")
    add_item(connection, 2, "the room's", ROOM)
    add_event(connection, 1, "said", at=777)
    embed_all(connection, "item")
    embed_all(connection, "event")
    assert vectors.stamp_of(connection, "item", MINE, MODEL).size == 1
    [said] = vectors.of_scope(connection, "event", ROOM, MODEL)
    assert (said.row_id, said.at) == (1, 777)
    assert np.frombuffer(said.vector, "<f4").tolist() == [1.0, 0.0]
    assert vectors.of_scope(connection, "item", MINE, OTHER) == []
    assert vectors.stamp_of(connection, "event", MINE, MODEL) == Extent(0, 0)


def test_rows_are_read_in_the_order_of_writing_and_after_a_stamp(connection):
    for row_id in range(1, 10):
        add_item(connection, row_id, "x")
    embed_all(connection, "item")
    stored = vectors.of_scope(connection, "item", MINE, MODEL)
    assert ids(stored) == list(range(9, 0, -1))
    before = vectors.stamp_of(connection, "item", MINE, MODEL)
    assert before == Extent(9, 9)
    add_item(connection, 10, "y")
    embed_all(connection, "item")
    assert ids(vectors.of_scope(connection, "item", MINE, MODEL, before.stamp)) == [10]


def test_a_stamp_is_not_given_again_after_its_row_is_gone(connection):
    add_item(connection, 1, "x")
    embed_all(connection, "item")
    first = vectors.stamp_of(connection, "item", MINE, MODEL)
    vectors.drop(connection, "item", [1])
    assert vectors.stamp_of(connection, "item", MINE, MODEL) == Extent(0, 0)
    embed_all(connection, "item")
    again = vectors.stamp_of(connection, "item", MINE, MODEL)
    assert again.size == first.size and again.stamp > first.stamp


def test_dropping_takes_one_kind_and_any_number_of_rows(connection):
    add_item(connection, 1, "x")
    add_event(connection, 1, "x")
    embed_all(connection, "item")
    embed_all(connection, "event")
    vectors.drop(connection, "item", [])
    vectors.drop(connection, "item", range(100_000))
    assert vectors.progress(connection, "item", MODEL) == (0, 1)
    assert vectors.progress(connection, "event", MODEL) == (1, 1)


def test_means_are_kept_and_a_model_that_changed_behind_its_name_loses_its_vectors(connection):
    means = Means(MODEL, np.array([1, 0], np.float32), np.array([0, 1], np.float32))
    assert vectors.means_of(connection, MODEL) is None
    assert vectors.keep_means(connection, means, 5) is False
    add_item(connection, 1, "x")
    add_item(connection, 2, "x")
    embed_all(connection, "item", OTHER)
    embed_all(connection, "item", MODEL, limit=1)
    assert vectors.keep_means(connection, means, 6) is False
    assert vectors.progress(connection, "item", MODEL) == (1, 2)

    changed = Means(MODEL, np.array([0, 1, 0], np.float32), np.array([1, 0, 0], np.float32))
    assert vectors.keep_means(connection, changed, 7) is True
    assert vectors.progress(connection, "item", MODEL) == (0, 2)
    assert vectors.progress(connection, "item", OTHER) == (1, 2)
    known = vectors.means_of(connection, MODEL)
    assert known is not None and known.dim == 3 and known.agrees(changed)


def test_one_look_at_the_index_tells_whether_a_scope_has_changed(connection):
    asked = []
    event.listen(
        connection.engine, "before_cursor_execute", lambda c, cur, sql, *rest: asked.append((sql, rest[0]))
    )
    vectors.stamp_of(connection, "item", MINE, MODEL)
    (sql, values), asked[:] = asked[0], []
    plan = " ".join(row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values))
    assert plan.count("USING COVERING INDEX vectors_by_scope") == 2
    assert "SCAN vectors" not in plan


async def test_it_runs_as_jobs_of_the_database_too(tmp_path):
    database = await Database.open(tmp_path / "x.db")

    def prepare(connection):
        add_item(connection, 1, "x")
        return embed_all(connection, "item")

    assert await database.write(prepare) == 1
    assert ids(await database.read(lambda c: vectors.of_scope(c, "item", MINE, MODEL))) == [1]
    await database.close()
