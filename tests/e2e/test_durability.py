"""kill -9, a lost or broken database, files from an older plugin: what was acknowledged is there again."""

import json

import pytest

from .harness import E2E, call, say
from .steps import file_holds, group_file, save, shown


@pytest.fixture(scope="module")
async def mortal(plugin):
    """An AstrBot that these tests kill."""
    async with E2E(plugin) as e2e:
        yield e2e


@pytest.fixture
def where(mortal):
    return {"group": mortal.new_group(), "user": mortal.new_user()}


BROKEN = b"\0not a database\0" * 1000


def databases(e2e):
    """The plugin's SQLite files, side files of the write-ahead log included."""
    folder = e2e.bot.plugin_data_dir(e2e.plugin)
    return [p for p in folder.iterdir() if p.name.endswith((".db", ".db-wal", ".db-shm"))]


async def test_a_kill_right_after_the_answer_loses_nothing(mortal, where):
    reply = call("save_memory", memory_type="fact", content="在学法语")
    mortal.llm.clear()
    mortal.llm.script(reply, say("").after(60))
    await mortal.post("记住：在学法语", **where)
    answered = await mortal.llm.wait_request(lambda r: bool(r.tool_results))
    assert "在学法语" in answered.tool_results[0]
    await mortal.kill_and_restart()
    assert "在学法语" in (await shown(mortal, **where)).fresh_text
    await file_holds(mortal, **where, contents=["在学法语"])
    assert mortal.bot.problems() == []


@pytest.mark.parametrize("harm", ["deleted", "overwritten"])
async def test_a_lost_database_is_rebuilt_from_the_group_files(mortal, where, harm):
    await save(mortal, "在学法语", **where)
    await file_holds(mortal, **where, contents=["在学法语"])
    await mortal.kill_bot()
    assert databases(mortal)
    for path in databases(mortal):
        if harm == "deleted":
            path.unlink()
        else:
            path.write_bytes(BROKEN)
    mark = mortal.bot.log_mark()
    await mortal.boot()
    assert "在学法语" in (await shown(mortal, **where)).fresh_text
    assert "在学德语" in await save(mortal, "在学德语", **where)
    warnings = [line for line in mortal.bot.log(mark).splitlines() if "[WARN]" in line]
    assert any("database" in line for line in warnings)
    kept = [p for p in mortal.bot.plugin_data_dir(mortal.plugin).iterdir() if p.is_file()]
    assert (harm == "overwritten") == any(p.read_bytes() == BROKEN for p in kept)
    assert mortal.bot.problems(mark) == []


def older_file(group, user, content):
    """Seed 003, section 2.3."""
    memory = {"id": "uuid-1", "type": "preference", "content": content}
    memory |= {"created_at": 1700000000, "updated_at": 1700000000}
    users = {str(user): {"memories": [memory]}}
    return json.dumps({"group_id": str(group), "users": users, "updated_at": 1700000001}, ensure_ascii=False)


async def test_files_of_an_older_plugin_are_taken_in(mortal):
    user, ours, older = mortal.new_user(), mortal.new_group(), mortal.new_group()
    await mortal.kill_bot()
    by_platform = group_file(mortal, ours)
    by_platform.write_text(older_file(ours, user, "喜欢喝乌龙茶"), "utf-8")
    without = by_platform.parent.parent / f"{older}.json"
    without.write_text(older_file(older, user, "喜欢喝普洱茶"), "utf-8")
    await mortal.boot()
    one = (await shown(mortal, group=ours, user=user)).fresh_text
    two = (await shown(mortal, group=older, user=user)).fresh_text
    assert "乌龙茶" in one
    assert "普洱茶" not in one
    assert "普洱茶" in two
    assert "乌龙茶" not in two
    assert "茶" not in (await shown(mortal, group=ours, user=mortal.new_user())).fresh_text
