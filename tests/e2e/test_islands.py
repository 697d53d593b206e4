"""What a member asked to remember is shown for this member in this room, and nowhere else."""

import asyncio
import json

import pytest

from .harness import E2E, call, say
from .steps import file_holds, group_file, save, shown


async def test_a_saved_memory_is_shown_in_the_next_turn(e2e, room):
    answer = await save(e2e, "是这个项目的后端负责人", **room)
    assert "是这个项目的后端负责人" in answer
    request = await shown(e2e, **room, nickname="小陈")
    assert request.history == []
    assert "是这个项目的后端负责人" in request.fresh_text
    assert "小陈" in request.fresh_text


async def test_no_other_member_group_or_private_chat_is_shown_it(e2e, room):
    await save(e2e, "养了一只橘猫", **room)
    others = [
        {"group": room["group"], "user": e2e.new_user()},
        {"group": e2e.new_group(), "user": room["user"]},
        {"user": room["user"]},
    ]
    for other in others:
        assert "橘猫" not in (await shown(e2e, **other)).all_text
    assert "橘猫" in (await shown(e2e, **room)).fresh_text


async def test_a_private_chat_is_a_room_of_its_own(e2e, room):
    await save(e2e, "对花生过敏", user=room["user"])
    assert "花生" in (await shown(e2e, user=room["user"])).fresh_text
    assert "花生" not in (await shown(e2e, **room)).all_text
    assert "花生" not in (await shown(e2e, user=e2e.new_user())).all_text


async def test_a_private_chat_with_a_number_like_a_groups_is_not_the_group(e2e, room):
    await save(e2e, "在学吉他", group=room["group"], user=room["group"])
    assert "吉他" not in (await shown(e2e, user=room["group"])).all_text


async def test_one_person_has_two_names_in_two_groups(e2e):
    """Seed 003, section 8."""
    user, one, two = e2e.new_user(), e2e.new_group(), e2e.new_group()
    await save(e2e, "希望被称呼为「小王」", "preference", group=one, user=user)
    await save(e2e, "希望被称呼为「王总」", "preference", group=two, user=user)
    for group, name, other in ((one, "小王", "王总"), (two, "王总", "小王")):
        request = await shown(e2e, group=group, user=user)
        assert name in request.fresh_text
        assert other not in request.fresh_text
        await file_holds(e2e, group, user, [f"希望被称呼为「{name}」"])


async def test_the_group_file_has_the_shape_of_seed_003(e2e, room):
    await save(e2e, "是产品经理，负责用户增长项目", **room)
    await file_holds(e2e, **room, contents=["是产品经理，负责用户增长项目"])
    document = json.loads(group_file(e2e, room["group"]).read_text("utf-8"))
    memory = document["users"][str(room["user"])]["memories"][0]
    assert document["group_id"] == str(room["group"])
    assert isinstance(document["updated_at"], int)
    assert memory["id"]
    assert (memory["type"], memory["content"]) == ("fact", "是产品经理，负责用户增长项目")
    assert memory["created_at"] == memory["updated_at"] <= document["updated_at"]


async def test_members_who_speak_at_the_same_time_are_kept_apart(e2e):
    group = e2e.new_group()
    chats = [{"group": group if i < 2 else e2e.new_group(), "user": e2e.new_user()} for i in range(5)]
    chats.append({"user": e2e.new_user()})

    async def talk(i: int) -> None:
        reply = call("save_memory", memory_type="fact", content=f"工号是-{i}-")
        text = f"第{i}位要记住"
        await e2e.ask(text, script=[reply, say(f"第{i}位好")], parallel=True, **chats[i])

    await asyncio.gather(*(talk(i) for i in range(len(chats))))
    for i, chat in enumerate(chats):
        text = (await shown(e2e, **chat)).fresh_text
        assert [j for j in range(len(chats)) if f"工号是-{j}-" in text] == [i]


async def test_every_group_file_follows_in_a_burst_of_saves(e2e):
    async def talk(i: int, delay: float) -> None:
        await asyncio.sleep(delay)
        reply = call("save_memory", memory_type="fact", content=f"工号是-{i}-")
        await e2e.ask(f"第{i}位请记住", script=[reply, say(f"第{i}位好")], parallel=True, **chats[i])

    chats = [{"group": e2e.new_group(), "user": e2e.new_user()} for _ in range(24)]
    for burst in range(0, len(chats), 6):
        await asyncio.gather(*(talk(burst + n, n * 0.05) for n in range(6)))
        for n in range(6):
            await file_holds(e2e, **chats[burst + n], contents=[f"工号是-{burst + n}-"])


@pytest.fixture(scope="module")
async def isolated(plugin):
    """AstrBot with a conversation of its own for each member of a group."""
    async with E2E(plugin, config={"platform_settings": {"unique_session": True}}) as e2e:
        yield e2e


async def test_isolated_sessions_do_not_change_who_owns_a_memory(isolated):
    one, two = {"group": 5, "user": 44}, {"group": 5, "user": 45}
    await save(isolated, "喜欢喝乌龙茶", **one)
    assert "乌龙茶" in (await isolated.ask("你好", **one)).request.user_text
    assert "乌龙茶" not in (await isolated.ask("你好", **two)).request.all_text
    assert "乌龙茶" not in (await isolated.ask("你好", group=6, user=44)).request.all_text
    await file_holds(isolated, 5, 44, ["喜欢喝乌龙茶"])
    assert isolated.bot.problems() == []
