"""Which of a member's memories a target means: `all`, `#3`, or words such as 关于称呼的. Pure.

Deleting the wrong memory is worse than deleting none: a target matches by type, topic or its own content
words, and what matched is named in the answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..model import Memory, Type
from ..policy.slots import strip_about, topics_of
from ..text.fold import fold
from ..text.overlap import content_key, near_same

EVERYTHING = re.compile(
    r"all|everything|all of (it|them)|all (my )?memories|全部|所有|一切|全部记忆|所有记忆|"
    r"(关于)?我的(全部|所有|一切)(记忆|东西|信息)?|(你记得的)?(关于我的)?(所有|全部|一切)(东西|记忆|信息|内容)?"
)
NUMBER = re.compile(r"(?:#|no\.? ?|第)?(\d{1,4})(?:条|个)?")
TYPE_NAMES: dict[str, Type] = {
    "偏好": "preference",
    "喜好": "preference",
    "preference": "preference",
    "preferences": "preference",
    "指令": "constraint",
    "要求": "constraint",
    "instruction": "constraint",
    "instructions": "constraint",
    "事实": "profile",
    "fact": "profile",
    "facts": "profile",
}


def means_everything(target: str) -> bool:
    """Whether the target asks for all memories."""
    return EVERYTHING.fullmatch(fold(target).strip(" 。.!！")) is not None


def number_in(target: str) -> int | None:
    """The n of `#n`, counted from 1, or None."""
    match = NUMBER.fullmatch(fold(target).strip())
    return int(match.group(1)) if match else None


def matching(target: str, memories: Sequence[Memory]) -> list[Memory]:
    """The memories that the words mean, by the first way that finds any."""
    wanted = fold(strip_about(target)).strip()
    if not wanted:
        return []
    kind = TYPE_NAMES.get(wanted)
    topics = topics_of(wanted)
    ways: tuple[Callable[[Memory], bool], ...] = (
        lambda m: near_same(m.fact, target) or near_same(m.fact, wanted),
        lambda m: kind is not None and m.type == kind,
        lambda m: _says(m.fact, wanted),
        lambda m: not topics.isdisjoint(topics_of(m.fact)),
    )  # fmt: skip
    for way in ways:
        if hits := [m for m in memories if way(m)]:
            return hits
    return []


def _says(fact: str, wanted: str) -> bool:
    """Whether the fact holds every content word of the target."""
    words = content_key(wanted)
    said = fold(fact)
    return bool(words) and (wanted in said or set(words) <= set(content_key(fact)))
