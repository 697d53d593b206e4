"""A database that is lost, damaged or foreign; files that are dropped in, broken or old: nothing silent, nothing lost."""

import json

import pytest
from group_memory.memory.errors import StoreTooNew
from group_memory.memory.store.engine import Database
from sqlalchemy import text

from ..fakes import running


async def fill(folder):
    async with running(folder) as bot:
        await bot.member("1").saves("希望被称呼为「老王」", "preference")
        await bot.member("2", "g2").saves("养猫")
        await bot.member("3", private=True).saves("怕黑")
        await bot.member("4", name="阿明").saves("小李喜欢吃辣")


async def check(folder, warning):
    async with running(folder) as bot:
        assert warning in bot.log.said("warning")
        assert "老王" in await bot.member("1").is_shown()
        assert "养猫" in await bot.member("2", "g2").lists()
        assert "怕黑" in await bot.member("3", private=True).lists()
        assert "阿明说：小李喜欢吃辣" in await bot.member("1").lists()
        assert "#1" in await bot.member("4").lists(), "hearsay still belongs to who said it"
        assert not [f for f in (await bot.app.doctor()).findings if f.problem]


def wipe(path):
    path.unlink()


def garble(path):
    path.write_bytes(b"\x00garbage" * 2000)


def truncate(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize(
    ("harm", "warning"), [(wipe, "no memory database"), (garble, "moved to"), (truncate, "moved to")]
)
async def test_the_database_is_rebuilt_from_the_group_files_and_said_so(tmp_path, harm, warning):
    await fill(tmp_path)
    harm(tmp_path / "memory.db")
    await check(tmp_path, warning)
    if harm is not wipe:
        assert list(tmp_path.glob("memory.db.damaged-*")), "the damaged file is kept"
    async with running(tmp_path) as bot:
        assert bot.log.said("warning") == "", "the second start is quiet"


async def test_forgotten_after_a_rebuild_stays_forgotten(tmp_path):
    await fill(tmp_path)
    wipe(tmp_path / "memory.db")
    async with running(tmp_path) as bot:
        await bot.member("1").forgets("all")
    for _ in range(2):
        async with running(tmp_path) as bot:
            assert "老王" not in await bot.member("1").lists()


def seed_file(group="oc_xxx"):
    """The example of seed 003 section 2.3, as an older plugin wrote it."""
    memories = [
        {"id": "uuid-1", "type": "preference", "content": "希望被称呼为「小王」", "created_at": 1700000000, "updated_at": 1700000000},
        {"id": "uuid-2", "type": "fact", "content": "是产品经理，负责用户增长项目", "created_at": 1700000001, "updated_at": 1700000001.5},
    ]  # fmt: skip
    return {
        "group_id": group,
        "users": {"ou_user1": {"memories": memories}, "ou_user2": {"memories": []}},
        "updated_at": 1700000001,
    }


async def test_an_older_plugin_s_file_in_its_platform_folder(tmp_path):
    path = tmp_path / "user_memory" / "lark" / "oc_xxx.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(seed_file()), "utf-8")
    async with running(tmp_path) as bot:
        listed = await bot.member("ou_user1", "oc_xxx", platform="lark").lists()
        assert "小王" in listed and "产品经理" in listed
        assert "小王" not in await bot.member("ou_user1", "oc_xxx", platform="qq").lists()


async def test_an_older_plugin_s_file_without_platform_waits_for_its_group(tmp_path):
    path = tmp_path / "user_memory" / "oc_xxx.json"
    path.parent.mkdir(parents=True)
    path.write_text("\ufeff" + json.dumps(seed_file()), "utf-8")
    async with running(tmp_path) as bot:
        user = bot.member("ou_user1", "oc_xxx", platform="lark")
        assert "小王" in await user.is_shown()
        await user.forgets("all")
    assert not path.exists() and path.with_name("oc_xxx.json.imported").exists()
    async with running(tmp_path) as bot:
        assert await bot.member("ou_user1", "oc_xxx", platform="lark").is_shown() == ""


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"group_id": 5, "users": {}}', '{"group_id": "g", "users": []}', '{"group_id": "g"}', "[" * 100_000,
     '{"group_id": "g", "users": {"1": {"memories": [{"type": "mood", "content": "x"}]}}}',
     '{"group_id": "g", "users": {"1": {"memories": [{"type": "fact", "content": "x", "created_at": NaN}]}}}'],
)  # fmt: skip
async def test_a_broken_file_is_named_and_kept_aside(tmp_path, content):
    path = tmp_path / "user_memory" / "qq" / "g1.json"
    path.parent.mkdir(parents=True)
    path.write_text(content, "utf-8")
    async with running(tmp_path) as bot:
        assert "g1.json" in bot.log.said("warning") and "rename" in bot.log.said("warning")
        await bot.member("1").saves("养猫")
    assert path.with_name("g1.json.bad").read_text("utf-8") == content
    assert "养猫" in path.read_text("utf-8")


async def test_files_have_exactly_the_seed_s_shape_and_follow_within_a_second(tmp_path):
    async with running(tmp_path) as bot:
        await bot.member("ou_userA", "oc_group1", platform="lark").saves("希望被称呼为「小王」", "preference")
    document = json.loads((tmp_path / "user_memory" / "lark" / "oc_group1.json").read_text("utf-8"))
    assert document["group_id"] == "oc_group1" and isinstance(document["updated_at"], int)
    (entry,) = document["users"]["ou_userA"]["memories"]
    assert entry["type"] == "preference" and entry["content"] == "希望被称呼为「小王」"
    assert {"id", "type", "content", "created_at", "updated_at"} <= entry.keys()


async def test_a_database_of_a_newer_version_is_left_alone(tmp_path):
    await fill(tmp_path)
    database = await Database.open(tmp_path / "memory.db")
    await database.write(lambda c: c.execute(text("PRAGMA user_version = 99")) and None)
    await database.close()
    with pytest.raises(StoreTooNew):
        async with running(tmp_path):
            pass
    assert not list(tmp_path.glob("*damaged*"))


@pytest.mark.parametrize(
    "room", ["../../etc", "CON", "a" * 300, "Abc", "abc", "a/b", "群", ".", "nul", "a\u202eb"]
)
async def test_no_room_id_reaches_outside_its_folder_or_another_s_file(tmp_path, room):
    async with running(tmp_path / "data") as bot:
        await bot.member("1", room).saves("养猫")
        await bot.member("1", "other").saves("养狗")
    files = list(tmp_path.rglob("*.json"))
    assert len(files) == 2 and all(p.parent == tmp_path / "data" / "user_memory" / "qq" for p in files)
    assert len({p.name.lower() for p in files}) == 2
    wipe(tmp_path / "data" / "memory.db")
    async with running(tmp_path / "data") as bot:
        assert "养猫" in await bot.member("1", room).lists()
