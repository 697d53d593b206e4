"""Dates in Chinese and English, against Friday, 12 May 2023, 14:00 UTC."""

from time import perf_counter

import pytest
from group_memory.memory.text.dates import date_tokens, stamp_tokens, widened
from group_memory.memory.text.numerals import number_of
from hypothesis import given, settings
from hypothesis import strategies as st

from .strategies import TEXT

AT = 1_683_900_000


def whole(*days: str) -> list[str]:
    return [token for day in days for token in (f"y{day}", f"d{day[4:]}")]


def week(first: int) -> list[str]:
    return whole(*(str(first + i) for i in range(7)))


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("2023年5月7日", whole("20230507")),
        ("２０２３年 ５月 ７號", whole("20230507")),
        ("二〇二三年五月七日", whole("20230507")),
        ("2023-05-07T10:00", whole("20230507")),
        ("2023/5/7 2023.05.07", whole("20230507")),
        ("5/7/2023", whole("20230507")),
        ("生日是5月7号", ["d0507"]),
        ("七月二十号", ["d0720"]),
        ("十二月三十一日", ["d1231"]),
        ("5/7 聚餐", ["d0507"]),
        ("5月7,聚餐", ["d0507"]),
        ("5月7-9日", ["d0507"]),
        ("2023年5月", ["m05"]),
        ("十月份", ["m10"]),
        ("去年10月1日", whole("20221001")),
        ("明年的3月8号", whole("20240308")),
        ("May 7", ["d0507"]),
        ("may 7th, 2023", whole("20230507")),
        ("7 May 2023", whole("20230507")),
        ("the 7th of Sept.", ["d0907"]),
        ("10am May 5 2024", whole("20240505")),
        ("In may", ["m05"]),
        ("December", ["m12"]),
        ("since Sept", ["m09"]),
        ("May 2023", ["m05"]),
        ("2月29日", ["d0229"]),
    ],
)
def test_absolute(text: str, tokens: list[str]) -> None:
    assert date_tokens(text, AT) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("昨天", whole("20230511")),
        ("前天", whole("20230510")),
        ("大前天", whole("20230509")),
        ("今晚", whole("20230512")),
        ("明天", whole("20230513")),
        ("大后天", whole("20230515")),
        ("上周三", whole("20230503")),
        ("上禮拜三", whole("20230503")),
        ("这周五", whole("20230512")),
        ("下周一", whole("20230515")),
        ("上个星期天", whole("20230507")),
        ("上上周一", whole("20230424")),
        ("上周末", whole("20230506", "20230507")),
        ("上周", week(20230501)),
        ("下周一起吃饭", week(20230515)),
        ("这周日本有雨", week(20230508)),
        ("三天前", whole("20230509")),
        ("十二天前", whole("20230430")),
        ("3天后", whole("20230515")),
        ("一个星期前", week(20230501)),
        ("上个月", ["m04"]),
        ("上个月20号", whole("20230420")),
        ("本月5日", whole("20230505")),
        ("5个月前", ["m12"]),
        ("yesterday", whole("20230511")),
        ("the day before yesterday", whole("20230510")),
        ("tomorrow", whole("20230513")),
        ("this morning", whole("20230512")),
        ("last night", whole("20230511")),
        ("last Friday", whole("20230505")),
        ("next friday", whole("20230519")),
        ("this Fri", whole("20230512")),
        ("last Sun", whole("20230507")),
        ("two days ago", whole("20230510")),
        ("a week ago", week(20230501)),
        ("last week", week(20230501)),
        ("last weekend", whole("20230506", "20230507")),
        ("last month", ["m04"]),
        ("6 months ago", ["m11"]),
        ("昨天说5月7号聚餐，明天", [*whole("20230511"), "d0507", *whole("20230513")]),
    ],
)
def test_relative(text: str, tokens: list[str]) -> None:
    assert date_tokens(text, AT) == tokens


@pytest.mark.parametrize(
    "text",
    [
        *("", "喜欢猫", "2月30日", "5月0日", "13月1日", "2023-13-01", "Feb 30", "24/7", "3.14", "1/2/3"),
        *("三个月", "一月两次", "农历五月七日", "周三", "每周三", "7号", "以前天天", "晚上周三", "网上月饼"),
        *(
            "you may go",
            "march on",
            "0天前",
            "2023天前",
            "on Friday",
            "someday",
            "version 1.2023",
            "聪明天真",
        ),
    ],
)
def test_nothing_determinate(text: str) -> None:
    assert date_tokens(text, AT) == []


def test_the_day_is_the_one_of_the_place() -> None:
    late = 1_683_907_200  # 16:00 UTC, already the 13th in Shanghai
    assert date_tokens("今天", late) == whole("20230512")
    assert date_tokens("今天", late, offset=8 * 3600) == whole("20230513")


def test_stamp() -> None:
    assert stamp_tokens(AT) == ["y20230512", "d0512", "m05"]
    assert stamp_tokens(0) == ["y19700101", "d0101", "m01"]
    assert stamp_tokens(-1) == ["y19691231", "d1231", "m12"]


def test_widened() -> None:
    assert widened(["y20230507", "d0507", "m06"]) == ["y20230507", "d0507", "m06", "m05"]


@pytest.mark.parametrize(
    "piece", ["1", "一", "上", "5/", "十月", "2023年", "may ", "in ", "last ", "上上个", "1-", "two days "]
)
def test_no_text_is_slow(piece: str) -> None:
    start = perf_counter()
    date_tokens(piece * 100_000, AT)
    assert perf_counter() - start < 0.5


@given(TEXT, st.integers(0, 4_000_000_000))
@settings(max_examples=150, deadline=None)
def test_tokens_are_of_three_shapes(text: str, at: int) -> None:
    shapes = {"y": 9, "d": 5, "m": 3}
    tokens = date_tokens(text, at)
    assert all(len(token) == shapes[token[0]] and token[1:].isdecimal() for token in tokens)
    assert len(set(tokens)) == len(tokens)


@pytest.mark.parametrize(
    ("word", "number"),
    [
        *(("0", 0), ("35", 35), ("十", 10), ("十二", 12), ("二十", 20), ("三十五", 35), ("一百零五", 105)),
        *(
            ("两千三百", 2_300),
            ("三万五千", 35_000),
            ("一亿", 100_000_000),
            ("二〇二三", 2023),
            ("四零九零", 4090),
        ),
        *(
            ("two", 2),
            ("twelve", 12),
            ("ninety", 90),
            ("猫", None),
            ("", None),
            ("9" * 17, None),
            ("十猫", None),
        ),
    ],
)
def test_number_of(word: str, number: int | None) -> None:
    assert number_of(word) == number
