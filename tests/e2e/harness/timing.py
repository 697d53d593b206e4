"""What a plugin adds to a turn: two AstrBots take turns message by message, so that noise hits both alike."""

from __future__ import annotations

import asyncio
import statistics
from dataclasses import dataclass, field

from .e2e import E2E


@dataclass
class Series:
    ms: list[float] = field(default_factory=list)
    """From sending the message to the model request."""
    cpu_ms: list[float] = field(default_factory=list)
    """AstrBot's processor time for the whole turn."""


@dataclass
class Paired:
    plugin: Series = field(default_factory=Series)
    control: Series = field(default_factory=Series)

    @property
    def added_cpu_ms(self) -> list[float]:
        """What each pair says the plugin costs, in the order measured."""
        return [a - b for a, b in zip(self.plugin.cpu_ms, self.control.cpu_ms, strict=True)]

    @property
    def cpu_ratio(self) -> float:
        return statistics.median(self.plugin.cpu_ms) / statistics.median(self.control.cpu_ms)


def percentile(values: list[float], p: float) -> float:
    """Linear interpolation between the closest ranks."""
    ordered = sorted(values)
    position = (len(ordered) - 1) * p / 100
    low = int(position)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (position - low)


async def measure(e2e: E2E, series: Series, *, group: int, user: int, text: str) -> None:
    """One message; the conversation is emptied before, so that all cost the same."""
    await e2e.reset(group=group)
    await asyncio.sleep(0.05)
    before = e2e.bot.cpu_seconds()
    turn = await e2e.ask(text, group=group, user=user)
    series.ms.append(turn.latency * 1000)
    series.cpu_ms.append((e2e.bot.cpu_seconds() - before) * 1000)


async def measure_paired(
    plugin: E2E, control: E2E, *, group: int, user: int, text: str, pairs: int, warm_up: int = 3
) -> Paired:
    """The same messages to both, in turns; who goes first changes with every pair."""
    for e2e in (plugin, control):
        for _ in range(warm_up):
            await measure(e2e, Series(), group=group, user=user, text=text)
    result = Paired()
    for i in range(pairs):
        order = [(plugin, result.plugin), (control, result.control)]
        for e2e, series in order if i % 2 == 0 else order[::-1]:
            await measure(e2e, series, group=group, user=user, text=text)
    return result
