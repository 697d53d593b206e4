"""A member forgets: by number, by words, by topic, everything; gone from rows and files; others untouched."""

import pytest

from ..fakes import running

FACTS = [
    ("preference", "希望被称呼为「老王」"),
    ("fact", "是产品经理，负责用户增长项目"),
    ("fact", "生日是五月七日"),
    ("preference", "喜欢吃辣"),
    ("instruction", "回复时用英文"),
]


@pytest.fixture
async def wang(bot):
    member = bot.member("1")
    for kind, content in FACTS:
        await member.saves(content, kind)
    return member


@pytest.mark.parametrize(
    ("target", "gone"),
    [
        ("关于称呼的", "老王"),
        ("关于职业的", "产品经理"),
        ("我的工作", "产品经理"),
        ("生日", "五月七日"),
        ("my birthday", "五月七日"),
        ("喜欢吃辣", "喜欢吃辣"),
        ("指令", "用英文"),
        ("#3", "五月七日"),
        ("4", "喜欢吃辣"),
        ("第2条", "产品经理"),
    ],
)
async def test_the_target_is_found_named_and_gone(wang, target, gone):
    assert gone in await wang.forgets(target)
    left = await wang.lists()
    assert gone not in left and left.count("#") == len(FACTS) - 1


@pytest.mark.parametrize("target", ["all", "ALL", "全部", "所有", "everything", "关于我的所有东西"])
async def test_everything(wang, bot, target):
    other = bot.member("2")
    await other.saves("养猫")
    assert "5" in await wang.forgets(target)
    assert "#" not in await wang.lists()
    assert await wang.is_shown() == ""
    assert "养猫" in await other.lists()


@pytest.mark.parametrize("target", ["宠物", "#9", "#0", "zebra", "。"])
async def test_nothing_matched_says_so_and_lists(wang, target):
    told = await wang.forgets(target)
    assert "没有" in told and "老王" in told
    assert (await wang.lists()).count("#") == len(FACTS)


@pytest.mark.parametrize("target", [None, 3, ["all"], "", "  "])
async def test_a_bad_target_says_what_to_give(wang, target):
    await wang.forgets(target)
    assert (await wang.lists()).count("#") == len(FACTS)


async def test_numbers_are_those_of_the_list_that_was_shown(wang):
    await wang.lists()
    await wang.forgets("#1")
    assert "产品经理" in await wang.forgets("#2"), "still number 2 of that list"


async def test_another_members_number_or_words_reach_nothing(wang, bot):
    stranger = bot.member("2")
    for target in ("#1", "老王", "all", "关于称呼的"):
        await stranger.forgets(target)
    assert (await wang.lists()).count("#") == len(FACTS)


async def test_not_a_byte_is_left(tmp_path):
    word = "独一无二的秘密词"
    async with running(tmp_path) as bot:
        member = bot.member("1")
        await member.saves(f"暗号是{word}一号", text=f"请记住暗号是{word}一号")
        await member.saves(f"别名是{word}二号", text=f"请记住别名是{word}二号")
        assert any(word.encode() in p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())
        await member.forgets("#1")
        await member.forgets("all")
        left = [p.name for p in tmp_path.rglob("*") if p.is_file() and word.encode() in p.read_bytes()]
        assert left == []


async def test_forgetting_a_name_forgets_the_names_before_it(tmp_path):
    async with running(tmp_path) as bot:
        member = bot.member("1")
        await member.saves("希望被称呼为「赵钱孙李」", "preference")
        await member.saves("希望被称呼为「周吴郑王」", "preference")
        await member.forgets("关于称呼的")
        assert not any("赵钱孙李".encode() in p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())


async def test_why_names_the_message(wang):
    message = wang.says("/lmem why 1")
    told = wang.app.words(await wang.app.members.why(message, "1", "zh"), "zh")
    assert "记住：希望被称呼为「老王」" in told and "n1" in told and "本人要求" in told


async def test_pause_and_resume(wang):
    members = wang.app.members
    await members.pause(wang.says("/lmem pause"))
    assert "暂停" in await wang.saves("养猫")
    assert await wang.is_shown() == ""
    await members.resume(wang.says("/lmem resume"))
    assert "老王" in await wang.is_shown()
    assert "养猫" not in await wang.lists()


async def test_pause_outlives_a_restart(tmp_path):
    async with running(tmp_path) as bot:
        await bot.app.members.pause(bot.member("1").says("/lmem pause"))
    async with running(tmp_path) as bot:
        assert "暂停" in await bot.member("1").saves("养猫")
        assert "已记住" in await bot.member("1", "g2").saves("养猫")
