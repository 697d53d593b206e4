"""The operator's settings: `_conf_schema.json` as frozen values, and what to say of a value that is wrong.

A wrong value never stops the bot: its field falls back to the default, and a Complaint names field, value
and the default used. Names and defaults of the first three keys are seed 003 section 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from typing import Annotated, Any, Literal, TypeVar, cast, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic import Field as Bound

Section = TypeVar("Section")
COERCE = ConfigDict(coerce_numbers_to_str=True)
"""Group ids are often written as bare numbers."""
Count = Annotated[int, Bound(ge=0, le=10_000)]
Share = Annotated[float, Bound(ge=0, le=1)]
Names = Annotated[tuple[str, ...], Bound(max_length=10_000)]


@dataclass(frozen=True)
class Rooms:
    """Where memory works. A name is a group id, `platform:group id`, or a unified message origin."""

    private_chats: bool = True
    allowed: Names = ()
    blocked: Names = ()


@dataclass(frozen=True)
class Inject:
    """How memories are shown to the model."""

    position: Literal["message", "system_prompt"] = "message"


@dataclass(frozen=True)
class Save:
    """What members may have remembered."""

    about_others: Literal["group", "refuse"] = "group"


@dataclass(frozen=True)
class ReadPolicy:
    """How memories are chosen for a reply (seed 000 section 4.2). The three weights are those of `hybrid`.

    `max_per_type` is 10 where the seed has 5, because seed 003 wants ten of one type to be possible.
    """

    recipe: Literal["fused", "hybrid", "keyword", "priority"] = "fused"
    max_tokens: Count = 800
    max_per_type: Count = 10
    min_confidence: Share = 0.5
    similarity_weight: Share = 0.3
    importance_weight: Share = 0.4
    recency_weight: Share = 0.3
    deadline_ms: Annotated[int, Bound(ge=10, le=5000)] = 1000


@dataclass(frozen=True)
class Embedding:
    """Where vectors come from: the operator's provider, else the offline encoder, else nowhere."""

    provider_id: str = ""
    offline_encoder: bool = True


@dataclass(frozen=True)
class Record:
    """What of the talk itself is kept. 0 days: only the messages that a memory rests on."""

    raw_log_days: Annotated[int, Bound(ge=0, le=3650)] = 0


@dataclass(frozen=True)
class Config:
    """All settings. `memory_max_per_user` and `memory_inject_limit` count memories; 0 turns the cap off,
    or the injection."""

    enable_user_memory: bool = True
    memory_max_per_user: Count = 20
    memory_inject_limit: Count = 10
    language: Literal["auto", "zh", "en"] = "auto"
    rooms: Rooms = field(default_factory=Rooms)
    inject: Inject = field(default_factory=Inject)
    save: Save = field(default_factory=Save)
    read_policy: ReadPolicy = field(default_factory=ReadPolicy)
    embedding: Embedding = field(default_factory=Embedding)
    record: Record = field(default_factory=Record)


@dataclass(frozen=True)
class Complaint:
    """One wrong value, with the default that is used instead."""

    path: str
    value: object
    default: object

    def __str__(self) -> str:
        return (
            f"config {self.path}: {self.value!r} is not a valid value, {self.default!r} is used instead. "
            f"Correct it in the plugin's settings."
        )


def read_config(raw: Mapping[str, Any] | None) -> tuple[Config, tuple[Complaint, ...]]:
    """The settings in `raw` (AstrBot's config, which it fills but does not check), and what was wrong."""
    complaints: list[Complaint] = []
    return _read(Config, raw or {}, "", complaints), tuple(complaints)


def _read(kind: type[Section], raw: object, path: str, complaints: list[Complaint]) -> Section:
    if not isinstance(raw, Mapping):
        complaints.append(Complaint(path, raw, "the section's defaults"))
        raw = {}
    values = cast(Mapping[str, Any], raw)
    hints = get_type_hints(kind, include_extras=True)
    read = {
        f.name: _value(f, hints[f.name], values[f.name], path, complaints)
        for f in fields(cast(Any, kind))
        if f.name in values
    }
    return kind(**read)


def _value(f: Field[Any], hint: Any, value: object, path: str, complaints: list[Complaint]) -> object:
    where = f"{path}.{f.name}" if path else f.name
    if is_dataclass(hint):
        return _read(cast(type[Any], hint), value, where, complaints)
    try:
        return TypeAdapter[object](hint, config=COERCE).validate_python(value)
    except ValidationError:
        default = cast(Any, f.default_factory)() if f.default is MISSING else f.default
        complaints.append(Complaint(where, value, default))
        return default
