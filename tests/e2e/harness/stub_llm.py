"""A scripted OpenAI-compatible server that records everything it is sent.

stub.script(call("save_memory", memory_type="fact", content="likes tea"), say("Noted."))
stub.responder = lambda request: say("...")     # when nothing is scripted
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from .exchange import ChatRequest, Reply, say
from .util import wait_until

Responder = Callable[[ChatRequest], Reply]


@dataclass
class Script:
    """Replies that wait for AstrBot's agent requests whose newest user message contains ``match``."""

    replies: list[Reply]
    match: str = ""

    def cancel(self) -> None:
        """Drop the replies that were not used."""
        self.replies.clear()

    def accepts(self, request: ChatRequest) -> bool:
        return bool(self.replies) and request.is_agent and self.match in request.user_text


class StubLLM:
    """Serves /v1/chat/completions and /v1/models on loopback."""

    def __init__(self, model: str = "stub-model") -> None:
        self.model = model
        self.requests: list[ChatRequest] = []
        self.responder: Responder | None = None
        self.port = 0
        self._scripts: list[Script] = []
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    async def start(self) -> None:
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/chat/completions", self._chat)
        app.router.add_get("/v1/models", self._models)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        if self._runner:
            await self._runner.cleanup()
            self._runner = None

    # -- scripting ------------------------------------------------------------------------- #
    def script(self, *replies: Reply, match: str = "") -> Script:
        """Answer the next matching requests with ``replies``, in this order."""
        script = Script(list(replies), match)
        self._scripts.append(script)
        return script

    def clear(self) -> None:
        """Forget scripts and records."""
        self._scripts.clear()
        self.responder = None
        self.requests.clear()

    async def wait_request(self, check: Callable[[ChatRequest], bool]) -> ChatRequest:
        """The first request for which ``check`` holds."""
        return await wait_until(
            lambda: next((r for r in self.requests if check(r)), None), 15, 0.001, "a model request"
        )

    # -- answering ------------------------------------------------------------------------- #
    async def complete(self, request: ChatRequest) -> dict:
        """The completion for ``request``; what forwards to a real model overrides this."""
        reply = self._choose(request)
        await asyncio.sleep(reply.delay)
        return completion(request, reply)

    def _choose(self, request: ChatRequest) -> Reply:
        for script in self._scripts:
            if script.accepts(request):
                return script.replies.pop(0)
        return self.responder(request) if self.responder else say(f"OK #{request.index}")

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        record = ChatRequest(len(self.requests), await request.json())
        self.requests.append(record)
        body = await self.complete(record)
        record.answer = body["choices"][0]["message"]
        record.answered_at = time.monotonic()
        if record.body.get("stream"):
            return await _stream(request, body)
        return web.json_response(body)

    async def _models(self, _request: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [{"id": self.model, "object": "model"}]})


def completion(request: ChatRequest, reply: Reply) -> dict:
    """An OpenAI chat completion that holds ``reply``."""
    message: dict = {"role": "assistant", "content": reply.text}
    if reply.tool_calls:
        message["tool_calls"] = [
            {"id": f"call_{request.index}_{i}", "type": "function", "function": _function(name, arguments)}
            for i, (name, arguments) in enumerate(reply.tool_calls)
        ]
    prompt_tokens = len(json.dumps(request.body, ensure_ascii=False)) // 4
    finish = "tool_calls" if reply.tool_calls else "stop"
    return {
        "id": f"chatcmpl-{request.index}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": request.body.get("model"),
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": prompt_tokens, "completion_tokens": 8, "total_tokens": prompt_tokens + 8},
    }


def _function(name: str, arguments: dict | str) -> dict:
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return {"name": name, "arguments": raw}


async def _stream(request: web.Request, body: dict) -> web.StreamResponse:
    """The completion as server-sent events; AstrBot's own web chat asks for them."""
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)
    for chunk in _chunks(body):
        await response.write(f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n".encode())
    await response.write(b"data: [DONE]\n\n")
    await response.write_eof()
    return response


def _chunks(body: dict) -> list[dict]:
    choice = body["choices"][0]
    message = choice["message"]
    deltas: list[dict] = [{"role": "assistant", "content": message.get("content") or ""}]
    deltas += [{"tool_calls": [{"index": i, **c}]} for i, c in enumerate(message.get("tool_calls") or [])]
    base = {**body, "object": "chat.completion.chunk", "usage": None}
    chunks = [{**base, "choices": [{"index": 0, "delta": d, "finish_reason": None}]} for d in deltas]
    chunks.append({**base, "choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]})
    return [*chunks, {**base, "choices": [], "usage": body["usage"]}]
