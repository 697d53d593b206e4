"""What a message asks: words, days, who speaks in it; and that a running dialogue asks with what people said."""

import pytest
from group_memory.memory.recall.question import WORDS, question
from hypothesis import given

from ..text.strategies import TEXT

AT = 1_683_900_000  # 12 May 2023, UTC


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我喜欢用 Python 写代码", ("python", "代码")),
        ("昨天说了什么", ("y20230511", "d0511")),
        ("什么时候去北京", ("北京",)),
        ("你是谁", ("你", "是")),
    ],
)
def test_words_and_days(text, words):
    assert set(words) <= set(question(text, AT).words)


def test_small_words_tell_in_a_short_question_and_not_in_a_long_one():
    assert question("Why should Monica calm down?", AT).words == ("should", "monica", "calm", "down")
    long = "Why should Monica calm down? " + "She said that they would go out with him to get it. " * 3
    assert question(long, AT).words == ("monica", "calm")


def test_beginnings_of_words():
    assert question("Pyth*", AT).prefixes == ("pyth",)
    assert question("Pyth*", AT).words == ()


DIALOGUE = '<小李>: 我喜欢蛋糕\n<Assistant>: 巧克力还是草莓？\n<小李>: "周末吃火锅"'


def test_a_dialogue_asks_with_what_the_humans_said():
    asked = question(DIALOGUE, AT)
    assert asked.parts == ("我喜欢蛋糕", '"周末吃火锅"')
    assert "蛋糕" in asked.words and "火锅" in asked.words and "草莓" not in asked.words
    assert asked.first_person


def test_a_bot_alone_is_better_than_nothing():
    assert question("<bot>: 草莓\n<AI>: 蛋糕", AT).parts == ("草莓", "蛋糕")


def test_one_line_with_a_name_is_no_dialogue():
    text = "<小李>: 蛋糕"
    assert question(text, AT).parts == (text,)


@pytest.mark.parametrize(
    ("text", "mine"),
    [
        ("我的生日", True),
        ("咱们去哪", True),
        ("what is my dog", True),
        ("Mine!", True),
        ("the mind", False),
        ("他呢", False),
    ],
)
def test_first_person(text, mine):
    assert question(text, AT).first_person is mine


@pytest.mark.parametrize(
    ("text", "name", "named"),
    [
        ("What did Caroline say?", "Caroline", True),
        ("What did Caroline's cat do?", "caroline Lee", True),
        ("carolines", "Caroline", False),
        ("小陈说了什么", "小陈", True),
        ("小陈說了什麼", "【小陳】", True),
        ("说了什么", "说", False),
        ("a or b", "a", False),
        ("anything", "", False),
    ],
)
def test_a_name_in_the_question(text, name, named):
    assert question(text, AT).names(name) is named


@given(TEXT)
def test_any_text_can_be_asked(text):
    asked = question(text, AT)
    assert len(asked.words) <= WORDS + 40 and len(set(asked.words)) == len(asked.words)
    assert all(len(part) <= 500 for part in asked.parts)
