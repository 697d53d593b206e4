"""What the READMEs say exists: their commands, paths, tools and commands of the chat."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
READMES = ["README.md", "README_zh.md"]
TARGETS = set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.mark.parametrize("name", READMES)
def test_every_make_target_exists(name):
    mentioned = set(re.findall(r"\bmake ([a-z-]+)", read(name)))
    assert mentioned and mentioned <= TARGETS


@pytest.mark.parametrize("name", READMES)
def test_every_linked_path_exists(name):
    links = re.findall(r"\]\(([^)#\s]+)|src=\"([^\"]+)\"", read(name))
    paths = {a or b for a, b in links if not (a or b).startswith("http")}
    assert paths and [p for p in paths if not (ROOT / p).exists()] == []


@pytest.mark.parametrize("name", READMES)
def test_every_tool_and_command_is_named(name):
    text = read(name)
    tools = {p.stem for p in (ROOT / "tools").glob("*_memory.py")}
    commands = set(re.findall(r'@lmem\.command\("(\w+)"\)', read("main.py")))
    assert tools and commands
    assert [t for t in tools if f"`{t}`" not in text] == []
    assert [c for c in commands if not re.search(rf"`[^`\n]*\b{c}\b[^`\n]*`", text)] == []


def test_the_tools_table_and_the_tools_folder_agree():
    declared = re.findall(r"^from \.(\w+_memory) import", read("tools/__init__.py"), re.MULTILINE)
    assert sorted(declared) == sorted(p.stem for p in (ROOT / "tools").glob("*_memory.py"))


def test_categories_of_the_tool_are_those_of_the_policy():
    table = json.loads(read("data/policy/categories.json"))
    named = re.search(r"CATEGORIES = (\[.*?\])", read("tools/query_memory.py"))
    assert named and json.loads(named[1]) == list(table["categories"])


def test_the_version_is_the_same_everywhere():
    version = re.search(r"^version: (\S+)$", read("metadata.yaml"), re.MULTILINE)
    project = re.search(r'^version = "(\S+)"$', read("pyproject.toml"), re.MULTILINE)
    assert version and project and version[1] == project[1]
