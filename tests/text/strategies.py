"""Texts for the laws: any characters at all, and such as chats are made of."""

from hypothesis import strategies as st

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=80)
"""Also lone surrogates, NUL, private use."""

CHATTY = st.lists(
    st.sampled_from(
        [
            *(
                "我",
                "喜欢",
                "不",
                "香菜",
                "用户",
                "的",
                "三只",
                "猫",
                "繁體",
                "Ｐｙ",
                "か",
                "가",
                "ไทย",
                "мир",
            ),
            *("C++", "C#", "c", "user_id", "node.js", "don't", "the", "like", "likes", "7", "3.14", "-5"),
            *(
                "5月7日",
                "昨天",
                "last week",
                "May 7",
                "😀",
                "👍🏽",
                "🇨🇳",
                "❤️",
                "é",
                "e\u0301",
                "ǰ",
                "ß",
                "İ",
                "ﬁ",
            ),
            *(
                '"',
                "'",
                "*",
                "AND",
                "NEAR(",
                ")",
                ":",
                "^",
                "\u200b",
                "\u202e",
                "\x00",
                "\n",
                "　",
                "，",
                "。",
            ),
        ]
    ),
    max_size=14,
).flatmap(lambda parts: st.sampled_from(["".join(parts), " ".join(parts)]))

TEXT = ANYTHING | CHATTY
