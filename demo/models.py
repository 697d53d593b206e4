"""Which model answers in the demo: the one that OPENAI_API_KEY opens, or the stand-in on loopback.

Either way AstrBot talks to a small server in this process, which keeps what the model was shown. To a real model
that server passes the requests on, so AstrBot itself never leaves the machine.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from urllib.parse import urlsplit

import aiohttp
from aiohttp import web

from tests.e2e.harness import ChatRequest, StubLLM

from .stand_in import decide


@dataclass(frozen=True)
class RealModel:
    """An OpenAI-compatible server as the usual environment variables name it."""

    url: str
    name: str
    key: str

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc


def real_model() -> RealModel | None:
    """None without OPENAI_API_KEY."""
    key = os.environ.get("OPENAI_API_KEY")
    if not key:
        return None
    url = os.environ.get("OPENAI_BASE_URL") or "https://api.openai.com/v1"
    return RealModel(url.rstrip("/"), os.environ.get("OPENAI_MODEL") or "gpt-4o-mini", key)


def stand_in() -> StubLLM:
    """The rules of ``stand_in`` behind an OpenAI-compatible server."""
    llm = StubLLM("stand-in")
    llm.responder = decide
    return llm


class Forwarder(StubLLM):
    """Passes AstrBot's requests on to a real model. ``error`` holds what went wrong last."""

    def __init__(self, model: RealModel) -> None:
        super().__init__(model.name)
        self.error = ""
        self._real = model

    async def complete(self, request: ChatRequest) -> dict:
        headers = {"Authorization": f"Bearer {self._real.key}"}
        url = f"{self._real.url}/chat/completions"
        limit = aiohttp.ClientTimeout(total=120)
        try:
            async with (
                aiohttp.ClientSession(trust_env=True, timeout=limit) as session,
                session.post(url, json=request.body, headers=headers) as response,
            ):
                if response.status == 200:
                    return await response.json()
                self.error = f"{self._real.host} answered {response.status}: {(await response.text())[:300]}"
        except (aiohttp.ClientError, TimeoutError) as error:
            self.error = f"{self._real.host} could not be reached: {error or type(error).__name__}"
        raise web.HTTPBadGateway(text=self.error)
