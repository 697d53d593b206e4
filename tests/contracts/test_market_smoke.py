"""The market's smoke check: the plugin loads and starts on a context of falsy stubs without `len()`."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
NAME = "astrbot_plugin_group_memory"
SHIPPED = ("main.py", "metadata.yaml", "_conf_schema.json", "memory", "tools", "data")

SCRIPT = """
import asyncio, importlib, json, sys

class Stub:
    def __bool__(self): return False
    def __call__(self, *a, **k): return self
    def __getattr__(self, name): return Stub()
    def __await__(self):
        yield from ()
        return Stub()
    def __iter__(self): return iter(())
    async def __aenter__(self): return self
    async def __aexit__(self, *e): return None

class Context:
    def get_config(self, *a, **k): return {}
    def __getattr__(self, name): return Stub()

async def main():
    module = importlib.import_module("data.plugins.%s.main")
    from astrbot.api.star import Star
    stars = [v for v in vars(module).values() if isinstance(v, type) and issubclass(v, Star) and v is not Star]
    assert len(stars) == 1, stars
    star = stars[0](context=Context(), config=%s)
    await star.initialize()
    await star.terminate()
    others = [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]
    assert not others, others
    print("started and ended")

sys.path.insert(0, ".")
asyncio.run(main())
"""


def start(folder: Path, config: object) -> subprocess.CompletedProcess[str]:
    target = folder / "data" / "plugins" / NAME
    for name in SHIPPED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target / name)
    environment = {**os.environ, "ASTRBOT_ROOT": str(folder), "HOME": str(folder), "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, "-c", SCRIPT % (NAME, repr(config))],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


def test_it_loads_starts_and_ends_on_a_stub_context(tmp_path):
    done = start(tmp_path, None)
    assert "started and ended" in done.stdout, done.stderr[-3000:]


def test_wrong_settings_are_said_and_do_not_stop_it(tmp_path):
    wrong = {"memory_max_per_user": "abc", "language": "klingon", "rooms": None}
    done = start(tmp_path, json.loads(json.dumps(wrong)))
    assert "started and ended" in done.stdout, done.stderr[-3000:]
    said = done.stdout + done.stderr
    for field, value, default in (
        ("memory_max_per_user", "'abc'", "20"),
        ("language", "'klingon'", "'auto'"),
    ):
        assert any(field in line and value in line and default in line for line in said.splitlines()), said[
            -3000:
        ]
