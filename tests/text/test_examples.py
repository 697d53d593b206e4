"""The examples in the docstrings of memory/text are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "memory" / "text"
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("module", MODULES)
def test_examples(module: str) -> None:
    assert doctest.testmod(import_module(f"group_memory.memory.text.{module}")).failed == 0
