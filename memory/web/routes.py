"""Every route of the plugin as one table, and the guard around each handler.

AstrBot checks the login and never removes a route, so a route of an instance that was closed answers 410.
Nothing here changes anything: both routes only look.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from typing import Any

from astrbot.api.web import error_response, json_response

from ..app import App
from ..errors import MemoryFault

Handler = Callable[[App], Awaitable[Any]]


@dataclass(frozen=True)
class Route:
    """One path below the plugin's name."""

    path: str
    methods: tuple[str, ...]
    description: str
    handler: Handler


async def status(app: App) -> dict[str, Any]:
    """What the store holds, and how far the vectors are."""
    return {**asdict(await app.stats()), "embedding": asdict(await app.meaning())}


async def traces(app: App) -> list[dict[str, Any]]:
    """The newest recalls: what each arm found, the scores, and why something was dropped."""
    return [asdict(trace) for trace in app.traces()]


ROUTES: tuple[Route, ...] = (
    Route("status", ("GET",), "What is stored, and the progress of embedding", status),
    Route("traces", ("GET",), "The newest recalls and why they chose what they chose", traces),
)


def register(context: Any, plugin: str, app: App) -> None:
    """Offer every route to AstrBot, under the plugin's name."""
    for route in ROUTES:
        context.register_web_api(
            f"/{plugin}/{route.path}", _guarded(route, app), list(route.methods), route.description
        )


def _guarded(route: Route, app: App) -> Callable[[], Awaitable[Any]]:
    async def answer() -> Any:
        if app.closed:
            return error_response("the plugin is disabled or was reloaded: reload this page", status_code=410)
        try:
            return json_response({"status": "ok", "data": await route.handler(app)})
        except MemoryFault as fault:
            return error_response(f"memory store: {fault}", status_code=503)

    return answer
