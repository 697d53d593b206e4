"""The gate before any model: which messages of a chatter say nothing that could ever be remembered.

Most of a group's talk is laughter, greetings, stickers and repetition (复读); a model that reads it costs
money and finds junk (findings, section 1). What is dropped here still reaches the rules, which cost nothing;
so in doubt short answers are dropped, and whatever tells a number or a denial anew is kept.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from ..text.content import content_key, numbers
from ..text.fold import fold
from ..text.numerals import HAN_NUMERAL
from ..text.polarity import same_polarity
from ..text.scripts import LETTER, UNSPACED
from ..wording import SENTENCES

CHARACTERS = 2_000
"""Longer messages are judged by their beginning."""

LEAST_WEIGHT = 4
"""A character of Chinese weighs 1, a word or number 2: "我养猫了" and "I'm vegan" just pass."""

LEAST_OWN_WEIGHT = 3
"""The same where the speaker names itself: 我吃素."""

LEAST_NOVELTY = 0.3
"""Bytes that a text adds to the recent talk, as a share of its own compressed size."""

MOST_UNHEARD = 0.2
"""An echo of a memory has at most this share of tokens that the memory has not."""


class Noise(Enum):
    """Why a message is not worth a model's time. Values are counted in `ops`; they do not change."""

    NOTICE = "notice"
    COMMAND = "command"
    STICKER = "sticker"
    LINK = "link"
    FILLER = "filler"
    TOO_SHORT = "too_short"
    REPEAT = "repeat"
    ECHO = "echo"
    STALE = "stale"


@dataclass(frozen=True)
class Kept:
    """Goes to the queue of the model."""


@dataclass(frozen=True)
class Dropped:
    """Goes no further."""

    reason: Noise


Verdict = Kept | Dropped


@dataclass(frozen=True)
class _Heard:
    """One message among its neighbours. `said` is folded, without mentions, links, stickers and signs."""

    typed: str
    said: str
    recent: Sequence[str]
    injected: Sequence[str]


def worth_reading(text: str, recent: Sequence[str], injected: Sequence[str] = ()) -> Verdict:
    """Whether a message may cost a model's time.

    Args:
        recent: What the room said just before, oldest first; some twenty messages do.
        injected: The facts that were shown to the model of late: who repeats them teaches nothing.
    """
    typed = _MENTIONS.sub("", text[:CHARACTERS].strip())
    heard = _Heard(typed, _letters(typed), recent, injected)
    return next((Dropped(reason) for reason, holds in _CHECKS if holds(heard)), Kept())


_MENTIONS = re.compile(r"^(?:(?:@\S{1,32}|\[(?:CQ:)?at[:,][^\]]{0,64}\])\s+){1,5}", re.IGNORECASE)
_COMMAND = re.compile(r"[/／](?![/／])\S|[!！#＃](?=[^\W\d_])")
_URL = re.compile(r"(?:https?://|www\.)[^\s\u3000-\u9fff，。！？]+", re.IGNORECASE)
_STICKER = re.compile(r"\[[^\[\]]{1,200}\]|:[a-z_+0-9-]{2,32}:")
"""[图片], [CQ:image,file=...], [doge], :joy: as adapters write them."""

_LETTERS = re.compile(rf"{LETTER}+(?:['’]{LETTER}+)*|[{UNSPACED}]")
_OWN = re.compile(r"我(?!们?[去靠草晕擦操])|俺|本人|(?:i|i'm|im|my)(?![a-z])")
_FIGURES = re.compile(rf"[0-9]+|[{HAN_NUMERAL}]+")
_NOTICES = frozenset({"output stopped"})
"""What AstrBot puts into the bot's mouth (ToolLoopAgentRunner.USER_INTERRUPTION_MESSAGE)."""

_MARKS = tuple(mark for sentence in ("block_head", "block_end") for mark in SENTENCES[sentence])
_SMALL_TALK = """
    哈 嘿 呵 嘻 啊 哦 噢 嗯 呃 额 诶 哎 唉 呜 哇 咦 嘛 呀 呢 吧 啦 了 喽 的 哟 耶 喵 汪 哼 切 嗷 噗 6 23 w h d q 1 233 xs
    好 行 对 是 可以 可 成 没错 确实 真的 假的 真的假的 不是 不会 懂 明白 了解 收到 知道 没事 没关系 谢谢 谢 多谢 感谢 辛苦 客气
    早 早安 早上好 上午好 中午好 下午好 晚上好 晚安 大家好 你好 您好 在 在吗 在不在 来 来了 回来 有人吗 人呢 溜了 下线 上线
    牛 牛逼 牛啊 厉害 强 太强 绝 绝了 笑死 笑死我 救命 草 艹 卧槽 我去 我靠 我晕 天哪 天呐 妈呀 离谱 无语 服 蹲 蹲一个 顶 路过
    打卡 签到 加一 同 同意 附议 支持 吃瓜 围观 摸鱼 滴 滴滴 冲 赞 鼓掌 爱了 爱 羡慕 酸 抱抱 摸摸 加油 恭喜 生日快乐 新年快乐 不 没 我
    lol lmao rofl xd haha ha he hehe heh hi hello hey yo gm gn ok okay k kk yes yeah yep no nope nah sure nice cool good great
    wow omg wtf thx thanks thank you ty np gg wp ikr same true fr bruh awsl yds nb ye well morning night good hm um uh ah oh
"""
_FILLERS = frozenset(_SMALL_TALK.split())
"""Units of small talk, runs of one sign shortened to one: 哈哈哈 is 哈, 666 is 6, yyds is yds."""


def _letters(typed: str) -> str:
    """The words alone, each run of one sign shortened, parted by spaces where letters meet."""
    bare = _URL.sub(" ", _STICKER.sub(" ", typed))
    return " ".join(_LETTERS.findall(fold(bare)))


def _shortened(said: str) -> str:
    return re.sub(r"(.{1,3}?)\1+", r"\1", re.sub(r"(\S)(?: ?\1)+", r"\1", said))


def _is_notice(heard: _Heard) -> bool:
    return heard.said in _NOTICES


def _is_command(heard: _Heard) -> bool:
    return bool(_COMMAND.match(heard.typed))


def _is_sticker(heard: _Heard) -> bool:
    return not heard.said and not _links(heard.typed)


def _is_link(heard: _Heard) -> bool:
    return _links(heard.typed) and _weight(heard.said) < LEAST_WEIGHT


def _links(typed: str) -> bool:
    """Whether a link stands there for people; the address inside a sticker's code is none."""
    return bool(_URL.search(_STICKER.sub(" ", typed)))


def _is_filler(heard: _Heard) -> bool:
    """Nothing but units of small talk, however they are strung together."""
    text = _shortened(heard.said).replace(" ", "").replace("'", "")
    if len(text) > 40:
        return False
    reached = {0}
    for end in range(1, len(text) + 1):
        if any(start in reached and text[start:end] in _FILLERS for start in range(max(0, end - 8), end)):
            reached.add(end)
    return len(text) in reached


def _is_short(heard: _Heard) -> bool:
    least = LEAST_OWN_WEIGHT if _OWN.match(heard.said) else LEAST_WEIGHT
    return _weight(_shortened_runs(heard.said)) < least


def _shortened_runs(said: str) -> str:
    """Letters drawn out are one letter; digits stay, 1111 is a number."""
    return re.sub(r"([^\W\d])(?: ?\1){2,}", r"\1", said)


def _weight(said: str) -> int:
    return sum(1 if re.match(f"[{UNSPACED}]", word) else 2 for word in said.split())


def _is_repeat(heard: _Heard) -> bool:
    """复读: somebody just said the same."""
    return any(_letters(_MENTIONS.sub("", other[:CHARACTERS])) == heard.said for other in heard.recent)


def _is_echo(heard: _Heard) -> bool:
    """A memory said back, by a member or by the bot. A denied one, or one with another number, is news."""
    if any(mark in heard.typed for mark in _MARKS):
        return True
    return any(_echoes(heard.typed, memory) for memory in heard.injected)


def _echoes(text: str, memory: str) -> bool:
    if len(text) > 2 * len(memory) + 40:
        return False
    said, known = content_key(text), frozenset(content_key(memory))
    if len(known) < 2 or not set(numbers(text)) <= set(numbers(memory)):
        return False
    if not same_polarity(text, memory) or _denials(text) != _denials(memory):
        return False
    unheard = sum(token not in known for token in said)
    return len(said) - unheard >= len(known) / 2 and unheard <= MOST_UNHEARD * len(said)


def _denials(text: str) -> int:
    """A rough second look: `same_polarity` passes over 不过敏, where it sees the 不过 of "however"."""
    return len(re.findall("不(?=过敏|同意)", text))


def _is_stale(heard: _Heard) -> bool:
    """Compressed with the recent talk as its dictionary, it adds next to nothing."""
    if not heard.recent:
        return False
    before = "\n".join(heard.recent)
    if not set(_FIGURES.findall(heard.typed)) <= set(_FIGURES.findall(before)):
        return False
    text = _shortened_runs(heard.typed).encode("utf-8", "replace")
    return _compressed(text, before.encode("utf-8", "replace")) < LEAST_NOVELTY * _compressed(text)


def _compressed(text: bytes, before: bytes = b"") -> int:
    """Size in bytes as a raw deflate stream that may refer to `before` (its last 32 KiB)."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, before[-32_768:])
    return len(deflate.compress(text)) + len(deflate.flush())


_CHECKS: tuple[tuple[Noise, Callable[[_Heard], bool]], ...] = (
    (Noise.NOTICE, _is_notice),
    (Noise.COMMAND, _is_command),
    (Noise.STICKER, _is_sticker),
    (Noise.LINK, _is_link),
    (Noise.FILLER, _is_filler),
    (Noise.TOO_SHORT, _is_short),
    (Noise.REPEAT, _is_repeat),
    (Noise.ECHO, _is_echo),
    (Noise.STALE, _is_stale),
)
"""Cheapest first; the first that holds names the reason."""
