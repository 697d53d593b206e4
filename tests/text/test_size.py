"""Estimates against true counts of `cl100k_base`, and the law that more text never costs less."""

import pytest
from group_memory.memory.text.size import estimate_tokens
from hypothesis import given, settings

from .strategies import TEXT

COUNTED = [
    ("我喜欢用 Python 写代码", 10),
    ("昨天晚上我和小李去吃了海底捞，他说他不能吃辣，所以点了番茄锅。", 40),
    ("用户对花生和海鲜过敏，聚餐时请提前提醒大家。", 30),
    ("以后回复我的时候请用英文，尽量简短一些，不要用表情。", 29),
    ("[偏好] 喜欢喝乌龙茶，不加糖（2023-05-07，置信度 0.92）", 40),
    ("项目截止日期是下周五，负责人是老王，仓库在 https://github.com/example/repo 上。", 32),
    ("私はコーヒーが好きです。", 11),
    ("The user prefers short answers and works as a backend engineer in Berlin.", 14),
    ("Please remember that I'm allergic to peanuts, so don't suggest Thai food with them.", 18),
    ("- [preference] Likes hiking on weekends (confidence: 0.92)", 17),
    ("def index_terms(text: str) -> list[str]:\n    return list(_terms(fold(text)))\n", 20),
]


@pytest.mark.parametrize(("text", "count"), COUNTED)
def test_near_the_true_count_and_hardly_below(text: str, count: int) -> None:
    assert 0.88 * count <= estimate_tokens(text) <= 1.6 * count


def test_together_they_are_not_below() -> None:
    assert sum(estimate_tokens(text) for text, _ in COUNTED) >= sum(count for _, count in COUNTED)


def test_nothing_costs_nothing() -> None:
    assert estimate_tokens("") == 0
    assert estimate_tokens("a") == 1


@given(TEXT, TEXT)
@settings(max_examples=150, deadline=None)
def test_more_text_never_costs_less(one: str, other: str) -> None:
    both = estimate_tokens(one + other)
    assert both >= estimate_tokens(one)
    assert both >= estimate_tokens(other)
