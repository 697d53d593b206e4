"""Clauses: a message cut into the pieces that a rule reads, without what is quoted, asked, supposed or joked.

Rules match a folded shadow of the text (simplified, ASCII punctuation) that is exactly as long as
the text itself, so that what they capture is cut from the speaker's own letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ..text.fold import fold

LONGEST = 600


@dataclass(frozen=True)
class Clause:
    """One piece of a sentence: what was typed, its folded shadow of the same length, and what ended it.

    `number` counts within the sentence: after the first, the subject may go on unsaid. `rest` is the sentence
    from here to its end.
    """

    typed: str
    shadow: str
    end: str
    number: int = 0
    rest: str = ""


@cache
def _folded(char: str) -> str:
    if char.isascii() and not char.isspace():
        return char
    folded = fold(char)
    return folded if len(folded) == 1 else " " if char.isspace() or not folded else char


def shadow_of(text: str) -> str:
    """Fold character by character; what would change its length stays."""
    return (
        "".join(map(_folded, text)).replace("’", "'").replace("‘", "'").replace("。", ".").replace("、", ",")
    )


_QUOTED = re.compile(
    r'(?<!\w)"[^"\n]{1,80}"|“[^”]{1,80}”|「[^」]{1,80}」|『[^』]{1,80}』|《[^》]{1,80}》|'
    r"(?<!\w)\'[^\'\n]{2,80}\'(?!\w)|`[^`]{1,80}`"
)
_NAMING = re.compile(
    r"(?:叫做?|叫我|称呼我|称我为?|称呼?|名字是|昵称是|花名是|为|call me|called|name is|name's|i'm)[ :]?$",
    re.IGNORECASE,
)
_TITLED = re.compile(r"(?:喜欢|喜爱|爱|讨厌|最爱)(?:看|听|玩|读|吃)?$")
_BLANKS = re.compile(r"[^\S\n]+")
_BLANK = "\u25a1"


def without_quotes(shadow: str) -> str:
    """Blank what stands in quotation marks: it is not the speaker's own word, except a name after 叫."""

    def blank(found: re.Match[str]) -> str:
        before = shadow[max(0, found.start() - 8) : found.start()]
        kept = _TITLED if found.group()[0] == "《" else _NAMING
        return found.group() if kept.search(before) else _BLANK * len(found.group())

    return _QUOTED.sub(blank, shadow)


JOKING = re.compile(
    r"呵呵|狗头|doge|滑稽|\[旺柴\]|\[坏笑\]|才怪|骗你的|骗你们的|开玩笑|开个玩笑|不是\(|\(不是|\(bushi|bushi|反话|梗图|手动斜眼|可太|不要太喜欢|"
    r"真是太喜欢|简直太喜欢|太喜欢.{1,12}了呢|谢谢你全家|"
    r"\bjk\b|\bj/k\b|just kidding|kidding|/s\b|yeah right|as if\b|\blol not\b|\bnot!|said no one|\bsarcasm"
    r"|🐶|🙄|🤡|我信了你的邪|做梦|梦里|梦见|梦到|台词|歌词|这首歌|唱的|小说里|剧里|电影里|游戏里|cosplay|扮演|in (?:the|my|this|that|"
    r"a) (?:game|dream|movie|song|novel|story)|lyrics",
    re.IGNORECASE,
)
SUPPOSED = re.compile(
    r"如果|假如|假设|(?<![主还需只])要是|倘若|若是|万一|就算|即使|哪怕|除非|想象一下|设想|比方说|要不是|恨不得|(?<![没])好像|仿佛|假装|"
    r"\bif\b|\bsuppose|\bimagine\b|\bassum|\bpretend|\bi wish\b|\bwhen i was\b|\bunless\b|"
    r"\bwhat if\b|\bwould be\b|\blet's say\b|\bmight\b|\bmaybe i\b",
    re.IGNORECASE,
)
REPORTED = re.compile(
    r"^(?:ta?说|有人|网友|>|回复 ?@)|^\S{1,12}\s?(?<!我)(?:说|问|写道|表示|告诉我|觉得|以为|骂|唱|念)(?:了|过|道|着)?(?:,|:|我|"
    r"\s)|(?:他们?|她们?|(?<!给)你们?|妈|爸|老师|老板|同事|朋友|(?<!喜欢别)人|领导|医生|对象|老婆|老公)(?:说|问|骂|以为|觉得|告诉我|让我|叫我)"
    r"|(?:谁说|谁告诉|别说(?!教|废|中|英|日|您|客|敬|套)|不要说(?!教|废|中|英|日|您|客|敬|套)|听说|据说|(?<!我)都说(?!中|英|粤|日|普|汉)|总说|"
    r"老说|以为|难道)"
    r"|\b(?:he|she|they|somebody|someone|people|mom|dad|boss|teacher|friend|wife|husband|"
    r"[a-z]+) (?:said|says|told|asked|asks|wrote|thinks|thought|claims|sang|sings)\b|^(?:fwd|fw|re|"
    r"quote)\s?:",
    re.IGNORECASE,
)
ASKING = re.compile(
    r"(?:吗|么|没有|不是|了没|对吧|是吧|好不好|是不是|对不对|行不行)\s*$|^(?:是不是|为什么|为啥|怎么|谁|什么|哪|难道|你(?:们)?(?:知道|记得|还记得|猜|"
    r"觉得|说|喜欢)|有没有|谁知道|请问)|我(?:是谁|叫什么|叫啥|是不是|喜不喜欢|有没有|喜欢什么|喜欢啥|喜欢谁|住哪|在哪|几岁|多大|是什么|是干什么|是做什么|对什么|是哪)|"
    r"(?:什么|啥|谁|哪[里儿个]?|几月几号|几号|多少|怎么样|咋)(?:来着|呢|呀|啊)?\s*$"
    r"|^(?:do|does|did|am|is|are|was|were|can|could|should|would|will|what|who|where|when|why|how|"
    r"which|whose|have|has|guess|tell me)\b(?!.{0,20}\b(?:you|u) (?:please|call))",
    re.IGNORECASE,
)
POLITE = re.compile(
    r"^(?:请|别|不要|以后|今后|之后|从现在|能不能|能否|可以|麻烦|叫我|你?们?(?:能|可以)(?:不能)?(?:以后|叫|别|不要|用)|都?用|回[复答]?我?|"
    r"(?:please |pls )?(?:can|could|would|will) (?:you|u)\b).{2,40}?(?P<tag>(?:好吗|好不好|行吗|行不行|可以吗|成吗|"
    r"可不可以|吗|嘛|\bplease|\bthanks|\s)*)$",
    re.IGNORECASE,
)
"""A wish in the form of a question."""
FORWARDED = re.compile(
    r"^\W{0,3}(?:转发|转自|转载|引用|合并转发|聊天记录|原文|fwd|fw|forwarded)(?![a-z])", re.IGNORECASE
)
_TAG = re.compile(
    r"^\s*(?:对吗|对吧|是吧|是吗|对不对|是不是|好像|应该|吧|right|correct|isn't it|am i|don't i|huh|no)\s*$",
    re.IGNORECASE,
)

_SENTENCE = re.compile(r"(?<=[^\d])[.](?=\s|$|[^\x00-\x7f])|(?<=\d)[.](?=\s|$|[^\x00-\x7f])|[!?;~…\n\r]+")
_CLAUSE = re.compile(
    r"(?<!\bhi)(?<!hello)(?<!\bhey)(?<!everyone)(?<!\ball)(?<!there)(?<!now on)(?<!forward)"
    r"(?<!future)(?<!henceforth)(?<!以后)(?<!今后)(?<!现在起)(?<!今天起)(?<!群里)(?<!时候),(?!\s?(?:19|20)\d\d\b)|"
    r"(?<=[^\x00-\x7f])\s+(?=[^\x00-\x7f])|\s(?=我(?!们)|本人)"
    r"|(?<=[啊呀吧哦噢啦嘛哈诶欸唉嗨的])(?=我(?!们)(?:叫|是|在|住|喜|讨|对|生日|来自|不|今|现|爱|超|最|也|还))"
    r"|(?<=[^救害打骂杀吓气累饿困])(?<=了)(?=我(?:叫|是|喜欢|讨厌|住|现在|对|生日|来自|不|今年))"
    r"|(?=(?<=[\u4e00-\u9fff\w])(?:但是?我|不过我|而且我?|然后我|还有我|所以我|因为我))"
    r"|\s+(?=(?:(?:and|but|plus)\s+(?:i\b|i'm|my\b|everyone|please|call|don't|live|work|love|like|"
    r"hate|am\b|prefer|allergic)|(?:so|also|because)\s+(?:i\b|i'm|my\b|please)))|"
    r"\s+(?=(?<=[a-z] )(?:i'm|i am|i live|i work|i love|i like|i hate|i prefer|i have|my name|"
    r"my birthday|my favou?rite)\b)"
    r"|\s+--?\s+| - |—+",
    re.IGNORECASE,
)
_SPEAKER_LINE = re.compile(r"^[^\s:,。!?]{1,12}:\s*(?=\S)")
_OWN_COLON = re.compile(
    r"记|更正|自我介绍|补充|说明|ps|p\.s|顺便|提醒|注意|备注|remember|note|correction|fyi|btw|about me|intro|info|"
    r"update|爱好|职业|坐标|生日|姓名|名字|昵称|时区|性别|年龄|城市|name|birthday|job|timezone|pronouns|https?|call|要求|称呼|"
    r"bot|助手|机器人|小助手|ai|我",
    re.IGNORECASE,
)
_MENTION = re.compile(
    r"^(?:\s*(?:@\S{1,24}|\[at:[^\]]{1,40}\]|/?(?:bot|机器人|小助手|助手)\b)[\s,:]*){1,3}", re.IGNORECASE
)


def _pieces(text: str, cuts: re.Pattern[str], start: int, stop: int) -> Iterator[tuple[int, int, str]]:
    at = start
    for cut in cuts.finditer(text, start, stop):
        yield at, cut.start(), cut.group()
        at = cut.end()
    yield at, stop, ""


def _is_kept(sentence: str, end: str) -> bool:
    return not (SUPPOSED.search(sentence) or REPORTED.search(sentence.strip()))


def clauses(text: str) -> list[Clause]:
    """The clauses that a rule may read. A joke anywhere in the message leaves none."""
    typed = _BLANKS.sub(" ", text[:LONGEST])
    shadow = shadow_of(typed)
    if JOKING.search(shadow) or FORWARDED.match(shadow):
        return []
    lead = _MENTION.match(shadow)
    start = lead.end() if lead else 0
    named = _SPEAKER_LINE.match(shadow[start:])
    if named and not _OWN_COLON.search(named.group()):
        return []
    quiet = without_quotes(shadow)
    kept: list[Clause] = []
    for a, b, end in _pieces(quiet, _SENTENCE, start, len(quiet)):
        if not _is_kept(quiet[a:b], end):
            continue
        kept += _sentence(typed, quiet, a, b, end)
    return kept


def _sentence(typed: str, shadow: str, start: int, stop: int, end: str) -> list[Clause]:
    parts = [(a, b, cut) for a, b, cut in _pieces(shadow, _CLAUSE, start, stop) if shadow[a:b].strip()]
    found: list[Clause] = []
    for number, (a, b, cut) in enumerate(parts):
        last = number == len(parts) - 1
        if last and _TAG.match(shadow[a:b]) and found:
            found.pop()
            continue
        asked = (last and "?" in end) or ASKING.search(shadow[a:b].strip())
        wish = POLITE.match(shadow[a:b].strip()) if asked else None
        if wish and not wish["tag"].strip() and shadow[a:b].strip().startswith("叫我"):
            wish = None
        if wish:
            b = a + len(shadow[a:b].rstrip()) - len(wish["tag"])
        if not asked or wish:
            left = len(shadow[a:b]) - len(shadow[a:b].lstrip())
            found.append(
                Clause(
                    typed[a + left : b].rstrip(),
                    shadow[a + left : b].rstrip(),
                    cut or end,
                    number,
                    typed[a + left : stop].strip(),
                )
            )
    return found
