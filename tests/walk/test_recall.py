"""What the model is shown when there is more than fits; what a question finds; and why."""

import asyncio

import pytest
from group_memory.memory.config import Config, ReadPolicy, Record
from group_memory.memory.errors import EmbedderUnavailable
from sqlalchemy import text

from ..fakes import running

FACTS = [
    "养了一只叫团子的猫",
    "在学游泳",
    "会弹钢琴",
    "对花生过敏",
    "周末常去爬山",
    "喜欢科幻小说",
    "在杭州长大",
    "开一辆白色电动车",
]


async def fill(member):
    for fact in FACTS:
        await member.saves(fact)


async def test_with_more_than_fits_the_fitting_ones_are_shown(tmp_path):
    async with running(tmp_path, Config(memory_inject_limit=3)) as bot:
        member = bot.member("1")
        await fill(member)
        await member.saves("回复时用英文", "instruction")
        shown = await member.is_shown("给团子买什么猫粮好？")
        assert "团子" in shown and "用英文" in shown, "what fits, and what always stands"
        assert shown.count("\n- ") == 3
        assert "花生" in await member.is_shown("花生酱能吃吗")


@pytest.mark.parametrize("recipe", ["fused", "hybrid", "keyword", "priority"])
async def test_every_recipe_keeps_the_limits(tmp_path, recipe):
    config = Config(memory_inject_limit=4, read_policy=ReadPolicy(recipe=recipe, max_tokens=40))
    async with running(tmp_path, config) as bot:
        member = bot.member("1")
        await fill(member)
        lines = [
            x
            for x in (await member.is_shown("团子最近在学游泳吗，会弹钢琴吗")).splitlines()
            if x.startswith("- ")
        ]
        assert 0 < len(lines) <= 4


async def test_hearsay_is_shown_where_it_fits_and_marked(bot):
    ming, li = bot.member("1", name="阿明"), bot.member("2", name="小李")
    await ming.saves("小李喜欢吃四川火锅")
    assert await li.is_shown("今天天气不错") == ""
    shown = await li.is_shown("四川火锅吃不吃")
    assert "阿明说：小李喜欢吃四川火锅" in shown and "群里的说法" in shown
    assert await bot.member("2", "g2").is_shown("四川火锅吃不吃") == ""


async def test_query_finds_and_bounds(bot):
    member = bot.member("1")
    await fill(member)
    message = member.says("查一下")
    members = bot.app.members

    async def ask(query, **kw):
        arguments = {"categories": None, "top": None, "threshold": None, "full": False} | kw
        outcome = await members.query(message, query, **arguments)
        return bot.app.words(outcome, "zh")

    assert "团子" in (await ask("猫叫什么")).splitlines()[1]
    assert "可信度" in await ask("猫叫什么", full=True)
    assert (await ask("猫 游泳 钢琴 花生", top="2")).count("\n- ") == 2
    assert "没有找到" in await ask("猫", categories=["preference"])
    assert "steps" in await ask("猫", categories=["steps"]), "not for the main agent"
    assert "xyz" in await ask("猫", categories=["xyz"])
    assert "没有找到" in await ask("猫粮哪里买便宜又好", threshold=1)
    assert "query" in await ask("") and "query" in await ask(5)
    stranger = bot.member("2").says("猫")
    assert "没有找到" in bot.app.words(
        await members.query(stranger, "猫叫什么", None, None, None, full=False), "zh"
    )


@pytest.mark.parametrize(
    "hostile", ['"', "a AND b", "scope:zs", "own:*", "NEAR(a b)", "') OR 1=1 --", "猫*", "\0", "%", "_"]
)
async def test_a_question_is_never_syntax(bot, hostile):
    member = bot.member("1")
    await fill(member)
    await bot.member("9", "g9").saves("别群的秘密")
    assert "别群" not in await member.is_shown(hostile)
    outcome = await bot.app.members.query(member.says(hostile), hostile, None, 20, 0, full=False)
    assert "别群" not in bot.app.words(outcome, "zh")


async def test_messages_are_found_word_for_word_where_the_operator_keeps_them(tmp_path):
    async with running(tmp_path, Config(record=Record(raw_log_days=7))) as bot:
        ming, li = bot.member("1", name="阿明"), bot.member("2", name="小李")
        for who, words in ((ming, "下周三我们去看科技展吧"), (li, "好啊，我来订票"), (ming, "票买好了吗？")):
            bot.app.hear(who.says(words))
        bot.app.hear(bot.member("3", "g2").says("科技展别群"))
        told = await until(lambda told: "下周三" in told, bot, li)
        assert "阿明：下周三我们去看科技展吧" in told and "别群" not in told
        assert "科技展" not in await li.is_shown("科技展是哪天"), "raw lines are not injected by themselves"
        bot.clock.at += 8 * 86_400
        bot.app.hear(li.says("一周以后"))
        assert "下周三" not in await until(lambda told: "下周三" not in told, bot, li)


async def until(fits, bot, member):
    """What a question about the exhibition finds, once it fits; the last answer after ten seconds."""
    told = ""
    for _ in range(100):
        outcome = await bot.app.members.query(member.says("?"), "科技展是哪天", None, None, None, full=False)
        told = bot.app.words(outcome, "zh")
        if fits(told):
            break
        await asyncio.sleep(0.1)
    return told


async def test_nothing_said_is_kept_by_default(bot):
    bot.app.hear(bot.member("1").says("今天吃了火锅"))
    await asyncio.sleep(0.7)
    assert "火锅".encode() not in b"".join(p.read_bytes() for p in bot.folder.rglob("*") if p.is_file())


async def test_why_a_text_shows_what_each_arm_did(tmp_path):
    async with running(tmp_path, Config(memory_inject_limit=2)) as bot:
        member = bot.member("1")
        await fill(member)
        outcome = await bot.app.members.why(member.says("/lmem why 猫"), "猫叫什么", "zh")
        told = bot.app.words(outcome, "zh")
        assert "✓" in told and "团子" in told and "✗" in told and "条数已满" in told


async def test_a_trace_forgets_with_the_memory(bot):
    member = bot.member("1")
    await member.saves("暗号是天王盖地虎")
    await member.is_shown("暗号是什么")
    assert any("天王" in line.text for line in bot.app.traces()[0].lines)
    await member.forgets("all")
    assert not any("天王" in line.text for trace in bot.app.traces() for line in trace.lines)


async def test_a_lost_index_is_built_anew_at_the_start(tmp_path):
    async with running(tmp_path) as bot:
        await fill(bot.member("1"))
        await bot.app._database.write(lambda c: c.execute(text("DROP TABLE items_fts")) and None)
    async with running(tmp_path) as bot:
        assert "full-text" in bot.log.said("warning")
        assert not [f for f in (await bot.app.doctor()).findings if f.problem]


async def test_doctor_repairs_the_index_on_the_spot(bot):
    await fill(bot.member("1"))
    await bot.app._database.write(
        lambda c: c.execute(text("UPDATE items_fts SET own = 'x' WHERE rowid = 1")) and None
    )
    findings = {f.check: f for f in (await bot.app.doctor()).findings}
    assert findings["full-text index"].repaired
    assert not [f for f in (await bot.app.doctor()).findings if f.problem or f.repaired]


class Broken:
    """An embedder that answers what it is told to."""

    def __init__(self, answer):
        self.name = "test:broken"
        self.answer = answer

    async def embed(self, texts, /):
        return await self.answer(texts)


async def slow(texts):
    await asyncio.sleep(3600)


async def nonsense(texts):
    return [[float("nan")] * 8 for _ in texts]


async def down(texts):
    raise EmbedderUnavailable("connection refused")


@pytest.mark.parametrize("answer", [slow, nonsense, down])
async def test_a_failing_embedder_costs_nothing_but_meaning(tmp_path, answer):
    from group_memory.memory.app import App
    from group_memory.memory.config import Embedding

    from ..fakes import FakeClock, FakeLog, Member

    config = Config(embedding=Embedding(provider_id="broken", offline_encoder=False), memory_inject_limit=2)
    log, clock = FakeLog(), FakeClock()
    app = await App.open(tmp_path, config, clock, log, lambda _: Broken(answer))
    from group_memory.memory.model import Person, Room, Speaker

    member = Member(app, Speaker(Person("qq", "1"), Room("qq", "g1")), clock)
    await fill(member)
    await asyncio.sleep(0.1)
    assert "团子" in await member.is_shown("团子吃什么猫粮")
    await app.close()
