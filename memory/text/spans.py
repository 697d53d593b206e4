"""Days and months, and the tokens under which the index knows them.

`y20230507` a day of one year, `d0507` the day in any year, `m05` a month in any year.
"""

from __future__ import annotations

from datetime import date, timedelta

Tokens = tuple[str, ...]
EPOCH = date(1970, 1, 1)
LEAP_YEAR = 2000
"""Lends its calendar to days without a year, so that February 29 exists."""


def day_of(at: int, offset: int) -> date:
    """The calendar day of UTC epoch seconds `at`, for people `offset` seconds east of Greenwich."""
    return EPOCH + timedelta(days=(at + offset) // 86_400)


def of_day(day: date) -> Tokens:
    return (f"y{day:%Y%m%d}", f"d{day:%m%d}") if day.year > 999 else ()


def of_days(first: date, count: int) -> Tokens:
    return tuple(token for i in range(count) for token in of_day(first + timedelta(days=i)))


def of_month(month: int) -> Tokens:
    return (f"m{month:02}",) if 1 <= month <= 12 else ()


def of_parts(year: int | None, month: int, day: int | None) -> Tokens:
    """Tokens of what was named; nothing where there is no such day (February 30)."""
    if day is None:
        return of_month(month)
    try:
        named = date(year or LEAP_YEAR, month, day)
    except ValueError:
        return ()
    return of_day(named) if year else of_day(named)[1:]


def shifted_month(day: date, by: int) -> tuple[int, int]:
    """(year, month), `by` months after the month of `day`."""
    months = day.year * 12 + day.month - 1 + by
    return months // 12, months % 12 + 1


def week_start(day: date, by: int = 0) -> date:
    """The Monday of the week that is `by` weeks after the one of `day`."""
    return day + timedelta(days=7 * by - day.weekday())
