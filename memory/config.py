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

from .model import Type

Section = TypeVar("Section")
COERCE = ConfigDict(coerce_numbers_to_str=True)
"""Group ids are often written as bare numbers."""
Count = Annotated[int, Bound(ge=0, le=10_000)]
Share = Annotated[float, Bound(ge=0, le=1)]
Names = Annotated[tuple[str, ...], Bound(max_length=10_000)]
Types = Annotated[tuple[Type, ...], Bound(max_length=100)]
Days = Annotated[int, Bound(ge=-1, le=36_500)]
Switch = Literal["preset", "on", "off"]
"""A single key that overrides the preset, once it is not "preset" any more."""
AS_PRESET = -1
"""The same for a number of days."""


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

    `max_per_type` is 10 where the seed has 5, because seed 003 wants ten of one type to be possible. Of
    `max_items` and seed 003's `memory_inject_limit` the one that was changed holds, of two the lower one.
    """

    enable: bool = True
    max_items: Count = 15
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
    """What of the talk itself is kept. 0 days: only the messages that a memory rests on; -1: as the preset says."""

    raw_log_days: Annotated[int, Bound(ge=-1, le=3650)] = AS_PRESET


@dataclass(frozen=True)
class Learn:
    """What is learned without being asked for and without a model."""

    rules: Switch = "preset"


@dataclass(frozen=True)
class Extraction:
    """A model reads batches of the talk. Budgets: of all rooms together, but `max_calls_per_session` of one
    stretch of talk in one room; 0 is no limit."""

    enabled: Switch = "preset"
    provider_id: str = ""
    batch_messages: Annotated[int, Bound(ge=1, le=200)] = 20
    idle_seconds: Annotated[int, Bound(ge=1, le=86_400)] = 120
    batch_tokens: Annotated[int, Bound(ge=100, le=20_000)] = 1500
    max_calls_per_hour: Count = 30
    max_calls_per_session: Count = 20
    max_tokens_per_day: Annotated[int, Bound(ge=0, le=100_000_000)] = 300_000


@dataclass(frozen=True)
class WritePolicy:
    """What may be written of what was learned (seed 000 section 3.5, with its defaults).

    `disabled_scopes` are kinds ("user", "group") or rooms, written as in `rooms`.
    """

    enable: bool = True
    mode: Literal["shadow", "auto", "manual"] = "shadow"
    min_confidence: Share = 0.6
    min_evidence_count: Annotated[int, Bound(ge=1, le=100)] = 1
    allowed_types: Types = ("profile", "preference", "task_state", "constraint", "episode")
    max_writes_per_session: Count = 10
    max_writes_per_hour: Count = 50
    max_items_per_scope: Count = 200
    require_approval_types: Types = ()
    min_group_speakers: Annotated[int, Bound(ge=1, le=100)] = 2
    disabled_scopes: Names = ()


@dataclass(frozen=True)
class RetentionDays:
    """Days that what was learned lives without being said again; -1 for ever (seed 000 section 8)."""

    profile: Days = -1
    preference: Days = 90
    task_state: Days = 7
    constraint: Days = -1
    episode: Days = 30


@dataclass(frozen=True)
class Config:
    """All settings. `memory_max_per_user` and `memory_inject_limit` count memories; 0 turns the cap off,
    or the injection. A preset sets what learns and what of the talk is kept; a key of `learn`, `extraction`
    and `record` overrides it once it differs from its default (`policy.presets.settings_of`)."""

    enable_user_memory: bool = True
    preset: Literal["quiet", "balanced", "full"] = "balanced"
    emergency_read_only: bool = False
    memory_max_per_user: Count = 20
    memory_inject_limit: Count = 10
    language: Literal["auto", "zh", "en"] = "auto"
    rooms: Rooms = field(default_factory=Rooms)
    inject: Inject = field(default_factory=Inject)
    save: Save = field(default_factory=Save)
    read_policy: ReadPolicy = field(default_factory=ReadPolicy)
    embedding: Embedding = field(default_factory=Embedding)
    record: Record = field(default_factory=Record)
    learn: Learn = field(default_factory=Learn)
    extraction: Extraction = field(default_factory=Extraction)
    write_policy: WritePolicy = field(default_factory=WritePolicy)
    retention_days: RetentionDays = field(default_factory=RetentionDays)


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
