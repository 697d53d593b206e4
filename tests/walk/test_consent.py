"""Consent: sensitive fields that were not said outright are asked about once, and their person decides."""

import json

import pytest

from ..fakes import FakeChat, FakeClock, running
from .test_extraction import config, fact, line_of, rows, stored, talk

MOVED = (
    ("1", "最近在准备考研，天天泡在图书馆里面"),
    ("2", "搬家公司太坑了，住上海真是什么都贵得要命"),
    ("1", "周末一般会去江边骑自行车放松一下"),
    ("3", "公司在搞组织调整，好多人都在找下家了"),
)
FACT = "用户住在上海"


def moved(prompt: str) -> str:
    if "上海" not in prompt:
        return "[]"
    number, label = line_of(prompt, "上海")
    return json.dumps([fact(FACT, [number], label)], ensure_ascii=False)


@pytest.fixture
async def bot(tmp_path):
    async with running(tmp_path / "d", config(), chat=FakeChat([moved])) as bot:
        await talk(bot, MOVED)
        yield bot


async def test_it_waits_and_is_asked_once(bot):
    assert await stored(bot) == {FACT: ("2", "pending")}
    assert len(bot.spoken) == 1 and "上海" in bot.spoken[0]
    bot.clock.at += 3600
    await talk(bot, MOVED)
    await bot.app.settle()
    assert len(bot.spoken) == 1
    assert "上海" not in await bot.member("2").is_shown("上海")


async def test_yes_of_that_person_puts_it_into_use(bot):
    bot.member("1").chats("好")
    bot.member("2", "g2").chats("好")
    bot.member("2").chats("好像要下雨了")
    await bot.app.settle()
    assert (await stored(bot))[FACT][1] == "pending"
    bot.member("2").chats("好的")
    await bot.app.settle()
    assert (await stored(bot))[FACT][1] == "active"
    assert "上海" in await bot.member("2").is_shown("我住哪")


async def test_no_removes_it_for_good(bot):
    bot.member("2").chats("不要")
    await bot.app.settle()
    assert await stored(bot) == {}
    bot.clock.at += 86_400
    await talk(bot, MOVED)
    assert await stored(bot) == {}
    assert len(bot.spoken) == 1


async def test_it_lapses_after_seven_days(bot):
    bot.clock.at += 8 * 86_400
    bot.member("2").chats("好")
    await bot.app.settle()
    assert (await stored(bot))[FACT][1] == "expired"


async def test_an_answer_long_after_means_something_else(bot):
    for n in range(6):
        bot.member("2").chats(f"第{n}件事情以后再说吧各位")
    bot.member("2").chats("好")
    await bot.app.settle()
    assert (await stored(bot))[FACT][1] == "pending"
    bot.member("2").chats("好", addressed=True)
    await bot.app.settle()
    assert (await stored(bot))[FACT][1] == "active"


async def test_the_question_outlives_a_restart(tmp_path):
    clock = FakeClock()
    async with running(tmp_path / "d", config(), clock, FakeChat([moved])) as bot:
        await talk(bot, MOVED)
    async with running(tmp_path / "d", config(), clock, FakeChat()) as bot:
        bot.member("2").chats("好")
        await bot.app.settle()
        (row,) = await bot.app._database.read(rows)
        assert (row["status"], row["source"]) == ("active", "user_stated")


async def test_a_dry_run_does_not_speak(tmp_path):
    from dataclasses import replace

    from group_memory.memory.config import WritePolicy

    shadow = replace(config(), write_policy=WritePolicy())
    async with running(tmp_path / "d", shadow, chat=FakeChat([moved])) as bot:
        await talk(bot, MOVED)
        assert (await stored(bot))[FACT][1] == "shadow"
        assert bot.spoken == []
