"""Plays the scenes in a running AstrBot, prints what happens, and checks that it is what the scene promises."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tests.e2e.harness import E2E, ChatRequest, wait_until

from . import transcript
from .scenes import EmptyConversation, Group, Kill, Says, Scene, ShowFile, Step

PATIENCE = 120.0
"""Seconds for one answer; a real model takes its time."""
FILE_PATIENCE = 1.0
"""A group file follows its rows within a second."""


class SceneFailed(Exception):
    """Something that had to be seen was not."""


class Stage:
    def __init__(self, e2e: E2E) -> None:
        self._e2e = e2e
        self._place: Group | None = None
        self._explained: set[str] = set()

    async def play(self, scenes: Sequence[Scene]) -> None:
        for number, scene in enumerate(scenes, 1):
            transcript.scene(number, scene.title, scene.about)
            self._place = None
            for step in scene.steps:
                try:
                    await self._play(step)
                except (SceneFailed, TimeoutError) as error:
                    raise SceneFailed(f"Scene {number} ({scene.title}): {error}") from error

    async def _play(self, step: Step) -> None:
        match step:
            case Says():
                await self._says(step)
            case EmptyConversation(where):
                self._enter(where)
                await self._e2e.reset(group=where.id)
                transcript.line("admin", "/reset   (the conversation is empty now)", transcript.DIM)
            case Kill():
                await self._kill()
            case ShowFile():
                await self._show_file(step)

    def _enter(self, group: Group) -> None:
        if group != self._place:
            self._place = group
            transcript.place(f"{group.name} ({group.id})")

    async def _says(self, says: Says) -> None:
        self._enter(says.where)
        transcript.line(says.who.nickname, says.text, transcript.BOLD)
        requests, replies = await self._turn(says)
        beside = _put_beside(requests[0])
        transcript.aside("the model is shown", self._shortened(beside) or "nothing of this member")
        called = requests[-1].tool_calls
        for (name, arguments), answer in zip(called, requests[-1].tool_results, strict=False):
            transcript.aside(f"{name}({_readable(arguments)})", answer)
        for reply in replies:
            transcript.line("bot", reply, transcript.BOLD, transcript.CYAN)
        _check(says, beside, requests[-1])

    def _shortened(self, beside: str) -> str:
        """The block, without the long sentence that explains it once that has been printed."""
        lines = beside.splitlines()
        known = self._explained & set(lines)
        self._explained.update(line for line in lines if not line.startswith("- "))
        return "\n".join("…" if line in known and len(line) > 40 else line for line in lines)

    async def _turn(self, says: Says) -> tuple[list[ChatRequest], list[str]]:
        """The model requests of one message, and what the bot said, once the model has nothing more to call."""
        e2e = self._e2e
        first, since = len(e2e.llm.requests), len(e2e.onebot.sent)
        await e2e.post(says.text, group=says.where.id, user=says.who.id, nickname=says.who.nickname)

        def finished() -> bool:
            if error := getattr(e2e.llm, "error", ""):
                raise SceneFailed(f"the model failed: {error}")
            made = [r for r in e2e.llm.requests[first:] if r.is_agent]
            if not made or made[-1].answered_at is None or made[-1].answer.get("tool_calls"):
                return False
            said = e2e.onebot.said_in(group_id=says.where.id, since=since)
            return any(s.at >= made[-1].answered_at for s in said)

        await wait_until(finished, PATIENCE, what=f"the bot's answer to “{says.text}”")
        said = e2e.onebot.said_in(group_id=says.where.id, since=since)
        return [r for r in e2e.llm.requests[first:] if r.is_agent], [s.text for s in said]

    async def _kill(self) -> None:
        transcript.out()
        transcript.line("shell", f"kill -9 {self._e2e.bot.pid}", transcript.RED, transcript.BOLD)
        seconds = await self._e2e.kill_and_restart()
        transcript.line("", f"AstrBot is back after {seconds:.1f} s, on the same folder.")

    async def _show_file(self, step: ShowFile) -> None:
        data = self._e2e.bot.plugin_data_dir(self._e2e.plugin)
        path = data / "user_memory" / "e2e" / f"{step.where.id}.json"

        def settled() -> bool:
            text = path.read_text("utf-8") if path.exists() else ""
            return all(w in text for w in step.holds) and not any(w in text for w in step.lacks)

        await wait_until(
            settled, FILE_PATIENCE, what=f"{path.name} to hold what is remembered, and only that"
        )
        title = f"{step.where.name}: …/{path.relative_to(data)}"
        if not path.exists():
            transcript.verbatim(title, "(no memories, no file)")
            return
        document = json.loads(path.read_text("utf-8"))
        transcript.verbatim(title, json.dumps(document, ensure_ascii=False, indent=2))


def _put_beside(request: ChatRequest) -> str:
    """What stands beside the user's words, without AstrBot's own reminder of the time."""
    parts = request.user_parts[1:]
    return "\n".join(p for p in parts if not p.startswith("<system_reminder>"))


def _check(says: Says, beside: str, last: ChatRequest) -> None:
    for words in says.shown:
        _must(words in beside, f"the model was not shown “{words}”")
    for words in says.hidden:
        _must(words not in beside, f"the model was shown “{words}”, which is of another group or out of date")
    _must(not (says.nothing and beside), "the model was shown memories where there should be none")
    if says.tool:
        names = [name for name, _ in last.tool_calls]
        _must(says.tool in names, f"the model did not call {says.tool}, but {names or 'nothing'}")
    for words in says.answered:
        _must(any(words in r for r in last.tool_results), f"{says.tool} did not answer with “{words}”")
    transcript.seen(_seen(says))


def _must(held: bool, sentence: str) -> None:
    if not held:
        raise SceneFailed(sentence)


def _seen(says: Says) -> str:
    """In one line, what has just been checked."""
    if says.tool:
        return f"{says.tool} was called" + f"; it answered with {_list(says.answered)}" * bool(says.answered)
    if says.nothing:
        return "nothing was shown"
    return f"shown: {_list(says.shown)}" + f"; not shown: {_list(says.hidden)}" * bool(says.hidden)


def _list(words: tuple[str, ...]) -> str:
    return ", ".join(f"“{w}”" for w in words)


def _readable(arguments: dict) -> str:
    return ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in arguments.items())
