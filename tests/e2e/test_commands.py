"""The slash commands: members govern their own memories here, AstrBot's admins look at the whole."""

import pytest

from .harness import call
from .steps import file_holds, save, shown, tool


@pytest.mark.parametrize("word", ["lmem", "记忆"])
async def test_help_names_the_commands(e2e, room, word):
    answer = await e2e.command(f"/{word} help", **room)
    assert all(name in answer for name in ("list", "forget", "why", "pause", "resume"))


@pytest.mark.parametrize("word", ["lmem", "记忆"])
async def test_list_shows_ones_own(e2e, room, word):
    await save(e2e, "在学法语", **room)
    assert "在学法语" in await e2e.command(f"/{word} list", **room)
    stranger = await e2e.command(f"/{word} list", group=room["group"], user=e2e.new_user())
    assert "法语" not in stranger


async def test_why_shows_the_words_that_it_came_from(e2e, room):
    reply = call("save_memory", memory_type="fact", content="在学法语")
    await tool(e2e, reply, text="我报了个法语班，记一下", **room)
    answer = await e2e.command("/lmem why 1", **room)
    assert "在学法语" in answer
    assert "我报了个法语班，记一下" in answer


@pytest.mark.parametrize("target", ["1", "#1", "关于语言的", "法语"])
async def test_forget_deletes_ones_own(e2e, room, target):
    await save(e2e, "在学法语", **room)
    assert "在学法语" in await e2e.command(f"/lmem forget {target}", **room)
    assert "法语" not in (await shown(e2e, **room)).fresh_text
    await file_holds(e2e, **room, contents=[])


async def test_a_command_cannot_forget_what_is_anothers(e2e, room):
    await save(e2e, "在学法语", **room)
    await e2e.command("/lmem forget all", group=room["group"], user=e2e.new_user())
    assert "在学法语" in (await shown(e2e, **room)).fresh_text


async def test_pause_neither_saves_nor_shows_until_resume(e2e, room):
    await save(e2e, "在学法语", **room)
    await e2e.command("/lmem pause", **room)
    assert "法语" not in (await shown(e2e, **room)).fresh_text
    assert "resume" in await save(e2e, "在学德语", **room)
    await e2e.command("/lmem resume", **room)
    text = (await shown(e2e, **room)).fresh_text
    assert "法语" in text
    assert "德语" not in text


async def test_pause_is_ones_own_and_of_this_room(e2e, room):
    elsewhere = {"group": e2e.new_group(), "user": room["user"]}
    neighbour = {"group": room["group"], "user": e2e.new_user()}
    await e2e.command("/lmem pause", **room)
    for where in (elsewhere, neighbour):
        await save(e2e, "在学法语", **where)
        assert "法语" in (await shown(e2e, **where)).fresh_text


async def test_a_private_chat_has_the_commands_too(e2e):
    user = e2e.new_user()
    await save(e2e, "在学法语", user=user)
    assert "在学法语" in await e2e.command("/lmem list", user=user)


async def test_stats_and_doctor_are_for_admins(e2e, room):
    await save(e2e, "在学法语", **room)
    assert any(c.isdigit() for c in await e2e.command("/lmem stats", group=room["group"]))
    assert "✓" in await e2e.command("/lmem doctor", group=room["group"])


@pytest.mark.parametrize("command", ["stats", "doctor"])
async def test_others_are_refused_what_is_for_admins(e2e, room, command):
    answer = await e2e.command(f"/lmem {command}", **room)
    assert "✓" not in answer
    assert "权限" in answer or "permission" in answer.lower()


async def test_a_command_is_no_message_to_the_model(e2e, room):
    await e2e.command("/lmem list", **room)
    assert e2e.llm.requests == []
