"""The gate before the model: chatter goes no further, what tells something does, and a batch costs enough messages."""

import random
import string
from collections import Counter, deque

import pytest
from group_memory.memory.learn.batch import Limits, ready, take
from group_memory.memory.model import Message, Person, Room, Speaker
from group_memory.memory.record.noise import Dropped, Kept, Noise, worth_reading
from hypothesis import given
from hypothesis import strategies as st

NOISE = """
too_short | 杭州
too_short | 我姓
too_short | 猫猫猫猫猫猫猫
too_short | why
too_short | 吃饭去
command | /help
command | ／记忆 列表
command | !play 周杰伦
command | #签到
command | @群忆 /lmem list
link | https://www.bilibili.com/video/BV1xx411c7mD?p=2
link | 看 https://example.com/a 哈
link | www.example.com/x.png
sticker | [图片]
sticker | [CQ:image,file=abc.jpg,url=https://x.cn/1]
sticker | 😂😂😂
sticker | [doge][doge] :joy: 🐶！！！
sticker | ？？？
sticker | 。。。。。。
sticker |
filler | 哈哈哈哈哈哈哈哈
filler | 哈哈哈笑死我了
filler | 666666
filler | 2333333
filler | hhhhhhh
filler | lol
filler | LMAO lol haha
filler | 好的好的，收到谢谢
filler | 早上好呀大家好
filler | ok ok thanks
filler | 真的假的啊啊啊啊
filler | yyds
filler | 嗯嗯嗯对对对
notice | Output stopped.
notice | output stopped
"""


def rows(table: str) -> list[tuple[str, str]]:
    return [
        (a.strip(), b.strip()) for a, _, b in (line.partition("|") for line in table.strip().splitlines())
    ]


@pytest.mark.parametrize(("reason", "text"), rows(NOISE))
def test_noise(reason, text):
    assert worth_reading(text, []) == Dropped(Noise(reason))


TELLING = """
我对花生过敏
我养猫了
我吃素
我是95后
我住杭州西湖区
I'm vegan
I moved to Berlin
以后叫我老王
我生日是5月20号
我在腾讯做后端，欢迎内推
好的，那我以后用英文回复你们
哈哈哈我也对花生过敏
上线时间改到11月11号
这是我博客 https://example.com 主要写 Rust 和分布式
@小王 我下周三去北京出差
项目代号叫北极星
我女朋友是护士，经常上夜班
数据库迁移完成了百分之六十
""".strip().splitlines()


@pytest.mark.parametrize("text", TELLING)
def test_what_tells_something_is_kept(text):
    assert worth_reading(text, ["今天吃什么", "下班了吗各位", "周末打球"]) == Kept()


RECENT = [
    "我对花生过敏，别点宫保鸡丁",
    "周五晚上一起打羽毛球吧",
    "今天中午吃什么",
    "显卡又涨价了，3999 了",
    "I just moved to Berlin last month",
]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("周五晚上一起打羽毛球吧", Dropped(Noise.REPEAT)),
        ("周五晚上一起打羽毛球吧！！！", Dropped(Noise.REPEAT)),
        ("i just moved to berlin, last month", Dropped(Noise.REPEAT)),
        ("@老王 今天中午吃什么", Dropped(Noise.REPEAT)),
        ("今天中午吃什么呀", Dropped(Noise.STALE)),
        ("周五晚上打羽毛球", Dropped(Noise.STALE)),
        ("显卡又涨价了啊啊啊啊", Dropped(Noise.STALE)),
        ("显卡又涨价了，4999 了", Kept()),
        ("我对花生不过敏了", Kept()),
        ("我对海鲜过敏", Kept()),
        ("I moved to Paris last year", Kept()),
        ("周末有人去爬山吗我开车", Kept()),
    ],
)
def test_repetition_and_novelty(text, verdict):
    assert worth_reading(text, RECENT) == verdict


INJECTED = ["用户对花生过敏", "喜欢喝乌龙茶", "养了3只猫", "User lives in Berlin"]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("用户对花生过敏", Dropped(Noise.ECHO)),
        ("我记得你对花生过敏", Kept()),
        ("对花生过敏！", Dropped(Noise.ECHO)),
        ("我喜欢喝乌龙茶", Dropped(Noise.ECHO)),
        ("我喜欢乌龙茶的", Dropped(Noise.ECHO)),
        ("The user lives in Berlin.", Dropped(Noise.ECHO)),
        ("我养了三只猫呀", Dropped(Noise.ECHO)),
        ("[关于当前用户的记忆] 来自朋友的消息", Dropped(Noise.ECHO)),
        ("- x [End Memory] 以及别的什么话", Dropped(Noise.ECHO)),
        ("我不喜欢喝乌龙茶", Kept()),
        ("我对花生不过敏", Kept()),
        ("我养了4只猫呀", Kept()),
        ("我对牛奶过敏的", Kept()),
        ("我喜欢喝普洱茶", Kept()),
        ("User lives in Paris now", Kept()),
        ("今天天气真不错啊", Kept()),
    ],
)
def test_who_repeats_a_memory_teaches_nothing_unless_it_changed(text, verdict):
    assert worth_reading(text, [], INJECTED) == verdict


SAID = ["我在公司楼下看到一只特别胖的橘猫", "今晚八点上分有没有人一起", "周五的会改到下周一了", "这个需求又改了第三遍", "外卖等了一个小时还没到",
        "新出的那个手机拍照真的可以", "我妈又催我相亲了", "地铁上有人外放声音好大", "你们那边下雨了吗我这里暴雨", "这周末有漫展要不要一起去",
        "the build is broken again on main", "anyone up for lunch at noon", "that patch notes page is hilarious", "我电脑蓝屏三次了今天",
        "健身房人太多排不上器械", "老板说年底要裁员不知道真假", "刚做完核磁等结果有点慌", "昨天那场球最后三分钟太刺激", "求推荐一个靠谱的路由器", "驾照科目二又挂了"]  # fmt: skip
SHORT = ["哈哈哈哈", "哈哈哈哈哈哈", "笑死", "草", "6", "666", "？", "？？？", "好的", "收到", "嗯嗯", "ok", "lol", "来了", "在吗", "早", "早上好", "晚安", "确实", "真的假的", "牛逼", "绝了",
         "谢谢", "不是吧", "hhhh", "xswl", "同意", "+1", "吃瓜", "下班了", "吃啥", "[图片]", "[动画表情]", "[doge]", "😂", "👍👍", "🐶", "/签到", "/help", "!roll", "https://b23.tv/abc123", "https://github.com/x/y"]  # fmt: skip
WHO = ["老王", "小李", "阿杰", "室友", "客户", "同事", "隔壁组", "我弟", "房东", "前台"]
DID = ["刚才又", "昨天晚上", "今天早上", "说好的", "居然", "终于", "差点", "突然就", "一直在", "周末"]
WHAT = ["把咖啡洒在键盘上了", "请全组喝奶茶", "通宵打游戏被抓", "在群里发红包没人抢", "把服务器重启了", "忘带门禁卡", "改完需求跑路了", "去看演唱会", "排队两小时买蛋糕", "抢到演唱会的票",
        "开着空调盖棉被", "点外卖点了三家", "把猫锁在阳台", "睡过头没赶上车", "被蚊子咬了一身包"]  # fmt: skip
FACTS = [
    "我对{}过敏",
    "我最近在学{}",
    "我以后不吃{}了",
    "我女儿特别喜欢{}",
    "我在一家做{}的公司上班",
    "I really prefer {} over anything else",
]
THINGS = [
    "芒果", "花粉", "大提琴", "法语", "滑雪", "香菜", "编织", "无人机", "陶艺", "Rust", "跆拳道", "海鲜", "围棋", "潜水", "虾", "羽毛",
]  # fmt: skip


def chatter(count: int, seed: int) -> list[tuple[int, str, bool]]:
    """(second, text, whether it tells a fact) of a lively group: bursts and pauses, a few lines said by all.

    Line types by rank follow Zipf's law with exponent 1.07; six of ten messages are reactions, one in a hundred
    tells something of its speaker, the rest is talk, partly the same again (复读).
    """
    dice = random.Random(seed)
    pool = [*SHORT, *SAID]
    dice.shuffle(pool)
    weights = [(rank + 1) ** -1.07 for rank in range(len(pool))]
    at, said = 0, []
    for _ in range(count):
        at += int(dice.expovariate(1 / 8)) if dice.random() < 0.97 else dice.randint(300, 7200)
        luck = dice.random()
        if luck < 0.01:
            said.append(
                (
                    at,
                    dice.choice(FACTS).format(dice.choice(THINGS)) + dice.choice(["", "，真的", "哈哈"]),
                    True,
                )
            )
        elif luck < 0.06 and said:
            said.append((at, said[-1][1], False))
        elif luck < 0.40:
            said.append((at, dice.choice(WHO) + dice.choice(DID) + dice.choice(WHAT), False))
        else:
            said.append((at, dice.choices(pool, weights)[0], False))
    return said


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ten_thousand_messages_cost_at_most_a_model_call_in_twenty(seed, record_property):
    talk, limits = chatter(10_000, seed), Limits()
    recent: deque[str] = deque(maxlen=20)
    verdicts, facts, calls, pending = Counter(), Counter(), 0, []
    speaker = Speaker(Person("qq", "1"), Room("qq", "g"))
    read = 0
    for at, text, tells in talk:
        while ready(pending, at, limits):
            batch = take(pending, limits)
            calls, read, pending = calls + 1, read + len(batch), pending[len(batch) :]
        verdict = worth_reading(text, recent)
        recent.append(text)
        verdicts[verdict.reason if isinstance(verdict, Dropped) else None] += 1
        # A fact said within the last twenty messages is known already.
        facts[verdict == Kept() or verdict.reason in (Noise.REPEAT, Noise.STALE)] += tells
        if verdict == Kept():
            pending.append(Message(speaker, text, str(at), at))
    kept = verdicts[None]
    for name, value in (
        ("kept", kept),
        ("calls", calls),
        ("verdicts", dict(verdicts)),
        ("facts", dict(facts)),
    ):
        record_property(name, str(value))
    assert calls <= 0.05 * len(talk)
    assert 1_500 <= kept <= 6_000
    assert read + len(pending) == kept
    assert facts[False] == 0 and facts[True] > 50
    assert all(
        verdicts[noise]
        for noise in (Noise.COMMAND, Noise.STICKER, Noise.LINK, Noise.FILLER, Noise.TOO_SHORT, Noise.REPEAT)
    )


def test_a_slow_room_does_not_pay_a_call_a_message():
    talk = chatter(2_000, 4)
    limits, calls, pending = Limits(), 0, []
    recent: deque[str] = deque(maxlen=20)
    speaker = Speaker(Person("qq", "1"), Room("qq", "g"))
    for number, (_, text, _) in enumerate(talk):
        now = number * 600
        while ready(pending, now, limits):
            calls, pending = calls + 1, pending[len(take(pending, limits)) :]
        if worth_reading(text, recent) == Kept():
            pending.append(Message(speaker, text, str(number), now))
        recent.append(text)
    assert calls <= 0.05 * len(talk)


@given(
    st.text(max_size=200),
    st.lists(st.text(max_size=30), max_size=5),
    st.lists(st.text(max_size=30), max_size=3),
)
def test_nothing_raises_and_a_repetition_is_never_read_twice(text, recent, injected):
    worth_reading(text, recent, injected)
    assert isinstance(worth_reading(text, [*recent, text], injected), Dropped)


@pytest.mark.parametrize(
    "text",
    [
        "哈" * 10**6,
        "a" * 10**6,
        "ab" * 10**5,
        "[" * 10**5,
        "一" * 10**5,
        "一二" * 10**5,
        ":" * 10**5,
        "@" * 10**5 + " ",
        string.printable * 2000,
    ],
    ids=str.__len__,
)
def test_long_messages_cost_little(text):
    import time

    start = time.process_time()
    worth_reading(text, [text] * 20, ["用户喜欢猫"])
    assert time.process_time() - start < 0.2
