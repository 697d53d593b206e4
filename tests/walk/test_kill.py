"""kill -9 while saving and forgetting: what was acknowledged is there, what was forgotten is gone."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from ..fakes import running

KILLS = int(os.environ.get("KILLS", "12"))
ROOT = Path(__file__).parents[2]

CHILD = """
import asyncio, importlib.util, sys
sys.path.insert(0, {root!r})
import tests.conftest
from tests.fakes import running
from group_memory.memory.config import Config

async def main(folder, first):
    async with running(folder, Config(memory_max_per_user=0)) as bot:
        n = first
        while True:
            member = bot.member(str(n % 7), f"g{{n % 3}}")
            await member.saves(f"特征值 x{{n}}x")
            print("saved", n, flush=True)
            if n % 5 == 4:
                await member.forgets(f"x{{n}}x")
                print("forgot", n, flush=True)
            n += 1

from pathlib import Path
asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
"""


def run_and_kill(folder: Path, first: int, seconds: float) -> list[tuple[str, int]]:
    """Acknowledgements that the child gave before it was killed."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD.format(root=str(ROOT)), str(folder), str(first)],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout is not None
    lines = [child.stdout.readline()]
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    lines += child.stdout.readlines()
    child.wait()
    child.stdout.close()
    whole = [line.split() for line in lines if line.endswith("\n")]
    return [(verb, int(n)) for verb, n in whole]


async def test_no_acknowledged_write_is_lost(tmp_path):
    rng = random.Random(7)
    saved: set[int] = set()
    forgotten: set[int] = set()
    for _ in range(KILLS):
        acknowledged = run_and_kill(tmp_path / "data", max(saved, default=-1) + 10, rng.uniform(0.0, 0.25))
        saved |= {n for verb, n in acknowledged if verb == "saved"}
        forgotten |= {n for verb, n in acknowledged if verb == "forgot"}
        async with running(tmp_path / "data") as bot:
            listed = "".join([await bot.member(str(p), f"g{g}").lists() for p in range(7) for g in range(3)])
            missing = {n for n in saved - forgotten if f"x{n}x" not in listed and n % 5 != 4}
            returned = {n for n in forgotten if f"x{n}x" in listed}
            assert not missing and not returned
            assert not [
                f for f in (await bot.app.doctor()).findings if f.problem and f.check != "group files"
            ]
    assert len(saved) > KILLS
