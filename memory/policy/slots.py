"""Slots: the single-valued attributes of a person (name, city, job ...) that a stored fact may state.

Two facts with the same slot and another value contradict each other, and the newer one supersedes. So the
tables below are conservative: what is past, negated, liked, or said of somebody else fills no slot. That
needs no list of negations: each row matches from the start of the fact, and only words that leave its
meaning alone may stand before the row's own words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from ..text.fold import fold

LEXICON = Path(__file__).parents[2] / "data" / "lexicon"
LONGEST = 500

Read = Callable[[str], str]


@dataclass(frozen=True)
class Slot:
    """One attribute and its value, normalised for comparing (folded, quotes and measure words stripped)."""

    name: str
    value: str


@dataclass(frozen=True)
class Row:
    """How facts state a slot. `value` is captured; `examples` fill the slot, `others` do not."""

    slot: str
    pattern: re.Pattern[str]
    read: Read
    examples: tuple[str, ...]
    others: tuple[str, ...] = ()


@cache
def lexicon(name: str) -> dict[str, frozenset[str]]:
    """A word list of data/lexicon: `# kind` opens a list; words are separated by white space."""
    kinds: dict[str, set[str]] = {}
    kind = ""
    for line in (LEXICON / name).read_text("utf-8").splitlines():
        if line.startswith("# "):
            kind = line[2:].strip()
        elif kind:
            kinds.setdefault(kind, set()).update(line.split())
    return {kind: frozenset(words) for kind, words in kinds.items()}


def one_of(words: frozenset[str]) -> str:
    """An alternation, longest word first, so that `产品经理` wins over `产品`."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda w: (-len(w), w)))


PLACES = lexicon("slot_places.txt")
JOBS = lexicon("slot_jobs.txt")
CITY = one_of(PLACES["city"])
ANYWHERE = one_of(PLACES["city"] | PLACES["region"] | PLACES["country"])
JOB_ZH = one_of(JOBS["zh"])
JOB_EN = one_of(JOBS["en"])

NOT_A_NAME = (
    r"(?![我你您他她它谁啥这那]|什么|名字|一声|一下|怎么|如何|骑|干嘛|干什么|起床|起来|吃|喝|来(?!福|喜|宝|旺)|去|别|不|没|给|帮|回[来去家复答]|"
    r"加班|加油|做|想|说|听|看|上[班课学线车去台来号分手]|集合|签到|打卡|开黑|开麦|复活|看孩|下[班课楼来]|写|买|带|拿|开[会车门始]|交|滚|等|背|读|练|出[来去门]|"
    r"过[来去]|陪|还[钱要不是]|发|打|学|快|干|咋|搞|弄|办|试|猜|算|找|问|教|查|选|记|忍|讲|睡|醒|跑(?!跑)|走|站|坐|躺|换|穿|脱|洗|刷|扫|擦|修|搬|扔|"
    r"丢|捡|收|送|寄|取|领|排|报|签|填|点(?!点)|付|抢|玩|唱|跳(?!跳)|考|复习|预习|改|删|用|参加|注意|小心|继续|努力|冷静|闭|住[口手嘴]|放|拍|盯|负责|"
    r"解释|道歉|赔|随便|随时|必须|应该|可以|立刻|提前|先|多[吃喝穿休]|少|上[去来]|周[一二三四五六日末]|星期|\d+点|晚上|中午|上午|下午|凌晨|早点|赶紧|明天|今天|"
    r"现在|有事|外卖|车|滴滴|救命|苦|停|好|的|了|着|得|到|就|也|都|又|再|一起|进|闭嘴|"
    r"maybe\b|later|back\b|when|if\b|tomorrow|tonight|today|now\b|asap|on\b|at\b|in\b|an?\b|the\b|"
    r"out\b|over|up\b|by\b|crazy|"
    r"old[- ]fashioned|stupid|lazy|anytime|whenever|again|soon|sometime|please|every|cab\b|it\b|"
    r"that\b|this\b|what|whatever|and\b|for\b|about|nobody|no one|everyone|someone|anybody|mr\b$)"
)
"""What follows 叫我 or "call me" without being a name."""

_WHO = (
    r"(?:记住[,:]?)?(?:(?:这位|该|当前)?(?:用户|群友|群员|成员|说话人|对方)|我|他|她|ta|本人|俺|自己)?(?:本人|自己)?的?"
    r"(?:在?(?:这个|本|该|此)群(?:组|聊)?(?:里面?|内|中)?[,]?|现在|目前|现|如今|当前|今后|以后|从现在起|一直|其实|平时|一般|默认|已经|已|都|也|就){0,3}"
)
_WISH = (
    r"(?:(?:更|最|很|比较)?(?:希望|想要?|喜欢|要求|偏好|愿意|习惯|请|可以|让|要|能)|(?:(?:别人|大家|我们|你们?|群友们?|其他人|机器人|bot|助手|ai|"
    r"我(?=称|叫))|以后|都|直接|总是|统一|在群里|在(?:这个|本)群(?:里)?)){0,6}"
)
_WHO_EN = (
    r"(?:(?:the |this )?(?:user|speaker|member|person)(?:'s)?|i(?:'m| am)?|he(?:'s)?|she(?:'s)?|"
    r"they(?:'re)?|my|his|her|their)?\s?"
    r"(?:(?:currently|now|usually|really|always|also|is)\s){0,2}"
)
_QUOTES = "\"'「」『』“”‘’《》【】`*"
_MEASURE = re.compile(r"^(?:一?[名个位枚只]|an? |the )")
_TAIL = re.compile(r"(?:就行了?|就好了?|就可以了?|即可|为好|吧|哦|啦|呀|了|的城市|这个城市|市区|省|市)$")
_NAME = rf"{NOT_A_NAME}(?P<value>[^,，。;的]{{1,24}}?)(?:来称呼)?"
_DATE = (
    r"(?P<value>(?:农历|阴历|阳历)?(?:\d{4}[年./-])?(?:\d{1,2}|[一二三四五六七八九十]{1,3})[月./-](?:\d{1,2}|"
    r"[一二三四五六七八九十]{1,3})[日号]?"
    r"|(?:(?:january|february|march|april|may|june|july|august|september|october|november|december|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.? \d{1,2}(?:st|nd|rd|th)?"
    r"|\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:january|february|march|april|may|june|july|august|"
    r"september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|"
    r"dec))(?:,? \d{4})?|\d{4}[/-]\d{1,2}[/-]\d{1,2})"
)
LANGUAGES = {
    "zh": (
        "中文",
        "汉语",
        "普通话",
        "简体中文",
        "简体",
        "国语",
        "华语",
        "chinese",
        "mandarin",
        "simplified chinese",
    ),
    "zh-hant": ("繁体中文", "繁体", "正体中文", "繁体字", "traditional chinese"),
    "yue": ("粤语", "广东话", "cantonese"),
    "en": ("英文", "英语", "english"),
    "ja": ("日文", "日语", "japanese"),
    "ko": ("韩文", "韩语", "korean"),
    "fr": ("法文", "法语", "french"),
    "de": ("德文", "德语", "german"),
    "es": ("西班牙语", "西班牙文", "spanish"),
    "ru": ("俄文", "俄语", "russian"),
    "it": ("意大利语", "意大利文", "italian"),
    "pt": ("葡萄牙语", "葡语", "portuguese"),
    "vi": ("越南语", "vietnamese"),
    "th": ("泰语", "thai"),
    "ar": ("阿拉伯语", "arabic"),
    "lzh": ("文言文", "文言", "classical chinese"),
}
LANGUAGE_OF = {word: code for code, words in LANGUAGES.items() for word in words}
LANGUAGE = one_of(frozenset(LANGUAGE_OF))
_ANSWER = r"(?:回复|回答|回应|答复|回话|交流|对话|沟通|聊天|说话|输出|应答|答)"
_STANDING = {
    "single": (
        "单身",
        "没有对象",
        "没对象",
        "没有女朋友",
        "没有男朋友",
        "母胎单身",
        "未婚",
        "离异",
        "离婚了",
        "已离婚",
        "single",
        "divorced",
        "unmarried",
        "widowed",
    ),
    "partnered": (
        "有对象",
        "有对象了",
        "有女朋友",
        "有男朋友",
        "有女朋友了",
        "有男朋友了",
        "恋爱中",
        "在恋爱",
        "脱单了",
        "in a relationship",
        "dating",
    ),
    "engaged": ("订婚了", "已订婚", "订婚", "engaged"),
    "married": ("已婚", "结婚了", "已经结婚了", "已结婚", "成家了", "married"),
}
_STANDING_OF = {word: state for state, words in _STANDING.items() for word in words}
_MANNER = r"(?:希望|想|喜欢|要求|偏好|请|要|能|更|最|很|比较|别人|大家|机器人|以后|都|总是|回复|回答|说话|解释|风格|得|时|的|尽量|越|偏|一点|我|他|用户|:|,){0,12}"
_SHORT = r"简短|简洁|精简|简明|简练|言简意赅|短|short|concise|brief|terse|to the point"
_LONG = r"详细|详尽|展开|具体|长|细致|detailed|long|thorough|in depth|in-depth|comprehensive"


def _plain(value: str) -> str:
    value = value.strip().strip(_QUOTES + " .!,;。！")
    value = _MEASURE.sub("", _TAIL.sub("", value)).strip(_QUOTES + " ")
    return re.sub(r"\s+", " ", value)


def _place(value: str) -> str:
    """The city where one is known ("浙江杭州西湖区" -> "杭州"), else the region, else the words as they are."""
    for kinds in (("city",), ("region", "country")):
        found = re.search(one_of(frozenset[str]().union(*(PLACES[kind] for kind in kinds))), value)
        if found:
            return found.group()
    return _plain(value)


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DIGIT = {c: i for i, c in enumerate("零一二三四五六七八九")}


def _chinese_number(text: str) -> str:
    if "十" not in text:
        return "".join(str(_DIGIT.get(c, c)) for c in text)
    tens, _, ones = text.partition("十")
    return str(_DIGIT.get(tens, 1) * 10 + _DIGIT.get(ones, 0))


def _date(value: str) -> str:
    """`[year-]month-day` in digits."""
    value = re.sub(r"[一二三四五六七八九十]+", lambda m: _chinese_number(m.group()), value)
    for number, month in enumerate(_MONTHS, 1):
        value, found = re.subn(rf"{month}[a-z]*\.?", f" {number} ", value)
        if found:
            day_first = re.match(r"\s*(\d+)\D+?(\d+)", value) if re.match(r"\s*\d", value) else None
            numbers = re.findall(r"\d+", value)
            if day_first and int(numbers[1]) == number and not re.match(rf"\s*{number}\s", value):
                numbers[0], numbers[1] = numbers[1], numbers[0]
            return "-".join(
                str(int(n)) for n in ([numbers[2], *numbers[:2]] if len(numbers) > 2 else numbers)
            )
    return "-".join(str(int(n)) for n in re.findall(r"\d+", value))


def _number(value: str) -> str:
    return _chinese_number(value) if not value.isdigit() else str(int(value))


def _language(value: str) -> str:
    return LANGUAGE_OF[value]


def _standing(value: str) -> str:
    return _STANDING_OF[value]


def _zone(value: str) -> str:
    known = {
        "北京时间": "utc+8",
        "东八区": "utc+8",
        "cst": "utc+8",
        "东九区": "utc+9",
        "jst": "utc+9",
        "gmt": "utc+0",
    }
    value = _plain(value).replace(" ", "").replace("gmt", "utc")
    return known.get(value, re.sub(r"utc([+-])0?(\d+)(?::00)?$", r"utc\1\2", value))


def _constant(word: str) -> Read:
    return lambda _value: word


def _row(slot: str, pattern: str, read: Read, examples: str, others: str = "") -> Row:
    whole = re.compile(rf"(?:{_WHO}|{_WHO_EN})(?:{pattern})[.!。了吧]?$")
    return Row(slot, whole, read, *(tuple(x for x in text.split(" / ") if x) for text in (examples, others)))


_PLACE = rf"(?P<value>[^,;的过不没]{{0,6}}?(?:{ANYWHERE})[^,;的了过]{{0,8}}|[^,;的了过]{{2,6}}[市县镇州村岛])"
_PLACE_EN = rf"(?P<value>(?:the )?(?:{ANYWHERE})\b[a-z ,]{{0,20}}|[a-z][a-z.'-]{{2,}}(?: [a-z.'-]+){{0,2}})"

ROWS: tuple[Row, ...] = (
    _row(
        "preferred_name",
        rf"{_WISH}(?:能|可以)?被(?:人|大家|别人)?(?:称呼|称|叫|喊|唤)(?:为|做|作|成|是)?[:]?{_NAME}",
        _plain,
        "希望被称呼为「小王」 / 用户希望被叫做老王 / 希望在这个群被称为王总 / 喜欢被叫阿杰 / 想被大家叫作小熊",
        "不希望被称呼为「大叔」 / 被叫去开会 / 被叫醒了就睡不着的人",
    ),
    _row(
        "preferred_name",
        rf"{_WISH}(?:称呼|称|叫|喊|唤)(?:他|她|ta|自己|我|用户|其|本人)(?:为|做|作|成|一声)?[:]?{_NAME}",
        _plain,
        "叫我老王 / 喜欢别人叫他老王 / 希望大家称呼他为老王 / 请叫我小熊 / 以后叫我阿明就好 / 要求称呼其为王总 / 希望机器人称呼自己为主人",
        "别叫我老王 / 叫我起床 / 叫我去开会 / 喜欢你叫我的时候",
    ),
    _row("preferred_name", rf"{_WISH}(?:称呼|称)(?:为|作|:){_NAME}", _plain, "希望称呼为小王 / 称呼为老王"),
    _row(
        "preferred_name",
        r"(?:偏好|首选|希望的?|喜欢的?|常用|群内?|群里的?|想要的)?(?:称呼|昵称|花名|网名|群名片|绰号|外号|小名)(?:是|为|叫做?|设为|改为|:|"
        rf"偏好[是为:])\s?{_NAME}",
        _plain,
        "昵称是小熊 / 称呼: 老王 / 偏好称呼:小王 / 首选称呼是「阿杰」 / 用户的花名是风清扬",
        "昵称很有趣 / 称呼不重要",
    ),
    _row(
        "preferred_name",
        rf"(?<=群)(?<!以前在这个群)(?:里|内|中)?叫{_NAME}|在(?:这个|本|该)?群(?:里|内|"
        rf"中)?叫(?P<named>{NOT_A_NAME}[^,的]{{1,16}})",
        _plain,
        "在这个群叫老王 / 用户在本群叫阿杰",
    ),
    _row(
        "preferred_name",
        r"(?:(?:wants?|would like|likes?|prefers?|wish(?:es)?|asked|asks|hopes) )(?:(?:others|"
        r"people|everyone|the bot|you) )?(?:to )?(?:be |call (?:me|him|her|them) )?(?:called|"
        rf"addressed as|known as|referred to as|(?<=me )|(?<=him )|(?<=her )|(?<=them ))\s?{_NAME}",
        _plain,
        'User wants to be called Wang / Wants to be called "Ana" / '
        "Prefers to be addressed as Dr. Lee / I want to be called Max",
        "Does not want to be called Shirley / Wants to be a chef",
    ),
    _row(
        "preferred_name",
        rf"(?:please )?(?:call|address) (?:me|him|her|them|the user|user)(?: as)?:? {_NAME}",
        _plain,
        "call me Bob / Call the user Wang / Address her as Captain",
        "call me later / call me a taxi / don't call me Al",
    ),
    _row(
        "preferred_name",
        r"(?:should be called|goes by|go by|prefers the (?:nick)?name|(?:preferred|nick|"
        rf"display)[ _]?name(?: is|:))\s?{_NAME}",
        _plain,
        "Preferred name: Ana / Goes by Bob / User goes by Liz / nickname is Z / preferred_name: Leo",
        "preferred name order matters",
    ),
    _row(
        "real_name",
        r"(?:真实|真|本)?(?:姓名|名字|本名|全名|大名)(?:是|叫做?|为|:)\s?" + _NAME,
        _plain,
        "名字是李雷 / 我的名字叫韩梅梅 / 真实姓名:张三 / 本名为王大锤",
        "名字是妈妈起的 / 名字很长 / 猫的名字叫豆豆",
    ),
    _row(
        "real_name",
        rf"(?:叫|名叫){NOT_A_NAME}(?P<value>[^,，。;的\s]{{1,8}})",
        _plain,
        "叫李雷 / 我叫韩梅梅 / 用户名叫张三",
        "叫我老王 / 叫了外卖 / 叫他起床 / 别叫李雷",
    ),
    _row(
        "real_name",
        rf"(?:(?:real |full |first |given )?name(?: is|:|'s)|is named|named)\s?{_NAME}",
        _plain,
        "Name is Robert Smith / User's name is Bob / Is named Ana / my name is Li Lei / Real name: Ann",
        "name is hard to spell for most people who only know it from work and school",
    ),
    _row(
        "birthday",
        rf"(?:生日|出生日期|出生)(?:是|为|在|于|:)?\s?{_DATE}(?:出生|生)?|{_DATE.replace('value', 'born')}(?:出生|生日?|过生日)",
        _date,
        "生日是5月20号 / 生日:1998-03-02 / 用户的生日是三月八日 / 我生日是十二月二十五号 / 5月20日出生 / 生日为5/20",
        "生日快到了 / 女儿生日是5月20号 / 生日想去迪士尼",
    ),
    _row(
        "birthday",
        rf"(?:birthday(?: is|:|'s)?(?: on)?|(?:was )?born on) {_DATE}",
        _date,
        "Birthday is March 3rd / User's birthday is on 3 March / was born on May 4, 1990 / "
        "birthday: 1990-05-04",
        "birthday is soon",
    ),
    _row(
        "age",
        r"(?:今年|年龄|现年)?(?:是|为|:)?(?P<value>\d{1,3}|[一二三四五六七八九十]{1,3})岁|(?:今年|年龄(?:是|为|:)?)(?P<years>\d{2})",
        _number,
        "今年25岁 / 年龄是30 / 28岁 / 用户今年26 / 三十五岁",
        "小孩三岁 / 今年2026 / 25岁之前想结婚",
    ),
    _row(
        "age",
        r"(?:is |am |age(?: is|:)? )?(?P<value>\d{1,3})(?: years? old|yo| y/o)|(?:user's |"
        r"my )?age(?: is|:) ?(?P<years>\d{1,3})",
        _number,
        "Is 27 years old / I'm 30 years old / 27 years old / Age: 31",
        "has a 3 years old son",
    ),
    _row(
        "city",
        rf"(?:常驻|常住|长住|定居|居住|生活|住|现居|旅居)(?:在|于|地?(?:是|为))?{_PLACE}",
        _place,
        "住在杭州 / 用户住在浙江杭州西湖区 / 现在住北京 / 定居成都 / 目前居住于深圳 / 现居上海市 / 常驻新加坡",
        "不住在北京 / 以前住在北京 / 我妈住在上海 / 住在公司附近 / 喜欢北京 / 曾经住在广州 / 住过北京 / 想住在大理",
    ),
    _row(
        "city",
        rf"(?:坐标|base在?|所在地|所在城市|所在的城市|居住地|居住城市|常住地|常驻地|城市)(?:是|为|在|:)?\s?{_PLACE}",
        _place,
        "坐标北京 / base上海 / 所在城市:南京 / 居住地是苏州 / 城市: 武汉",
        "坐标系搞错了",
    ),
    _row(
        "city",
        rf"在{_PLACE}(?:生活|居住|定居|常住|安家|长住)",
        _place,
        "在上海生活 / 目前在东京定居",
        "在上海出差 / 在北京 / 想在大理定居",
    ),
    _row(
        "city",
        r"(?:lives? in|living in|resides? in|based in|(?:has )?moved to|city(?: is|:)|"
        rf"home city(?: is|:)|current city(?: is|:)|located in) ?{_PLACE_EN}",
        _place,
        "Lives in Berlin / User lives in New York City / based in London / City: Oslo / "
        "is based in Taipei / Moved to Lyon",
        "used to live in Paris / does not live in Rome / likes Berlin / mother lives in Rome",
    ),
    _row(
        "hometown",
        rf"(?:老家|家乡|籍贯|故乡|祖籍|出生地)(?:是|在|为|:)?{_PLACE}(?:人)?|(?:来自|出生于|"
        rf"出生在){_PLACE.replace('value', 'from')}",
        _place,
        "老家在成都 / 来自内蒙古 / 家乡是湖南长沙 / 出生于北京 / 籍贯:山东",
        "来自腾讯 / 老婆老家在成都",
    ),
    _row(
        "hometown",
        rf"是?(?:土生土长的|一[个名])?(?:地道的?)?(?P<value>{ANYWHERE})(?:那边|本地)?(?:人|的|妹子|土著)",
        _place,
        "是四川人 / 东北人 / 是广东的 / 用户是上海本地人",
        "是日本料理店的店员 / 喜欢四川人",
    ),
    _row(
        "hometown",
        r"(?:(?:is |am )?(?:originally )?from|comes? from|hometown(?: is|:)|grew up in|"
        rf"born in) ?{_PLACE_EN}",
        _place,
        "Is from Brazil / Comes from Japan / Hometown: Lyon / Grew up in Ohio / is originally from India",
        "works from home",
    ),
    _row(
        "school",
        r"在(?P<value>[^,;的]{2,16}?)(?:读书|上学|念书|就读|读研|读博|读本科|上大学|念大学)|(?:就读于|"
        r"就读在)(?P<at>[^,;的]{2,16}?)|(?:学校|所在学校)(?:是|叫|为|:)(?P<named>[^,;的]{2,16})|"
        r"是(?P<student>[^,;的]{1,10}(?:大学|学院|中学|高中))的?(?:学生|研究生|本科生)",
        _plain,
        "在浙大读书 / 就读于清华大学 / 学校是复旦 / 是北京大学的学生",
        "在家读书没意思 / 学校很远",
    ),
    _row(
        "school",
        r"(?:studies at|study at|attends?|goes to|school(?: is|:)|"
        r"(?:is )?(?:a )?student at) ?(?P<value>[a-z][^,;]{0,30}?(?:university|college|school|"
        r"institute|mit|ucla|eth|nyu)[^,;]{0,20})",
        _plain,
        "Studies at Oxford University / attends MIT / is a student at King's College",
        "goes to bed early",
    ),
    _row(
        "grade",
        r"(?:在|正在)?(?:读|上|是|念|年级(?:是|为|:))?(?P<value>大[一二三四]|高[一二三]|初[一二三]|研[一二三]|博[一二三四五]|"
        r"[小初高]?[一二三四五六七八九]年级)(?:学生|在读|的学生|新生)?|(?:is )?(?:a |an |in )(?P<en>freshman|sophomore|"
        r"(?:college |high school )?junior|(?:college |high school )?senior|\d{1,2}(?:st|nd|rd|"
        r"th) grade)",
        _plain,
        "读研二 / 是大三学生 / 高三 / 上初二 / Is a sophomore / in 10th grade",
        "弟弟读高三 / 大一的时候",
    ),
    _row(
        "job",
        r"(?:职业|工作|岗位|职位|本职工作|职务|职称)(?:身份)?(?:是|为|:)\s?(?:一[名个位])?(?P<value>[^,;的]{2,12})",
        _plain,
        "职业是会计 / 工作是写代码 / 职业: 产品经理 / 用户的职业为律师",
        "工作很忙 / 职业病严重",
    ),
    _row(
        "job",
        rf"(?:是|担任|当|做)(?:一[名个位]|[名个位])?(?P<value>[^,;的是不项目组队]{{0,8}}?(?:{JOB_ZH}))",
        _plain,
        "是产品经理，负责用户增长项目 / 是一名小学老师 / 我是资深前端工程师 / 用户是护士 / 担任财务总监 / 当老师",
        "是这个项目的后端负责人 / 不是医生 / 老婆是护士 / 曾经是老师 / 想当医生 / 是小李的老师 / 是项目组长",
    ),
    _row(
        "job",
        r"(?:是)?(?:从事)(?P<value>[^,;的]{2,10}?)(?:的?(?:工作|行业|职业))?|是(?:做|搞|干)(?P<does>[^,;的]{2,8})的",
        _plain,
        "从事外贸工作 / 是做外贸的 / 从事教育行业",
        "以前从事金融 / 是搞什么名堂的吗",
    ),
    _row(
        "job",
        r"(?:work(?:s|ing)? as|job(?: title)?(?: is|:)|occupation(?: is|:)|profession(?: is|:)|"
        r"employed as) ?(?:an? |the )?(?P<value>[a-z][a-z -]{2,40}?)(?: (?:at|for|in|with) .{1,40})?",
        _plain,
        "Works as a nurse / Job: data analyst / Occupation is teacher / works as an engineer at Google",
        "worked as a nurse / wife works as a nurse",
    ),
    _row(
        "job",
        r"(?:is|am|i'm|(?<=i'm )|(?<=he's )|(?<=she's )|(?<=is )|"
        rf"(?<=i am ))\s?(?:an? )(?P<value>(?:[a-z-]+ ){{0,3}}?(?:{JOB_EN}))(?: (?:at|for|in|from|"
        rf"by) .{{1,40}})?",
        _plain,
        "Is a nurse / User is a backend developer / I'm a teacher / Is a software engineer at Google",
        "is not a nurse / wants to be a doctor / was a teacher",
    ),
    _row(
        "employer",
        rf"在(?!家|外|国外|线上|那里|这里|(?:{ANYWHERE})(?:市|省)?(?:工作|上班))(?P<value>[^,;的]{{2,20}}?)(?:工作|上班|任职|"
        r"就职|就业|供职)",
        _plain,
        "在腾讯工作 / 用户在字节跳动上班 / 目前在一家律所上班",
        "在上海工作 / 在家工作 / 不在腾讯工作 / 以前在百度工作",
    ),
    _row(
        "employer",
        r"(?:就职|供职|任职)(?:于|在)(?P<value>[^,;的]{2,20})|(?:所在公司|公司|雇主|单位)(?:是|叫|为|:)(?P<firm>[^,;的]{2,20})",
        _plain,
        "就职于阿里巴巴 / 公司是小米 / 任职于市第一医院",
        "公司很远",
    ),
    _row(
        "employer",
        r"(?:works? (?:at|for)|(?:is )?employed (?:at|by)|employer(?: is|:)) ?(?!home|night|"
        r"the moment|free|food|myself|noon)(?P<value>[a-z0-9][^,;]{1,40}?)(?: as (?:an? )?.{2,40})?",
        _plain,
        "Works at Google / User works for the WHO / Employer: Siemens / Works at Google as a designer",
        "works at night / worked at IBM",
    ),
    _row(
        "pronouns",
        r"(?:人称)?代词(?:是|为|:|用)?(?P<value>(?:he|she|they|xe|ze|it)[/ ](?:him|her|them|xem|zir|its?)|"
        r"[他她它]|ta)|(?:希望)?(?:用|使用)[「'\"“]?(?P<zh>[他她]|ta)[」'\"”]?(?:来)?(?:称呼|指代).{0,4}",
        _plain,
        "代词是she/her / 人称代词:他 / 希望用「她」称呼",
        "用他的电脑",
    ),
    _row(
        "pronouns",
        r"(?:uses? |pronouns?(?: are| is|:)? |prefers? )(?P<value>(?:he|she|they|xe|ze|"
        r"it)/[a-z]{2,4}(?:/[a-z]+)?)(?: pronouns)?",
        _plain,
        "Pronouns are they/them / uses she/her pronouns / pronouns: he/him / prefers they/them",
        "uses his own car",
    ),
    _row(
        "reply_language",
        rf"{_WISH}(?:(?:对(?:他|她|用户|我)|跟(?:他|她|我)|给(?:他|她|我))?{_ANSWER}(?:他|她|我|用户|ta)?(?:的?时候?|请|都|"
        rf"必须|一律|总是|尽量|要|语言){{0,5}},?)?(?:都|一律|总是|必须|始终|要)?(?:用|使用|以|说|讲|为|"
        rf"是)(?P<value>{LANGUAGE})(?:来|进行|跟(?:他|她|我)|与(?:其|用户))?(?:{_ANSWER})?(?:他|她|我|用户|ta|"
        r"其)?(?:问题|消息)?",
        _language,
        "用英文回复 / 回复时用英文 / 希望用日语交流 / 以后回复我用英文 / 喜欢用粤语聊天 / 回复用户时使用简体中文 / 希望机器人一律用中文回答",
        "会说英语 / 不要用英文 / 回复时别用英文 / 以前用英文回复 / 在学日语",
    ),
    _row(
        "reply_language",
        rf"(?:偏好|首选|常用|默认|交流|回复)?(?:语言|语种)(?:偏好)?(?:是|为|:)\s?(?P<value>{LANGUAGE})",
        _language,
        "偏好语言是英文 / 语言: 中文",
        "母语是中文",
    ),
    _row(
        "reply_language",
        r"(?:(?:wants?|prefers?|likes?|would like|asked)(?: for| the bot| replies| answers|"
        rf" responses| bot){{0,4}} )?(?:to )?(?:repl(?:y|ies)|respond|responses?|answers?|speak|talk|"
        r"communicate|write|chat)?(?: to (?:me|him|her|them|"
        r"the user))?\s?(?:always )?(?:be )?(?:in |preferred language(?: is|:) |"
        rf"reply language(?: is|:) )(?P<value>{LANGUAGE})(?: replies| responses| only)?",
        _language,
        "Wants the bot to reply in English / Reply in English / prefers replies in Spanish / "
        "preferred language: French / Always respond in Japanese",
        "speaks English / Is interested in Japanese",
    ),
    _row(
        "timezone",
        r"时区(?:是|为|在|:)?\s?(?P<value>(?:utc|gmt)\s?[+-]?\s?\d{0,2}(?::\d\d)?|北京时间|"
        r"东[一二三四五六七八九十]{1,2}区|西[一二三四五六七八九十]{1,2}区|[a-z]+/[a-z_]+|[a-z]{3,4})|(?:user's |"
        r"my )?time ?zone(?: is|:) ?(?P<zone>[a-z]+/[a-z_]+|(?:utc|gmt) ?[+-]?\d{0,2}(?::\d\d)?|"
        r"[a-z]{2,5})",
        _zone,
        "时区是UTC+8 / 时区:东八区 / Timezone is UTC+8 / time zone: America/New_York",
        "时区差很多",
    ),
    _row(
        "relationship",
        r"(?:目前|感情状况|婚姻状况|状态)?(?:是|为|:)?(?P<value>"
        rf"{one_of(frozenset(w for w in _STANDING_OF if not w.isascii()))})|"
        rf"(?:is )?(?P<en>{one_of(frozenset(w for w in _STANDING_OF if w.isascii()))})",
        _standing,
        "单身 / 已婚 / 有女朋友 / Is single / Is married / 目前单身 / 感情状况:恋爱中",
        "单身狗的歌 / 姐姐已婚 / 不是单身 / is not married",
    ),
    _row(
        "reply_length",
        rf"{_MANNER}(?P<value>{_SHORT})(?:直接|明了|一点|一些|些|点|为主|的|回复|回答|风格|说明|就好|,){{0,8}}|"
        rf"{_ANSWER}(?:时)?(?:不要|别|不用|不喜欢)太?(?:{_LONG}|啰嗦|多)(?:篇大论)?(?:的)?(?:回复|回答)?",
        _constant("short"),
        "偏好简洁直接的回复风格 / 回复时简短一点 / 喜欢简短的回答 / 希望回复简洁 / 回复时不要太长",
        "不喜欢简短的回答 / 喜欢短发",
    ),
    _row(
        "reply_length",
        rf"{_MANNER}(?P<value>{_LONG})(?:一点|一些|些|点|为主|的|回复|回答|解释|风格|说明|就好|,){{0,8}}|"
        rf"{_ANSWER}(?:时)?(?:不要|别|不用)太(?:{_SHORT})",
        _constant("long"),
        "希望回复详细一点 / 喜欢详细的解释 / 回复时别太简短",
        "喜欢长跑 / 不要详细的回复",
    ),
    _row(
        "reply_length",
        rf"(?:wants? (?:the bot to )?|prefers? |likes? |keep |give |be ){{0,4}}(?:answers |replies |"
        rf"responses |keep answers |keep replies ){{0,3}}(?:be )?(?P<value>{_SHORT})(?: and [a-z]+)?"
        r"(?: answers?| repl(?:y|ies)| responses?)?",
        _constant("short"),
        "Prefers short answers / Wants the bot to keep answers short / prefers concise replies / Be brief",
        "likes short stories",
    ),
    _row(
        "reply_length",
        rf"(?:wants? (?:the bot to )?|prefers? |likes? |keep |give |be ){{0,4}}(?:answers |replies |"
        rf"responses ){{0,3}}(?:be )?(?P<value>{_LONG})(?: answers?| repl(?:y|ies)| responses?|"
        r" explanations?)",
        _constant("long"),
        "Prefers detailed answers / wants long replies",
        "likes long walks",
    ),
)

_CLAUSE = re.compile(r"[,;。]")
_SUFFIXED = frozenset({"city", "hometown", "birthday", "employer", "school"})
"""Slots where one value may tell more than another without contradicting it: 1998-5-20 and 5-20."""


def slot_of(fact: str) -> Slot | None:
    """The slot that the fact's first statement fills, or None. Later clauses only add to the first."""
    text = re.sub(r"\s+", " ", fold(fact[:LONGEST])).strip(" -•*\"'")
    for said in (text, _CLAUSE.split(text, maxsplit=1)[0]):
        for row in ROWS:
            found = row.pattern.match(said)
            if found and (value := row.read(next((v for v in found.groupdict().values() if v), ""))):
                return Slot(row.slot, value)
    return None


def contradicts(one: str, other: str) -> bool:
    """Whether both facts fill the same slot with values that cannot both hold."""
    a, b = slot_of(one), slot_of(other)
    if a is None or b is None or a.name != b.name or a.value == b.value:
        return False
    return a.name not in _SUFFIXED or not (a.value.endswith(b.value) or b.value.endswith(a.value))


@dataclass(frozen=True)
class Topic:
    """What a person may ask to hear or forget "about": its words and slots, and words that mean another thing."""

    name: str
    words: re.Pattern[str]
    slots: frozenset[str]
    unless: re.Pattern[str] | None


def _words(words: list[str]) -> re.Pattern[str]:
    """English words match whole, with a plural; Chinese ones anywhere."""
    english = one_of(frozenset(w for w in words if w.isascii()))
    chinese = one_of(frozenset(w for w in words if not w.isascii()))
    parts = ([rf"\b(?:{english})s?\b"] if english else []) + ([chinese] if chinese else [])
    return re.compile("|".join(parts))


@cache
def topics() -> tuple[Topic, ...]:
    """The table of data/lexicon/topic_words.json."""
    table = cast(
        "dict[str, dict[str, list[str]]]", json.loads((LEXICON / "topic_words.json").read_text("utf-8"))
    )
    return tuple(
        Topic(
            name,
            _words(row["words"]),
            frozenset(row.get("slots", ())),
            _words(row["unless"]) if "unless" in row else None,
        )
        for name, row in table.items()
    )


def topics_of(text: str) -> frozenset[str]:
    """What a fact or a question is about: "关于称呼的" and "希望被称呼为「小王」" are both about naming."""
    said = fold(text[:LONGEST])
    slot = slot_of(text)
    return frozenset(
        topic.name
        for topic in topics()
        if (slot and slot.name in topic.slots)
        or (topic.words.search(said) and not (topic.unless and topic.unless.search(said)))
    )


_LEAD = re.compile(
    r"^(?:(?:请|麻烦|帮我?|把|你|能不能|可以|快)|忘[掉记了]*|删[除掉]?|清[除空掉]|去掉|移除|别(?:再)?记得?|不要(?:再)?记|记得|(?:你)?记得?的|"
    r"关于|有关|所有|全部|一切|那[条个些]|这[条个些]|我的?|他的|她的|用户的?"
    r"|(?:please|forget|delete|remove|erase|drop|everything|anything|all|the things?|the (?:memory|"
    r"memories|facts?|part|stuff|one)|stuff|memor(?:y|ies)|what|you know|know|about|regarding|"
    r"concerning|that|my|the|of|related to|saved|his|her|their|user's)\b|[\s,:])+",
    re.IGNORECASE,
)
_END = re.compile(
    r"(?:的?(?:相关)?(?:那[条个些]|这[条个些])?(?:记忆|信息|事情?|内容|部分|东西|记录)?(?:忘[掉了记]*|删[掉除了]*)?(?:吧|了|啊|好吗|谢谢)?|"
    r"[\s,.!。！]{1,9}(?:please)?)$",
    re.IGNORECASE,
)


def strip_about(text: str) -> str:
    """What is to be forgotten or told, without the words of asking: "关于称呼的" -> "称呼"."""
    asked = text[:LONGEST].strip().strip("。！!.?？")
    bare = _END.sub("", _LEAD.sub("", asked)).strip()
    return bare or asked
