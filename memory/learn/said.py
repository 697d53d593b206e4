"""What the author of a line asserts, clause by clause, and whether each clause is about the author.

The clauses are those of the rules (`rules_clauses`): without questions, suppositions, jokes, quotes and what
others are reported to have said. A clause about somebody else proves nothing about its speaker; a clause
without a subject is about whoever the clause before it was about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..policy.subject import Names, Other, subject_of
from ..text.fold import fold
from .claims import KIN, classes_in
from .rules_clauses import ASKING, clauses


@dataclass(frozen=True)
class Assertion:
    """One asserted clause, folded. `own` where it is about its author.

    `kin` names the relative, friend or pet that is its subject ("my wife ..."): such a clause proves only
    facts that name the same one.
    """

    text: str
    own: bool
    kin: frozenset[str] = frozenset()


_LEAD = re.compile(
    r"^(?:(?:你们?好|您好|大家好|各位好|谢谢[你您]?|感谢[你您]?|告诉(?:你们?|大家)(?:一下)?|跟(?:你们?|大家)说(?:一下)?|不瞒你说|"
    r"请?(?:你|大家|帮我)?(?:记住|记一下|记得|别忘了?|注意)|嗯+|啊+|哦+|对了|其实|话说|而且|并且|另外|还有|因为|所以|但是?|不过|然后|哈+|"
    r"hi|hello|hey|well|so|and|but|also|because|actually|btw|fyi|yes|yeah|no|oh|haha|thanks|thank you|(?:please )?(?:remember|note) that)(?![a-z])[\s,:!.]*){1,6}"
)
_SELF = re.compile(r"^(?:我们?|俺们?|咱们?|本人|(?:i|i'm|im|i've|i'd|i'll|my|we|we're|our|me)(?![a-z']))")
_THINKS = re.compile(
    r"^(?:我|俺|i)(?:也|一直|一?直都|真的|really|also)?\s?(?:觉得|认为|以为|知道|发现|记得|听说|猜|怀疑|感觉|看到?|听到?|希望|祝|"
    r"think|guess|know|heard|saw|believe|hope|wish|feel)(?:了|过|说)?\s?(?:that )?"
)
_TEASES = re.compile(r"^(?:我|俺)(?:就|才)?是(?:你|您|他|她|大家)|^i(?:'m| am) your ")
"""我是你爸爸."""

_OTHERS = re.compile(
    r"^(?:[小老阿][\u4e00-\u9fff](?=[来去要刚也都就,]|说|今天|昨天|明天|最近)|你|您|他|她|它|ta(?![a-z])|大家|有人|别人|某人|谁|(?:you|you're|your|he|he's|she|she's|it|it's|they|they're|his|her|their|someone|everyone|people|somebody)(?![a-z]))"
)


def assertions(text: str, names: Names) -> list[Assertion]:
    """The assertions of a message, in order. `names` are those of its author and of the other members."""
    found: list[Assertion] = []
    own = True
    for clause in clauses(text):
        said = _LEAD.sub("", fold(clause.typed))
        about = _is_own(said, clause.typed, names)
        own = own if about is None else about
        found.append(Assertion(fold(clause.shadow), own, _kin(said)))
    return found


def asks(text: str) -> bool:
    """Whether a line is a question, so that the next one may be its answer."""
    said = fold(text)
    return "?" in said[-3:] or bool(ASKING.search(said.strip()))


def _is_own(said: str, typed: str, names: Names) -> bool | None:
    """Whether the subject is the author; None where the clause has no subject of its own."""
    thought = _THINKS.match(said)
    rest = said[thought.end() :] if thought else said
    if _OTHERS.match(rest) or _TEASES.match(rest):
        return False
    if thought and isinstance(subject_of(rest, names), Other):
        return False
    if _SELF.match(said):
        return True
    if isinstance(subject_of(typed, names), Other):
        return False
    return True if _kin(said) else None


_OF_MINE = re.compile(r"^(?:(?:我|俺|咱)们?(?:家|自己)?的?|my (?:own |little |big |older |younger )?|our )?")


def _kin(said: str) -> frozenset[str]:
    """The classes of relatives, friends and pets that stand as the subject, at the head of the clause."""
    rest = said[_OF_MINE.match(said).end() :]  # type: ignore[union-attr]
    return frozenset(name for name in classes_in(rest[:14], KIN) if KIN[name].head.match(rest))
