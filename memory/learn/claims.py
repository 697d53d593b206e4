"""What a fact claims, taken apart: what it names, its numbers, what it says of them, and its qualifiers.

Every part has its own test in `evidence`. The tables hold Chinese and English side by side, so that a fact in
one language can be held against a line in the other. Words that say nothing by themselves (用户, 目前, is)
are light: they need no proof.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ..policy.slots import PLACES, one_of, slot_of
from ..text.content import numbers
from ..text.dates import MONTH_OF, date_tokens
from ..text.fold import fold
from ..text.lexicon import words
from ..text.numerals import ENGLISH, HAN_NUMERAL, number_of
from ..text.scripts import LETTER, UNSPACED
from ..text.stem import stem


@dataclass(frozen=True)
class Class:
    """Words that say the same of a thing. `claims` in a fact needs `shows` in what was said; both folded.

    `head` is the class at the head of a clause, where it is the subject.
    """

    claims: re.Pattern[str]
    shows: re.Pattern[str]
    head: re.Pattern[str]


def _class(zh: str, en: str, shown: str = "") -> Class:
    claims = rf"(?:{zh})|(?<![a-z])(?:{en})(?![a-z])"
    shows = rf"{claims}|{shown}" if shown else claims
    return Class(re.compile(claims), re.compile(shows), re.compile(rf"(?:{zh})|(?:{en})(?![a-z])"))


KIN: dict[str, Class] = {
    "wife": _class("老婆|妻子|太太|媳妇", "wife|wives"),
    "husband": _class("老公|丈夫", "husband"),
    "girlfriend": _class("女朋友|女友", "girlfriend|gf", "对象"),
    "boyfriend": _class("男朋友|男友", "boyfriend|bf", "对象"),
    "partner": _class("对象|伴侣|爱人", "partner|spouse", "老婆|老公|女友|男友|女朋友|男朋友"),
    "mother": _class("老妈|妈妈?|母亲|娘(?!家)", "mom|mum|mother"),
    "father": _class("老爸|爸爸?|父亲|爹", "dad|father"),
    "parents": _class("父母|爸妈|家里?人", "parents|family"),
    "son": _class("儿子", "sons?", "孩子|kid|child"),
    "daughter": _class("女儿|闺女", "daughters?", "孩子|kid|child"),
    "child": _class("孩子|小孩|宝宝|娃", "kids?|child(?:ren)?|baby", "儿子|女儿|闺女"),
    "brother": _class("哥哥?|弟弟?", "brothers?"),
    "sister": _class("姐姐?|妹妹?", "sisters?"),
    "grandparent": _class("爷爷|奶奶|外公|外婆|姥[姥爷]", "grand(?:ma|pa|mother|father)"),
    "friend": _class(
        "(?:(?<![男女])朋友|闺蜜|哥们|兄弟|同学|室友|舍友|同桌|邻居)",
        "friends?|roommates?|classmates?|neighbou?rs?",
    ),
    "colleague": _class("同事|老板|领导|上司|客户|导师", "colleagues?|coworkers?|boss|manager|clients?"),
    "teacher": _class("老师|班主任", "teacher"),
    "cat": _class("猫", "cats?|kittens?", "[喵橘]|布偶|英短"),
    "dog": _class("狗|犬", "dogs?|pupp(?:y|ies)", "汪|柯基|金毛|哈士奇|泰迪"),
}
"""Those who may be a clause's subject in the speaker's stead."""

CLASSES: dict[str, Class] = {
    **KIN,
    "attitude": _class(
        "喜欢|喜爱|热爱|偏爱|偏好|爱好|最爱|爱(?=[吃喝看玩听打])|讨厌|厌恶|反感|受不了|感兴趣",
        "likes?|loves?|enjoys?|hates?|dislikes?|prefers?|preference|favou?rite|fond|hobb(?:y|ies)|interested",
        "爱|好吃|难吃|不吃|不喝|吃不了|不碰|更|最|习惯|迷|控|(?<![a-z])(?:into|fan|can't stand|rather|better|never (?:eat|drink))(?![a-z])",
    ),
    "allergy": _class("过敏|不耐受?", "allerg(?:y|ic|ies)|intoleran(?:t|ce)"),
    "home": _class(
        "居住|住(?!院|宿|校)|定居|常驻|常住|现居|坐标|搬到|搬家",
        "lives?|living|resid(?:es?|ing)|based|moved",
        "base|moving",
    ),
    "origin": _class("来自|老家|家乡|籍贯|出生于", "from|hometown|born in|grew up", "人|的"),
    "work": _class(
        "工作|上班|任职|就职|从事|担任|职业|职位|供职",
        "works?|working|jobs?|occupation|employed|profession",
        "做|干|当|是|搞|负责|写|开|在|(?<![a-z])(?:am|i'm|is|be)(?![a-z])",
    ),
    "study": _class(
        "学习|就读|在读|主修|专业|读书|上学",
        "stud(?:y|ies|ying|ent)|learn(?:s|ing)?|majors?|attends?",
        "学|读|念|上|考|大[一二三四]|高[一二三]|研[一二三]",
    ),
    "name": _class(
        "称呼|名字|姓名|昵称|名叫|叫做?",
        "called|nickname|goes by",
        "叫|名|喊|是|(?<![a-z])(?:call|i'm|am)(?![a-z])",
    ),
    "birthday": _class("生日|出生", "birthday|born", "生"),
    "age": _class(r"\d岁|年龄", "years? old|age", "岁|今年|年|old|i'm|am"),
    "owns": _class("养|拥有", "owns?|keeps?", "有|养|买|家|got|have|has|own|my"),
    "single": _class("单身|没有?对象", "single", "没(?:有)?(?:女朋友|男朋友|女友|男友)"),
    "married": _class("已婚|结婚", "married", "老婆|老公|妻|wife|husband"),
    "daily": _class("每天|天天|每日", "daily|every ?day"),
    "weekly": _class(
        "每周|每个?星期|每逢", "weekly|every (?:week|mon|tues|wednes|thurs|fri|satur|sun)[a-z]*"
    ),
    "always": _class(
        "总是|一直|经常|常常|习惯|从来?不|长期",
        "always|often|usually|regularly|never|habitually|used to",
        "老是?|每|都|天天|平时|从来|不(?:吃|喝|碰|能)|every|all the time|don't|can't",
    ),
    "wants": _class(
        "想要?|打算|计划|准备|希望|愿意|考虑",
        "wants?|plans?|planning|hopes?|wishe?s?|intends?|considering|would like",
        "要|想|请|叫我|以后|别|不要|call me|please|going to|gonna|looking to|from now",
    ),
    "can": _class("擅长|精通", "skilled|fluent|good at", "会|懂|拿手|厉害|熟|speak|know|expert"),
    "duty": _class("负责", "responsible|in charge", "负责|做|管|带|写|搞|handle|run|do|lead"),
    "reply": _class(
        "回复|回答|答复|回应",
        "repl(?:y|ies)|answers?|respon(?:d|ses?)",
        "回|答|说|聊|用|讲|speak|talk|write|use",
    ),
}
"""What a fact may say of a thing, and the words in which a speaker says so."""

KEPT: dict[str, Class] = {
    "past": _class(
        "以前|曾经|过去|小时候|当年|原来",
        "used to|formerly|previously|once|back then|ex-",
        "曾|之前|前|was|were|had|former",
    ),
    "wish": _class(
        "(?<![不没])想(?!起|到|法|念|象|必)|打算|计划|准备(?!好)|考虑|将来",
        "wants? to|plans?|planning|gonna|going to|thinking (?:of|about)|would like",
        "希望|愿意|要|want|intend|consider|hope|wish|like",
    ),
    "doubt": _class(
        "可能|也许|大概|说不定|应该是|不确定", "maybe|perhaps|probably|not sure", "或许|might|may|possibl"
    ),
}
"""Qualifiers that stand in what was said, and must not get lost: what was once so, wished, or doubtful."""


def classes_in(text: str, table: Mapping[str, Class]) -> frozenset[str]:
    """The classes that a folded text claims."""
    return frozenset(name for name, each in table.items() if each.claims.search(text))


_LIGHT = re.compile(
    "用户|该(?:成员|群友)|(?:本|这个)群|群[里组友]|大家|自己|目前|现在|当前|正在|如今|比较|非常|特别|十分|喜爱|以及|并且|而且|同时|作为|属于|称为|提到|表示|"
    "进行|使用|机器人|其中|开发|工程师|方面|相关|领域|行业|公司|岗位|没有|不|没|别|一[个名位只条种家份直]|[的了是在有和与对会能很也都就被把于为其从到给向用做个只名位条且并及着过去来让所能需要说者]|[吃喝](?=[\u4e00-\u9fff]{2})"
)
_RUN = re.compile(f"[{UNSPACED}]+")
_WORD = re.compile(rf"{LETTER}+(?:[-._/+#'’]{LETTER}+)*(?:\+\+?|#)?")
_NAMED = re.compile(r"[「『“\"《]([^」』”\"》]{1,40})[」』”\"》]")
_NICKNAME = re.compile(r"[小老阿][\u4e00-\u9fff](?=[,，。;；、的是在喜住说和与]|$)")
_LITERAL = frozenset({"preferred_name", "real_name", "city", "hometown", "school", "employer"})
"""Slots whose value must have been said as it is."""

_EN_LIGHT = frozenset(
    {
        "user",
        "currently",
        "both",
        "thing",
        "things",
        "person",
        "group",
        "member",
        "name",
        "named",
        "not",
        "no",
    }
    | {"eat", "eats", "drink", "drinks", "much", "well", "new", "bot", "dont", "doesnt"}
)


def pieces(fact: str) -> tuple[str, ...]:
    """What the fact is about once light words, classes and numbers are gone: runs of Chinese, stems of words.

    >>> pieces("用户在腾讯做后端开发"), pieces("User loves spicy noodles")
    (('腾讯', '后端开发'), ('spici', 'noodl'))
    """
    bare = fold(fact)
    for each in CLASSES.values():
        bare = each.claims.sub(" ", bare)
    latin = tuple(stem(word) for word in map(_owner, _WORD.findall(bare)) if _tells(word))
    han = _RUN.findall(
        _LIGHT.sub(" ", re.sub(rf"[{HAN_NUMERAL}]+(?![\u4e00-\u9fff]*人)|[岁年月日号点]", " ", bare))
    )
    return (*han, *latin)


def stems(text: str) -> frozenset[str]:
    """The stems of the words of a text."""
    return frozenset(stem(_owner(word)) for word in _WORD.findall(fold(text)))


def _owner(word: str) -> str:
    return re.sub("['’]s?$", "", word)


def _tells(word: str) -> bool:
    bare = word.replace("'", "")
    return not (bare in words("stop_en") or bare in _EN_LIGHT or bare in MONTH_OF or _values(word))


def named(fact: str) -> frozenset[str]:
    """Names that the fact brings in: quoted ones, places, Latin ones in Chinese or capitalised, values of slots."""
    folded = fold(fact)
    slot = slot_of(fact)
    return frozenset(
        name
        for name in (
            *map(fold, _NAMED.findall(fact)),
            *_places().findall(folded),
            *_NICKNAME.findall(folded),
            *_latin_names(fact),
            *((slot.value,) if slot and slot.name in _LITERAL else ()),
        )
        if name
    )


def _latin_names(fact: str) -> list[str]:
    """In a Chinese fact every Latin word, in an English one those that are capitalised within a sentence."""
    if _RUN.search(fact):
        return [fold(word) for word in _WORD.findall(fact) if not word.isdecimal() and not word[0].isdigit()]
    found = (_owner(fold(word)) for word in re.findall(r"(?<=[a-z,] )[A-Z][\w'+#.-]*\w", fact))
    return [name for name in found if name not in MONTH_OF]


@cache
def _places() -> re.Pattern[str]:
    known = frozenset(word for kind in PLACES.values() for word in kind)
    chinese = one_of(frozenset(word for word in known if not word.isascii()))
    english = one_of(frozenset(word for word in known if word.isascii()))
    return re.compile(rf"{chinese}|(?<![a-z])(?:{english})(?![a-z])")


def claimed_numbers(fact: str) -> frozenset[str]:
    """The numbers that a fact states, in digits, without those of its dates (`claimed_days`)."""
    spelled = (value for word in _WORD.findall(fold(fact)) if word != "one" for value in _values(word))
    return frozenset((*numbers(fact), *spelled))


def _values(word: str) -> tuple[str, ...]:
    """The number that a word spells: 35, thirty, thirty-five, 三十五."""
    tens, _, ones = word.partition("-")
    if tens in ENGLISH and ones in ENGLISH:
        return (str(ENGLISH[tens] + ENGLISH[ones]),)
    value = number_of(word)
    return () if value is None else (str(value),)


def claimed_days(fact: str) -> frozenset[str]:
    """Month-day tokens of the days that a fact names."""
    return frozenset(token for token in date_tokens(fact, 0) if token[0] == "d")


def heard_numbers(text: str) -> frozenset[str]:
    """All numbers that a text could mean: 三十五, 两, 俩, thirty, the 5 of May 5, 1998 for 98年."""
    folded = fold(text).replace("俩", "两个").replace("仨", "三个")
    runs = re.findall(f"[{HAN_NUMERAL}]+", folded)
    values = [value for word in (*runs, *_WORD.findall(folded)) for value in _values(word)]
    days = [str(int(part)) for token in claimed_days(text) for part in (token[1:3], token[3:5])]
    years = [
        century + year for year in re.findall(r"(?<!\d)(\d\d)(?=年|后)", folded) for century in ("19", "20")
    ]
    half = ["30"] if "点半" in folded else []
    return frozenset((*claimed_numbers(text), *re.findall(r"\d+", folded), *values, *days, *years, *half))
