"""`make demo`: boots the real AstrBot with the plugin in a temporary folder and plays the scenes."""

from __future__ import annotations

import asyncio
import sys
import time
from importlib.metadata import version
from pathlib import Path

from tests.e2e.harness import E2E, StubLLM

from . import transcript
from .models import Forwarder, RealModel, real_model, stand_in
from .scenes import SCENES
from .stage import SceneFailed, Stage

ROOT = Path(__file__).parents[1]
STAND_IN = (
    "a stand-in: a few rules on loopback (demo/stand_in.py) that decide from the messages and tool schemas they "
    "receive. Set OPENAI_API_KEY (and OPENAI_BASE_URL, OPENAI_MODEL) to talk to a real model."
)
NEXT = """\
   make run     the same AstrBot, left running: chat in its WebUI, try the settings
   README.md    how to install it and what it can do (中文：README_zh.md)
   make test    all tests, units and end to end
   make help    the rest"""


def introduce(real: RealModel | None) -> None:
    transcript.heading("群忆 · group memory, in a real AstrBot")
    transcript.line(
        "AstrBot", f"{version('astrbot')}, headless, in a temporary folder; QQ is played over OneBot."
    )
    if real:
        text = (
            f"{real.name} at {real.host}. AstrBot itself reaches loopback only; its requests are passed on."
        )
    else:
        text = STAND_IN
    transcript.fact("model", text)


async def play(llm: StubLLM) -> None:
    transcript.fact("starting", "…")
    async with E2E(ROOT, llm=llm) as e2e:
        transcript.fact("ready", f"after {e2e.boot_seconds:.1f} s")
        failed = await e2e.dashboard.failed_plugins()
        if failed:
            errors = "; ".join(str(f["error"]) for f in failed.values())
            raise SceneFailed(f"AstrBot could not load the plugin: {errors}")
        await Stage(e2e).play(SCENES)
        if problems := e2e.bot.problems():
            raise SceneFailed("AstrBot logged errors:\n" + "\n".join(problems))
        if attempts := e2e.bot.outbound_attempts():
            raise SceneFailed(f"something tried to leave the machine: {[a['host'] for a in attempts]}")


def main() -> int:
    real = real_model()
    introduce(real)
    began = time.monotonic()
    try:
        asyncio.run(play(Forwarder(real) if real else stand_in()))
    except (SceneFailed, RuntimeError, TimeoutError) as error:
        transcript.failed(str(error))
        return 1
    except KeyboardInterrupt:
        return 130
    transcript.out()
    transcript.heading(f"Everything was as it should be ({time.monotonic() - began:.0f} s). What to try next")
    transcript.out(NEXT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
