"""Evidence: a candidate becomes a fact only if the lines it cites prove it, checked in code (design section 6.2).

The lines must have been typed by one member, the one whom the fact is about. What they assert about that
member (`said`) must hold the fact's names, numbers, days, denials and qualifiers, say the same of them
(`claims`), and share most of its content. A fact that fails is dropped and counted, never repaired: an
invented one is believed, a missed one can be said again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from ..policy.slots import contradicts, slot_of
from ..policy.subject import Names, Other, subject_of
from ..text.content import content_key
from ..text.fold import fold
from ..text.polarity import negated, same_polarity
from ..text.scripts import HAN, UNSPACED
from . import claims
from .claims import CLASSES, KEPT, KIN, Class, classes_in
from .extract import LINE_CHARACTERS, ROOM, Candidate, Line
from .form import well_formed
from .rules import hear
from .said import Assertion, asks, assertions

__all__ = ["Proven", "Reason", "Unproven", "outright", "prove", "well_formed"]

FLOOR = 0.7
"""The share of a fact's content, by length, that must occur in what was said. Three parts of four do."""

LATIN_WEIGHT = 2
"""A word of a spaced script counts like a Chinese word of two characters."""

_THE_ROOM = re.compile(
    r"(?:本|这个|我们)?(?:群|团队|小组|全体|大家)|(?:the |this )?(?:group|team|room|everyone|all members)(?![a-z])"
)
"""How a fact about the room begins, as the prompt asks."""


class Reason(Enum):
    """Why a candidate is not believed. Values are counted in `ops`; they do not change."""

    NO_EVIDENCE = "no_evidence"
    UNKNOWN_LINE = "unknown_line"
    NOT_A_MEMBER = "not_a_member"
    SEVERAL_SPEAKERS = "several_speakers"
    OTHER_SPEAKER = "other_speaker"
    ABOUT_OTHERS = "about_others"
    NOT_ASSERTED = "not_asserted"
    NOT_SAID = "not_said"
    NAME = "name"
    NUMBER = "number"
    NEGATION = "negation"
    QUALIFIER = "qualifier"


@dataclass(frozen=True)
class Proven:
    """`speaker` is the label of the member whom the fact is about, or ROOM.

    `speakers` are all whose own lines prove it. `translated` facts share no script with the lines: names,
    numbers, denials and the kind of statement agree, but what they are about could not be compared.
    """

    candidate: Candidate
    speaker: str
    speakers: frozenset[str]
    translated: bool = False


@dataclass(frozen=True)
class Unproven:
    """The candidate is dropped."""

    reason: Reason


def prove(
    candidate: Candidate, lines: Sequence[Line], shown: Mapping[str, str] | None = None
) -> Proven | Unproven:
    """Hold a candidate against the transcript that it was extracted from.

    Args:
        shown: Label -> display name, of the batch's members and of any others that the room knows. A name at
            the head of a clause or of the fact says that it is about somebody else.

    What the model did not see of a long line (`LINE_CHARACTERS`) proves nothing either.
    """
    lines = [replace(line, text=line.text[:LINE_CHARACTERS]) for line in lines]
    cited = [line for line in lines if line.number in candidate.evidence]
    if fault := _citation_fault(candidate, cited):
        return Unproven(fault)
    speaker = ROOM if candidate.speaker == ROOM else cited[0].speaker_label
    names = _names_for(speaker, lines, shown or {})
    if not _is_about(candidate.fact, speaker, names):
        return Unproven(Reason.ABOUT_OTHERS)
    asked = _questions_before(cited, lines)
    faults = {
        label: _fault(candidate.fact, [line for line in cited if line.speaker_label == label], names, asked)
        for label in dict.fromkeys(line.speaker_label for line in cited)
    }
    speakers = frozenset(label for label, fault in faults.items() if fault is None)
    if not speakers:
        return Unproven(next(fault for fault in faults.values() if fault))
    told = fold(" ; ".join(line.text for line in cited))
    return Proven(candidate, speaker, speakers, _share(claims.pieces(candidate.fact), told) is None)


def outright(candidate: Candidate, lines: Sequence[Line]) -> bool:
    """Whether a cited line states the fact's slot so plainly that a rule hears it (for `policy.gate`)."""
    slot = slot_of(candidate.fact)
    cited = (line for line in lines if line.number in candidate.evidence and not line.is_bot)
    return slot is not None and any(
        heard.key == slot.name and not contradicts(heard.fact, candidate.fact)
        for line in cited
        for heard in hear(line.text)
    )


def _citation_fault(candidate: Candidate, cited: Sequence[Line]) -> Reason | None:
    if not candidate.evidence:
        return Reason.NO_EVIDENCE
    if len(cited) != len(candidate.evidence):
        return Reason.UNKNOWN_LINE
    if any(line.is_bot for line in cited):
        return Reason.NOT_A_MEMBER
    if candidate.speaker == ROOM:
        return None
    speakers = {line.speaker_label for line in cited}
    if len(speakers) > 1:
        return Reason.SEVERAL_SPEAKERS
    return None if candidate.speaker in {"", *speakers} else Reason.OTHER_SPEAKER


def _names_for(speaker: str, lines: Sequence[Line], shown: Mapping[str, str]) -> Names:
    labels = {line.speaker_label for line in lines if not line.is_bot}
    others = (*(labels - {speaker}), *(name for label, name in shown.items() if label != speaker))
    return Names(shown.get(speaker, ""), frozenset(others))


def _is_about(fact: str, speaker: str, names: Names) -> bool:
    """Whether the fact's grammatical subject is the room, or the speaker, as the candidate has it."""
    if speaker == ROOM:
        return bool(_THE_ROOM.match(fold(fact)))
    return not isinstance(subject_of(fact, names), Other)


def _fault(fact: str, cited: Sequence[Line], names: Names, asked: str) -> Reason | None:
    """Why one member's lines do not prove the fact."""
    asserted = [each for line in cited for each in assertions(line.text, names)]
    wanted = classes_in(fold(fact), KIN)
    # What belongs to the room may have it as its subject: 大家周五打球.
    shared = bool(_THE_ROOM.match(fold(fact)))
    own = [each for each in asserted if shared or (each.own and each.kin <= wanted)]
    if not _says(fact, [each.text for each in own], asked):
        return _where_else(fact, asserted, cited, asked)
    return _detail_fault(fact, own)


def _questions_before(cited: Sequence[Line], lines: Sequence[Line]) -> str:
    """The questions right before the cited lines: an answer leaves out what was asked ("住哪?" "杭州")."""
    before = {after.number: line for line, after in pairwise(lines)}
    asked = (before[line.number].text for line in cited if line.number in before)
    return fold(" ".join(text for text in asked if asks(text)))


def _where_else(fact: str, asserted: Sequence[Assertion], cited: Sequence[Line], asked: str) -> Reason:
    """Why what a member asserts of itself does not say it: because it says it of others, or only asks."""
    if _says(fact, [each.text for each in asserted], asked):
        return Reason.ABOUT_OTHERS
    whole = [fold(line.text) for line in cited]
    return Reason.NOT_ASSERTED if _says(fact, whole, asked) else Reason.NOT_SAID


def _says(fact: str, said: Sequence[str], asked: str) -> bool:
    """Whether the texts say the same kind of thing, of mostly the same content."""
    text = " ; ".join(said)
    claimed = classes_in(fold(fact), CLASSES)
    if not text or not all(_shows(text, asked, name) for name in claimed):
        return False
    share = _share(claims.pieces(fact), text)
    return bool(claimed or _anchors(fact, text)) if share is None else share >= FLOOR


def _shows(text: str, asked: str, name: str) -> bool:
    # Whom the fact is about must come from the speaker itself, never from a question.
    return bool(CLASSES[name].shows.search(text if name in KIN else f"{text} ; {asked}"))


def _anchors(fact: str, text: str) -> bool:
    """Whether anything at all ties a fact to a text of another language."""
    return bool(claims.claimed_numbers(fact) & claims.heard_numbers(text) or claims.named(fact))


def _share(pieces: Sequence[str], text: str) -> float | None:
    """How much of the pieces occurs in the text; None where they are of different scripts throughout."""
    has_han, stems = bool(re.search(f"[{HAN}]", text)), claims.stems(text)
    found = total = 0
    for piece in pieces:
        unspaced = bool(re.match(f"[{UNSPACED}]", piece))
        if not (has_han if unspaced else stems):
            continue
        total += len(piece) if unspaced else LATIN_WEIGHT
        found += _covered(piece, text) if unspaced else LATIN_WEIGHT * (piece in stems)
    return found / total if total else None


def _covered(run: str, text: str) -> int:
    """How many characters of a run stand in the text, in stretches of at least two (or as the whole run)."""
    at = covered = 0
    while at < len(run):
        end = next(
            (e for e in range(len(run), at, -1) if run[at:e] in text and (e - at > 1 or len(run) == 1)), 0
        )
        covered += max(end - at, 0)
        at = max(end, at + 1)
    return covered


def _detail_fault(fact: str, own: Sequence[Assertion]) -> Reason | None:
    text = " ; ".join(each.text for each in own)
    if not all(_occurs(name, text) for name in claims.named(fact)):
        return Reason.NAME
    if not (
        claims.claimed_numbers(fact) <= claims.heard_numbers(text)
        and claims.claimed_days(fact) <= claims.claimed_days(text)
    ):
        return Reason.NUMBER
    bearers = _bearers(fact, own)
    if any(_loses(each, fact, bearers) for each in KEPT.values()):
        return Reason.QUALIFIER
    return None if all(_agrees(part, own) for part in _parts(fact)) else Reason.NEGATION


def _occurs(name: str, text: str) -> bool:
    """A Latin name as a whole word (Java is not JavaScript), any other as it stands."""
    if name.isascii():
        return bool(re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9+#])", text))
    return name in text


def _bearers(fact: str, own: Sequence[Assertion]) -> list[str]:
    """The assertions that say most of the fact: whose denials and qualifiers count."""
    pieces, claimed = claims.pieces(fact), classes_in(fold(fact), CLASSES)
    scores = [
        (_share(pieces, each.text) or 0.0, sum(_shows(each.text, "", name) for name in claimed))
        for each in own
    ]
    best = max(scores, default=(0.0, 0))
    return [each.text for each, score in zip(own, scores, strict=True) if score == best]


def _loses(qualifier: Class, fact: str, bearers: Sequence[str]) -> bool:
    said = bool(bearers) and all(qualifier.claims.search(text) for text in bearers)
    return said and not qualifier.shows.search(fold(fact))


def _spaced(text: str) -> str:
    """`text.polarity` takes 不过 and 不同 for words that deny nothing; in 不过敏 and 不同意 they deny."""
    return re.sub("不(?=过敏|同意|管用|过关)", "没有", fold(text))


def _parts(fact: str) -> list[str]:
    parts = re.split(r"[,，;；。.!！]\s*|但是?|(?<![a-z])but(?![a-z])", fact)
    return [part for part in parts if part and content_key(part)]


def _agrees(part: str, own: Sequence[Assertion]) -> bool:
    """Whether a part of the fact is affirmed, or denied, as the assertion that bears it is."""
    bearers = _bearers(part, own)
    if any(same_polarity(_spaced(part), _spaced(text)) for text in bearers):
        return True
    # "我对花生过敏，不能吃" also proves "不能吃花生": the denial stands in the next clause.
    core = set(content_key(part)) - {"不", "not"}
    return negated(_spaced(part)) and any(
        negated(_spaced(after.text)) and core & set(content_key(after.text))
        for each, after in pairwise(own)
        if each.text in bearers
    )
