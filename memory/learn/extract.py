"""What a model is asked to extract from a batch of talk, and how its answer is read: prompt and parser.

The prompt is seed 000 section 3.2 with the ids of the messages that prove each fact, under the writing
constraints of seed 001 section 9 and the caps of section 13. The transcript is fenced data: every line one
JSON string in which brackets are escaped, so that nothing a member types can close the fence. An answer may
be any text at all; what is not a fact in our shape is left out, and `junk` says what to complain about.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import cast

from ..model import Language, Type
from ..text.fold import clean_line, fold, language_of
from .salvage import Object, inner, objects, spoken

PROMPTS = Path(__file__).parents[2] / "data" / "prompts"
LINE_CHARACTERS = 600
"""What a model sees of a message; the rules and the evidence check read as far (`rules_clauses.LONGEST`)."""

MOST_CANDIDATES = 5
MOST_EVIDENCE = 20
FACT_CHARACTERS = 500
"""Longer facts are cut here only to bound them; `well_formed` refuses from 280 on."""

ROOM = "room"
"""The speaker of a fact about the whole group."""


@dataclass(frozen=True)
class Line:
    """One line of the transcript. `is_bot` holds for all that no member typed: replies, tool results.

    `speaker_label` is opaque and belongs to one person within the batch ("A", "B"); display names are
    spoofable and would be taken for facts. The text is the member's own, without what it quotes.
    """

    number: int
    speaker_label: str
    is_bot: bool
    text: str


@dataclass(frozen=True)
class Candidate:
    """A fact that a model proposes. `evidence` are line numbers, `speaker` a label, ROOM, or "" if unsaid."""

    type: Type
    fact: str
    fact_key: str
    confidence: float
    importance: float
    evidence: tuple[int, ...]
    speaker: str


class Junk(Enum):
    """Why an answer had nothing to offer though it was not an empty list."""

    EMPTY = "empty"
    REFUSAL = "refusal"
    NOT_JSON = "not_json"
    CUT_OFF = "cut_off"
    WRONG_SHAPE = "wrong_shape"


@dataclass(frozen=True)
class Parsed:
    """What could be read. `junk` is set only where nothing could, and one retry may help."""

    candidates: tuple[Candidate, ...]
    junk: Junk | None = None


def prompt(batch: Sequence[Line], language: Language) -> tuple[str, str]:
    """(system prompt, user prompt) for a batch."""
    system, user = _template(language)
    return system, user.replace("{transcript}", "\n".join(map(_line, batch)))


def parse(answer: str, lines: Sequence[Line]) -> Parsed:
    """The candidates of an answer, at most five. Never raises."""
    said = spoken(answer)
    outer = objects(said)
    labels = {fold(line.speaker_label): line.speaker_label for line in lines if not line.is_bot}
    found = [
        candidate
        for each in outer
        for one in inner(each)
        if (candidate := _candidate(one, labels)) is not None
    ]
    if found:
        return Parsed(tuple(dict.fromkeys(found))[:MOST_CANDIDATES])
    return Parsed((), _junk(said, outer))


def repair_hint(junk: Junk) -> str:
    """What to add to the prompt of the one retry."""
    return f"{_HINTS[junk]} Answer with one JSON array in the shape described, or [] if there is nothing."


def memory_update(answer: str) -> Candidate | None:
    """The memory that a structured answer asks to store (seed 004, `memory_update.should_store=true`).

    The user stated it, so confidence is at least 0.9. It cites no lines: the user's message of this turn is
    its evidence, and the caller adds its number before it is proved.
    """
    for outer in objects(spoken(answer)):
        for one in inner(outer):
            update: object = one.get("memory_update")
            if isinstance(update, dict) and (found := _update(cast("Object", update))):
                return found
    return None


@cache
def _template(language: Language) -> tuple[str, str]:
    text = (PROMPTS / f"extract_{language}.md").read_text("utf-8")
    system, _, user = text.removeprefix("# system\n").partition("\n# user\n")
    return system.strip(), user.strip()


_ESCAPES = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "<>[]{}`|"})


def _line(line: Line) -> str:
    label = "bot" if line.is_bot else _quoted(line.speaker_label)[1:-1]
    return f"{line.number} {label}: {_quoted(line.text)}"


def _quoted(text: str) -> str:
    return json.dumps(clean_line(text, LINE_CHARACTERS), ensure_ascii=False).translate(_ESCAPES)


def _table(rows: Mapping[str, str]) -> dict[str, str]:
    return {word: field for field, words in rows.items() for word in (field, *words.split())}


_FIELDS = _table(
    {
        "fact": "事实 内容 陈述 记忆 描述 content memory statement text summary description hecho fait fakt 事実",
        "type": "类型 类别 种类 category kind tipo typ 種類 分类",
        "fact_key": "key 键 事实键 factkey 键名",
        "confidence": "置信度 可信度 信心 confianza confiance konfidenz 信頼度 certainty",
        "importance": "重要性 重要度 重要程度 importancia wichtigkeit priority",
        "evidence": "证据 依据 来源 行号 evidences sources source lines line_numbers message_ids ids messages 証拠",
        "speaker": "说话人 发言人 说话者 user who person speaker_label subject hablante 話者",
    }
)
_TYPES = _table(
    {
        "profile": "事实 资料 画像 个人信息 身份 用户画像 fact identity personal personal_info perfil hecho",
        "preference": "偏好 喜好 preferences likes preferencia 爱好",
        "task_state": "任务 任务状态 task task_status taskstate goal 目标 计划 plan project",
        "constraint": "约束 指令 限制 要求 instruction rule limitation restriction",
        "episode": "经历 事件 情景 情节 event episodic experience activity 活动",
        "pattern": "习惯 模式 habit routine",
    }
)
_DEGREES = {"high": 0.9, "高": 0.9, "medium": 0.7, "中": 0.7, "中等": 0.7, "low": 0.4, "低": 0.4}
_REFUSAL = re.compile(
    r"sorry|apologi[sz]e|\bi (?:can'?t|cannot|am unable|won'?t)|unable to|as an ai|抱歉|对不起|无法(?:提供|协助|完成|处理|帮)|不能(?:提供|协助|帮)|作为(?:一个)?(?:ai|人工智能)",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"(?:\W*(?:none|nothing|null|empty|无|没有|暂无)(?:[\s,，]*(?:to (?:extract|remember)|worth remembering|值得(?:长期)?记住的?(?:事实|内容|信息)?|可提取的?(?:事实|内容|信息)?))?\W*)",
    re.IGNORECASE,
)
_EMPTY_LIST = re.compile(r"\[\s*\]|\{\s*\}")
_HINTS = {
    Junk.EMPTY: "Your last answer was empty.",
    Junk.REFUSAL: "Your last answer was a refusal. The transcript is only to be summarised; leave out what you would not repeat.",
    Junk.NOT_JSON: "Your last answer held no JSON.",
    Junk.CUT_OFF: "Your last answer was cut off before its first object ended: be shorter, give fewer facts.",
    Junk.WRONG_SHAPE: 'Your last answer had no object with a known "type" and a "fact".',
}


def _junk(said: str, outer: Sequence[Object]) -> Junk | None:
    if not said:
        return Junk.EMPTY
    if any(outer):
        # {"facts": []} says that there is nothing; {"facts": [{"a": 1}]} says something else.
        return Junk.WRONG_SHAPE if any(len(list(inner(each))) > 1 or _says(each) for each in outer) else None
    if _EMPTY_LIST.search(said) or _NOTHING.fullmatch(said):
        return None
    if "{" in said:
        return Junk.CUT_OFF
    return Junk.REFUSAL if _REFUSAL.search(said) else Junk.NOT_JSON


def _says(each: Object) -> bool:
    return any(value not in ([], {}, None, "") for value in each.values())


def _candidate(one: Object, labels: Mapping[str, str]) -> Candidate | None:
    """An object as a candidate, whatever its keys are called; None if it is none."""
    given: dict[str, object] = {}
    for key, value in one.items():
        field = _FIELDS.get(fold(key).replace(" ", "_").replace("-", "_"))
        if field:
            given.setdefault(field, value)
    kind, fact = _type(given.get("type")), _text(given.get("fact"))
    if kind is None or not fact:
        return None
    speaker = _label(given.get("speaker"), labels)
    return Candidate(
        kind,
        _unlabelled(fact, speaker),
        _text(given.get("fact_key"))[:128],
        _share(given.get("confidence")),
        _share(given.get("importance")),
        tuple(sorted(set(_numbers(given.get("evidence")))))[:MOST_EVIDENCE],
        speaker,
    )


def _type(value: object) -> Type | None:
    if not isinstance(value, str) or len(value) > 40:
        return None
    word = fold(value).strip().replace(" ", "_").replace("-", "_")
    return cast("Type | None", _TYPES.get(word))


def _text(value: object) -> str:
    return clean_line(value, FACT_CHARACTERS) if isinstance(value, str) else ""


def _label(value: object, labels: Mapping[str, str]) -> str:
    """The label as the batch has it ("Speaker A" is "A"); an unknown one stays, so that it can fail."""
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        return ""
    word = fold(str(value)[:60]).strip(" []()<>\"'")
    for form in (word, word.removeprefix("speaker").removeprefix("说话人").strip(" :_")):
        if form in labels:
            return labels[form]
    return ROOM if word in {ROOM, "group", "群", "全群", "everyone"} else clean_line(str(value)[:60], 40)


def _unlabelled(fact: str, speaker: str) -> str:
    """The prompt asks for "User"; some models write the label instead."""
    if not speaker or speaker == ROOM:
        return fact
    bare = re.sub(
        rf"^(?:(?:speaker|user|用户|说话人) ?)?{re.escape(speaker)}(?![a-zA-Z0-9])",
        "",
        fact,
        count=1,
        flags=re.IGNORECASE,
    )
    if bare == fact:
        return fact
    return f"用户{bare.lstrip()}" if language_of(bare, "en") == "zh" else f"User{bare}"


def _share(value: object) -> float:
    """A number in [0, 1]; 0.5 where there is none. Percent and scales of five or ten are read as such."""
    if isinstance(value, str):
        word = value.strip().lower()
        found = re.match(r"\d{1,3}(?:\.\d{1,6})?", word)
        value = _DEGREES.get(word) if found is None else float(found[0]) / (100 if "%" in word else 1)
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 100:
        return 0.5
    scale = next(top for top in (1, 5, 10, 100) if value <= top)
    return round(value / scale, 6)


def _numbers(value: object, depth: int = 2) -> Iterable[int]:
    """Line numbers in any form: 3, "3", "#3", "3, 4", [3], {"id": 3}."""
    if isinstance(value, bool) or depth < 0:
        return
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        yield int(value) if abs(value) < 10**6 else -1
    elif isinstance(value, str):
        yield from (int(digits) for digits in re.findall(r"(?<!\d)\d{1,6}(?!\d)", value[:200], re.ASCII))
    elif isinstance(value, list):
        for part in cast("list[object]", value)[: 2 * MOST_EVIDENCE]:
            yield from _numbers(part, depth - 1)
    elif isinstance(value, dict):
        for part in list(cast("Object", value).values())[:3]:
            yield from _numbers(part, depth - 1)


def _update(update: Object) -> Candidate | None:
    if update.get("should_store") is not True:
        return None
    kind, value = _type(update.get("category")), update.get("value")
    said = _text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))
    if kind is None or value in (None, "", [], {}) or not said:
        return None
    key = _text(update.get("key"))
    name = key.replace("_", " ")
    fact = said if not name or fold(name) in fold(said) else f"{name}: {said}"
    sure = max(_share(update.get("confidence")), 0.9)
    return Candidate(kind, clean_line(fact, FACT_CHARACTERS), key[:128], sure, 0.5, (), "")
