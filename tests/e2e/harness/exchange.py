"""What passes between AstrBot and the model server: the requests it sends and the answers it gets."""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Reply:
    """One answer of the model: text, tool calls, or both."""

    text: str | None = None
    tool_calls: list[tuple[str, dict | str]] = field(default_factory=list)
    delay: float = 0.0

    def after(self, seconds: float) -> Reply:
        self.delay = seconds
        return self


def say(text: str) -> Reply:
    return Reply(text=text)


def call(tool: str, /, **arguments: Any) -> Reply:
    return Reply(tool_calls=[(tool, arguments)])


def calls(*tool_calls: tuple[str, dict | str]) -> Reply:
    """Several tool calls in one answer."""
    return Reply(tool_calls=list(tool_calls))


def flatten(content: Any) -> str:
    """The readable text of a message's content, whatever its form."""
    if content is None:
        return ""
    if isinstance(content, list):
        return "\n".join(flatten(part) for part in content)
    if isinstance(content, dict):
        return str(content["text"]) if "text" in content else json.dumps(content, ensure_ascii=False)
    return str(content)


def tool_calls_of(message: dict) -> list[tuple[str, dict]]:
    """Names and decoded arguments of the tools that an assistant message calls."""
    found = []
    for tool_call in message.get("tool_calls") or []:
        function = tool_call.get("function", {})
        arguments: Any = {}
        with contextlib.suppress(TypeError, ValueError):
            arguments = json.loads(function.get("arguments") or "{}")
        found.append((function.get("name", ""), arguments if isinstance(arguments, dict) else {}))
    return found


@dataclass
class ChatRequest:
    """One POST to /v1/chat/completions, and what it was answered."""

    index: int
    body: dict
    received_at: float = field(default_factory=time.monotonic)
    answered_at: float | None = None
    answer: dict = field(default_factory=dict)
    """The assistant message that was sent back."""

    @property
    def messages(self) -> list[dict]:
        return self.body.get("messages", [])

    @property
    def is_agent(self) -> bool:
        """Sent by AstrBot's agent loop, which always has tools; a plugin's own requests have none."""
        return bool(self.tools)

    @property
    def system(self) -> str:
        return "\n".join(flatten(m.get("content")) for m in self.messages if m["role"] == "system")

    @property
    def _newest(self) -> int:
        """Index of the newest user message."""
        users = [i for i, m in enumerate(self.messages) if m["role"] == "user"]
        return users[-1] if users else len(self.messages)

    @property
    def user_parts(self) -> list[str]:
        """Texts of the newest user message's parts: the words of the user, then what was put beside them."""
        content = self.messages[self._newest].get("content") if self._newest < len(self.messages) else ""
        return [flatten(part) for part in content] if isinstance(content, list) else [flatten(content)]

    @property
    def user_text(self) -> str:
        return "\n".join(self.user_parts)

    @property
    def history(self) -> list[dict]:
        """Everything between the system prompt and the newest user message."""
        return [m for m in self.messages[: self._newest] if m["role"] != "system"]

    @property
    def history_text(self) -> str:
        return "\n".join(_message_text(m) for m in self.history)

    @property
    def fresh_text(self) -> str:
        """System prompt and newest user message: what was composed for this turn, not the conversation."""
        return f"{self.system}\n{self.user_text}"

    @property
    def all_text(self) -> str:
        """Every word that the model was shown, tool calls and results included."""
        return "\n".join(_message_text(m) for m in self.messages)

    @property
    def tool_calls(self) -> list[tuple[str, dict]]:
        """The tools called in this turn so far."""
        return [c for m in self.messages[self._newest + 1 :] for c in tool_calls_of(m)]

    @property
    def tool_results(self) -> list[str]:
        """What they answered."""
        turn = self.messages[self._newest + 1 :]
        return [flatten(m.get("content")) for m in turn if m["role"] == "tool"]

    @property
    def tool_names(self) -> list[str]:
        """The tools on offer, each as often as it is."""
        return [t["function"]["name"] for t in self.body.get("tools") or []]

    @property
    def tools(self) -> dict[str, dict]:
        """Tool name -> its function schema."""
        return {t["function"]["name"]: t["function"] for t in self.body.get("tools") or []}


def _message_text(message: dict) -> str:
    # decoded and encoded anew, so that a test can look for plain words and not for \uXXXX escapes
    made = [f"{name}({json.dumps(args, ensure_ascii=False)})" for name, args in tool_calls_of(message)]
    return "\n".join([flatten(message.get("content")), *made])
