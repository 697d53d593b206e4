"""What a rule is: a pattern, the fact it writes, and the sentences that show both sides of its border."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..model import Type

_ME = r"(?:我|俺|本人|偶|咱(?!们))\s?"


@dataclass(frozen=True)
class Rule:
    """One way of saying something about oneself. `heard` needs the subject, `carried` may leave it out."""

    cue: str
    type: Type
    heard: re.Pattern[str]
    carried: re.Pattern[str]
    fact: str
    confidence: float
    examples: tuple[str, ...]
    others: tuple[str, ...]


def _split(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split(" / ") if part)


def rule(
    cue: str, kind: Type, pattern: str, fact: str, confidence: float, examples: str, others: str
) -> Rule:
    """A row. `ME` is the speaker and `SHI` its 是, both unsaid when carried; `fact` names the groups that it writes."""
    return Rule(
        cue,
        kind,
        re.compile(pattern.replace("ME", _ME).replace("SHI", "是"), re.IGNORECASE),
        re.compile(pattern.replace("ME", f"(?:{_ME})?").replace("SHI", "(?:是)?"), re.IGNORECASE),
        fact,
        confidence,
        _split(examples),
        _split(others),
    )


PROPER = r"(?-i:[A-Z][\w'’.-]*(?: [A-Z][\w'’-]*){0,3})"
_SUBJECT = re.compile(r"^(i(?:\(\?:'[^)]*\)\?)? )")


def english(
    cue: str, kind: Type, pattern: str, fact: str, confidence: float, examples: str, others: str
) -> Rule:
    """A row of the English table. `@` is a proper name. `IAM` and a leading `i` may be left out when carried."""
    whole = pattern.replace("@", PROPER)
    heard = whole.replace("|IAM", "")
    carried = _SUBJECT.sub(r"(?:\1)?", whole.replace("IAM", "(?:am |is )?"))
    return Rule(
        cue,
        kind,
        re.compile(heard, re.IGNORECASE),
        re.compile(carried, re.IGNORECASE),
        fact,
        confidence,
        _split(examples),
        _split(others),
    )
