"""Days and months that a text names, as tokens for the index: "5月7日", "May 7", "昨天" -> `d0507`.

A month-day token gains up to 12 points of recall on dated questions (findings, section 2). Numbers decide by
their shape alone, 5/7 is May 7; there is no locale. Patterns are of bounded length and the input is capped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from .fold import fold
from .numerals import HAN_NUMERAL, number_of
from .relative_days import RELATIVE, Rule
from .spans import Tokens, day_of, of_day, of_month, of_parts

CHARACTERS = 2_000
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
MONTH_OF = {name: i for i, name in enumerate(MONTHS, 1)} | {name[:3]: i for i, name in enumerate(MONTHS, 1)}
MONTH_OF["sept"] = 9
YEAR_WORDS = {"前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}


def date_tokens(text: str, at: int, offset: int = 0) -> list[str]:
    """Tokens of all dates in `text`, each once, in the order of the text.

    A whole date gives `y20230507` and `d0507`, one without its year `d0507`, a month `m05`. Relative dates
    count from `at` (UTC epoch seconds) as a clock `offset` seconds east of Greenwich shows it. A date that
    does not exist gives nothing.

    >>> date_tokens("昨天说5月7号聚餐", at=1_683_900_000)
    ['y20230511', 'd0511', 'd0507']
    """
    rest = fold(text[:CHARACTERS])
    if not _HINT.search(rest):
        return []
    today = day_of(at, offset)
    found: list[tuple[int, Tokens]] = []
    for pattern, read in _RULES:
        if matches := list(pattern.finditer(rest)):
            found += [(match.start(), read(match, today)) for match in matches]
            rest = pattern.sub(_blank, rest)
    return list(dict.fromkeys(token for _, tokens in sorted(found) for token in tokens))


def stamp_tokens(at: int, offset: int = 0) -> list[str]:
    """Tokens of a moment: its day in that year, its day in any year, its month.

    >>> stamp_tokens(1_683_417_600)
    ['y20230507', 'd0507', 'm05']
    """
    return widened(of_day(day_of(at, offset)))


def widened(tokens: Iterable[str]) -> list[str]:
    """The same with the month of each day added: for the index, so that "in May" finds May 7.

    >>> widened(["d0507"])
    ['d0507', 'm05']
    """
    given = list(tokens)
    return list(dict.fromkeys([*given, *("m" + token[1:3] for token in given if token[0] == "d")]))


def _blank(match: re.Match[str]) -> str:
    """Keeps the places of the rest, and the neighbours of a date apart."""
    return " " * len(match[0])


def _absolute(match: re.Match[str], today: date) -> Tokens:
    named = match.groupdict()
    month = MONTH_OF.get(named["month"]) or number_of(named["month"]) or 0
    day = named.get("day") or named.get("bare")
    # 0 is no day: "5月0日" must not become the month alone.
    return of_parts(_year(named.get("year"), today), month, None if day is None else number_of(day) or 0)


def _year(word: str | None, today: date) -> int | None:
    if word in YEAR_WORDS:
        return today.year + YEAR_WORDS[word]
    return number_of(word.removesuffix("年")) if word else None


def _month_only(match: re.Match[str], today: date) -> Tokens:
    return of_month(MONTH_OF[match["month"]])


_N = rf"(?:[0-9]{{1,2}}|[{HAN_NUMERAL}]{{1,3}})"
_YEAR = "(?P<year>[12][0-9]{3})"
_MONTH = r"(?P<month>[0-9]{1,2})"
_DAY = r"(?P<day>[0-9]{1,2})"
_NAME = rf"(?P<month>{'|'.join(sorted(MONTH_OF, key=len, reverse=True))})"
_CLEAR_NAME = "(?P<month>" + "|".join(name for name in MONTHS if name not in ("march", "may")) + ")"
_PREPOSITION = "(?:in|since|until|till|by|during|of|early|late|mid|last|next|this|every)"
_ZH_YEAR = rf"(?:(?P<year>(?:[12][0-9]{{3}}|[{HAN_NUMERAL}]{{4}})年|[前去今明后]年) ?的? ?)?"
# Lunar dates are none of ours; 一月两次 is a frequency; a day may lack its 日 only at the end of something.
_ZH_DATE = (
    rf"(?<![农阴]历)(?<![0-9{HAN_NUMERAL}]){_ZH_YEAR}(?P<month>{_N}) ?月份?(?!{_N}[次回])"
    rf"(?: ?(?P<day>{_N}) ?[日号]| ?(?P<bare>[0-9]{{1,2}})(?![0-9])(?=\W|$))?"
)
_HINT = re.compile(
    "|".join(["[0-9天日号月周期拜昨今明晚早]|day|night|last|this|past|next|tomorrow|week|month", *MONTH_OF])
)
"""Most lines name no date at all, and one look tells."""
_PATTERNS = (
    rf"(?<![0-9]){_YEAR}(?P<sign>[-/.]){_MONTH}(?P=sign){_DAY}(?![0-9])",
    rf"(?<![0-9/]){_MONTH}/{_DAY}/{_YEAR}(?![0-9])",
    rf"(?<![0-9-]){_YEAR}[-/]{_MONTH}(?![-/0-9])",
    rf"(?<![0-9/.]){_MONTH}/{_DAY}(?![0-9/%])(?!\.[0-9])",
    rf"(?<![a-z]){_NAME}\.? (?:the )?{_DAY}(?:st|nd|rd|th)?(?![0-9:])(?:,? {_YEAR}(?![0-9]))?",
    rf"(?<![0-9]){_DAY}(?:st|nd|rd|th)? (?:of )?{_NAME}(?![a-z])(?:[.,]{{0,2}} {_YEAR}(?![0-9]))?",
    rf"(?<![a-z]){_NAME},? {_YEAR}(?![0-9])",
)
_RULES: tuple[Rule, ...] = (
    *((re.compile(pattern), _absolute) for pattern in _PATTERNS),
    *RELATIVE,
    (re.compile(_ZH_DATE), _absolute),
    # "may" and "march" are verbs too, three letters may be a name: they need a word that makes them months.
    (re.compile(rf"(?<![a-z]){_PREPOSITION} {_NAME}(?![a-z])"), _month_only),
    (re.compile(rf"(?<![a-z]){_CLEAR_NAME}(?![a-z])"), _month_only),
)
