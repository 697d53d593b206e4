"""Evidence: what the cited lines say is believed; what a model invents, mixes up or turns round is not."""

import time

import pytest
from group_memory.memory.learn.evidence import Proven, Reason, Unproven, outright, prove, well_formed
from group_memory.memory.learn.extract import ROOM, Candidate, Line
from hypothesis import given, settings
from hypothesis import strategies as st


def lines(*said: str) -> list[Line]:
    """`A: text`, `B: text`, `bot: text`, numbered from 1; without a label it is A."""
    found = []
    for number, each in enumerate(said, 1):
        label, text = each.split(": ", 1) if each.split(": ", 1)[0] in {"A", "B", "C", "bot"} else ("A", each)
        found.append(Line(number, label, label == "bot", text))
    return found


def claim(fact: str, *evidence: int, speaker: str = "A", kind="profile") -> Candidate:
    return Candidate(kind, fact, "", 0.9, 0.5, evidence, speaker)


def verdict(fact: str, *said: str) -> Reason | None:
    """The reason why the fact is not proved by all of A's lines, or None where it is."""
    talk = lines(*said)
    outcome = prove(claim(fact, *(line.number for line in talk if line.speaker_label == "A")), talk)
    return outcome.reason if isinstance(outcome, Unproven) else None


TRUE = """
我对花生过敏，别点宫保鸡丁 | 用户对花生过敏
我对花生过敏，不能吃 | 用户对花生过敏，不能吃花生
我在腾讯做后端 | 用户在腾讯做后端开发
我住杭州 | 用户住在杭州
我现在住在杭州西湖区 | 用户目前居住在杭州
我以前住北京，现在住杭州 | 用户现居杭州
我以前住北京，现在住杭州 | 用户以前住在北京
我叫李雷，今年三十五岁 | 用户名叫李雷，今年35岁
我今年35 | 用户三十五岁
我生日是5月20号 | 用户的生日是5月20日
我生日是五月二十号 | 用户的生日是5月20日
我养了两只猫，一只叫豆豆 | 用户养了2只猫，其中一只叫豆豆
我养了俩猫 | 用户养了两只猫
我不吃香菜 | 用户不喜欢吃香菜
我讨厌香菜 | 用户不喜欢香菜
我不喜欢香菜 | 用户讨厌香菜
受不了烟味，真的 | 用户讨厌烟味
我最近在学吉他 | 用户正在学习吉他
我是后端程序员，平时用 Python 和 Go | 用户是后端程序员，使用Python和Go
我老婆对海鲜过敏 | 用户的妻子对海鲜过敏
我女朋友叫小美 | 用户的女朋友叫小美
以后叫我老王就行 | 用户希望被称呼为「老王」
以后回复我用英文 | 用户希望机器人用英文回复
我想去日本旅行 | 用户想去日本旅行
我打算明年考研 | 用户计划明年考研
我每天早上跑五公里 | 用户每天早上跑步5公里
我在读研二，学材料的 | 用户在读研二，专业是材料
我喜歡喝烏龍茶 | 用户喜欢喝乌龙茶
我用ＰＹＴＨＯＮ写脚本 | 用户用Python写脚本
我没有猫 | 用户没有猫
我是四川人，无辣不欢 | 用户来自四川
我们公司在做一个叫北极星的项目，我负责支付模块 | 用户负责北极星项目的支付模块
我儿子今年上小学三年级 | 用户的儿子上小学三年级
I'm allergic to peanuts | User is allergic to peanuts
I moved to Berlin last year and I work as a nurse | User lives in Berlin and works as a nurse
I don't like coriander | User dislikes coriander
I hate coriander | User does not like coriander
I have two cats, Milo and Otis | User has 2 cats named Milo and Otis
My birthday is May 20 | User's birthday is May 20
my wife is a vegetarian | User's wife is a vegetarian
I prefer short answers please | User prefers short answers
I write Rust at work, not Go | User writes Rust at work
I'm 35 years old | User is thirty-five years old
I used to live in Paris | User used to live in Paris
I'm learning to play the cello | User is learning the cello
I never drink coffee | User never drinks coffee
I'm allergic to peanuts | 用户对peanuts过敏
I'm allergic to peanuts | 用户对花生过敏
我对花生过敏 | User has an allergy to peanuts
我叫Leo | User is named Leo
好的谢谢你，我对青霉素过敏 | 用户对青霉素过敏
你好，我是小学老师 | 用户是小学老师
我觉得我对花生过敏 | 用户对花生过敏
我和我老婆都吃素 | 用户吃素
我女儿五岁了 | 用户的女儿五岁
我不是程序员，我是设计师 | 用户是设计师
我对花生过敏，真的不骗你 | 用户对花生过敏
我养了一条柯基叫豆豆 | 用户养了一只柯基犬，名叫豆豆
"""

FALSE = """
NOT_SAID | 我喜欢狗 | 用户喜欢猫
NOT_SAID | 今天天气不错 | 用户对花生过敏
NOT_SAID | 我喜欢吃花生 | 用户对花生过敏
NOT_SAID | 我咖啡洒了 | 用户喜欢咖啡
NOT_SAID | 我住上海 | 用户住在杭州
NOT_SAID | 我是老板 | 用户是老师
NOT_SAID | 我是小学生 | 用户是大学生
NOT_SAID | 我在腾讯做后端 | 用户在腾讯负责支付业务的架构
NOT_SAID | 周末我喜欢去公园跑步 | 用户喜欢周末去公园跑步和打羽毛球
NOT_SAID | 我今天跑步了 | 用户每天跑步
NOT_SAID | hello everyone, nice day | 用户对花生过敏
NOT_SAID | I like tea | User likes coffee
NOT_SAID | I ate peanuts | User is allergic to peanuts
NOT_SAID | I saw a nurse | User lives in Berlin and works as a nurse
NUMBER | 我养了两只猫 | 用户养了3只猫
NUMBER | 我今年二十五岁 | 用户今年35岁
NUMBER | 我生日是5月20号 | 用户的生日是5月21日
NUMBER | My birthday is May 20 | User's birthday is June 20
NUMBER | I have two cats | User has three cats
NUMBER | 我跑了五公里 | 用户跑了15公里
NOT_SAID | 我女朋友叫小美，在杭州工作 | 用户的女朋友叫小丽，在杭州工作
NAME | 我女朋友叫小美，在杭州西湖区上班，教小学数学 | 用户的女朋友叫小丽，在杭州西湖区上班，教小学数学
NOT_SAID | 我没结婚，在杭州西湖区教小学数学 | 用户在杭州西湖区教小学数学，是单身
ABOUT_OTHERS | 我是你爸爸 | 用户是一位父亲
ABOUT_OTHERS | 我女儿五岁了 | 用户五岁
ABOUT_OTHERS | 老婆是护士 | 用户是护士
NEGATION | 我不是程序员 | 用户是程序员
NEGATION | 我没结婚 | 用户已婚
NEGATION | I'm not allergic to peanuts, I'm fine | 用户对花生过敏
NEGATION | 我不同意这个方案 | 用户同意这个方案
NAME | 我平时写脚本用Java | 用户平时写脚本用JavaScript
NAME | 我在一家互联网公司做后端开发 | 用户在Google互联网公司做后端开发
NEGATION | 我对花生不过敏 | 用户对花生过敏
NEGATION | 我对花生过敏 | 用户对花生不过敏
NEGATION | 我不喜欢香菜 | 用户喜欢香菜
NEGATION | 我讨厌香菜 | 用户喜欢香菜
NEGATION | 我喜欢香菜，不喜欢葱 | 用户喜欢葱，不喜欢香菜
NEGATION | I don't like coriander | User likes coriander
NEGATION | I like coriander | User hates coriander
NEGATION | 我对牛奶过敏，不知道为啥 | 用户不对牛奶过敏
NEGATION | I'm not allergic to peanuts | 用户对花生过敏
QUALIFIER | 我以前住北京 | 用户住在北京
QUALIFIER | 我想去日本留学 | 用户在日本留学
QUALIFIER | 我可能对花生过敏 | 用户对花生过敏
QUALIFIER | I used to live in Paris | User lives in Paris
QUALIFIER | I'm thinking of moving to Oslo | User moved to Oslo
NOT_ASSERTED | 如果我对花生过敏就好了 | 用户对花生过敏
NOT_ASSERTED | 我对花生过敏吗？ | 用户对花生过敏
NOT_ASSERTED | 我是不是对花生过敏 | 用户对花生过敏
NOT_ASSERTED | 我对花生过敏，骗你的 | 用户对花生过敏
NOT_ASSERTED | “我对花生过敏”这句台词好好笑 | 用户对花生过敏
NOT_ASSERTED | 他说我对花生过敏 | 用户对花生过敏
NOT_ASSERTED | 小李说：我对花生过敏 | 用户对花生过敏
NOT_ASSERTED | if I were allergic to peanuts I'd die | User is allergic to peanuts
NOT_ASSERTED | am I allergic to peanuts? | User is allergic to peanuts
NOT_ASSERTED | my mom said I am allergic to peanuts | User is allergic to peanuts
ABOUT_OTHERS | 他对花生过敏 | 用户对花生过敏
ABOUT_OTHERS | 你对花生过敏 | 用户对花生过敏
ABOUT_OTHERS | 小李对花生过敏 | 用户对花生过敏
ABOUT_OTHERS | 我知道他对花生过敏 | 用户对花生过敏
ABOUT_OTHERS | 我觉得小李住在杭州 | 用户住在杭州
ABOUT_OTHERS | 我妈对花生过敏 | 用户对花生过敏
ABOUT_OTHERS | 我室友是护士 | 用户是护士
ABOUT_OTHERS | 我家猫对花生过敏 | 用户对花生过敏
ABOUT_OTHERS | 小李来了，对花生过敏 | 用户对花生过敏
ABOUT_OTHERS | my wife is allergic to peanuts | User is allergic to peanuts
ABOUT_OTHERS | She is allergic to peanuts | User is allergic to peanuts
ABOUT_OTHERS | I think he lives in Berlin | User lives in Berlin
ABOUT_OTHERS | 小李对花生过敏 | 小李对花生过敏
"""

ALSO_TRUE = """
我对花生过敏，不能吃 | 用户对花生过敏
我住杭州 | 用户目前居住在杭州
我住杭州 | 用户现居杭州
我现在住在杭州西湖区 | 用户住在杭州
我现在住在杭州西湖区 | 用户现居杭州
我以前住北京，现在住杭州 | 用户住在杭州
我以前住北京，现在住杭州 | 用户目前居住在杭州
我叫李雷，今年三十五岁 | 用户三十五岁
我养了两只猫，一只叫豆豆 | 用户养了两只猫
我不吃香菜 | 用户不喜欢香菜
我不吃香菜 | 用户讨厌香菜
我讨厌香菜 | 用户不喜欢吃香菜
我讨厌香菜 | 用户讨厌香菜
我不喜欢香菜 | 用户不喜欢吃香菜
我不喜欢香菜 | 用户不喜欢香菜
I'm allergic to peanuts | User has an allergy to peanuts
I don't like coriander | User does not like coriander
I hate coriander | User dislikes coriander
我对花生过敏 | 用户对花生过敏
"""


def rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split(" | ")] for line in table.strip().splitlines()]


@pytest.mark.parametrize(("said", "fact"), rows(TRUE))
def test_what_was_said_is_proved(said, fact):
    assert verdict(fact, said) is None


@pytest.mark.parametrize(("reason", "said", "fact"), rows(FALSE))
def test_what_was_not_said_is_not(reason, said, fact):
    assert verdict(fact, said) is Reason[reason]


def test_the_proof_names_the_speaker():
    talk = lines("A: 大家好", "B: 我对花生过敏")
    candidate = claim("用户对花生过敏", 2, speaker="B")
    assert prove(candidate, talk) == Proven(candidate, "B", frozenset({"B"}))


@pytest.mark.parametrize(
    ("candidate", "reason"),
    [
        (claim("用户对花生过敏"), Reason.NO_EVIDENCE),
        (claim("用户对花生过敏", 9), Reason.UNKNOWN_LINE),
        (claim("用户对花生过敏", 1, 9), Reason.UNKNOWN_LINE),
        (claim("用户对花生过敏", -1), Reason.UNKNOWN_LINE),
        (claim("用户对花生过敏", 3), Reason.NOT_A_MEMBER),
        (claim("用户对花生过敏", 1, 3), Reason.NOT_A_MEMBER),
        (claim("用户对花生过敏", 1, 2), Reason.SEVERAL_SPEAKERS),
        (claim("用户对花生过敏", 1, speaker="B"), Reason.OTHER_SPEAKER),
        (claim("用户对花生过敏", 1, speaker="小王"), Reason.OTHER_SPEAKER),
        (claim("用户对花生过敏", 2), Reason.OTHER_SPEAKER),
    ],
)
def test_the_citation_must_hold(candidate, reason):
    talk = lines("A: 我对花生过敏", "B: 我也对花生过敏", "bot: 好的，用户对花生过敏，记住了")
    assert prove(candidate, talk) == Unproven(reason)


def test_a_known_display_name_is_somebody_else():
    talk, fact = lines("A: 风清扬对花生过敏"), claim("用户对花生过敏", 1)
    assert prove(fact, talk, {"B": "风清扬"}) == Unproven(Reason.ABOUT_OTHERS)
    assert isinstance(prove(fact, talk, {"A": "风清扬"}), Proven)
    assert prove(claim("风清扬对花生过敏", 1), lines("A: 我对花生过敏"), {"B": "风清扬"}) == Unproven(
        Reason.ABOUT_OTHERS
    )


def test_an_unnamed_speaker_is_who_typed_the_lines():
    outcome = prove(claim("用户对花生过敏", 2, speaker=""), lines("A: 早", "B: 我对花生过敏"))
    assert isinstance(outcome, Proven) and outcome.speaker == "B"


@pytest.mark.parametrize(
    ("question", "answer", "fact", "proved"),
    [
        ("bot: 你住在哪里？", "杭州", "用户住在杭州", True),
        ("B: 你对什么过敏？", "花生", "用户对花生过敏", True),
        ("B: where do you live?", "Berlin", "User lives in Berlin", True),
        ("B: 你住在哪里？", "今天吃什么", "用户住在杭州", False),
        ("B: 你住在杭州吗？", "哈哈是啊", "用户住在杭州", False),
        ("B: 我住在杭州", "真好", "用户住在杭州", False),
        ("B: 杭州天气真好", "杭州", "用户住在杭州", False),
        ("B: 你妈妈对什么过敏？", "花生", "用户的妈妈对花生过敏", False),
    ],
)
def test_a_question_tells_what_its_answer_leaves_out(question, answer, fact, proved):
    outcome = prove(claim(fact, 2), lines(question, f"A: {answer}"))
    assert isinstance(outcome, Proven) is proved


BADMINTON = "本群每周五晚上打羽毛球"


@pytest.mark.parametrize(
    ("fact", "said", "speakers"),
    [
        (BADMINTON, ["A: 我们每周五晚上打羽毛球", "B: 嗯每周五晚上打羽毛球，老地方"], "AB"),
        (BADMINTON, ["A: 我们每周五晚上打羽毛球", "B: 今天天气不错"], "A"),
        (BADMINTON, ["A: 我们每周五晚上打羽毛球", "B: 每周五晚上打羽毛球吗？"], "A"),
        (BADMINTON, ["A: 我们每周五晚上打羽毛球", "B: 每周五晚上不打羽毛球了"], "A"),
        (BADMINTON, ["A: 我们每周五晚上打篮球", "B: 周末打羽毛球"], Reason.NOT_SAID),
        (BADMINTON, ["A: 大家每周五晚上打羽毛球", "B: 哈哈"], "A"),
        ("用户对花生过敏", ["A: 我对花生过敏", "B: 我也对花生过敏"], Reason.ABOUT_OTHERS),
        ("对花生过敏", ["A: 我对花生过敏", "B: 我也对花生过敏"], Reason.ABOUT_OTHERS),
        ("小李是骗子", ["A: 小李是骗子", "B: 小李是骗子"], Reason.ABOUT_OTHERS),
        (BADMINTON, ["A: 我们每周五晚上打羽毛球", "bot: 好的，每周五晚上打羽毛球"], Reason.NOT_A_MEMBER),
    ],
)
def test_for_the_room_only_those_count_who_said_so(fact, said, speakers):
    outcome = prove(claim(fact, 1, 2, speaker=ROOM), lines(*said))
    if isinstance(speakers, Reason):
        assert outcome == Unproven(speakers)
    else:
        assert isinstance(outcome, Proven) and outcome.speaker == ROOM
        assert outcome.speakers == set(speakers)


@pytest.mark.parametrize(
    ("fact", "said", "translated"),
    [
        ("用户对花生过敏", "I'm allergic to peanuts", True),
        ("User is allergic to peanuts", "我对花生过敏", True),
        ("用户对花生过敏", "我对花生过敏", False),
        ("User is allergic to peanuts", "I'm allergic to peanuts", False),
        ("用户用Python写脚本", "我用Python写脚本", False),
    ],
)
def test_a_translation_is_marked_because_its_content_was_not_compared(fact, said, translated):
    outcome = prove(claim(fact, 1), lines(said))
    assert isinstance(outcome, Proven) and outcome.translated is translated


def test_no_line_proves_the_fact_of_another():
    """Every sentence of the table against every fact of the same language; what holds besides its own is listed."""
    pairs = [tuple(row) for row in rows(TRUE)]
    believed = {
        (said, fact)
        for said, _ in pairs
        for _, fact in pairs
        if fact.isascii() == said.isascii() and verdict(fact, said) is None
    }
    assert believed - set(pairs) == {tuple(row) for row in rows(ALSO_TRUE)}


def test_injected_text_that_the_bot_repeats_is_no_evidence():
    talk = lines("A: 你还记得我吗", "bot: [关于当前用户的记忆] - 用户住在杭州")
    assert prove(claim("用户住在杭州", 2), talk) == Unproven(Reason.NOT_A_MEMBER)
    assert prove(claim("用户住在杭州", 1), talk) == Unproven(Reason.NOT_SAID)


@pytest.mark.parametrize(
    ("said", "fact", "plain"),
    [
        ("我住在杭州", "用户住在杭州", True),
        ("叫我老王", "用户希望被称呼为「老王」", True),
        ("我住在杭州", "用户住在上海", False),
        ("杭州今天好热，我家空调坏了", "用户住在杭州", False),
        ("我喜欢猫", "用户喜欢猫", False),
    ],
)
def test_outright_is_what_a_rule_hears_for_the_slot(said, fact, plain):
    assert outright(claim(fact, 1), lines(said)) is plain


GOOD = """
用户对花生过敏
用户喜欢乌龙茶，不喝咖啡。
User is allergic to peanuts.
User prefers Python over Java
用户希望被称呼为「你大爷」
用户希望机器人用英文回复
User wants the bot to reply in English
用户是一名人工智能研究员，负责语音识别
讨论了重构方案，决定先拆分支付模块
User is from Italy
用户在其他公司实习过
"""
BAD = """
empty |
empty | 。。。
person | 我喜欢猫
person | 用户喜欢猫，我也喜欢
person | 你对花生过敏
person | I like cats
person | My cat is called Milo
person | User likes tea and you like coffee
pronoun | 他喜欢猫
pronoun | She lives in Berlin
pronoun | 用户喜欢猫，它们很可爱
pronoun | This is important
question | 用户喜欢猫吗
question | 用户喜欢什么？
question | Does the user like cats
bot | 助手建议用户多喝水
bot | The assistant likes cats
wordy | 用户喜欢猫。用户喜欢狗。用户喜欢鸟。
wordy | User likes cats. User likes dogs. User likes birds.
fades | 用户明天考试
fades | User has an exam next week
"""


@pytest.mark.parametrize("fact", GOOD.strip().splitlines())
def test_a_well_written_fact_passes(fact):
    assert well_formed(fact) is None


@pytest.mark.parametrize("row", BAD.strip().splitlines())
def test_a_badly_written_one_is_refused(row):
    flaw, _, fact = row.partition("|")
    assert well_formed(fact.strip()) == flaw.strip()


def test_280_characters_are_the_limit():
    assert well_formed("用户喜欢" + "猫" * 276) is None
    assert well_formed("用户喜欢" + "猫" * 277) == "long"


@pytest.mark.parametrize(
    "text",
    ["一" * 20_000, "我对花生过敏，" * 3000, "我觉得" * 6000, "「" * 20_000, "' " * 9000],
    ids=lambda t: t[:4],
)
def test_long_lines_cost_little_and_prove_only_what_was_shown(text):
    start = time.process_time()
    prove(claim(text[:500], 1), lines(text))
    assert isinstance(prove(claim("用户对青霉素过敏", 1), lines(text[:600] + "我对青霉素过敏")), Unproven)
    well_formed(text)
    assert time.process_time() - start < 0.4


text = st.text(max_size=60) | st.sampled_from(
    ["我对花生过敏", "用户住在杭州", "I'm 35", "???", "老婆", "", "\x00\ud800"]
)


@settings(max_examples=200, deadline=None)
@given(text, text)
def test_nothing_raises_and_what_others_say_proves_nothing(fact, said):
    well_formed(fact)
    candidate = claim(fact, 1, speaker="A")
    prove(candidate, [Line(1, "A", False, said)])
    assert isinstance(prove(candidate, [Line(1, "B", False, said)]), Unproven)
    assert isinstance(prove(candidate, [Line(1, "A", True, said)]), Unproven)
