"""Slots are read from facts as models phrase them, and only where the fact is the person's own and holds now."""

import time

import pytest
from group_memory.memory.policy.slots import ROWS, Row, Slot, contradicts, slot_of, strip_about, topics_of

FACTS = """
preferred_name=小王 | 希望被称呼为「小王」
preferred_name=老王 | 用户希望被叫做老王
preferred_name=老王 | 叫我老王
preferred_name=老王 | 喜欢别人叫他老王
preferred_name=老王 | 在这个群叫老王
preferred_name=小熊 | 昵称是小熊
preferred_name=wang | User wants to be called Wang
preferred_name=ana | Preferred name: Ana
preferred_name=bob | call me Bob
preferred_name=老王 | 希望大家在群里叫他“老王”
preferred_name=阿杰 | 用户偏好称呼：阿杰
preferred_name=王总 | 希望我称呼其为王总
preferred_name=主人 | 用户要求机器人称呼他为主人
preferred_name=max | The user prefers to be called "Max".
preferred_name=captain | Wants the bot to call him Captain
preferred_name=阿明 | 以後叫我阿明就好
real_name=李雷 | 名字是李雷
real_name=李雷 | 我叫李雷
real_name=韩梅梅 | 真实姓名：韩梅梅
real_name=robert smith | User's name is Robert Smith
real_name=ana | Is named Ana
birthday=5-20 | 生日是5月20号
birthday=1998-3-2 | 生日是1998年3月2日
birthday=1998-3-2 | 生日: 1998-03-02
birthday=10-3 | 我生日是十月三号
birthday=3-3 | Birthday is March 3rd
birthday=3-12 | User's birthday is 12 March
birthday=1990-5-4 | Birthday is May 4, 1990
age=27 | Is 27 years old
age=25 | 今年25岁
age=30 | 用户今年30
age=32 | 三十二岁
city=杭州 | 住在杭州
city=杭州 | 住在浙江杭州西湖区
city=上海 | 在上海生活
city=北京 | 坐标北京
city=北京 | 坐標北京
city=台北 | 住臺北
city=苏州 | 目前居住在苏州市
city=london | Lives in london
city=new york city | Lives in New York City
city=austin | User is based in Austin, Texas
hometown=四川 | 是四川人
hometown=成都 | 老家在成都
hometown=内蒙古 | 来自内蒙古
hometown=brazil | Is from Brazil
job=产品经理 | 是产品经理，负责用户增长项目
job=产品经理 | 职业是产品经理
job=小学老师 | 是一名小学老师
job=外贸 | 是做外贸的
job=nurse | Works as a nurse
job=backend developer | User is a backend developer
job=teacher | I'm a teacher
employer=腾讯 | 在腾讯工作
employer=字节跳动 | 用户就职于字节跳动
employer=google | Works at Google as a designer
pronouns=they/them | Pronouns are they/them
pronouns=she/her | 代词是she/her
reply_language=en | 回复时用英文
reply_language=en | 希望用英文回复
reply_language=en | Reply in English
reply_language=en | Wants the bot to reply in English
reply_language=ja | 希望机器人以后都用日语回复他
reply_language=zh-hant | 回复时用繁体中文
reply_language=yue | 喜欢用粤语聊天
reply_language=zh | 偏好语言：中文
timezone=utc+8 | 时区是UTC+8
timezone=utc+8 | Timezone is UTC+8
timezone=america/new_york | time zone: America/New_York
school=浙江大学 | 在浙江大学读书
grade=大三 | 是大三学生
grade=研二 | 读研二
relationship=single | 单身
relationship=married | 已婚
relationship=married | Is married
relationship=partnered | 有女朋友
reply_length=short | 偏好简洁直接的回复风格
reply_length=short | 回复时简短一点
reply_length=short | 回复时不要太长
reply_length=short | Prefers short answers
reply_length=long | 希望回复详细一点
reply_length=long | Prefers detailed answers
"""

NOTHING = """
以前住在北京
曾经在腾讯工作
不住在北京
不希望被称呼为「大叔」
别叫我大叔
喜欢北京
想去北京
我妈住在上海
老婆是护士
女儿三岁
女儿叫豆豆
猫的名字叫豆豆
朋友在腾讯工作
是这个项目的后端负责人
不是产品经理
想当产品经理
喜欢吃辣
对花生过敏
会说英语
不要用英文
在北京出差
去过上海
生日想去迪士尼
妈妈生日是5月20号
回复时不要用表情
叫我起床
喜欢简短的故事
负责用户增长项目
Used to live in Paris
Does not live in Rome
Mother lives in Rome
Wants to be a doctor
Was a teacher
Is not a nurse
Wife works as a nurse
Speaks English
Likes Berlin
call me later
Does not want to be called Al
Likes short stories
"""


def lines(block: str) -> list[str]:
    return block.strip().splitlines()


def facts() -> list[tuple[str, str]]:
    return [(slot, fact) for slot, fact in (line.split(" | ", 1) for line in lines(FACTS))]


@pytest.mark.parametrize(("slot", "fact"), facts())
def test_a_fact_fills_its_slot(slot: str, fact: str) -> None:
    name, value = slot.split("=")
    assert slot_of(fact) == Slot(name, value)


@pytest.mark.parametrize("fact", lines(NOTHING))
def test_what_is_past_denied_or_of_others_fills_no_slot(fact: str) -> None:
    assert slot_of(fact) is None


@pytest.mark.parametrize(("row", "fact"), [(row, fact) for row in ROWS for fact in row.examples])
def test_each_row_reads_its_examples(row: Row, fact: str) -> None:
    found = slot_of(fact)
    assert found is not None
    assert found.name == row.slot


@pytest.mark.parametrize(("row", "fact"), [(row, fact) for row in ROWS for fact in row.others])
def test_each_row_leaves_its_counter_examples(row: Row, fact: str) -> None:
    found = slot_of(fact)
    assert found is None or found.name != row.slot


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("希望被称呼为「小王」", "叫我老王"),
        ("住在杭州", "目前住在上海"),
        ("生日是5月20号", "生日是5月21号"),
        ("是产品经理", "是程序员"),
        ("回复时用英文", "以后用中文回复"),
        ("单身", "已婚"),
        ("偏好简洁的回复", "希望回复详细一点"),
        ("Wants to be called Wang", "希望被叫做老王"),
        ("Lives in Berlin", "Lives in Lyon"),
        ("今年25岁", "今年26岁"),
    ],
)
def test_another_value_in_the_same_slot_contradicts(one: str, other: str) -> None:
    assert contradicts(one, other)
    assert contradicts(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("希望被称呼为「小王」", "叫我小王"),
        ("住在杭州", "住在浙江杭州西湖区"),
        ("生日是5月20号", "生日是1998年5月20日"),
        ("喜欢吃辣", "喜欢吃甜"),
        ("住在杭州", "老家在成都"),
        ("是产品经理", "在腾讯工作"),
        ("住在杭州", "以前住在北京"),
        ("叫我小王", "名字是王小明"),
        ("Is a nurse", "职业: nurse"),
    ],
)
def test_facts_that_can_both_hold_do_not(one: str, other: str) -> None:
    assert not contradicts(one, other)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("关于称呼的", "naming"),
        ("希望被称呼为「小王」", "naming"),
        ("my name", "naming"),
        ("关于职业的", "work"),
        ("my job", "work"),
        ("是产品经理", "work"),
        ("Works at Google", "work"),
        ("吃的", "food"),
        ("不吃香菜", "food"),
        ("what I eat", "food"),
        ("我住哪", "home"),
        ("Lives in Berlin", "home"),
        ("忘掉我的生日", "birthday"),
        ("how old I am", "birthday"),
        ("用什么语言", "language"),
        ("回复时用英文", "language"),
        ("回复风格", "reply_style"),
        ("那个项目", "project"),
        ("负责用户增长项目", "project"),
        ("我的猫", "pets"),
        ("养了一条狗", "pets"),
        ("我的爱好", "hobby"),
        ("我的过敏", "health"),
        ("Is allergic to peanuts", "health"),
        ("我的家人", "family"),
        ("my wife", "family"),
        ("在浙大读书", "study"),
        ("联系方式", "contact"),
        ("单身", "relationship"),
        ("我的时区", "time"),
    ],
)
def test_topics(text: str, topic: str) -> None:
    assert topic in topics_of(text)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("猫的名字叫豆豆", "naming"),
        ("喜欢热狗", "pets"),
        ("喜欢看熊猫", "pets"),
        ("早安", "work"),
        ("catches fish", "pets"),
    ],
)
def test_topics_that_only_look_so(text: str, topic: str) -> None:
    assert topic not in topics_of(text)


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("关于称呼的", "称呼"),
        ("忘掉我的生日", "生日"),
        ("the thing about my job", "job"),
        ("关于职业的记忆", "职业"),
        ("请把我的生日忘掉", "生日"),
        ("删除关于花生过敏的那条", "花生过敏"),
        ("forget my birthday", "birthday"),
        ("everything about my cat", "cat"),
        ("我喜欢吃辣", "喜欢吃辣"),
        ("香菜", "香菜"),
        ("all", "all"),
    ],
)
def test_strip_about(text: str, bare: str) -> None:
    assert strip_about(text) == bare


BAITS = [
    "a",
    "1",
    " ",
    "我",
    "希望",
    "在",
    "住",
    "的",
    "i ",
    "be ",
    "简短",
    "回复",
    "用",
    "「",
    "my ",
    "忘掉",
    "要",
]


@pytest.mark.parametrize("bait", BAITS)
def test_long_baits_cost_little(bait: str) -> None:
    text = (bait * 20_000)[:20_000]
    began = time.process_time()
    slot_of(text)
    topics_of(text)
    strip_about(text)
    assert time.process_time() - began < 0.05
