"""Reload, disable, install, uninstall: no duplicates, no leftovers, nothing lost."""

import asyncio

import pytest

from .harness import E2E, plugin_zip
from .steps import TOOLS, save, shown


async def test_two_reloads_leave_one_of_everything(e2e, room):
    await save(e2e, "在学法语", **room)
    before = await shown(e2e, **room)
    for _ in range(2):
        await e2e.dashboard.reload(e2e.plugin)
    request = await shown(e2e, **room)
    assert sorted(request.tool_names) == sorted(before.tool_names)
    assert len(request.tool_names) == len(set(request.tool_names))
    assert request.fresh_text.count("在学法语") == 1
    assert "在学德语" in await save(e2e, "在学德语", **room)


async def test_reloads_leave_no_open_files_behind(e2e, room):
    async def handles() -> int:
        await e2e.dashboard.reload(e2e.plugin)
        await save(e2e, "在学法语", **room)
        return len(e2e.bot.open_files(e2e.bot.plugin_data_dir(e2e.plugin)))

    counts = [await handles() for _ in range(4)]
    assert counts[0] > 0
    # readers open as they are needed, but an instance that is left open would double the number
    assert max(counts) < 2 * min(counts)


async def test_a_reload_in_the_middle_of_the_talk_loses_no_answer(e2e):
    async def talk(i):
        return await e2e.ask(f"第{i}条消息", user=e2e.new_user(), group=e2e.new_group(), parallel=True)

    async def reload():
        for _ in range(3):
            await e2e.dashboard.reload(e2e.plugin)
            await asyncio.sleep(0.1)

    *turns, _ = await asyncio.gather(*(talk(i) for i in range(6)), reload())
    assert all(turn.replies for turn in turns)


async def test_a_disabled_plugin_shows_nothing_and_offers_no_tools(e2e, room):
    await save(e2e, "在学法语", **room)
    await e2e.dashboard.set_enabled(e2e.plugin, False)
    off = await shown(e2e, **room)
    await e2e.dashboard.set_enabled(e2e.plugin, True)
    on = await shown(e2e, **room)
    assert "法语" not in off.all_text
    assert not set(TOOLS) & set(off.tools)
    assert "法语" in on.fresh_text
    assert set(TOOLS) <= set(on.tools)


@pytest.fixture(scope="module")
async def bare():
    """An AstrBot without the plugin."""
    async with E2E() as e2e:
        yield e2e


async def test_it_is_installed_from_a_zip_and_uninstalled_without_a_trace(bare, plugin, tmp_path):
    name = "astrbot_plugin_group_memory"
    await bare.dashboard.install_zip(plugin_zip(plugin, name, tmp_path / f"{name}.zip"))
    where = {"group": bare.new_group(), "user": bare.new_user()}
    await save(bare, "在学法语", **where)
    assert "法语" in (await shown(bare, **where)).fresh_text
    assert bare.bot.open_files(bare.bot.plugin_data_dir(name))

    await bare.dashboard.uninstall(name, delete_config=True, delete_data=True)
    request = await shown(bare, **where)
    assert "法语" not in request.fresh_text
    assert not set(TOOLS) & set(request.tools)
    assert bare.bot.open_files(bare.bot.plugin_data_dir(name)) == []
    assert [p for p in bare.bot.data.rglob("*") if name in str(p)] == []
    assert bare.bot.problems() == []
