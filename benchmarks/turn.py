"""`make bench`: the processor time that the plugin adds to a turn.

Two real AstrBots take turns, message by message: one with the plugin and ten memories to show, one with a control
plugin that offers the same tools and does nothing. What AstrBot spends on the tools is so left out.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
from importlib.metadata import version
from pathlib import Path

from tests.e2e.harness import E2E
from tests.e2e.harness.control import write_control_plugin
from tests.e2e.harness.timing import Paired, Series, measure_paired, percentile
from tests.e2e.steps import save_all

ROOT = Path(__file__).parents[1]
PAIRS = 60
RESAMPLES = 2000
GROUP, USER = 700_001, 200_001
TEXT = "你知道我什么？"
MEMORIES = [
    ("preference", "希望被称呼为「老王」"),
    ("fact", "是这个项目的后端负责人"),
    ("fact", "养了一只橘猫"),
    ("fact", "在学西班牙语"),
    ("fact", "对花生过敏"),
    ("fact", "老家在成都"),
    ("preference", "喜欢简洁直接的回复风格"),
    ("preference", "爱喝乌龙茶"),
    ("instruction", "回复我时用英文"),
    ("instruction", "不要用表情"),
]


async def run() -> Paired:
    async with E2E(ROOT) as plugin:
        await save_all(plugin, MEMORIES, group=GROUP, user=USER)
        turn = await plugin.ask(TEXT, group=GROUP, user=USER)
        shown = [content for _, content in MEMORIES if content in turn.request.fresh_text]
        if len(shown) != len(MEMORIES):
            raise SystemExit(f"only {shown} were shown, so the measurement would not be of ten memories")
        control_plugin = write_control_plugin(plugin.root / "control", await own_tools(plugin))
        async with E2E(control_plugin) as control:
            return await measure_paired(plugin, control, group=GROUP, user=USER, text=TEXT, pairs=PAIRS)


async def own_tools(plugin: E2E) -> list[dict]:
    """The schemas of those tools that are gone while the plugin is disabled."""
    on = (await plugin.ask(TEXT, group=GROUP, user=USER)).request.tools
    await plugin.dashboard.set_enabled(plugin.plugin, False)
    off = (await plugin.ask(TEXT, group=GROUP, user=USER)).request.tools
    await plugin.dashboard.set_enabled(plugin.plugin, True)
    return [tool for name, tool in on.items() if name not in off]


def summary(paired: Paired) -> dict:
    added = paired.added_cpu_ms
    return {
        "astrbot": version("astrbot"),
        "pairs": len(added),
        "memories_shown": len(MEMORIES),
        "plugin": _series(paired.plugin),
        "control": _series(paired.control),
        "added_cpu_ms": {
            "median": round(statistics.median(added), 2),
            "median_95_percent": _interval(added),
            "mean": round(statistics.mean(added), 2),
            "p95": round(percentile(added, 95), 2),
        },
        "cpu_ratio": round(paired.cpu_ratio, 3),
    }


def _interval(values: list[float]) -> list[float]:
    """Where the median would lie in 95 of 100 repetitions (bootstrap): how far to trust it on a busy machine."""
    draw = random.Random(0)
    medians = [statistics.median(draw.choices(values, k=len(values))) for _ in range(RESAMPLES)]
    return [round(percentile(medians, p), 2) for p in (2.5, 97.5)]


def _series(series: Series) -> dict:
    return {
        "cpu_ms_median": round(statistics.median(series.cpu_ms), 2),
        "latency_ms_median": round(statistics.median(series.ms), 2),
        "latency_ms_p95": round(percentile(series.ms, 95), 2),
    }


def table(result: dict) -> str:
    rows = [f"{'':10}{'processor':>12}{'latency':>12}{'latency p95':>14}   ms"]
    for name in ("plugin", "control"):
        r = result[name]
        figures = f"{r['cpu_ms_median']:12.2f}{r['latency_ms_median']:12.2f}{r['latency_ms_p95']:14.2f}"
        rows.append(f"{name:10}{figures}")
    added = result["added_cpu_ms"]
    low, high = added["median_95_percent"]
    rows.append(f"{'added':10}{added['median']:12.2f}   ({low} to {high}; median of {result['pairs']} pairs)")
    rows.append(f"{'ratio':10}{result['cpu_ratio']:12.3f}   (plugin / control, processor time)")
    return "\n".join(rows)


if __name__ == "__main__":
    result = summary(asyncio.run(run()))
    print(json.dumps(result, indent=2))
    print(table(result))
