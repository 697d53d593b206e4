"""Configuration: a change in the dashboard takes effect at once, and a wrong value never stops the bot."""

import contextlib

import pytest

from .harness import E2E
from .steps import TOOLS, block, listed, save, save_all, shown


@contextlib.asynccontextmanager
async def configured(e2e, **changes):
    """The shared AstrBot with other settings while the block runs."""
    before = await e2e.dashboard.config(e2e.plugin)
    await e2e.dashboard.update_config(e2e.plugin, changes)
    try:
        yield
    finally:
        await e2e.dashboard.update_config(e2e.plugin, before)


async def test_saving_the_configuration_keeps_memories_and_tools(e2e, room):
    await save(e2e, "在学法语", **room)
    async with configured(e2e, memory_inject_limit=5):
        request = await shown(e2e, **room)
    assert request.fresh_text.count("在学法语") == 1
    assert [request.tool_names.count(name) for name in TOOLS] == [1, 1, 1]


async def test_the_inject_limit_is_obeyed(e2e, room):
    await save_all(e2e, [("fact", "在学法语"), ("instruction", "不要用表情")], **room)
    async with configured(e2e, memory_inject_limit=1):
        text = (await shown(e2e, **room)).fresh_text
    assert "不要用表情" in text
    assert "法语" not in text


async def test_over_the_cap_the_answer_names_what_yields(e2e, room):
    async with configured(e2e, memory_max_per_user=2):
        await save_all(e2e, [("fact", "在学法语"), ("instruction", "不要用表情")], **room)
        answer = await save(e2e, "养了一只猫", **room)
        listing = await listed(e2e, **room)
    assert "在学法语" in answer
    assert "在学法语" not in listing
    assert "不要用表情" in listing
    assert "养了一只猫" in listing


async def test_memory_can_be_turned_off(e2e, room):
    await save(e2e, "在学法语", **room)
    async with configured(e2e, enable_user_memory=False):
        assert "法语" not in (await shown(e2e, **room)).fresh_text
        # a model that remembers the tool from earlier in the conversation may still call it
        with contextlib.suppress(AssertionError):
            await save(e2e, "在学德语", **room)
    text = (await shown(e2e, **room)).fresh_text
    assert "法语" in text
    assert "德语" not in text


async def test_private_chats_can_be_left_out(e2e, room):
    await save(e2e, "在学法语", user=room["user"])
    async with configured(e2e, rooms={"private_chats": False, "allowed": [], "blocked": []}):
        assert "法语" not in (await shown(e2e, user=room["user"])).fresh_text
        assert "德语" not in await save(e2e, "在学德语", user=room["user"])


@pytest.mark.parametrize("which", ["blocked", "allowed"])
async def test_groups_can_be_left_out(e2e, room, which):
    await save(e2e, "在学法语", **room)
    rooms = {"private_chats": True, "allowed": ["1"] * (which == "allowed"), "blocked": []}
    rooms["blocked"] = [str(room["group"])] * (which == "blocked")
    async with configured(e2e, rooms=rooms):
        assert "法语" not in (await shown(e2e, **room)).fresh_text
        assert "德语" not in await save(e2e, "在学德语", **room)


async def test_the_block_can_be_put_into_the_system_prompt(e2e, room):
    await save(e2e, "在学法语", **room)
    async with configured(e2e, inject={"position": "system_prompt"}):
        request = await shown(e2e, **room)
    assert "在学法语" in request.system
    assert "法语" not in request.user_text


async def test_the_language_can_be_set(e2e, room):
    async with configured(e2e, language="en"):
        answer = await save(e2e, "在学法语", **room)
        part = block(await shown(e2e, **room), "在学法语")
    assert "fact" in answer
    assert "事实" not in answer + part


async def test_what_one_says_of_another_can_be_refused(e2e, room):
    await e2e.ask("大家好", group=room["group"], user=e2e.new_user(), nickname="小李")
    async with configured(e2e, save={"about_others": "refuse"}):
        answer = await save(e2e, "小李喜欢吃香菜", **room)
        listing = await listed(e2e, **room)
    assert "小李" in answer
    assert "香菜" not in answer + listing


WRONG = {"memory_max_per_user": "abc", "language": "klingon", "rooms": {"private_chats": "perhaps"}}


async def test_wrong_values_are_named_with_their_default_and_do_not_stop_the_bot(plugin):
    async with E2E(plugin, plugin_config=WRONG) as e2e:
        where = {"group": e2e.new_group(), "user": e2e.new_user()}
        await save(e2e, "在学法语", **where)
        assert "法语" in (await shown(e2e, **where)).fresh_text
        log = e2e.bot.log().splitlines()
        for field, value, default in (
            ("memory_max_per_user", "abc", "20"),
            ("language", "klingon", "auto"),
            ("private_chats", "perhaps", "rue"),
        ):
            assert any(field in line and value in line and default in line for line in log), field
        assert e2e.bot.problems() == []
