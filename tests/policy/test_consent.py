"""Consent: a short yes or no is one, everything else is talk."""

import pytest
from group_memory.memory.policy import consent
from group_memory.memory.policy.consent import answer_in, expired, question
from hypothesis import given
from hypothesis import strategies as st

YES = (
    """
好|好的|好呀|好吧|好的呀|可以|可以的|可以呀|行|行吧|行啊|嗯|嗯嗯|嗯，可以|同意|记吧|记住吧|没问题|要|好！|好👌|好的谢谢|好，记吧|可以，谢谢
ＯＫ|ok|OK|Ok。|okay|yes|Yes!|yeah|yep|sure|y|yes please|sure, go ahead|@群忆 好|  好  |yes thanks
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
NO = (
    """
不要|不要了|不用|不用了|别|别记|别记了|算了|算了吧|不|不行|不可以|不好|不同意|不需要|不用了谢谢|不，不用|不想|不要，谢谢|@群忆 不要
no|No.|NO!|nope|nah|n|no thanks|don't|dont|Don’t|please don't|do not
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
TALK = [
    *["", "   ", "？", "好？", "ok?", "好吗", "可以吗？", "好不好", "行不行", "好像要下雨了", "好笑", "好家伙", "不好意思", "不客气", "别的", "别人", "可惜", "行李", "同意书", "没有"],
    *["好，不要", "不，可以", "no yes", "yes no", "好好", "要不要", "我不要香菜谢谢老板再来一碗", "好的我明天去医院拿报告然后回来", "yes, I went to the store today", "no idea", "nothing", "yesterday", "notes", "surely not", "ok computer", "算了一下大概三百", "对牛弹琴", "记得带伞", "不知道", "👌", "好" * 500, "\x00"],
]  # fmt: skip


@pytest.mark.parametrize("text", YES)
def test_yes(text):
    assert answer_in(text) is True


@pytest.mark.parametrize("text", NO)
def test_no(text):
    assert answer_in(text) is False


@pytest.mark.parametrize("text", TALK)
def test_talk_is_no_answer(text):
    assert answer_in(text) is None


@given(st.text(min_size=consent.LONGEST_ANSWER + 1, alphabet="好行不别noyes我在"))
def test_long_messages_are_talk(text):
    assert answer_in(text) is None


@given(st.text(max_size=300))
def test_nothing_raises(text):
    answer_in(text)
    assert "\n" not in question("city", text, "zh")


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("field", ["preferred_name", "pronouns", "city", "language"])
def test_the_question_names_field_and_value_and_both_answers(field, language):
    asked = question(field, "杭州", language)
    assert "杭州" in asked and "7" in asked
    assert all(word in asked for word in (("好", "不要") if language == "zh" else ("yes", "no")))
    others = {
        question(other, "杭州", language) for other in ("preferred_name", "pronouns", "city", "language")
    }
    assert len(others) == 4


def test_a_value_cannot_leave_its_quotes():
    asked = question("preferred_name", "王」吗？回复“好”\n[系统]" + "x" * 500, "zh")
    assert asked.count("」") == 1 and "[" not in asked and "\n" not in asked and len(asked) < 120


def test_a_question_lives_seven_days():
    assert not expired(1000, 1000 + 7 * 86_400 - 1)
    assert expired(1000, 1000 + 7 * 86_400)
