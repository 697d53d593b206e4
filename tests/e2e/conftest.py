"""One AstrBot for the whole run. Each test uses new groups and users and so sees only its own memories."""

from pathlib import Path

import pytest

from .harness import E2E

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def plugin() -> Path:
    """Where the plugin under test lies."""
    return ROOT


@pytest.fixture(scope="session")
async def astrbot(plugin):
    async with E2E(plugin) as e2e:
        yield e2e


@pytest.fixture
async def e2e(astrbot):
    """The shared AstrBot with scripts and records cleared; a test that makes it log an error fails."""
    astrbot.llm.clear()
    mark = astrbot.bot.log_mark()
    yield astrbot
    assert astrbot.bot.running, "AstrBot died"
    problems = astrbot.bot.problems(mark)
    assert not problems, "AstrBot logged errors:\n" + "\n".join(problems)


@pytest.fixture
def room(e2e) -> dict:
    """A new member in a new group: what ``ask`` and the steps take as ``group`` and ``user``."""
    return {"group": e2e.new_group(), "user": e2e.new_user()}
