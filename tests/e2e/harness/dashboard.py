"""The HTTP side of AstrBot: what an operator does in its WebUI."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiohttp


@dataclass
class Response:
    status: int
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def ok(self) -> bool:
        """AstrBot answers most failures with HTTP 200 and ``{"status": "error"}``."""
        return 200 <= self.status < 300 and self.json.get("status") == "ok"


class DashboardError(AssertionError):
    """The dashboard refused what it was asked for."""


class DashboardClient:
    def __init__(self, url: str, *, username: str, password: str) -> None:
        self.url = url
        self.username = username
        self.password = password
        self._token = ""
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    # -- requests -------------------------------------------------------------------------- #
    async def _request(
        self, method: str, path: str, *, auth: bool = True, timeout: float = 60.0, **kwargs: Any
    ):
        if self._session is None:
            self._session = aiohttp.ClientSession()
        if auth and not self._token:
            await self._login()
        headers = {"Authorization": f"Bearer {self._token}"} if auth else {}
        limit = aiohttp.ClientTimeout(total=timeout)
        async with self._session.request(
            method, self.url + path, headers=headers, timeout=limit, **kwargs
        ) as response:
            return Response(response.status, await response.read())

    async def _must(self, method: str, path: str, **kwargs: Any) -> Any:
        """The data of an answer that has to be a success."""
        response = await self._request(method, path, **kwargs)
        if not response.ok:
            raise DashboardError(f"{method} {path}: HTTP {response.status} {response.text[:500]}")
        return response.json["data"]

    async def _login(self) -> None:
        credentials = {"username": self.username, "password": self.password}
        data = await self._must("POST", "/api/v1/auth/login", auth=False, json=credentials)
        self._token = data["token"]

    async def ready(self) -> bool:
        try:
            response = await self._request("GET", "/api/v1/auth/setup-status", auth=False, timeout=5)
        except (aiohttp.ClientError, OSError, TimeoutError):
            return False
        return response.status == 200

    # -- plugins --------------------------------------------------------------------------- #
    async def plugin(self, name: str) -> dict | None:
        plugins = await self._must("GET", "/api/v1/plugins")
        return next((p for p in plugins if p["name"] == name), None)

    async def failed_plugins(self) -> dict:
        return await self._must("GET", "/api/v1/plugins/failed")

    async def reload(self, name: str) -> None:
        await self._must("POST", f"/api/v1/plugins/{quote(name)}/reload")

    async def set_enabled(self, name: str, enabled: bool) -> None:
        await self._must("PATCH", f"/api/v1/plugins/{quote(name)}/enabled", json={"enabled": enabled})

    async def install_zip(self, path: Path) -> None:
        form = aiohttp.FormData()
        form.add_field("file", path.read_bytes(), filename=path.name, content_type="application/zip")
        await self._must("POST", "/api/v1/plugins/install/upload", data=form)

    async def uninstall(self, name: str, *, delete_config: bool, delete_data: bool) -> None:
        wanted = {"delete_config": delete_config, "delete_data": delete_data}
        await self._must("DELETE", f"/api/v1/plugins/{quote(name)}", json=wanted)

    # -- plugin config --------------------------------------------------------------------- #
    async def config(self, name: str) -> dict:
        """The plugin's current configuration."""
        return (await self._must("GET", f"/api/v1/plugins/{quote(name)}/config"))["config"]

    async def update_config(self, name: str, changes: dict) -> None:
        """Change some items as the WebUI does: the whole config is put back, then AstrBot reloads."""
        config = {**await self.config(name), **changes}
        await self._must("PUT", f"/api/v1/plugins/{quote(name)}/config", json={"config": config})
