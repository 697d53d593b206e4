"""The same fact again, another fact, the opposite fact: judged by hand, pair by pair."""

import pytest
from group_memory.memory.text.overlap import (
    content_key,
    near_same,
    negated,
    numbers,
    opposite,
    overlap,
    same_polarity,
)
from hypothesis import given, settings

from .strategies import TEXT

SAME = [
    ("喜欢喝咖啡", "我喜欢喝咖啡。"),
    ("喜欢喝咖啡", "用户喜欢喝咖啡"),
    ("喜欢喝乌龙茶", "喜欢乌龙茶"),
    ("喜歡喝咖啡", "喜欢喝咖啡"),
    ("我非常喜欢猫", "喜欢猫"),
    ("我也很喜欢猫啊！", "本人喜欢猫"),
    ("我的猫叫小白", "用户的猫叫小白"),
    ("有三只猫", "有3只猫"),
    ("我是程序员，我喜欢猫", "用户是程序员，喜欢猫"),
    ("iPhone的case坏了", "iPhone case 坏了"),
    ("Likes coffee", "likes coffee!"),
    ("Likes coffee", "The user likes coffee"),
    ("I like coffee", "The user likes the coffee"),
    ("Ｌｉｋｅｓ　coffee", "likes coffee"),
    ("likes drinking tea", "likes tea"),
    ("I'm vegan", "The user is vegan"),
    ("My cat is Tom", "The user's cat is Tom"),
    ("I don't like tea", "The user does not like tea"),
    ("I can’t swim", "cannot swim"),
    ("I watch movies", "watches movies"),
    ("earns 10,000 a month", "earns 10000 a month"),
]
OTHER = [
    ("I like strong coffee", "I like coffee"),
    ("likes coffee", "liked coffee"),
    ("likes coffee", "likes coffee?"),
    ("flight to Tokyo", "flight from Tokyo"),
    ("studies the universe", "studies the university"),
    ("user interface designer", "interface designer"),
    ("blood type A", "blood type B"),
    ("blood type A", "blood type"),
    ("World War I", "World War"),
    ("写C", "写C++"),
    ("写C#", "写C++"),
    ("写C", "写C#"),
    ("喜欢猫", "喜欢猫和狗"),
    ("我有3只猫", "我有5只猫"),
    ("我有三只猫", "我有五只猫"),
    ("温度-5度", "温度5度"),
    ("A>B", "A<B"),
    ("喜欢香菜", "不喜欢香菜"),
    ("不很喜欢猫", "不喜欢猫"),
    ("都不喜欢", "不都喜欢"),
    ("か", "が"),
    ("我喜欢猫", "他喜欢猫"),
    ("我们去吃饭", "我去吃饭"),
    ("我自学吉他", "我学吉他"),
    ("喜欢酒吧", "喜欢酒"),
    ("喜欢吃兔子", "喜欢兔子"),
    ("喜欢特别的人", "喜欢人"),
    ("用户体验设计师", "体验设计师"),
    ("我是日本人", "我是日我"),
    ("小李喜欢小张", "小张喜欢小李"),
    ("昨天晚上聚餐的时候小李把车停在了楼下的车库里", "昨天晚上聚餐的时候小张把车停在了楼下的车库里"),
    ("", "猫"),
]
OPPOSITE = [
    ("喜欢香菜", "不喜欢香菜"),
    ("喜欢香菜", "我讨厌香菜"),
    ("爱吃香菜", "不喜欢吃香菜"),
    ("养猫", "没养猫"),
    ("有猫", "没有猫"),
    ("喝酒", "不再喝酒"),
    ("叫我老王", "别叫我老王"),
    ("叫我老王", "不要叫我老王"),
    ("likes coffee", "doesn't like coffee"),
    ("I love coffee", "The user hates coffee"),
    ("eats meat", "never eats meat"),
    ("has a cat", "doesn't have a cat"),
    ("works at Google", "no longer works at Google"),
]
NOT_OPPOSITE = [
    ("喜欢香菜", "喜欢香菜"),
    ("喜欢猫", "不喜欢狗"),
    ("喜欢猫", "特别喜欢猫"),
    ("喜欢猫", "不过喜欢猫"),
    ("喜欢猫", "是不是喜欢猫"),
    ("讨厌香菜", "不喜欢香菜"),
    ("likes coffee", "doesn't like tea"),
    ("", "不"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_again(one: str, other: str) -> None:
    assert near_same(one, other)
    assert near_same(other, one)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_another_fact(one: str, other: str) -> None:
    assert not near_same(one, other)
    assert not near_same(other, one)


@pytest.mark.parametrize(("one", "other"), OPPOSITE)
def test_the_opposite(one: str, other: str) -> None:
    assert opposite(one, other)
    assert opposite(other, one)
    assert not same_polarity(one, other)
    assert not near_same(one, other)


@pytest.mark.parametrize(("one", "other"), NOT_OPPOSITE)
def test_not_the_opposite(one: str, other: str) -> None:
    assert not opposite(one, other)
    assert not opposite(other, one)


@pytest.mark.parametrize(
    ("text", "denies"),
    [
        *(("不喜欢香菜", True), ("没养猫", True), ("別叫我老王", True), ("勿扰", True), ("未婚", True)),
        *(("无糖", True), ("讨厌香菜", False), ("特别喜欢", False), ("非常好", False), ("别人的猫", False)),
        *(("不错", False), ("差不多", False), ("是不是", False), ("有没有猫", False), ("未来", False)),
        *(("doesn't care", True), ("never", True), ("no cats", True), ("I dont know", True), ("can’t", True)),
        *(("a note", False), ("knows", False), ("No. 5", False), ("nothing", False), ("", False)),
    ],
)
def test_negated(text: str, denies: bool) -> None:
    assert negated(text) is denies


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("三只猫和12.5元，一个人", ("3", "12.5")),
        ("1,000 -5度 10-20", ("1000", "-5", "10", "20")),
        ("在百度工作", ()),
        ("住三十五楼", ("35",)),
        ("猫", ()),
    ],
)
def test_numbers(text: str, found: tuple[str, ...]) -> None:
    assert numbers(text) == found


def test_content_key() -> None:
    assert content_key("The user doesn't like 3 cats") == ("not", "like", "3", "cat")
    assert content_key("我会写C++") == ("会", "写", "c++")


def test_overlap_ranks() -> None:
    assert overlap("喜欢猫", "我喜欢猫") == 1
    assert overlap("喜欢猫", "住上海") == 0
    assert overlap("喜欢猫和狗", "喜欢猫") > overlap("喜欢猫和狗", "讨厌猫")
    assert overlap("runs marathons", "running a marathon") == 1
    assert overlap("", "") == 1
    assert overlap("", "猫") == 0


@given(TEXT, TEXT)
@settings(max_examples=200, deadline=None)
def test_laws(one: str, other: str) -> None:
    assert near_same(one, one)
    assert overlap(one, one) == 1
    assert not opposite(one, one)
    assert 0 <= overlap(one, other) <= 1
    assert overlap(one, other) == overlap(other, one)
    assert near_same(one, other) == near_same(other, one)
    assert opposite(one, other) == opposite(other, one)
    if near_same(one, other):
        assert overlap(one, other) == 1
        assert same_polarity(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("对花生过敏", "对花生不过敏"), ("同意改名", "不同意改名"), ("不过敏", "过敏")]
)
def test_a_denial_hidden_in_a_harmless_word_is_seen(one, other):
    assert opposite(one, other)
    assert not near_same(one, other)


def test_harmless_words_deny_nothing():
    assert not negated("不过我喜欢猫") and not negated("口味不同")
