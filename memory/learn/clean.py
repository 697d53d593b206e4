"""What the guard says of a message, which is more than of a fact: may it teach anything, may it be quoted as a source.

A member who greets everybody or posts a link is no attacker, so those reasons count against a fact only.
"""

from __future__ import annotations

from dataclasses import replace

from ..model import Message
from ..policy.guard import Clean, Forbidden, Reason, Suspicious, inspect

MASKED = "……（原话含敏感信息，没有保留 / not kept: the words held something secret）"
OF_FACTS = frozenset({Reason.FOR_OTHERS, Reason.LINK})


def fault_of(fact: str) -> Reason | None:
    """Why a fact is not learned."""
    verdict = inspect(fact)
    return None if isinstance(verdict, Clean) else verdict.reason


def taint_of(message: Message) -> Reason | None:
    """Why nothing is learned from a message, however harmless one part of it may be."""
    match inspect(message.text):
        case Forbidden(reason):
            return reason
        case Suspicious(reason) if reason not in OF_FACTS:
            return reason
        case _:
            return None


def quotable(message: Message) -> Message:
    """The message as it may be kept beside what a member asked for: one that holds a secret, without its words."""
    return replace(message, text=MASKED) if isinstance(inspect(message.text), Forbidden) else message
