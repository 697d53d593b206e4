"""A short fact reduced to what it says: without "the user", articles, degree adverbs and particles.

A word is light only if leaving it out cannot turn one fact into another. So negation, numbers, names, tense,
pronouns for others (他 may be anybody) and every word between stay, and so does the particle of 酒吧 (bar).
"""

from __future__ import annotations

import re

from .fold import fold
from .numerals import HAN_NUMERAL, number_of
from .scripts import EMOJI, FLAG, LETTER, UNSPACED
from .stem import s_stem

_CONTRACTIONS = {
    "can't": "can not",
    "cannot": "can not",
    "won't": "will not",
    **{word: word[:-2] + " not" for word in ("dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "werent")},
}
_CONTRACTED = re.compile(rf"(?<![a-z])(?:{'|'.join(_CONTRACTIONS)})(?![a-z])")
_ENCLITIC = re.compile(r"(?<=[a-z])'(?:s|m|re)(?![a-z])")
"""User's, I'm, they're: possessive or a form of to be, light both."""

_CLAUSE = r"(?:^|(?<=[,.;:!?。；！？] )|(?<=[,.;:!?。；！？]))"
_MEASURE = (
    "个只岁年月日号天周点分秒时次回块元楼层条本台位口人斤公米度倍辆"
    "件杯瓶碗支家套座张把双对种级班届期章集季折代克里名"
)
_HAN_NUMBER = re.compile(rf"(?!百度)[{HAN_NUMERAL}]{{1,16}}(?=[{_MEASURE}]|小时|%)")
_THOUSANDS = re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))")
_NUMBER = re.compile(rf"(?:(?<!{LETTER})-)?[0-9]+(?:\.[0-9]+)?")

_SELF = re.compile(
    _CLAUSE + r"(?:(?:我|俺|咱|本人|用户(?![名体界数量增端协手画运]))(?!们)(?:自己)?的?"
    r"|(?:the )?user (?!interface|experience|name|id|guide|manual|group)|(?:i|my)(?![^\W_]|[-/+.]))"
)
"""Who speaks, at the start of a clause. Elsewhere "me" is somebody's object and stays."""

_OTHER_SELF = re.compile("(?<!日)本人|用户(?![名体界数量增端协手画运])|俺")
_DRINK = re.compile(
    rf"(?:(?<=喜欢)|(?<=偏爱)|(?<=爱))喝(?=[{UNSPACED}])"
    r"|(?:(?<=like |love )|(?<=likes |loves |enjoy )|(?<=enjoys ))(?:to drink|drinking) "
)
"""Whoever likes tea likes to drink it. Not so with eating: 喜欢兔子 and 喜欢吃兔子 are two things."""

_LIGHT = re.compile(
    "(?<!不)(?<!不是)(?:很|都|非常(?![规时态手])|特别(?![的行是任号篇]))"
    "|[的了是也就]"
    r"|(?:(?<![酒网贴书水氧])吧|(?<![毛花])呢|[啊呀哦喔嘛啦哟噢])(?=[\W_]|$)"
    r"|(?<![^\W_])(?:is|are|am|do|does|my|(?<!not )(?:very|really)|(?:the|an?)(?= [a-z0-9]))(?![^\W_]|[+#])"
)
_TOKEN = re.compile(
    rf"[{UNSPACED}]|{LETTER}+(?:[-._/+#']{LETTER}+)*(?:\+\+?|#)?|(?<!{LETTER})-(?=[0-9])"
    rf"|[<>=≤≥≠±×÷$€£¥%°@&?+#]|[{FLAG}]{{2}}|[{EMOJI}]"
)
_IRREGULAR = {"has": "have", "goes": "go", "news": "news"}


def content_key(text: str) -> tuple[str, ...]:
    """The content tokens in order: characters of Chinese, words without their -s, numbers, signs.

    >>> content_key("用户非常喜欢喝C++咖啡。") == content_key("我喜欢喝C++咖啡")
    True
    >>> content_key("The user doesn't like 3 cats")
    ('not', 'like', '3', 'cat')
    """
    return tokens_of(plain(text))


def numbers(text: str) -> tuple[str, ...]:
    """The numbers of a text in order, in digits. 一 alone does not count: it is an article more often.

    >>> numbers("三只猫和12.5元，一个人")
    ('3', '12.5')
    """
    folded = _THOUSANDS.sub("", fold(text))
    return tuple(
        _NUMBER.findall(_HAN_NUMBER.sub(lambda run: " " if run[0] == "一" else _digits(run), folded))
    )


def plain(text: str) -> str:
    """Folded, contractions spelled out, numbers in digits, and self-references gone or one word."""
    folded = _CONTRACTED.sub(lambda word: _CONTRACTIONS[word[0]], fold(text).replace("’", "'"))
    folded = _ENCLITIC.sub("", folded.replace("n't", " not"))
    folded = _HAN_NUMBER.sub(_digits, _THOUSANDS.sub("", folded))
    return _OTHER_SELF.sub("我", _SELF.sub("", folded))


def tokens_of(plain_text: str) -> tuple[str, ...]:
    """The content tokens of what `plain` returned."""
    kept = _LIGHT.sub(" ", _DRINK.sub("", plain_text))
    return tuple(_IRREGULAR.get(token) or s_stem(token) for token in _TOKEN.findall(kept))


def _digits(run: re.Match[str]) -> str:
    value = number_of(run[0])
    return run[0] if value is None else str(value)
