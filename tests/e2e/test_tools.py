"""What the model's tools do and answer: save, list, forget; and what they refuse, and how."""

import pytest

from .harness import call
from .steps import file_holds, forget, listed, save, save_all, shown, tool

NAMES = [("preference", "希望被称呼为「老王」"), ("fact", "在学西班牙语"), ("instruction", "不要用表情")]


async def test_what_is_listed_is_what_was_saved(e2e, room):
    await save_all(e2e, NAMES, **room)
    answer = await listed(e2e, **room)
    assert all(content in answer for _, content in NAMES)
    assert all(f"#{n}" in answer for n in (1, 2, 3))


async def test_an_empty_list_says_so(e2e, room):
    answer = await listed(e2e, **room)
    assert "记住" in answer
    assert "#1" not in answer


async def test_a_topic_is_forgotten_by_its_words(e2e, room):
    await save_all(e2e, NAMES, **room)
    answer = await forget(e2e, "关于称呼的", **room)
    assert "老王" in answer
    assert "西班牙语" not in answer
    text = (await shown(e2e, **room)).fresh_text
    assert "老王" not in text
    assert "西班牙语" in text
    await file_holds(e2e, **room, contents=[content for _, content in NAMES[1:]])


async def test_a_number_means_the_line_of_the_list(e2e, room):
    await save_all(e2e, NAMES, **room)
    lines = {line[:2]: line for line in (await listed(e2e, **room)).splitlines()}
    answer = await forget(e2e, "#2", **room)
    gone = [content for _, content in NAMES if content in lines["#2"]]
    assert len(gone) == 1
    assert gone[0] in answer
    left = await listed(e2e, **room)
    assert [content for _, content in NAMES if content not in left] == gone


async def test_all_means_all_of_this_member_here_and_no_more(e2e, room):
    elsewhere = {"group": e2e.new_group(), "user": room["user"]}
    neighbour = {"group": room["group"], "user": e2e.new_user()}
    for where in (room, elsewhere, neighbour):
        await save(e2e, "在学小提琴", **where)
    await forget(e2e, "all", **room)
    assert "小提琴" not in (await shown(e2e, **room)).fresh_text
    await file_holds(e2e, **room, contents=[])
    for where in (elsewhere, neighbour):
        assert "小提琴" in (await shown(e2e, **where)).fresh_text


async def test_what_is_not_there_is_not_forgotten_but_listed(e2e, room):
    await save(e2e, "在学西班牙语", **room)
    answer = await forget(e2e, "关于我的宠物鳄鱼", **room)
    assert "鳄鱼" in answer
    assert "在学西班牙语" in answer
    assert "在学西班牙语" in (await shown(e2e, **room)).fresh_text


@pytest.mark.parametrize("again", ["喜欢简洁的回复", "喜欢简洁的回复。", "喜欢 简洁的回复！"])
async def test_the_same_again_is_updated_not_doubled(e2e, room, again):
    first = await save(e2e, "喜欢简洁的回复", "preference", **room)
    second = await save(e2e, again, "preference", **room)
    assert first != second
    assert (await shown(e2e, **room)).fresh_text.count("简洁的回复") == 1


async def test_a_contradiction_supersedes_and_says_so(e2e, room):
    await save(e2e, "希望被称呼为「老王」", "preference", **room)
    answer = await save(e2e, "希望被称呼为「小王」", "preference", **room)
    assert "小王" in answer
    assert "老王" in answer
    text = (await shown(e2e, **room)).fresh_text
    assert "小王" in text
    assert "老王" not in text
    await file_holds(e2e, **room, contents=["希望被称呼为「小王」"])


FORGED = [
    "user_id",
    "sender_id",
    "user",
    "owner_id",
    "group_id",
    "room",
    "platform_id",
    "session",
    "session_id",
    "unified_msg_origin",
    "scope",
    "scope_id",
    "app",
    "name",
    "kwargs",
    "args",
]


@pytest.mark.parametrize("forged", [*FORGED, "event", "tool_call_timeout"])
async def test_a_forged_argument_has_no_effect(e2e, room, forged):
    victim = e2e.new_user()
    # AstrBot itself compares tool_call_timeout with a number
    value = 10**6 if forged == "tool_call_timeout" else str(victim)
    arguments = {"memory_type": "fact", "content": "在学跳伞", forged: value}
    (answer,) = await tool(e2e, call("save_memory", **arguments), **room)
    assert "在学跳伞" in answer
    assert "error" not in answer
    assert "跳伞" in (await shown(e2e, **room)).fresh_text
    assert "跳伞" not in (await shown(e2e, group=room["group"], user=victim)).all_text


async def test_forged_arguments_neither_list_nor_delete_what_is_anothers(e2e, room):
    victim = {"group": room["group"], "user": e2e.new_user()}
    await save(e2e, "在学滑翔", **victim)
    forged = dict.fromkeys(FORGED, str(victim["user"]))
    (answer,) = await tool(e2e, call("list_memory", **forged), **room)
    assert "滑翔" not in answer
    await tool(e2e, call("forget_memory", target="all", **forged), **room)
    assert "滑翔" in (await shown(e2e, **victim)).fresh_text


FACT = {"memory_type": "fact"}
WRONG = [
    ("memory_type", {"memory_type": "secret", "content": "在学攀岩"}),
    ("memory_type", {"content": "在学攀岩"}),
    ("memory_type", {"memory_type": None, "content": "在学攀岩"}),
    ("memory_type", {"memory_type": ["fact"], "content": "在学攀岩"}),
    ("content", FACT | {"content": ""}),
    ("content", FACT | {"content": " \n\u200b "}),
    ("content", FACT),
    ("content", FACT | {"content": None}),
    ("content", FACT | {"content": {"text": "在学攀岩"}}),
    ("content", FACT | {"content": ["在学攀岩"]}),
]


@pytest.mark.parametrize(("field", "arguments"), WRONG)
async def test_wrong_input_is_refused_with_what_to_change(e2e, room, field, arguments):
    (answer,) = await tool(e2e, call("save_memory", **arguments), **room)
    assert field in answer
    assert not answer.startswith("error")
    assert "攀岩" not in (await shown(e2e, **room)).fresh_text


async def test_a_forget_without_a_target_deletes_nothing(e2e, room):
    await save(e2e, "在学冲浪", **room)
    for arguments in ({}, {"target": ""}, {"target": None}, {"target": {"all": True}}):
        (answer,) = await tool(e2e, call("forget_memory", **arguments), **room)
        assert answer
        assert not answer.startswith("error")
    assert "在学冲浪" in (await shown(e2e, **room)).fresh_text


async def test_what_one_says_of_another_is_not_the_others_own_memory(e2e, room):
    other = {"group": room["group"], "user": e2e.new_user()}
    await e2e.ask("大家好", **other, nickname="小李")
    answer = await save(e2e, "小李喜欢吃香菜", **room, nickname="阿强")
    assert "阿强" in answer
    await file_holds(e2e, room["group"], other["user"], [])
    assert "香菜" not in (await shown(e2e, **other)).fresh_text


async def test_an_english_chat_is_answered_in_english(e2e, room):
    saved = await save(e2e, "prefers short answers", "preference", **room)
    nothing = await forget(e2e, "my crocodile", **room)
    listing = await listed(e2e, "what do you remember about me?", **room)
    part = (await shown(e2e, "how are you?", **room)).user_parts[-1]
    for answer in (saved, nothing, listing, part):
        assert "prefers short answers" in answer
        assert answer.isascii() or not any("\u4e00" <= c <= "\u9fff" for c in answer)


async def test_a_chinese_chat_is_answered_in_chinese(e2e, room):
    saved = await save(e2e, "是左撇子", **room)
    part = (await shown(e2e, **room)).user_parts[-1]
    for answer in (saved, await listed(e2e, **room), part):
        assert "fact" not in answer
        assert "事实" in answer
