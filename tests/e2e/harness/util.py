"""Small things that every part of the harness uses, and the list of files that make up the plugin."""

from __future__ import annotations

import asyncio
import inspect
import re
import socket
import subprocess
import time
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
NOT_SHIPPED = ("tests", "benchmarks", "demo")
"""Folders of the repository that no operator gets (.gitattributes says the same)."""


def free_port() -> int:
    """A TCP port that is free on loopback right now."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def strip_ansi(text: str) -> str:
    return _ANSI.sub("", text)


def deep_merge(base: dict, extra: dict) -> dict:
    """``extra`` over ``base``: dicts are merged, everything else is replaced."""
    out = dict(base)
    for key, value in extra.items():
        merged = isinstance(value, dict) and isinstance(out.get(key), dict)
        out[key] = deep_merge(out[key], value) if merged else value
    return out


async def wait_until(
    check: Callable[[], Any] | Callable[[], Awaitable[Any]],
    timeout: float = 10.0,
    interval: float = 0.02,
    what: str = "condition",
) -> Any:
    """Poll ``check`` (plain or async) until it is truthy and return that value."""
    deadline = time.monotonic() + timeout
    while True:
        value = check()
        if inspect.isawaitable(value):
            value = await value
        if value:
            return value
        if time.monotonic() > deadline:
            raise TimeoutError(f"timed out after {timeout:g} s waiting for {what}")
        await asyncio.sleep(interval)


def plugin_files(root: Path) -> list[Path]:
    """The plugin's files, relative to ``root``.

    In a git work tree these are the tracked and the new ones, so that no .venv or .git is ever copied; any
    other directory is taken whole.
    """
    if not (root / ".git").exists():
        return sorted(p.relative_to(root) for p in root.rglob("*") if p.is_file())
    # safe.directory: the work tree may belong to another user (containers, CI)
    command = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True).stdout.decode()
    files = {Path(name) for name in listed.split("\0") if name}
    return sorted(p for p in files if p.parts[0] not in NOT_SHIPPED and (root / p).is_file())


def plugin_zip(root: Path, name: str, target: Path) -> Path:
    """The plugin packed as the market packs it: one folder with the plugin's name."""
    with zipfile.ZipFile(target, "w") as archive:
        for path in plugin_files(root):
            archive.write(root / path, Path(name) / path)
    return target
