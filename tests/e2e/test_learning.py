"""Learning in the real AstrBot: from what members say, without a tool call; by rules, and by a model in batches."""

import asyncio
import contextlib

from .steps import save, shown


async def until_shown(e2e, words: str, seconds: float = 15.0, **where) -> str:
    """What the model is shown once it holds the words, or at the end of the time."""
    text = ""
    for _ in range(int(seconds / 0.5)):
        text = (await shown(e2e, **where)).fresh_text
        if words in text:
            break
        await asyncio.sleep(0.5)
    return text


async def test_what_a_member_says_in_passing_is_shown_in_its_next_turn(e2e, room):
    await e2e.post("跟大家说一下，我对花生过敏", **room, at_bot=False)
    assert "花生" in await until_shown(e2e, "花生", **room)
    stranger = {"group": room["group"], "user": e2e.new_user()}
    assert "花生" not in (await shown(e2e, **stranger)).fresh_text


async def test_what_is_said_to_the_bot_is_learned_after_its_answer(e2e, room):
    await e2e.ask("我对芒果过敏", **room)
    assert "芒果" in await until_shown(e2e, "芒果", **room)


async def test_what_the_model_saves_is_not_learned_twice(e2e, room):
    await save(e2e, "对虾严重过敏", **room)
    await e2e.post("我对虾过敏", **room, at_bot=False)
    await asyncio.sleep(1.5)
    await e2e.ask("记住：我不吃香菜", **room)
    text = await until_shown(e2e, "香菜", **room)
    assert text.count("香菜") == 1


async def test_the_stop_for_all_writing_is_an_admins_command(e2e, room):
    try:
        assert "停止" in await e2e.command("/lmem readonly on", group=room["group"])
        assert "只读" in await save(e2e, "在学法语", **room)
    finally:
        assert "恢复" in await e2e.command("/lmem readonly off", group=room["group"])
    assert "在学法语" in await save(e2e, "在学法语", **room)
    assert "没有等待" in await e2e.command("/lmem pending", group=room["group"])


@contextlib.asynccontextmanager
async def learning(e2e, **sections):
    """The shared AstrBot with some keys of some sections set otherwise."""
    before = await e2e.dashboard.config(e2e.plugin)
    changes = {
        name: {**before[name], **value} if isinstance(value, dict) else value
        for name, value in sections.items()
    }
    await e2e.dashboard.update_config(e2e.plugin, changes)
    try:
        yield
    finally:
        await e2e.dashboard.update_config(e2e.plugin, before)
