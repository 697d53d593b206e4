"""Import the plugin as AstrBot does: as a package of its folder, whatever the folder is called.

Inside the plugin every import is relative, so `memory` must not be importable on its own.
"""

import importlib.util
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = "group_memory"


def _mount() -> ModuleType:
    spec = importlib.util.spec_from_loader(PACKAGE, loader=None, is_package=True)
    assert spec is not None
    package = importlib.util.module_from_spec(spec)
    package.__path__ = [str(ROOT)]
    return sys.modules.setdefault(PACKAGE, package)


_mount()
# AstrBot makes a data folder where it is imported; not in our tree.
os.environ.setdefault("ASTRBOT_ROOT", tempfile.mkdtemp(prefix="group-memory-tests-"))


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator["Bot"]:  # noqa: F821
    """The plugin on an empty folder, with default settings."""
    from .fakes import running

    async with running(tmp_path / "data") as bot:
        yield bot
