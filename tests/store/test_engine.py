"""The database: durable, one writer, fenced, and never undone by a caller that goes away."""

import asyncio
import sqlite3

import pytest
from group_memory.memory.errors import StoreFenced, StoreTooNew, StoreUnavailable
from group_memory.memory.store import tables
from group_memory.memory.store.engine import Database, is_sound
from group_memory.memory.store.migrate import MIGRATIONS, migrate
from sqlalchemy import create_engine, inspect, text


def put(name, value="1"):
    return lambda c: (
        c.execute(text("INSERT OR REPLACE INTO settings VALUES (:n, :v)"), {"n": name, "v": value}) and None
    )


def get(name):
    return lambda c: c.execute(text("SELECT value FROM settings WHERE name = :n"), {"n": name}).scalar()


async def test_what_write_returned_is_in_the_file(tmp_path):
    database = await Database.open(tmp_path / "x.db")
    await database.write(put("a"))
    with sqlite3.connect(tmp_path / "x.db") as other:
        assert other.execute("SELECT value FROM settings WHERE name = 'a'").fetchone() == ("1",)
    other.close()
    await database.close()


async def test_a_failing_job_leaves_nothing_and_the_writer_goes_on(tmp_path):
    database = await Database.open(tmp_path / "x.db")

    def half(connection):
        put("half")(connection)
        raise KeyError("oops")

    with pytest.raises(KeyError):
        await database.write(half)
    await database.write(put("next"))
    assert await database.read(get("half")) is None
    assert await database.read(get("next")) == "1"
    await database.close()


async def test_read_modify_write_from_many_tasks_loses_nothing(tmp_path):
    database = await Database.open(tmp_path / "x.db")

    def increment(connection):
        value = int(get("n")(connection) or 0)
        put("n", str(value + 1))(connection)

    await asyncio.gather(*(database.write(increment) for _ in range(200)))
    assert await database.read(get("n")) == "200"
    await database.close()


async def test_a_cancelled_caller_does_not_undo_its_job(tmp_path):
    database = await Database.open(tmp_path / "x.db")
    tasks = [asyncio.create_task(database.write(put(f"k{i}"))) for i in range(20)]
    await asyncio.sleep(0)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await database.write(put("after"))
    assert (
        await database.read(
            lambda c: c.execute(text("SELECT count(*) FROM settings WHERE name LIKE 'k%'")).scalar()
        )
        == 20
    )
    await database.close()


async def test_the_newer_instance_fences_the_older(tmp_path):
    old = await Database.open(tmp_path / "x.db")
    new = await Database.open(tmp_path / "x.db")
    with pytest.raises(StoreFenced):
        await old.write(put("old"))
    await new.write(put("new"))
    assert await old.read(get("new")) == "1"
    await old.close()
    await new.write(put("still"))
    await new.close()


async def test_readers_cannot_write(tmp_path):
    database = await Database.open(tmp_path / "x.db")
    with pytest.raises(StoreUnavailable, match="readonly"):
        await database.read(put("a"))
    await database.close()


async def test_after_close_there_is_a_clear_error_and_no_log_left(tmp_path):
    database = await Database.open(tmp_path / "x.db")
    await database.write(put("a"))
    await database.close()
    await database.close()
    with pytest.raises(StoreUnavailable, match="reloaded"):
        await database.write(put("b"))
    assert not (tmp_path / "x.db-wal").exists()


async def test_a_newer_schema_is_refused_and_left_alone(tmp_path):
    database = await Database.open(tmp_path / "x.db")
    await database.write(lambda c: c.execute(text("PRAGMA user_version = 999")) and None)
    await database.close()
    before = (tmp_path / "x.db").read_bytes()
    with pytest.raises(StoreTooNew, match="update the plugin"):
        await Database.open(tmp_path / "x.db")
    assert (tmp_path / "x.db").read_bytes() == before


def test_migrated_schema_is_the_one_that_the_tables_describe(tmp_path):
    migrated, described = (
        create_engine(f"sqlite:///{tmp_path}/m.db"),
        create_engine(f"sqlite:///{tmp_path}/d.db"),
    )
    with migrated.begin() as connection:
        assert migrate(connection) == len(MIGRATIONS)
        assert migrate(connection) == 0
    tables.metadata.create_all(described)

    def shape(engine):
        look = inspect(engine)
        return {
            name: (
                {c["name"]: (str(c["type"]), c["nullable"]) for c in look.get_columns(name)},
                sorted(tuple(i["column_names"]) for i in look.get_indexes(name)),
                sorted(tuple(u["column_names"]) for u in look.get_unique_constraints(name)),
            )
            for name in look.get_table_names()
        }

    assert shape(migrated) == shape(described)
    migrated.dispose()
    described.dispose()


def test_our_tables_are_not_on_the_default_registry():
    from sqlmodel import SQLModel

    assert not set(tables.metadata.tables) & set(SQLModel.metadata.tables)


@pytest.mark.parametrize("damage", [b"", b"not a database at all" * 100])
def test_damage_is_seen(tmp_path, damage):
    (tmp_path / "x.db").write_bytes(damage)
    assert bool(is_sound(tmp_path / "x.db")) is bool(damage)
