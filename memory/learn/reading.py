"""Reading one batch of talk: the transcript for the model, and what of its answer is proven and clean. Pure.

Members get letters, because display names are spoofable; the bot's own line before a member's stays as context,
since an answer leaves out what was asked, and proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..model import Message, Person
from ..store.learning import Row
from . import evidence
from .clean import fault_of, taint_of
from .evidence import Unproven, prove, well_formed
from .extract import ROOM, Candidate, Line
from .settle import Case

CONTEXT_CHARACTERS = 200


@dataclass(frozen=True)
class Transcript:
    """Numbered lines, the messages behind them, and whose letter stands for whom."""

    lines: tuple[Line, ...]
    messages: Mapping[int, Message]
    people: Mapping[str, Person]
    names: Mapping[str, str]


@dataclass(frozen=True)
class Findings:
    """What of a model's answer may be settled, and why the rest may not."""

    cases: tuple[Case, ...]
    refused: tuple[str, ...]


def transcript(taken: Sequence[Row], around: Sequence[Row], known: Mapping[str, str]) -> Transcript:
    """The lines of a batch.

    Args:
        taken: The members' messages that are read.
        around: All messages of that stretch, with the bot's.
        known: Sender id -> name, of everybody whom the room knows.
    """
    wanted = {row.row_id for row in taken}
    labels: dict[Person, str] = {}
    lines: list[Line] = []
    messages: dict[int, Message] = {}
    for row in _with_context(around, wanted):
        number, person = len(lines) + 1, row.message.speaker.person
        if row.row_id not in wanted:
            lines.append(Line(number, "", True, row.message.text[:CONTEXT_CHARACTERS]))
            continue
        label = labels.setdefault(person, _letter(len(labels)))
        lines.append(Line(number, label, False, row.message.text))
        messages[number] = row.message
    here = {person.sender_id for person in labels}
    names = {label: known.get(person.sender_id, "") for person, label in labels.items()}
    absent = {
        f"absent {n}": name for n, (sender, name) in enumerate(known.items()) if sender not in here and name
    }
    return Transcript(
        tuple(lines), messages, {label: person for person, label in labels.items()}, {**names, **absent}
    )


def findings(candidates: Iterable[Candidate], read: Transcript, model: str) -> Findings:
    """Hold every candidate against the writing rules, the guard and the evidence, in that order."""
    cases: list[Case] = []
    refused: list[str] = []
    for candidate in candidates:
        found = _case(candidate, read, model)
        if isinstance(found, Case):
            cases.append(found)
        else:
            refused.append(found)
    return Findings(tuple(cases), tuple(refused))


def _case(candidate: Candidate, read: Transcript, model: str) -> Case | str:
    if flaw := well_formed(candidate.fact):
        return f"form: {flaw}"
    cited = [read.messages[n] for n in candidate.evidence if n in read.messages]
    if fault := fault_of(candidate.fact) or next(filter(None, map(taint_of, cited)), None):
        return f"guard: {fault.value}"
    proof = prove(candidate, read.lines, read.names)
    if isinstance(proof, Unproven):
        return f"evidence: {proof.reason.value}"
    return Case(
        candidate.type,
        candidate.fact,
        candidate.confidence,
        "llm_extract",
        tuple(cited),
        None if proof.speaker == ROOM else cited[0],
        candidate.importance,
        outright=evidence.outright(candidate, read.lines),
        meta={"model": model},
    )


def _with_context(around: Sequence[Row], wanted: set[int]) -> Iterator[Row]:
    before: Row | None = None
    for row in around:
        if row.row_id in wanted:
            if before is not None and before.role == "assistant":
                yield before
            yield row
        before = row


def _letter(index: int) -> str:
    """A, B, ... Z, A1, B1, ..."""
    return chr(ord("A") + index % 26) + (str(index // 26) if index >= 26 else "")
