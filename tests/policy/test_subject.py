"""Whom a fact is about: the speaker by default, another person only where the words say so."""

import time

import pytest
from group_memory.memory.policy.subject import Names, Other, Own, subject_of

NAMES = Names("老王", frozenset({"小李", "Bob", "风清扬", "小王", "群主"}))

OWN = """
喜欢吃辣
用户喜欢吃辣
我喜欢吃辣
User likes spicy food
The user's birthday is May 3
老王喜欢吃辣
老王的生日是五月三号
用户老王喜欢吃辣
他喜欢吃辣
她是护士
He is allergic to nuts
老婆是护士
我妈住在上海
My wife is a nurse
Wife is a nurse
Mom lives in Ohio
老家在成都
小孩三岁
老板很凶
小狗叫旺财
女朋友喜欢猫
小王子是最喜欢的书
小米手机用了三年
小米是最喜欢的牌子
Python 是最常用的语言
Python is the favorite language
小时候住在农村
老师很严格
老师是四川人
阿根廷是最喜欢的球队
周末喜欢打球
平时喜欢跑步
从小喜欢画画
花生过敏
牛奶过敏
高中在杭州读书
安静的环境更适合工作
金鱼养了两条
希望被称呼为「小王」
叫我老王
以后叫我小熊
喜欢别人叫他老王
用户希望大家叫他小李子
call me Bob
User wants to be called Wang
Wants to be called Ana Maria
Call the user Captain
大家可以叫我阿杰
是产品经理
Is a nurse
Likes hiking
Works at Google
Favorite color is teal
和小李是同事
我和小李是情侣
讨厌小李
喜欢周杰伦的歌
回复时用英文
Reply in English
Monday is the busiest day
Paris is the favorite city
室友养了一只猫
同事喜欢抽烟，很困扰
哥哥在腾讯工作
爸爸对花生过敏
User says the exam is in June
说粤语
知道很多冷知识
马拉松跑过三次
时区是UTC+8
住在杭州
王者荣耀是常玩的游戏
老友记是最爱的剧
Daughter is allergic to eggs
Likes Bob Dylan
女儿今年三岁
小猫对鸡肉过敏
Vim is the preferred editor
尤其喜欢下雨天
项目是群忆
家住浦东
别叫我大叔
不吃香菜
小李子是我养的猫
"""

OTHERS = """
小李 | 小李喜欢吃辣
小李 | @小李 喜欢吃辣
小李 | 小李的生日是五月一号
小李 | 小李对花生过敏
小李 | 小李是个骗子
小李 | 用户小李喜欢吃辣
小李 | 我觉得小李喜欢吃辣
小李 | 用户说小李喜欢吃辣
小李 | 听说小李辞职了
小李 | 记住小李喜欢男生
小李 | 小李和小王是情侣
小李 | 小李的老婆是护士
小李 | 群友小李住在上海
小李 | 朋友小李喜欢打球
小李 | 叫小李胖子
小李 | 以后叫小李胖子
小李 | 以后都叫小李小胖
小李 | 把小李叫作胖子
小李 | 把小李称为胖子
小李 | 希望大家叫小李胖子
小李 | 叫小李为胖子
小李 | 管小李叫胖子
小李 | 小李，喜欢吃辣
小李 | 小李: 喜欢吃辣
老张 | 老张对花生过敏
老张 | 老张不吃香菜
王姐 | 王姐是管理员
李老师 | 李老师喜欢喝茶
李雷 | 李雷是程序员
李雷 | 李雷住在北京
李雷 | 李雷在腾讯工作
张三 | 张三的密码是123456
Bob | Bob is allergic to peanuts
Bob | Bob likes pizza
Bob | User says Bob is allergic to peanuts
Bob | Bob's birthday is May 3
Bob | call Bob fatty
Bob | Call Bob "fatty"
Bob | from now on call Bob Mr Potato
Alice | Alice works at Google
Alice | Alice is afraid of dogs
风清扬 | 风清扬喜欢武侠
风清扬 | 风清扬的猫叫小白
大家 | 大家都喜欢吃辣
所有人 | 所有人都要听他的
everyone | Everyone likes pizza
群主 | 群主喜欢迟到
"""


# Written when the rules stood; the first run had 53 of 55 right.
LATER_OWN = """
喜欢在家做饭
阿强住在广州
用户阿强对虾过敏
他目前在读研
The user has two kids
妹妹在读高中
老公是程序员
爷爷种了很多花
公司在张江
项目下周上线
高铁上经常晕车
马克思主义专业
周杰伦是最喜欢的歌手
杨梅过敏
桃子过敏
秋天容易犯鼻炎
白天睡觉晚上工作
小说写了十万字
安卓手机用户
English is the native language
Berlin is home
Son likes dinosaurs
希望机器人叫他强哥
Please call me Skipper
Prefers Tom Yum soup
和小美一起养了猫
讨厌大鹏的玩笑
王者荣耀打得很好
何时都喜欢喝茶
张家界是最想去的地方
"""

LATER_OTHERS = """
小美是护士
大鹏住在天津
夜雨讨厌香菜
Tom is vegan
Lily works at IBM
Tom's wife is a doctor
同事小美喜欢他
把大鹏称作队长
叫大鹏队长
以后喊小美小仙女
call Tom captain
refer to Lily as the queen
小美说她怀孕了
我听说大鹏辞职了
User thinks Tom is rude
老刘喜欢钓鱼
陈老师住在学校
赵六欠了很多钱
周杰是程序员
Emma loves tea
@大鹏 喜欢喝酒
用户小美喜欢猫
大家都觉得大鹏很笨
小美和大鹏是情侣
大鹏的手机号是13800000000
"""


def others() -> list[tuple[str, str]]:
    return [(name, text) for name, text in (line.split(" | ", 1) for line in OTHERS.strip().splitlines())]


@pytest.mark.parametrize("content", OWN.strip().splitlines())
def test_the_speakers_own(content: str) -> None:
    assert subject_of(content, NAMES) == Own()


@pytest.mark.parametrize(("name", "content"), others())
def test_somebody_else(name: str, content: str) -> None:
    found = subject_of(content, NAMES)
    assert isinstance(found, Other)
    assert found.name.casefold() == name.casefold()


LATER_NAMES = Names("阿强", frozenset({"小美", "Tom", "夜雨", "大鹏", "Lily"}))


@pytest.mark.parametrize("content", LATER_OWN.strip().splitlines())
def test_later_own(content: str) -> None:
    assert subject_of(content, LATER_NAMES) == Own()


@pytest.mark.parametrize("content", LATER_OTHERS.strip().splitlines())
def test_later_others(content: str) -> None:
    assert isinstance(subject_of(content, LATER_NAMES), Other)


@pytest.mark.parametrize(
    ("content", "speaker", "known"),
    [
        ("喜欢吃辣", "喜欢", {"吃辣"}),
        ("老婆是护士", "老王", {"老婆"}),
        ("我喜欢猫", "老王", {"我"}),
        ("用户喜欢猫", "老王", {"用户"}),
        ("小李喜欢猫", "小李", {"小李", "小李子"}),
        ("a cat is at home", "Bob", {"a"}),
        ("Ann likes tea", "ann", set()),
        ("ＢＯＢ likes tea", "Bob", {"Bobby"}),
    ],
)
def test_a_name_that_is_a_word_moves_nothing(content: str, speaker: str, known: set[str]) -> None:
    assert subject_of(content, Names(speaker, frozenset(known))) == Own()


def test_the_longer_name_wins() -> None:
    assert subject_of("小李子喜欢猫", Names("小李", frozenset({"小李子"}))) == Other("小李子")
    assert subject_of("小李子喜欢猫", Names("老王", frozenset({"小李", "小李子"}))) == Other("小李子")


def test_odd_content() -> None:
    for odd in ("", " ", "@", "叫", "把", "记住", "用户", "\x00", "call", "小李"):
        assert subject_of(odd, Names("")) == Own() or odd == "小李"


BAITS = ["a", " ", "小", "叫", "把", "用户", "我说", "说", "的", "call ", "Bob ", "@", "希望", "老", "大家"]


@pytest.mark.parametrize("bait", BAITS)
def test_long_baits_cost_little(bait: str) -> None:
    text = (bait * 20_000)[:20_000]
    began = time.process_time()
    subject_of(text, NAMES)
    assert time.process_time() - began < 0.05
