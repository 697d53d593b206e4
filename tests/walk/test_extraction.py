"""Extraction with a scripted model that hallucinates, mixes up speakers, repeats what it was shown and returns junk."""

import json
import os
import random
import re

import pytest
from group_memory.memory.config import Config, Extraction, WritePolicy
from group_memory.memory.errors import ChatUnavailable
from group_memory.memory.model import Message

from ..fakes import FakeChat, FakeClock, running

AUTO = WritePolicy(mode="auto", max_writes_per_session=0, max_writes_per_hour=0)


def config(**changes) -> Config:
    extraction = Extraction(batch_messages=4, idle_seconds=60, **changes)
    return Config(preset="full", extraction=extraction, write_policy=AUTO)


def fact(text, evidence, speaker="", kind="profile", confidence=0.95):
    return {
        "type": kind, "fact": text, "fact_key": text, "confidence": confidence, "importance": 0.6,
        "evidence": evidence, "speaker": speaker,
    }  # fmt: skip


def line_of(prompt: str, words: str) -> tuple[int, str]:
    """(number, label) of the transcript's line that holds some words."""
    found = re.search(rf"^(\d+) (\S+): .*{words}", prompt, re.MULTILINE)
    assert found, prompt
    return int(found[1]), found[2]


def answering(*facts):
    """An answer that cites the lines which hold the given words: (fact, words of its line)."""

    def answer(prompt: str) -> str:
        found = []
        for text, words in facts:
            number, label = line_of(prompt, words)
            found.append(fact(text, [number], label))
        return json.dumps(found, ensure_ascii=False)

    return answer


TALK = (
    ("1", "最近在准备考研，天天泡在图书馆里面"),
    ("2", "我上个月开始养了两只布偶猫，特别粘人"),
    ("1", "周末一般会去江边骑自行车放松一下"),
    ("2", "公司在搞组织调整，我们部门要搬去成都办公"),
)


async def talk(bot, lines=TALK, room="g1"):
    for sender, text in lines:
        bot.member(sender, room).chats(text)
        bot.clock.at += 5
    bot.clock.at += 120
    await bot.app.settle()


def rows(connection):
    from group_memory.memory.store.tables import items

    return connection.execute(items.select()).mappings().all()


async def stored(bot):
    return {r["fact"]: (r["owner_id"], r["status"]) for r in await bot.app._database.read(rows)}


async def test_a_proven_fact_belongs_to_who_said_it(tmp_path):
    chat = FakeChat([answering(("用户养了两只布偶猫", "布偶猫"), ("用户在准备考研", "考研"))])
    async with running(tmp_path / "d", config(), chat=chat) as bot:
        await talk(bot)
        assert await stored(bot) == {"用户养了两只布偶猫": ("2", "active"), "用户在准备考研": ("1", "active")}
        assert "布偶猫" in await bot.member("2").is_shown("我的猫")
        assert "布偶猫" not in await bot.member("1").is_shown("我的猫")
        assert len(chat.prompts) == 1


async def test_what_is_invented_mixed_up_or_repeated_is_not_kept(tmp_path):
    def lies(prompt: str) -> str:
        cat, owner = line_of(prompt, "布偶猫")
        exam, student = line_of(prompt, "考研")
        return json.dumps(
            [
                fact("用户养了三只布偶猫", [cat], owner),
                fact("用户养了两只布偶猫", [cat], student),
                fact("用户养了两只布偶猫", [exam], student),
                fact("用户对花生过敏", [exam], student),
                fact("用户没有准备考研", [exam], student),
            ],
            ensure_ascii=False,
        )

    async with running(tmp_path / "d", config(), chat=FakeChat([lies])) as bot:
        await talk(bot)
        assert await stored(bot) == {}
        shown = bot.app.words(await bot.app.stats(), "zh")
        assert "evidence" in shown


async def test_junk_is_asked_once_more_and_the_batch_is_kept(tmp_path):
    good = answering(("用户养了两只布偶猫", "布偶猫"))
    chat = FakeChat(["对不起，我不能", "<think>嗯</think>好的", "{{{", "还是不行", good])
    async with running(tmp_path / "d", config(), chat=chat) as bot:
        await talk(bot)
        assert len(chat.prompts) == 2 and "布偶猫" in chat.prompts[0]
        await bot.app.settle()
        assert len(chat.prompts) == 2, "it waits before it tries again"
        for _ in range(4):
            bot.clock.at += 3700
            await bot.app.settle()
        assert "用户养了两只布偶猫" in await stored(bot)


async def test_a_failing_model_is_rested_warned_of_once_and_nothing_is_lost(tmp_path):
    chat = FakeChat([ChatUnavailable("down")])
    async with running(tmp_path / "d", config(), chat=chat) as bot:
        await talk(bot)
        for _ in range(3):
            bot.clock.at += 5
            await bot.app.settle()
        assert len(chat.prompts) == 1
        for _ in range(3):
            bot.clock.at += 4000
            await bot.app.settle()
        assert len(chat.prompts) == 4
        assert bot.log.said("warning").count("extraction") == 1
        chat.script = [answering(("用户养了两只布偶猫", "布偶猫"))]
        bot.clock.at += 4000
        await bot.app.settle()
        assert "用户养了两只布偶猫" in await stored(bot)


async def test_no_model_at_all_is_said_and_harmless(tmp_path):
    async with running(tmp_path / "d", config()) as bot:
        await talk(bot)
        assert "choose one" in bot.log.said("warning")


async def test_the_cursor_survives_a_restart_and_reads_nothing_twice(tmp_path):
    clock = FakeClock()
    chat = FakeChat(["[]"])
    async with running(tmp_path / "d", config(), clock, chat) as bot:
        await talk(bot)
    async with running(tmp_path / "d", config(), clock, chat) as bot:
        await bot.app.settle()
        assert len(chat.prompts) == 1
        await talk(bot, [("3", f"我在学第{n}门乐器，进展还不错呢") for n in ("一", "二", "三", "四")])
        assert len(chat.prompts) == 2 and "布偶猫" not in chat.prompts[1]


async def test_what_was_unread_at_the_end_is_read_at_the_next_start(tmp_path):
    clock = FakeClock()
    async with running(tmp_path / "d", config(), clock, FakeChat([ChatUnavailable("down")])) as bot:
        await talk(bot)
    clock.at += 4000
    chat = FakeChat([answering(("用户养了两只布偶猫", "布偶猫"))])
    async with running(tmp_path / "d", config(), clock, chat) as bot:
        await bot.app.settle()
        assert "用户养了两只布偶猫" in await stored(bot)


@pytest.mark.parametrize(
    "budget", [{"max_calls_per_hour": 1}, {"max_calls_per_session": 1}, {"max_tokens_per_day": 10}]
)
async def test_budgets_hold_and_what_was_spent_is_shown(tmp_path, budget):
    chat = FakeChat(["[]"])
    async with running(tmp_path / "d", config(**budget), chat=chat) as bot:
        await talk(bot)
        for n in range(3):
            await talk(bot, [(str(i), f"我今年报名了第{n}{i}期的潜水课程和考试") for i in range(4)])
        assert len(chat.prompts) == 1
        assert "1 次" in bot.app.words(await bot.app.stats(), "zh")
        bot.clock.at += 90_000
        await bot.app.settle()
        assert len(chat.prompts) > 1


async def test_what_was_forgotten_while_the_model_thought_stays_forgotten(tmp_path):
    async with running(tmp_path / "d", config()) as bot:

        class Slow(FakeChat):
            async def ask(self, system, user, /):
                await bot.member("2").forgets("all")
                return await super().ask(system, user)

        chat = Slow([answering(("用户养了两只布偶猫", "布偶猫"))])

        async def find(provider_id, session):
            return chat

        bot.app._parts.extractor._find_chat = find
        await talk(bot)
        assert await stored(bot) == {}


async def test_the_bot_and_tools_prove_nothing_and_injected_text_is_not_learned(tmp_path):
    async with running(tmp_path / "d", config(), chat=FakeChat()) as bot:
        li = bot.member("1")
        asked = li.says("今天吃什么好呢你帮我想想")
        reply = bot.member("bot").speaker
        bot.app.replied(asked, Message(reply, "你对花生过敏，别吃花生酱", "r1", bot.clock.now()))
        bot.app.used_tool(asked, Message(reply, "天气：晴 23 度", "t1", bot.clock.now()))
        await bot.app.settle()
        roles = await bot.app._database.read(_roles)
        assert {("assistant", "message"), ("tool", "tool_result")} <= roles

        def blames(prompt: str) -> str:
            return json.dumps([fact("用户对花生过敏", [n], "A") for n in range(1, 6)], ensure_ascii=False)

        async def find(provider_id, session):
            return FakeChat([blames])

        bot.app._parts.extractor._find_chat = find
        await talk(bot)
        assert await stored(bot) == {}


def _roles(connection):
    from group_memory.memory.store.tables import events

    return {(r.source_role, r.source_type) for r in connection.execute(events.select())}


async def test_a_fact_found_again_on_another_day_gains_evidence(tmp_path):
    chat = FakeChat([answering(("用户养了两只布偶猫", "布偶猫"))])
    async with running(tmp_path / "d", config(), chat=chat) as bot:
        await talk(bot)
        bot.clock.at += 86_400
        again = [
            ("2", "我养了两只布偶猫，今天它们又把沙发抓烂了"),
            ("3", "昨晚看的那部纪录片讲深海生物，很震撼"),
            ("1", "报了一个周六晚上的日语口语班，下周开课"),
            ("4", "新买的机械键盘轴体手感偏硬，打字有点累"),
        ]
        await talk(bot, again)
        found = [r for r in await bot.app._database.read(rows) if "布偶" in r["fact"]]
        assert [r["evidence_count"] for r in found] == [2]


async def test_chatter_costs_few_calls(tmp_path):
    """Ordinary talk in four rooms (CHATTER messages): at most 0.05 calls a message."""
    rng = random.Random(3)
    chat = FakeChat(["[]"])
    count = int(os.environ.get("CHATTER", "2000"))
    async with running(
        tmp_path / "d",
        Config(
            preset="full",
            extraction=Extraction(max_calls_per_hour=0, max_calls_per_session=0, max_tokens_per_day=0),
        ),
        chat=chat,
    ) as bot:
        for n in range(count):
            text = rng.choice(CHATTER).format(n=rng.randrange(50))
            bot.member(str(rng.randrange(30)), f"g{rng.randrange(4)}").chats(text)
            bot.clock.at += rng.choice((2, 5, 30, 200))
            if n % 50 == 49:
                await bot.app.settle()
        bot.clock.at += 90_000
        await bot.app.settle()
    assert len(chat.prompts) <= 0.05 * count


CHATTER = (
    "哈哈哈哈", "笑死我了", "6666", "[图片]", "早", "确实", "草", "有人打游戏吗", "好的好的", "晚安", "？？？", "yyds", "啊这", "来了来了",
    "今天食堂的菜真难吃啊", "这个bug怎么又出现了", "谁有第{n}章的课件发我一下", "周末有没有人一起去看电影", "我刚到家累死了",
    "老师说作业延到{n}号交", "你们觉得这个方案怎么样", "https://example.com/{n}", "快递终于到了", "明天好像要下雨", "lol", "same",
    "我觉得第{n}集比上一集好看", "求推荐耳机，预算{n}00", "这波操作可以", "@小李 你来一下", "/help", "收到", "我也是", "真的假的",
)  # fmt: skip
