"""One AstrBot process on a root of its own: prepare it once, then start, stop, kill and start again."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psutil
import yaml

from .config import Settings, build_config
from .util import plugin_files, strip_ansi

NETGUARD = Path(__file__).parent / "netguard"
CORE_HOSTS = ("models.dev", "models.opencode.ai")
"""AstrBot looks for its model catalogue there at every boot, and no setting stops it."""
PROBLEM = re.compile(r"\[(ERRO|ERROR|CRIT|CRITICAL)\]|Traceback \(most recent call last\)")


def plugin_name(source: Path) -> str:
    """The name in metadata.yaml."""
    return yaml.safe_load((source / "metadata.yaml").read_text("utf-8"))["name"]


def _die_with_parent() -> None:
    """In the child: be killed when the process that started it dies, however it dies."""
    with contextlib.suppress(OSError):
        ctypes.CDLL("libc.so.6").prctl(1, signal.SIGKILL)


class AstrBotInstance:
    def __init__(self, root: Path, python: str, settings: Settings) -> None:
        self.root = root
        self.python = python
        self.settings = settings
        self.log_file = root / "astrbot.log"
        self.netguard_file = root / "netguard.jsonl"
        self.started_at = 0.0
        self._process: subprocess.Popen | None = None

    # -- files ----------------------------------------------------------------------------- #
    @property
    def data(self) -> Path:
        return self.root / "data"

    def plugin_dir(self, name: str) -> Path:
        return self.data / "plugins" / name

    def plugin_config_file(self, name: str) -> Path:
        """AstrBot names it after the plugin's directory."""
        return self.data / "config" / f"{name}_config.json"

    def plugin_data_dir(self, name: str) -> Path:
        return self.data / "plugin_data" / name

    def prepare(self) -> None:
        """Lay the root out and write AstrBot's configuration."""
        for sub in ("data/config", "data/plugins", "data/temp", "home", "tmp"):
            (self.root / sub).mkdir(parents=True, exist_ok=True)
        (self.root / ".astrbot").touch()
        config = json.dumps(build_config(self.settings), ensure_ascii=False, indent=2)
        (self.data / "cmd_config.json").write_text(config, "utf-8")

    def install_plugin(self, source: Path, config: dict | None = None) -> str:
        """Copy a plugin in, as AstrBot would install it, and preset its configuration."""
        name = plugin_name(source)
        target = self.plugin_dir(name)
        shutil.rmtree(target, ignore_errors=True)
        for path in plugin_files(source):
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / path, target / path)
        if config is not None:
            self.plugin_config_file(name).write_text(json.dumps(config, ensure_ascii=False), "utf-8")
        return name

    # -- process --------------------------------------------------------------------------- #
    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def running(self) -> bool:
        return self.pid is not None

    def _environment(self) -> dict[str, str]:
        """Behind the guard nothing of the machine's own settings gets in; without it they are needed."""
        keep = ("PATH", "LANG", "LC_ALL", "TZ")
        guarded = self.settings.guard_network
        env = {k: v for k, v in os.environ.items() if k in keep or not guarded}
        env |= {
            "HOME": str(self.root / "home"),
            "TMPDIR": str(self.root / "tmp"),
            "ASTRBOT_ROOT": str(self.root),
            "ASTRBOT_DISABLE_METRICS": "1",
            "PYTHONUNBUFFERED": "1",
            "PYTHONUTF8": "1",
            "NO_COLOR": "1",
        }
        if guarded:
            env |= {"PYTHONPATH": str(NETGUARD), "E2E_NETGUARD_LOG": str(self.netguard_file)}
        return env

    def spawn(self) -> None:
        with self.log_file.open("ab") as log:
            self._process = subprocess.Popen(
                [self.python, "-m", "astrbot.cli", "run"],
                cwd=self.root,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_die_with_parent,
            )
        self.started_at = time.monotonic()

    def _children(self) -> list[psutil.Process]:
        if self.pid is None:
            return []
        with contextlib.suppress(psutil.NoSuchProcess):
            return psutil.Process(self.pid).children(recursive=True)
        return []

    async def stop(self, timeout: float = 20.0) -> None:
        """Ask AstrBot to end (SIGINT, as Ctrl-C); kill it where it does not."""
        if self._process is None or not self.running:
            return
        children = self._children()
        self._process.send_signal(signal.SIGINT)
        try:
            await asyncio.to_thread(self._process.wait, timeout)
        except subprocess.TimeoutExpired:
            self.kill()
        _kill(children)

    def kill(self) -> None:
        """kill -9: nothing is flushed, no hook runs."""
        if self._process is None:
            return
        _kill(self._children())
        self._process.kill()
        self._process.wait()

    def cpu_seconds(self) -> float:
        """Processor time since the start, of threads that have ended too.

        Unlike the clock it does not depend on what else is running. The id is what clock_getcpuclockid(3) makes
        of a process id on Linux; /proc/<pid>/stat would count in steps of 10 ms.
        """
        assert self.pid is not None
        return time.clock_gettime((~self.pid << 3) | 2)

    def open_files(self, below: Path) -> list[str]:
        """Paths of the open file handles below a directory, one entry for each handle."""
        return [f.path for f in psutil.Process(self.pid).open_files() if Path(f.path).is_relative_to(below)]

    # -- log ------------------------------------------------------------------------------- #
    def log_mark(self) -> int:
        """A position to pass to ``log`` or ``problems`` later."""
        return self.log_file.stat().st_size if self.log_file.exists() else 0

    def log(self, since: int = 0) -> str:
        if not self.log_file.exists():
            return ""
        with self.log_file.open("rb") as f:
            f.seek(since)
            return strip_ansi(f.read().decode("utf-8", "replace"))

    def problems(self, since: int = 0) -> list[str]:
        """Log lines of level ERROR or above, and tracebacks.

        AstrBot's own complaint that the model catalogue cannot be fetched is left out: nothing may leave the
        machine.
        """
        ignore = (*CORE_HOSTS, "metadata endpoints failed")
        lines = self.log(since).splitlines()
        return [x for x in lines if PROBLEM.search(x) and not any(i in x for i in ignore)]

    def outbound_attempts(self) -> list[dict]:
        """Attempts to leave loopback that the guard stopped, without AstrBot's own at every boot."""
        if not self.netguard_file.exists():
            return []
        attempts = [json.loads(line) for line in self.netguard_file.read_text("utf-8").splitlines() if line]
        return [a for a in attempts if a["host"] not in CORE_HOSTS]


def _kill(processes: list[psutil.Process]) -> None:
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
