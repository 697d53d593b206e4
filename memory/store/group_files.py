"""The group files of seed 003 section 2.3: one JSON file a room, derived from the rows, readable and portable.

    user_memory/{platform}/{group}.json            a group
    user_memory/{platform}/private/{person}.json   a private chat

Exactly the seed's shape, with extra keys. One of them is the id of the store that wrote the file: a file
that carries another id, or none, was dropped in by a person or outlived its database, and is read at the
next start; our own is only ever written. Writing is atomic: temporary file, fsync, rename.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from ..errors import BadGroupFile
from ..model import SPOKEN_TYPES, Memory, Room, Type

FOLDER = "user_memory"
MAX_BYTES = 64 * 2**20
_PLAIN_NAME = re.compile(r"-?[a-z0-9][a-z0-9_\-]{0,79}")
_DEVICE_NAMES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")
_SPOKEN: dict[Type, str] = {ours: spoken for spoken, ours in SPOKEN_TYPES.items()}


@dataclass(frozen=True)
class FileMemory:
    """One memory as a group file has it."""

    id: str
    user_id: str
    type: Type
    content: str
    created_at: int
    updated_at: int
    author_id: str


@dataclass(frozen=True)
class GroupFile:
    """A parsed file. `platform_id` is "" for an older plugin's file, which does not say it."""

    path: Path
    store_id: str
    platform_id: str
    group_id: str
    kind: str
    memories: tuple[FileMemory, ...]


def path_of(folder: Path, room: Room) -> Path:
    """The file of a room, whatever its ids contain."""
    parent = folder / FOLDER / _safe(room.platform_id)
    return (parent / "private" if room.kind == "private" else parent) / f"{_safe(room.room_id)}.json"


def render(room: Room, memories: Sequence[Memory], store_id: str) -> str:
    """The file's text; no memories, no users."""
    users: dict[str, dict[str, list[dict[str, object]]]] = {}
    shared: list[dict[str, object]] = []
    for memory in memories:
        owner = users.setdefault(memory.owner_id, {"memories": []})["memories"] if memory.owner_id else shared
        owner.append(_entry(memory))
    document = {
        "group_id": room.room_id,
        "users": users,
        "updated_at": max((m.updated_at for m in memories), default=0),
        "platform_id": room.platform_id,
        "kind": room.kind,
        "group_memories": shared,
        "store_id": store_id,
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def write(path: Path, text: str) -> None:
    """Replace a file so that at every moment either the old or the new text is there. Blocks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def sweep(folder: Path) -> None:
    """Remove the temporary files that a kill left behind. Blocks."""
    for path in (folder / FOLDER).rglob(".*.tmp"):
        path.unlink(missing_ok=True)


def found(folder: Path) -> Iterator[Path]:
    """Every group file on disk. Blocks."""
    yield from sorted(p for p in (folder / FOLDER).rglob("*.json") if p.is_file() and not p.is_symlink())


def parse(path: Path, folder: Path) -> GroupFile:
    """Read a file of ours or of an older plugin. Blocks. Raises BadGroupFile and says what is wrong."""
    document = _load(path)
    users = document.get("users")
    group_id = document.get("group_id")
    if not isinstance(users, dict) or not isinstance(group_id, str) or not group_id:
        raise BadGroupFile(f'{path}: expected {{"group_id": "...", "users": {{...}}}}')
    platform, kind = _place(path.relative_to(folder / FOLDER).parts)
    memories = [
        _file_memory(path, str(user_id), entry)
        for user_id, user in cast(dict[str, Any], users).items()
        for entry in _entries(path, user)
    ]
    shared = [
        _file_memory(path, "", e) for e in _entries(path, {"memories": document.get("group_memories", [])})
    ]
    return GroupFile(
        path,
        str(document.get("store_id", "")),
        str(document.get("platform_id", platform)),
        group_id,
        str(document.get("kind", kind)),
        (*memories, *shared),
    )


def _entry(memory: Memory) -> dict[str, object]:
    entry: dict[str, object] = {
        "id": memory.id,
        "type": _SPOKEN.get(memory.type, "fact"),
        "content": memory.fact,
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
    }
    if memory.type not in _SPOKEN:
        entry["kind"] = memory.type
    if memory.author_id != memory.owner_id:
        entry["author_id"] = memory.author_id
    return entry


def _load(path: Path) -> Mapping[str, Any]:
    if path.stat().st_size > MAX_BYTES:
        raise BadGroupFile(f"{path}: larger than {MAX_BYTES >> 20} MiB, which no group file is")
    try:
        document = json.loads(path.read_text("utf-8-sig"), parse_constant=_no_such_number)
    except (ValueError, RecursionError) as error:
        raise BadGroupFile(f"{path}: not JSON ({error})") from error
    if not isinstance(document, dict):
        raise BadGroupFile(f"{path}: expected a JSON object")
    return cast(dict[str, Any], document)


def _no_such_number(name: str) -> float:
    raise ValueError(f"{name} is no number in JSON")


def _entries(path: Path, user: object) -> list[Mapping[str, Any]]:
    entries = cast(dict[str, Any], user).get("memories") if isinstance(user, dict) else None
    if not isinstance(entries, list) or not all(isinstance(e, dict) for e in cast(list[Any], entries)):
        raise BadGroupFile(f'{path}: expected "memories" to be a list of objects')
    return cast(list[Mapping[str, Any]], entries)


def _file_memory(path: Path, user_id: str, entry: Mapping[str, Any]) -> FileMemory:
    content, kind = entry.get("content"), entry.get("type")
    if not isinstance(content, str) or not content.strip() or kind not in SPOKEN_TYPES:
        raise BadGroupFile(
            f'{path}: a memory needs "content" and a "type" of {", ".join(SPOKEN_TYPES)}: {entry!r:.200}'
        )
    created, updated = entry.get("created_at", 0), entry.get("updated_at", 0)
    if not isinstance(created, int | float) or not isinstance(updated, int | float):
        raise BadGroupFile(f'{path}: "created_at" and "updated_at" are seconds since 1970: {entry!r:.200}')
    exact = entry.get("kind")
    return FileMemory(
        str(entry.get("id", "")),
        user_id,
        cast(Type, exact) if exact in get_args(Type) else SPOKEN_TYPES[kind],
        content,
        int(created),
        int(updated),
        str(entry.get("author_id", user_id)),
    )


def _place(parts: tuple[str, ...]) -> tuple[str, str]:
    """(platform, kind) as the folders say; an older plugin's file lies at the top and says neither."""
    return (parts[0] if len(parts) > 1 else ""), ("private" if "private" in parts[1:-1] else "group")


def _safe(name: str) -> str:
    """A file name for an id: itself where every file system takes it, else a readable stub with a digest.

    Capital letters count as unsafe, because two ids may differ in nothing else and some disks fold case.
    """
    if _PLAIN_NAME.fullmatch(name) and not _DEVICE_NAMES.fullmatch(name):
        return name
    stub = re.sub(r"[^A-Za-z0-9_\-]", "_", name)[:40]
    return f"{stub}~{hashlib.sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable; Windows cannot open folders and does not need it."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
