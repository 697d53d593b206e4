"""Numbers as people write them: 35, 三十五, 二〇二三, two, thirty."""

from __future__ import annotations

_HAN_DIGITS = {char: value for value, char in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1_000, "万": 10_000, "亿": 100_000_000}
HAN_NUMERAL = "".join([*_HAN_DIGITS, *_HAN_UNITS])
"""For the `[...]` of a regular expression, as the folded (Simplified) text has them."""

ENGLISH = {
    word: value
    for value, word in enumerate(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
            *("nineteen", "twenty"),
        )
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}

_LONGEST = 16


def number_of(word: str) -> int | None:
    """The whole number a folded word stands for, or None.

    >>> number_of("35"), number_of("三十五"), number_of("二〇二三"), number_of("two"), number_of("猫")
    (35, 35, 2023, 2, None)
    """
    if len(word) > _LONGEST:
        return None
    if word.isdecimal():
        return int(word)
    if word in ENGLISH:
        return ENGLISH[word]
    if not word or not all(char in HAN_NUMERAL for char in word):
        return None
    return _in_units(word) if any(char in _HAN_UNITS for char in word) else _in_places(word)


def _in_places(word: str) -> int:
    return int("".join(str(_HAN_DIGITS[char]) for char in word))


def _in_units(word: str) -> int:
    """三千五百 as 3 * 1000 + 5 * 100; 万 and 亿 multiply all that stands before them."""
    total = section = digit = 0
    for char in word:
        unit = _HAN_UNITS.get(char)
        if unit is None:
            digit = _HAN_DIGITS[char]
        elif unit < 10_000:
            section, digit = section + (digit or 1) * unit, 0
        else:
            total, section, digit = (total + section + digit) * unit, 0, 0
    return total + section + digit
