"""Which characters belong to which script, as pieces for the `[...]` of a regular expression."""

from __future__ import annotations

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
HANGUL = "\u1100-\u11ff\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb"
SOUTHEAST_ASIAN = "\u0e01-\u0e4e\u0e80-\u0ecd\u0edc-\u0edf\u1000-\u103f\u1780-\u17d3"
"""Thai, Lao, Burmese, Khmer: letters and vowel signs."""

UNSPACED = HAN + KANA + HANGUL + SOUTHEAST_ASIAN
"""Scripts written without spaces, or (Hangul) with endings glued to the word: cut into n-grams."""

LATIN = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\uff21-\uff3a\uff41-\uff5a"

LETTER = rf"[^\W_{UNSPACED}]"
"""A whole class: one letter or digit of a script that separates its words."""

EMOJI = "\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff"
FLAG = "".join(map(chr, range(0x1F1E6, 0x1F200)))
"""The 26 regional letters; two of them make a flag."""
SKIN = "\U0001f3fb-\U0001f3ff"
