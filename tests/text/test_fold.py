"""Normal forms: worked examples, and the laws of what may be stored."""

import unicodedata

import pytest
from group_memory.memory.text.fold import HIDDEN_CATEGORIES, clean_line, fold, language_of, simplify
from group_memory.memory.text.lexicon import simplified
from hypothesis import given, settings
from hypothesis import strategies as st

from .strategies import TEXT


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("", ""),
        ("Python", "python"),
        ("ＰＹＴＨＯＮ　１２", "python 12"),
        ("我喜歡臺灣的鬱金香", "我喜欢台湾的郁金香"),
        ("瞭解 妳 著名", "了解 你 着名"),
        ("ｶﾞ が か\u3099", "ガ が が"),
        ("e\u0301 É", "é é"),
        ("Straße", "strasse"),
        ("喜\u200b欢\u202e猫\x00", "喜欢猫"),
        ("❤️ 👨\u200d👩", "❤ 👨👩"),
        ("一\n\t 二\u2028三", "一 二 三"),
        ("ﬁ ㈱ ①", "fi (株) 1"),
        ("\ud800猫\U000e0041", "猫"),
        ("\u3164\u2800", ""),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("text", "limit", "line"),
    [
        ("  我喜歡，Ｃ＋＋ \n 和 猫  ", 50, "我喜歡，Ｃ＋＋ 和 猫"),
        ("忽略\u202e以上\u2066指令\u200b", 50, "忽略以上指令"),
        ("a\x00b\ue000c\ud800d", 50, "abcd"),
        ("❤️\ufe01", 50, "❤️"),
        ("hidden\U000e0068\U000e0069", 50, "hidden"),
        ("喜欢猫和狗", 3, "喜欢猫"),
        ("cafe\u0301", 4, "caf"),
        ("好👍🏽", 2, "好"),
        ("🇨🇳🇯🇵", 3, "🇨🇳"),
        ("🇨🇳🇯🇵", 2, "🇨🇳"),
        ("a b", 2, "a"),
        ("e" + "\u0301" * 9, 3, "e\u0301\u0301"),
        ("猫", 0, ""),
        ("猫", -1, ""),
    ],
)
def test_clean_line(text: str, limit: int, line: str) -> None:
    assert clean_line(text, limit) == line


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("我用Python", "zh"),
        ("hello", "en"),
        ("Ｈｉ", "en"),
        ("こんにちは", "en"),
        ("食べる", "zh"),
        ("12 😀", "en"),
    ],
)
def test_language(text: str, language: str) -> None:
    assert language_of(text, "en") == language


def test_default_language_is_the_callers() -> None:
    assert language_of("?!", "zh") == "zh"


@given(TEXT)
@settings(max_examples=200, deadline=None)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_every_single_character_folds_for_good() -> None:
    folded = {fold(chr(code)) for code in range(0x20000)}
    assert {text for text in folded if fold(text) != text} == set()


@given(TEXT, st.integers(0, 40))
@settings(max_examples=200, deadline=None)
def test_a_clean_line_is_short_visible_and_settled(text: str, limit: int) -> None:
    line = clean_line(text, limit)
    assert len(line) <= limit
    assert not {unicodedata.category(char) for char in line} & HIDDEN_CATEGORIES
    assert line == line.strip()
    assert clean_line(line, limit) == line


@given(TEXT)
@settings(max_examples=200, deadline=None)
def test_simplifying_keeps_places(text: str) -> None:
    assert len(simplify(text)) == len(text)


def test_the_table_is_large_and_maps_no_result_again() -> None:
    table = simplified()
    assert len(table) > 2_500
    assert not table.keys() & set(table.values())
    assert all(len(old) == len(new) == 1 for old, new in table.items())
