"""The write policy in a running plugin: modes, caps, approval, and the stop for all writing."""

import pytest
from group_memory.memory.config import Config, WritePolicy

from ..fakes import FakeChat, running
from .test_extraction import answering, config, rows, stored, talk

CATS = ("用户养了两只布偶猫", "布偶猫")
EXAM = ("用户在准备考研", "考研")
BIKE = ("用户周末去江边骑自行车", "骑自行车")


def policy(**changes) -> Config:
    from dataclasses import replace

    return replace(config(), write_policy=WritePolicy(**changes))


async def test_shadow_is_written_and_never_shown(tmp_path):
    async with running(tmp_path / "d", policy(), chat=FakeChat([answering(CATS)])) as bot:
        await talk(bot)
        assert await stored(bot) == {CATS[0]: ("2", "shadow")}
        cat_owner = bot.member("2")
        assert "布偶猫" not in await cat_owner.is_shown("我的布偶猫") + await cat_owner.lists()
        answered = await bot.app.members.query(cat_owner.says("?"), "布偶猫", ["fact"], 5, 0, full=False)
        assert "用户养了" not in bot.app.words(answered, "zh")


async def test_manual_waits_for_the_operator(tmp_path):
    async with running(tmp_path / "d", policy(mode="manual"), chat=FakeChat([answering(CATS, EXAM)])) as bot:
        await talk(bot)
        admin = bot.member("9").says("/lmem pending")
        listed = bot.app.words(await bot.app.pending(admin), "zh")
        assert CATS[0] in listed and EXAM[0] in listed
        elsewhere = bot.member("9", "g2").says("/lmem pending")
        assert CATS[0] not in bot.app.words(await bot.app.pending(elsewhere), "zh"), (
            "another group sees nothing"
        )
        number = next(line[1] for line in listed.splitlines() if CATS[0] in line)
        assert CATS[0] in bot.app.words(await bot.app.decide(admin, number, approve=True), "zh")
        assert "布偶猫" in await bot.member("2").is_shown("我的猫")
        await bot.app.decide(admin, "all", approve=False)
        assert (await stored(bot))[EXAM[0]][1] == "disabled"
        bot.clock.at += 86_400
        await talk(bot)
        assert (await stored(bot))[EXAM[0]][1] == "disabled", "what was rejected does not come back"


async def test_a_type_that_needs_approval_waits_in_auto_mode(tmp_path):
    changes = {"mode": "auto", "require_approval_types": ("profile",)}
    async with running(tmp_path / "d", policy(**changes), chat=FakeChat([answering(CATS)])) as bot:
        await talk(bot)
        assert (await stored(bot))[CATS[0]][1] == "pending"


@pytest.mark.parametrize(
    "changes",
    [
        {"enable": False}, {"min_confidence": 0.99}, {"min_evidence_count": 2}, {"allowed_types": ("episode",)},
        {"disabled_scopes": ("user",)}, {"disabled_scopes": ("g1",)}, {"disabled_scopes": ("qq:g1",)},
    ],
)  # fmt: skip
async def test_what_the_policy_does_not_allow_is_not_written_and_counted(tmp_path, changes):
    config = policy(mode="auto", **changes)
    async with running(tmp_path / "d", config, chat=FakeChat([answering(CATS)])) as bot:
        await talk(bot)
        assert await stored(bot) == {}
        assert "没有记" in bot.app.words(await bot.app.stats(), "zh")


@pytest.mark.parametrize("cap", ["max_writes_per_session", "max_writes_per_hour"])
async def test_caps_hold(tmp_path, cap):
    chat = FakeChat([answering(CATS, EXAM, BIKE)])
    async with running(tmp_path / "d", policy(mode="auto", **{cap: 2}), chat=chat) as bot:
        await talk(bot)
        assert len(await stored(bot)) == 2


async def test_over_the_cap_of_a_scope_the_least_important_goes(tmp_path):
    config = Config(memory_max_per_user=0, write_policy=WritePolicy(max_items_per_scope=3))
    async with running(tmp_path / "d", config) as bot:
        li = bot.member("1")
        await li.saves("不要用表情", "instruction")
        for n in range(6):
            await li.saves(f"去过第{n}个国家")
        active = [r["fact"] for r in await bot.app._database.read(rows) if r["status"] == "active"]
        assert len(active) == 3 and "不要用表情" in active


async def test_writing_is_switched_off_where_the_operator_says_so(tmp_path):
    config = Config(write_policy=WritePolicy(disabled_scopes=("g1",)))
    async with running(tmp_path / "d", config) as bot:
        assert "关闭了记忆的写入" in await bot.member("1").saves("喜欢猫")
        assert "已记住" in await bot.member("1", "g2").saves("喜欢猫")


async def test_the_emergency_stop_holds_at_once_and_over_a_restart(tmp_path):
    async with running(tmp_path / "d", config(), chat=FakeChat([answering(CATS)])) as bot:
        li = bot.member("1")
        await li.saves("喜欢猫")
        await bot.app.read_only("on")
        assert "只读" in await li.saves("喜欢狗")
        assert "只读" in await li.forgets("all")
        li.chats("我对花生过敏")
        await talk(bot)
        assert list(await stored(bot)) == ["喜欢猫"]
        assert "喜欢猫" in await li.is_shown("猫")
    async with running(tmp_path / "d", config()) as bot:
        li = bot.member("1")
        assert "只读" in await li.saves("喜欢狗")
        await bot.app.read_only("off")
        assert "已记住" in await li.saves("喜欢狗")


async def test_the_setting_cannot_be_talked_away(tmp_path):
    async with running(tmp_path / "d", Config(emergency_read_only=True)) as bot:
        assert "设置" in bot.app.words(await bot.app.read_only("off"), "zh")
        assert "只读" in await bot.member("1").saves("喜欢狗")


async def test_what_was_learned_expires_and_what_was_asked_for_stays(tmp_path):
    async with running(tmp_path / "d") as bot:
        li = bot.member("1")
        li.chats("我喜欢喝乌龙茶")
        await bot.app.settle()
        await li.saves("喜欢喝咖啡", "preference")
        bot.clock.at += 91 * 86_400
        await bot.app.settle()
        listed = await li.lists()
        assert "咖啡" in listed and "乌龙" not in listed
