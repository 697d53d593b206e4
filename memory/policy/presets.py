"""The three presets: what each keeps and costs in plain words, and the settings behind the words.

A preset sets, single keys override (issue 4, point 10). Retention days are seed 000 section 8; -1 is for ever.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal

from ..config import AS_PRESET, Config
from ..model import Language, Type
from .gate import WritePolicy

Name = Literal["quiet", "balanced", "full"]
FOREVER = -1
RETENTION: dict[Type, int] = {
    "profile": FOREVER,
    "preference": 90,
    "task_state": 7,
    "constraint": FOREVER,
    "episode": 30,
}
"""Days that a memory of a type lives (seed 000 sections 2.3 and 8); a type that is not listed lives on."""


@dataclass(frozen=True)
class Settings:
    """What a preset decides.

    `rules` learns what members say of themselves, without a model; `extraction` has a model read batches of
    the talk. `raw_log_days` keeps every message so long; with 0 only those that a memory rests on are kept,
    as long as the memory is.
    """

    rules: bool
    extraction: bool
    raw_log_days: int
    write: WritePolicy = field(default_factory=WritePolicy)
    retention_days: Mapping[Type, int] = field(default_factory=lambda: dict(RETENTION))


@dataclass(frozen=True)
class Preset:
    """A row: the settings, and in Chinese and English what is kept and what it costs."""

    settings: Settings
    keeps: tuple[str, str]
    costs: tuple[str, str]

    def words(self, language: Language) -> tuple[str, str]:
        """(what it keeps, what it costs), for the settings page."""
        at = 0 if language == "zh" else 1
        return self.keeps[at], self.costs[at]


PRESETS: dict[Name, Preset] = {
    "quiet": Preset(
        Settings(rules=False, extraction=False, raw_log_days=0),
        keeps=(
            "只记成员明确要求记住的内容，以及提出要求的那条消息；其他聊天一概不存。",
            "Only what a member asks to have remembered, with the message that asked; no other talk is stored.",
        ),
        costs=("不额外调用模型。", "No extra model calls."),
    ),
    "balanced": Preset(
        Settings(rules=True, extraction=False, raw_log_days=0),
        keeps=(
            "另外按规则记住成员直接说出的自己的事（如“我对花生过敏”）；聊天里只保留记忆所依据的那些消息。",
            "Also what members plainly say of themselves (“I'm allergic to peanuts”), by rules; of the talk only the messages that a memory rests on.",
        ),
        costs=("不额外调用模型。", "No extra model calls."),
    ),
    "full": Preset(
        Settings(rules=True, extraction=True, raw_log_days=30),
        keeps=(
            "另外由模型从聊天中提取事实；所有消息保留 30 天，供查询。提取的事实先只给管理员看（影子模式），改为自动模式后才会使用。",
            "Also facts that a model extracts from the talk; every message for 30 days, for queries. Extracted facts are at first for the operator's eyes (shadow mode); they are used once the mode is auto.",
        ),
        costs=(
            "大约每 20 条消息调用一次模型，每次约 3000 token。",
            "About one model call for every 20 messages or more, some 3,000 tokens each.",
        ),
    ),
}
UNREAD_DAYS = 7
"""With extraction, messages are kept at least so long: the raw log is its queue."""
_SWITCH = {"preset": None, "on": True, "off": False}
_WRITE_KEYS = frozenset(f.name for f in fields(WritePolicy))
_KEYS = frozenset(f.name for f in fields(Settings)) - {"write", "retention_days"}


def apply(preset: Name, overrides: Mapping[str, Any]) -> Settings:
    """The preset's settings with single keys set otherwise.

    Args:
        overrides: Keys of Settings and WritePolicy, as checked values; `retention_days` may name some types
            only. None means "as the preset says".

    Raises:
        ValueError: A key that is neither.
    """
    chosen = {key: value for key, value in overrides.items() if value is not None}
    days: Mapping[Type, int] = chosen.pop("retention_days", {})
    if unknown := chosen.keys() - _KEYS - _WRITE_KEYS:
        raise ValueError(
            f"no preset has the keys {sorted(unknown)!r}; there are {sorted(_KEYS | _WRITE_KEYS)}"
        )
    base = PRESETS[preset].settings
    return replace(
        base,
        **{key: value for key, value in chosen.items() if key in _KEYS},
        write=replace(base.write, **{key: value for key, value in chosen.items() if key in _WRITE_KEYS}),
        retention_days={**base.retention_days, **days},
    )


def settings_of(config: Config) -> Settings:
    """What holds for these settings: the preset, with every single key that differs from its default."""
    policy, days = config.write_policy, config.record.raw_log_days
    written = {f.name: getattr(policy, f.name) for f in fields(policy) if f.name not in _SETS}
    written |= {name: frozenset(getattr(policy, name)) for name in _SETS - {"disabled_scopes"}}
    settings = apply(
        config.preset,
        {
            "rules": _SWITCH[config.learn.rules],
            "extraction": _SWITCH[config.extraction.enabled],
            "raw_log_days": None if days == AS_PRESET else days,
            "retention_days": asdict(config.retention_days),
            **written,
        },
    )
    if settings.extraction and settings.raw_log_days < UNREAD_DAYS:
        return replace(settings, raw_log_days=UNREAD_DAYS)
    return settings


_SETS = frozenset({"allowed_types", "require_approval_types", "disabled_scopes"})
"""Lists in the settings, sets in the policy; `disabled_scopes` names rooms, which `policy.access` reads."""
