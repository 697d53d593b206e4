"""Days named from where the speaker stands: 昨天, 上周三, 三天前, last Friday, two weeks ago.

Only what is determinate: a bare 周三 may lie ahead or behind and gives nothing, a week gives its seven days
(Monday to Sunday). Every pattern is of bounded length, so that no text can make matching slow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta

from .numerals import ENGLISH, HAN_NUMERAL, number_of
from .spans import Tokens, of_day, of_days, of_month, of_parts, shifted_month, week_start

Read = Callable[["re.Match[str]", date], Tokens]
Rule = tuple["re.Pattern[str]", Read]

ZH_DAYS = {
    **dict.fromkeys(("大前天",), -3),
    **dict.fromkeys(("前天", "前日", "前晚"), -2),
    **dict.fromkeys(("昨天", "昨日", "昨晚", "昨夜", "昨早"), -1),
    **dict.fromkeys(("今天", "今日", "今晚", "今夜", "今早", "今晨"), 0),
    **dict.fromkeys(("明天", "明日", "明晚", "明早"), 1),
    **dict.fromkeys(("后天",), 2),
    **dict.fromkeys(("大后天",), 3),
}
EN_DAYS = {
    "day before yesterday": -2,
    **dict.fromkeys(("yesterday", "last night"), -1),
    **dict.fromkeys(("today", "tonight", "this morning", "this afternoon", "this evening"), 0),
    "tomorrow": 1,
    "day after tomorrow": 2,
}
TURNS = {
    "上上": -2,
    **dict.fromkeys(("上", "last", "past"), -1),
    **dict.fromkeys(("这", "本", "this"), 0),
    **dict.fromkeys(("下", "next"), 1),
    "下下": 2,
}
"""How many weeks or months away."""

ZH_WEEKDAYS = {char: i % 7 for i, char in enumerate("一二三四五六日1234567")} | {"天": 6}
_SHORT = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FULL = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NAMED = {name: i for names in (_SHORT, _FULL) for i, name in enumerate(names)}
EN_WEEKDAYS = _NAMED | {"tues": 1, "thur": 3, "thurs": 3}
WEEKEND = {"末", "weekend"}


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_ZH_TURN = r"(?P<turn>(?:(?<![晚早马网路线以])上上?|这|(?<!一)下下?)个?|本)"
_EN_TURN = r"(?<![a-z])(?P<turn>last|past|this|next) "
# Where the character after 周 is no weekday: 下周一起 (together), 上周三次 (three times), 这周日本 (Japan).
_NO_WEEKDAY = (
    "(?!(?<=一)[起直定样共般些整]|(?<=[二三四五六1-7])[次个位人天]|(?<=日)[本语元报常程用]|(?<=天)[天气])"
)
_HAN_COUNT = rf"(?<![0-9{HAN_NUMERAL}])(?P<n>[0-9]{{1,3}}|[{HAN_NUMERAL}]{{1,3}})"
_ZH_UNIT = "(?:个(?=[星礼月])|(?=[天日周星礼]))(?P<unit>天|日|周|星期|礼拜|月)"
_WEEKDAY = rf"(?P<day>[一二三四五六日天末1-7]){_NO_WEEKDAY}"
_EN_COUNT = rf"(?<![a-z0-9])(?P<n>[0-9]{{1,3}}|an?|{_any(ENGLISH)})"


def _day_word(table: Mapping[str, int]) -> Read:
    return lambda match, today: of_day(today + timedelta(days=table[match[0]]))


def _turn(match: re.Match[str]) -> int:
    return TURNS[match["turn"].removesuffix("个")]


def _zh_week(match: re.Match[str], today: date) -> Tokens:
    return _in_week(match["day"], week_start(today, _turn(match)))


def _in_week(day: str | None, monday: date) -> Tokens:
    if day is None:
        return of_days(monday, 7)
    if day in WEEKEND:
        return of_days(monday + timedelta(days=5), 2)
    return of_day(monday + timedelta(days=ZH_WEEKDAYS[day]))


def _en_week(match: re.Match[str], today: date) -> Tokens:
    day = match["day"]
    monday = week_start(today, _turn(match))
    if day not in EN_WEEKDAYS:
        return _in_week(None if day == "week" else day, monday)
    return of_day(_nearest(EN_WEEKDAYS[day], _turn(match), today))


def _nearest(weekday: int, turn: int, today: date) -> date:
    """`last Friday` is the one before today, `next Friday` the one after, `this Friday` the week's own."""
    if turn == 0:
        return week_start(today) + timedelta(days=weekday)
    distance = (weekday - today.weekday()) * turn % 7 or 7
    return today + timedelta(days=turn * distance)


def _month(match: re.Match[str], today: date) -> Tokens:
    year, month = shifted_month(today, _turn(match))
    named = match.groupdict().get("day")
    return of_parts(year, month, number_of(named)) if named else of_month(month)


def _distance(match: re.Match[str], today: date) -> Tokens:
    count = 1 if match["n"] in ("a", "an") else number_of(match["n"])
    if not count or count > 999:
        return ()
    by = count if match["way"] in ("后", "from now") else -count
    return _SHIFTS[match["unit"]](today, by)


def _by_days(today: date, by: int) -> Tokens:
    return of_day(today + timedelta(days=by))


def _by_weeks(today: date, by: int) -> Tokens:
    return of_days(week_start(today, by), 7)


def _by_months(today: date, by: int) -> Tokens:
    return of_month(shifted_month(today, by)[1])


_SHIFTS: dict[str, Callable[[date, int], Tokens]] = {
    **dict.fromkeys(("天", "日", "day"), _by_days),
    **dict.fromkeys(("周", "星期", "礼拜", "week"), _by_weeks),
    **dict.fromkeys(("月", "month"), _by_months),
}

_PATTERNS: tuple[tuple[str, Read], ...] = (
    (rf"(?<![以从之今聪])(?:{_any(ZH_DAYS)})", _day_word(ZH_DAYS)),
    (rf"(?<![a-z])(?:{_any(EN_DAYS)})(?![a-z])", _day_word(EN_DAYS)),
    (rf"{_HAN_COUNT} ?{_ZH_UNIT}[以之]?(?P<way>前|后)", _distance),
    (rf"{_EN_COUNT} (?P<unit>day|week|month)s? (?P<way>ago|from now)(?![a-z])", _distance),
    (rf"{_ZH_TURN}(?:周|星期|礼拜)(?![期年边围岁刊])(?:{_WEEKDAY})?", _zh_week),
    (rf"{_EN_TURN}(?P<day>weekend|week|{_any(EN_WEEKDAYS)})(?![a-z])", _en_week),
    (rf"{_ZH_TURN}月(?![亮球饼光经薪])份?(?:(?P<day>[0-9]{{1,2}}|[{HAN_NUMERAL}]{{1,3}})[日号])?", _month),
    (rf"{_EN_TURN}month(?![a-z])", _month),
)
RELATIVE: tuple[Rule, ...] = tuple((re.compile(pattern), read) for pattern, read in _PATTERNS)
"""What to look for in folded text, in this order, and what each means for someone who speaks today."""
