"""A member saves: kept, updated, contradicted, refused, capped; and told in the language of the chat."""

import pytest
from group_memory.memory.config import Config, Save
from group_memory.memory.model import Refused, Saved, Updated

from ..fakes import running


async def test_what_is_saved_is_listed_and_shown_with_who_is_speaking(bot):
    wang = bot.member("7", name="小明")
    assert "希望被称呼为「老王」" in await wang.saves("希望被称呼为「老王」", "preference")
    assert "#1 希望被称呼为「老王」（偏好）" in await wang.lists()
    block = await wang.is_shown()
    assert "- 希望被称呼为「老王」（偏好）" in block
    assert "小明" in block and "7" in block


async def test_seed_003_section_8_two_groups_two_names(bot):
    one, two = bot.member("A", "oc_group1"), bot.member("A", "oc_group2")
    await one.saves("希望被称呼为「小王」", "preference")
    await two.saves("希望被称呼为「王总」", "preference")
    assert "小王" in await one.is_shown() and "王总" not in await one.is_shown()
    assert "王总" in await two.is_shown() and "小王" not in await two.is_shown()


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("喜欢喝乌龙茶", "喜欢喝乌龙茶"),
        ("喜欢喝乌龙茶", "喜欢喝乌龙茶。"),
        ("喜欢喝乌龙茶", "用户喜欢喝乌龙茶"),
        ("Likes coffee", "likes coffee!"),
        ("Likes coffee", "The user likes coffee"),
    ],
)
async def test_the_same_again_updates(bot, first, again):
    member = bot.member("1")
    before = await member.outcome_of_saving(first)
    after = await member.outcome_of_saving(again)
    assert isinstance(before, Saved) and isinstance(after, Updated)
    assert after.memory.id == before.memory.id
    assert (await member.lists()).count("#") == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("希望被称呼为「老王」", "希望被称呼为「小王」"),
        ("住在北京", "住在上海"),
        ("喜欢吃香菜", "不喜欢吃香菜"),
        ("Wants to be called Ann", "Wants to be called Bob"),
    ],
)
async def test_a_contradiction_takes_the_place_and_says_so(bot, old, new):
    member = bot.member("1")
    await member.saves(old)
    assert old in await member.saves(new)
    for seen in (await member.lists(), await member.is_shown()):
        assert new in seen and old not in seen.replace(new, "")


async def test_back_to_the_first_name_revives_it(bot):
    member = bot.member("1")
    for name in ("老王", "小王", "老王"):
        await member.saves(f"希望被称呼为「{name}」", "preference")
    listed = await member.lists()
    assert "老王" in listed and "小王" not in listed


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("喜欢猫", "喜欢猫和狗"),
        ("喜欢猫", "喜欢狗"),
        ("会写 C", "会写 C++"),
        ("在三楼上班", "在五楼开会"),
        ("对花生过敏", "对虾过敏"),
    ],
)
async def test_different_facts_stay_two(bot, a, b):
    member = bot.member("1")
    await member.saves(a)
    await member.saves(b)
    assert (await member.lists()).count("#") == 2


async def test_over_the_cap_the_oldest_of_the_lowest_value_yields_and_is_named(tmp_path):
    async with running(tmp_path, Config(memory_max_per_user=3)) as bot:
        member = bot.member("1")
        await member.saves("回复时用英文", "instruction")
        await member.saves("养了一只猫")
        await member.saves("会弹钢琴")
        told = await member.saves("在学游泳")
        assert "养了一只猫" in told and "上限" in told
        listed = await member.lists()
        assert "养了一只猫" not in listed and listed.count("#") == 3 and "回复时用英文" in listed


@pytest.mark.parametrize(
    ("kind", "content", "says"),
    [
        ("fact", "", "content"),
        ("fact", "   \n", "content"),
        ("fact", "……", "content"),
        ("fact", None, "content"),
        ("fact", 5, "content"),
        ("fact", ["x"], "content"),
        ("fact", "很长" * 300, "500"),
        ("mood", "开心", "instruction"),
        (None, "开心", "instruction"),
        ({"a": 1}, "开心", "instruction"),
    ],
)
async def test_bad_input_says_what_to_change_and_stores_nothing(bot, kind, content, says):
    member = bot.member("1")
    assert says in await member.saves(content, kind)
    assert "#" not in await member.lists()


async def test_nobody_is_refused(bot):
    assert isinstance(await bot.app.members.save(None, "fact", "x", "zh"), Refused)
    assert isinstance(await bot.app.members.forget(None, "all"), Refused)
    assert isinstance(await bot.app.members.show(None), Refused)


async def test_answers_are_in_the_language_of_the_chat(bot):
    member = bot.member("1")
    assert (await member.saves("is allergic to peanuts", text="remember I'm allergic to peanuts")).startswith(
        "Saved"
    )
    assert (await member.saves("对花生过敏", text="记住我对花生过敏")).startswith("已记住")
    assert "[Long-term Memory]" in await member.is_shown("hello")
    assert "[关于当前用户的记忆]" in await member.is_shown("你好")


async def test_what_is_said_about_others_is_the_room_s_hearsay(bot):
    ming, li = bot.member("1", name="阿明"), bot.member("2", name="小李")
    assert "阿明说：小李喜欢吃辣" in await ming.saves("小李喜欢吃辣")
    assert await li.is_shown() == ""
    assert "阿明说：小李喜欢吃辣" in await li.lists()
    assert "小李喜欢吃辣" not in await bot.member("2", "g2").lists()
    await li.forgets("all")
    assert "小李喜欢吃辣" in await ming.lists(), "only who said it may delete it"
    await ming.forgets("小李")
    assert "小李喜欢吃辣" not in await li.lists()


async def test_hearsay_can_be_refused_by_the_operator(tmp_path):
    async with running(tmp_path, Config(save=Save(about_others="refuse"))) as bot:
        member = bot.member("1", name="阿明")
        assert "小李" in await member.saves("小李喜欢吃辣")
        assert "小李" not in await member.lists()


async def test_injection_is_bounded_and_in_the_order_of_seed_003(tmp_path):
    async with running(tmp_path, Config(memory_inject_limit=3)) as bot:
        member = bot.member("1")
        for kind, content in [
            ("fact", "会弹钢琴"),
            ("preference", "喜欢简洁"),
            ("instruction", "回复时用英文"),
            ("fact", "养猫"),
        ]:
            bot.clock.at += 1
            await member.saves(content, kind)
        lines = [line for line in (await member.is_shown()).splitlines() if line.startswith("- ")]
        assert lines == ["- 回复时用英文（指令）", "- 喜欢简洁（偏好）", "- 养猫（事实）"]


async def test_operator_switches(tmp_path):
    from group_memory.memory.config import Rooms

    for config, member in [
        (Config(enable_user_memory=False), {"sender": "1"}),
        (Config(rooms=Rooms(blocked=("g1",))), {"sender": "1"}),
        (Config(rooms=Rooms(allowed=("g2",))), {"sender": "1"}),
        (Config(rooms=Rooms(private_chats=False)), {"sender": "1", "private": True}),
    ]:
        async with running(tmp_path / "off", config) as bot:
            assert "管理员" in await bot.member(**member).saves("养猫")
            assert await bot.member(**member).is_shown() == ""
    async with running(tmp_path / "off", Config(rooms=Rooms(allowed=("qq:g1",)))) as bot:
        assert "已记住" in await bot.member("1").saves("养猫")
