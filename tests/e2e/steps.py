"""What members do in the tests: have something saved, listed, forgotten; and what the model is then shown."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from .harness import E2E, ChatRequest, Reply, call, calls, say, wait_until

TOOLS = ("save_memory", "list_memory", "forget_memory")


async def tool(e2e: E2E, reply: Reply, *, text: str = "请处理一下", **where: object) -> list[str]:
    """The model answers a message with these tool calls; what the tools say."""
    turn = await e2e.ask(text, script=[reply, say("知道了。")], **where)
    return turn.tool_results


async def save(e2e: E2E, content: str, kind: str = "fact", **where: object) -> str:
    reply = call("save_memory", memory_type=kind, content=content)
    return (await tool(e2e, reply, text=_words(f"记住：{content}", f"remember: {content}"), **where))[0]


async def save_all(e2e: E2E, memories: list[tuple[str, str]], **where: object) -> list[str]:
    """Several (type, content) in one turn."""
    wanted = [("save_memory", {"memory_type": kind, "content": content}) for kind, content in memories]
    return await tool(
        e2e, calls(*wanted), text=_words("这些都记住", "remember these", memories[0][1]), **where
    )


async def listed(e2e: E2E, text: str = "你记得我什么？", **where: object) -> str:
    return (await tool(e2e, call("list_memory"), text=text, **where))[0]


async def forget(e2e: E2E, target: str, **where: object) -> str:
    reply = call("forget_memory", target=target)
    return (await tool(e2e, reply, text=_words(f"忘掉{target}", f"forget {target}", target), **where))[0]


async def shown(
    e2e: E2E, text: str = "你好", *, user: int, group: int | None = None, nickname: str | None = None
) -> ChatRequest:
    """What the model is shown of a fresh conversation with this person."""
    await e2e.reset(group=group, user=user if group is None else None)
    return (await e2e.ask(text, group=group, user=user, nickname=nickname)).request


def block(request: ChatRequest, content: str) -> str:
    """The one part beside the user's words that holds a memory."""
    parts = [p for p in request.user_parts[1:] if content in p]
    assert len(parts) == 1, request.user_parts
    return parts[0]


def group_file(e2e: E2E, group: int) -> Path:
    return e2e.bot.plugin_data_dir(e2e.plugin) / "user_memory" / "e2e" / f"{group}.json"


async def file_holds(e2e: E2E, group: int, user: int, contents: list[str]) -> None:
    """The group file comes to hold just this of a member; it has a second to follow."""
    path = group_file(e2e, group)
    with contextlib.suppress(TimeoutError):
        await wait_until(lambda: sorted(_contents(path, user)) == sorted(contents), 1.0)
    held = _contents(path, user)
    assert sorted(held) == sorted(contents), f"{path.name} holds {held} of {user}"


def _contents(path: Path, user: int) -> list[str]:
    """A group without memories may have no file."""
    users = json.loads(path.read_text("utf-8"))["users"] if path.exists() else {}
    return [m["content"] for m in users.get(str(user), {"memories": []})["memories"]]


def _words(chinese: str, english: str, sample: str = "") -> str:
    """A member speaks the language of what it wants remembered: the bot answers in the chat's language."""
    return english if (sample or english).isascii() else chinese
