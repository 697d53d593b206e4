"""kill -9 while learning: every message once, every batch processed once, nothing that points nowhere."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from group_memory.memory.config import Config
from sqlalchemy import text

from ..fakes import running

KILLS = int(os.environ.get("LEARNING_KILLS", "10"))
ROOT = Path(__file__).parents[2]

CHILD = """
import asyncio, json, random, re, sys
sys.path.insert(0, {root!r})
import tests.conftest
from pathlib import Path
from tests.fakes import FakeChat, FakeClock, running
from group_memory.memory.config import Config, Extraction, WritePolicy

def answer(prompt):
    found = []
    for number, label, n in re.findall(r'^(\\d+) (\\S+): "我养了(\\d+)只', prompt, re.M)[:3]:
        found.append(dict(type="profile", fact=f"用户养了{{n}}只猫", fact_key=n, confidence=0.95,
                          importance=0.5, evidence=[int(number)], speaker=label))
    return json.dumps(found, ensure_ascii=False)

async def main(folder, first):
    clock = FakeClock()
    clock.at += first
    policy = WritePolicy(mode="auto", max_writes_per_session=0, max_writes_per_hour=0)
    extraction = Extraction(batch_messages=3, max_calls_per_hour=0, max_calls_per_session=0, max_tokens_per_day=0)
    config = Config(preset="full", extraction=extraction, write_policy=policy)
    async with running(folder, config, clock, FakeChat([answer])) as bot:
        n = first
        while True:
            member = bot.member(str(n), f"g{{n % 2}}")
            message = member.says(f"我养了{{n}}只猫，名字都是按编号起的，比如{{n * 7919}}号")
            bot.app.hear(message)
            bot.app.hear(bot.member(str(n), f"g{{n % 2}}").says("我对第%d种花粉过敏" % n))
            clock.at += 1
            n += 1
            if n % 5 == 0:
                await bot.app._parts.recorder.write_now()
                print("flushed", n - 1, flush=True)
                await bot.app.settle()

asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
"""

ORPHANS = {
    "evidence without its memory": "SELECT count(*) FROM evidence WHERE memory_id NOT IN (SELECT memory_id FROM items)",
    "evidence without its message": "SELECT count(*) FROM evidence WHERE event_id NOT IN (SELECT event_id FROM events)",
    "memories without evidence": "SELECT count(*) FROM items WHERE memory_id NOT IN (SELECT memory_id FROM evidence)",
    "messages twice": (
        "SELECT count(*) FROM (SELECT 1 FROM events GROUP BY scope_id, sender_id, message_id, content "
        "HAVING count(*) > 1)"
    ),
    "memories twice": "SELECT count(*) FROM (SELECT 1 FROM items GROUP BY scope_id, fact HAVING count(*) > 1)",
    "learned twice": (
        "SELECT count(*) FROM (SELECT 1 FROM history WHERE event = 'ADD' GROUP BY memory_id HAVING count(*) > 1)"
    ),
    "lines in ops twice": (
        "SELECT count(*) FROM (SELECT 1 FROM ops WHERE node = 'extract' AND status = 'ok' GROUP BY memory_id "
        "HAVING count(*) > 1)"
    ),
}


def run_and_kill(folder: Path, first: int, seconds: float) -> int:
    """The last message that was on disk before the child was killed."""
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
    return max((int(n) for _, n in whole), default=first - 1)


async def test_nothing_is_lost_or_done_twice(tmp_path):
    rng = random.Random(11)
    first, flushed = 1000, []
    for _ in range(KILLS):
        last = run_and_kill(tmp_path / "data", first, rng.uniform(0.0, 0.5))
        flushed += range(first, last + 1)
        first = last + 1000
        # A balanced start reads nothing on: it looks at what the killed one left.
        async with running(tmp_path / "data", Config()) as bot:
            for what, query in ORPHANS.items():
                count = await bot.app._database.read(lambda c, q=query: c.execute(text(q)).scalar_one())
                assert count == 0, what
            said = await bot.app._database.read(_senders)
            assert not {str(n) for n in flushed} - said, "what was flushed is there"
            problems = [
                f for f in (await bot.app.doctor()).findings if f.problem and f.check != "group files"
            ]
            assert not problems
    async with running(tmp_path / "data", Config()) as bot:
        learned = dict(await bot.app._database.read(_learned))
    assert min(learned.get(node, 0) for node in ("rules", "extract")) > KILLS, "both roads were taken"


def _senders(connection):
    return set(connection.execute(text("SELECT sender_id FROM events")).scalars())


def _learned(connection):
    query = "SELECT node, count(*) FROM ops WHERE op = 'create' AND status = 'ok' GROUP BY node"
    return [tuple(row) for row in connection.execute(text(query))]
