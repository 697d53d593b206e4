"""Tokens that SQLite's `unicode61` and `porter` leave whole: signs and emoji written as ASCII letters.

`unicode61` would split `c++` into `c`, so that C, C++ and C# were one word. The escape is injective (two
different words never share a form) and no form ends in a way that `porter` would cut.
"""

from __future__ import annotations

import re

LEAD = "zq"
"""Begins every escape; hardly a word holds these two letters, and one that does is escaped itself."""

NAMES = {"+": "p", "#": "h", "-": "m", "_": "u", ".": "d", "/": "s"}
"""Sign within an identifier -> the letter after LEAD. `z` stands for LEAD itself, `e` opens an emoji."""

_FORMS = {LEAD: LEAD + "z", **{sign: LEAD + letter for sign, letter in NAMES.items()}}
_SIGN = re.compile("|".join(map(re.escape, _FORMS)))


def escape_word(word: str) -> str:
    """A folded word or identifier as one plain token.

    >>> escape_word("c++"), escape_word("user_id")
    ('czqpzqp', 'userzquid')
    """
    return _SIGN.sub(lambda sign: _FORMS[sign[0]], word)


def escape_emoji(emoji: str) -> str:
    """One emoji (a character, or the two letters of a flag) as its code points in hexadecimal.

    >>> escape_emoji("😀")
    'zqe1f600z'
    """
    return LEAD + "e" + "".join(f"{ord(char):x}z" for char in emoji)
