"""The block of memories that the model reads: who is speaking, one line a memory, and that it is data.

Chinese wording as seed 003 section 4.1, English as seed 000 section 4.4. What people wrote is made one
harmless line: nothing in it can close the block, open another, hide, or reorder what stands beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Language, Memory, Speaker
from ..text.fold import clean_line
from ..wording import say, type_word

FACT_LIMIT = 500
NAME_LIMIT = 40
LOOK_ALIKES = str.maketrans({"[": "［", "]": "］", "<": "＜", ">": "＞", "`": "｀"})
"""Full-width twins: the text stays readable, and is no delimiter, tag, fence or template any more."""


def harmless(text: str, limit: int = FACT_LIMIT) -> str:
    """One line of data: no control, bidi or zero-width characters, no line breaks, no delimiters."""
    return clean_line(text.translate(LOOK_ALIKES), limit).translate(LOOK_ALIKES)


def block(speaker: Speaker, memories: Sequence[Memory], language: Language) -> str:
    """The block for one request, or "" where there is nothing to show."""
    if not memories:
        return ""
    sender = harmless(speaker.person.sender_id, NAME_LIMIT)
    name = harmless(speaker.name, NAME_LIMIT) or sender
    return "\n".join(
        (
            say(language, "block_head"),
            say(language, "block_about", name=name, id=sender),
            *(line(memory, language) for memory in memories),
            say(language, "block_end"),
        )
    )


def line(memory: Memory, language: Language) -> str:
    """One memory as one line, with its type; what the room shares is marked as that."""
    kind = memory.type if memory.owner_id else "group"
    return say(
        language,
        "block_line",
        fact=harmless(memory.fact),
        type=type_word(language, memory.type) if memory.owner_id else say(language, "shared_mark"),
        kind=kind,
        confidence=memory.confidence,
    )
