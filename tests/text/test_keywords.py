"""Seed 004, "Keyword extraction from user message", and that both segmenters say the same."""

import logging
from collections.abc import Callable

import pytest
from group_memory.memory.text import keywords as module
from group_memory.memory.text.keywords import jieba_cut, keywords, load_segmenter, rjieba_cut
from hypothesis import given, settings

from .strategies import TEXT

LINES = """
我喜欢用 Python 写代码 | 我昨天在上海虹桥站遇到了小李 | 他来到了网易杭研大厦 | 我不吃香菜但是喜欢吃榴莲
下周三要去北京出差三天 | 我女朋友对海鲜过敏 | 我养了一只叫年糕的柯基 | 群里谁会修电脑 | 老王说他下个月要结婚了
我在读研究生，方向是自然语言处理 | 明天晚上八点开黑 | 我的生日是五月七号 | 最近在学弹吉他 | 別叫我全名叫我阿強就行
我住在成都高新区 | 我对花生过敏，所以不能吃宫保鸡丁 | 用户是后端工程师，主要写数据库中间件 | 周末一起去爬山吗
上次推荐的那家火锅店叫什么名字 | 她妈妈是医院的护士长 | 我最喜欢的电影是《千与千寻》 | 每天早上6点半起床跑步
这个服务器的内存只有2GB | 他们公司裁员裁到了大动脉 | 我已经戒烟两年了 | 永雏塔菲唱歌真好听 | 原神新版本4.2卡池
绝绝子！真的太好吃了 | 我爸退休以后迷上了钓鱼 | 小红书上看到的攻略 | 昨晚通宵打王者荣耀上了星耀 | 我们班主任姓欧阳
今年打算考驾照 | 电费一个月三百多块 | 我对象在深圳腾讯上班 | 猫主子又把杯子打碎了 | 记住我不喝冰的 | 請以後用英文回覆我
项目截止日期是下周五 | 我的显卡是RTX4090 | 论文被拒了心情很差 | 南京市长江大桥 | 结婚的和尚未结婚的 | 䶮龑𠮷㐂是生僻字
研究生命的起源 | 蔡徐坤打篮球 | C++和C#哪个难 | I prefer tea over coffee | user_id 是主键，ｖ２．１ 改了 | 食べる 😀 ภาษา
""".replace("\n", "|").split("|")


def test_the_scenario_of_seed_004() -> None:
    assert set(keywords("我喜欢用 Python 写代码")) == {"Python", "代码", "喜欢"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("我用", []),
        ("我喜歡用 Ｐｙｔｈｏｎ 寫程式", ["喜歡", "Python", "程式"]),
        ("Python python PYTHON", ["Python"]),
        ("What's the C++ book I told you about?", ["C++", "book"]),
        ("昨天遇到了小李", ["昨天", "遇到", "小李"]),
        ("我养了一只柯基", ["养", "柯基"]),
        ("喜\u200b欢\ud800猫", ["喜欢", "猫"]),
        ("9" * 200_000, ["9" * 64]),
        ("猫" * 3 + "。" * 5_000 + "狗", ["猫猫"]),
    ],
)
def test_keywords(text: str, words: list[str]) -> None:
    assert keywords(text)[: len(words) or 1] == words


def test_loading_tells_its_seconds() -> None:
    assert 0 <= load_segmenter() < 30


def with_segmenter(
    monkeypatch: pytest.MonkeyPatch, segment: Callable[[str], list[str]] | None
) -> list[list[str]]:
    monkeypatch.setattr(module, "segmenter", lambda: segment)
    return [keywords(line) for line in LINES]


def test_both_segmenters_find_the_same_words(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rjieba_cut() is not None
    first = with_segmenter(monkeypatch, rjieba_cut())
    assert first == with_segmenter(monkeypatch, jieba_cut())
    assert sum(map(len, first)) > 150


def test_jieba_steps_in_and_is_quiet(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "rjieba", None)
    module.segmenter.cache_clear()
    with caplog.at_level(logging.DEBUG):
        assert rjieba_cut() is None
        assert keywords("我喜欢用 Python 写代码") == ["喜欢", "Python", "代码"]
    module.segmenter.cache_clear()
    assert not caplog.records
    assert capsys.readouterr().err == ""


@given(TEXT)
@settings(max_examples=200, deadline=None)
def test_keywords_are_distinct_and_visible(text: str) -> None:
    words = keywords(text)
    assert len(set(words)) == len(words)
    assert all(word and word == word.strip() for word in words)
