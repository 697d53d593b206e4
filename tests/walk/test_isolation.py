"""Isolation as a law: random wishes of random people in random rooms, against a model of a few lines."""

import os
import random

from group_memory.memory.config import Config, ReadPolicy

from ..fakes import running

UNBOUNDED = Config(
    memory_max_per_user=0, memory_inject_limit=10_000, read_policy=ReadPolicy(max_tokens=0, max_per_type=0)
)
OPERATIONS = int(os.environ.get("ISOLATION_OPERATIONS", "1500"))
ROOMS = [
    ("qq", "g1", False),
    ("qq", "g2", False),
    ("tg", "g1", False),
    ("qq", "g1/n1", False),
    ("qq", "1", True),
]
PEOPLE = ["1", "2", "1/g1", "n1"]


async def test_nothing_crosses(tmp_path):
    rng = random.Random(20261121)
    known: dict[tuple, set[str]] = {}
    async with running(tmp_path, UNBOUNDED) as bot:
        for n in range(OPERATIONS):
            platform, room, private = rng.choice(ROOMS)
            sender = rng.choice(PEOPLE)
            member = bot.member(sender, room, platform=platform, private=private)
            key = (member.speaker.person, member.speaker.room)
            mine = known.setdefault(key, set())
            action = rng.random()
            if action < 0.55:
                await member.saves(f"特征值 x{n}x")
                mine.add(f"x{n}x")
            elif action < 0.65 and mine:
                victim = rng.choice(sorted(mine))
                await member.forgets(victim)
                mine.discard(victim)
            elif action < 0.68:
                await member.forgets("all")
                mine.clear()
            elif action < 0.85:
                seen = await member.is_shown()
                assert {w for w in _words(n) if w in seen} == mine
            else:
                listed = await member.lists()
                assert {w for w in _words(n) if w in listed} == mine


def _words(n: int) -> list[str]:
    return [f"x{i}x" for i in range(n + 1)]
