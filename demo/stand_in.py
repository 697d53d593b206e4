"""The stand-in model: a few rules, in Chinese and English, on what a model really receives.

It sees the messages and the tool schemas of each request and nothing else. It calls a tool only where that tool is
offered, answers from what the tool said, and knows a name only where the request shows one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.e2e.harness import ChatRequest, Reply, call, say

HAN = re.compile(r"[\u4e00-\u9fff]")
NAME_SHOWN = re.compile(r"称呼为?「(.+?)」|called [“\"]?([^”\"\s(.,]+)")
TAIL = "。！!.~～ "


@dataclass(frozen=True)
class Rule:
    """What a user's words make the model call."""

    words: re.Pattern[str]
    tool: str
    arguments: Callable[[re.Match[str]], dict[str, str]]


def _rule(words: str, tool: str, arguments: Callable[[re.Match[str]], dict[str, str]]) -> Rule:
    return Rule(re.compile(words, re.IGNORECASE), tool, arguments)


def _kept(kind: str, template: str) -> Callable[[re.Match[str]], dict[str, str]]:
    """The arguments of save_memory, with what the pattern caught put into a sentence."""
    return lambda m: {"memory_type": kind, "content": template.format(m[1].strip(TAIL))}


def _target(match: re.Match[str]) -> dict[str, str]:
    words = match[1].strip(TAIL)
    everything = re.search(r"所有|全部|一切|everything|all\b", words, re.IGNORECASE)
    return {"target": "all" if everything or not words else words}


RULES = (
    _rule(r"(?:忘掉|忘了|忘记|别再?记着?|forget)[，,\s]*(.*)", "forget_memory", _target),
    _rule(r"你(?:还)?(?:都)?(?:记得|知道)我|what do you (?:know|remember)", "list_memory", lambda _: {}),
    _rule(r"叫我(.+)", "save_memory", _kept("preference", "希望被称呼为「{}」")),
    _rule(r"call me (.+)", "save_memory", _kept("preference", "wants to be called {}")),
    _rule(r"((?:以后)?回复我.+|不要用.+)", "save_memory", _kept("instruction", "{}")),
    _rule(r"我(喜欢.+)", "save_memory", _kept("preference", "{}")),
    _rule(r"\bI (?:prefer|like) (.+)", "save_memory", _kept("preference", "prefers {}")),
    _rule(r"我(是.+)", "save_memory", _kept("fact", "{}")),
    _rule(r"\bI(?: a|')m (.+)", "save_memory", _kept("fact", "is {}")),
    _rule(r"记住[，,：:\s]*(.+)", "save_memory", _kept("fact", "{}")),
    _rule(r"remember[,:\s]+(?:that )?(.+)", "save_memory", _kept("fact", "{}")),
)
"""The first that fits is taken."""

OPENINGS = (
    (re.compile(r"早上好|早安|good morning", re.IGNORECASE), "{name}早上好！", "Good morning{name}!"),
    (
        re.compile(r"代码|帮我|看看|code|help", re.IGNORECASE),
        "好的{name}我来看看。",
        "Sure{name}, let me look.",
    ),
    (re.compile(r""), "{name}你好！", "Hello{name}!"),
)


def decide(request: ChatRequest) -> Reply:
    """The next thing to say or do."""
    words = request.user_parts[0]
    chinese = HAN.search(words) is not None
    if request.tool_results:
        return say(_report(request, chinese))
    for rule in RULES:
        match = rule.words.search(words)
        if match and rule.tool in request.tools:
            return call(rule.tool, **rule.arguments(match))
    return say(_greeting(words, name_shown(request), chinese))


def name_shown(request: ChatRequest) -> str:
    """What the request says the speaker wants to be called; "" where it does not say."""
    beside = "\n".join([request.system, *request.user_parts[1:]])
    found = NAME_SHOWN.search(beside)
    return next(filter(None, found.groups())) if found else ""


def _report(request: ChatRequest, chinese: bool) -> str:
    """Passes on what the tool said."""
    said = request.tool_results[-1]
    opening = "好的。" if chinese else "All right. "
    return f"{opening.strip()}\n{said}" if "\n" in said else f"{opening}{said}"


def _greeting(words: str, name: str, chinese: bool) -> str:
    for fits, zh, en in OPENINGS:
        if fits.search(words):
            if chinese:
                return zh.format(name=f"{name}，" if name else "").replace("好的我", "好的，我")
            return en.format(name=f", {name}" if name else "")
    return words
