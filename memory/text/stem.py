"""Stems of English words: Porter's (1980) for finding, and the S-stemmer (Harman 1991) for comparing.

Porter's is generous, `university` and `universe` are one to it. That helps a search, where a wrong hit is
only a line in a list, and harms where two facts are declared the same; there only the -s is taken off.

Source: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, steps 1a to 5b as printed;
D. Harman, "How effective is suffixing?", JASIS 42(1), 1991.
"""

from __future__ import annotations


def _table(rules: str) -> dict[str, str]:
    """ "ational:ate tional:tion" -> {"ational": "ate", "tional": "tion"}."""
    return {ending: instead for ending, _, instead in (rule.partition(":") for rule in rules.split())}


_STEP_1A = _table("sses:ss ies:i ss:ss s:")
_STEP_2 = _table(
    "ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent eli:e ousli:ous "
    "ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble"
)
_STEP_3 = _table("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:")
_STEP_4 = _table("al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize")
_S_ENDINGS = (
    ("ies", ("eies", "aies"), "y"),
    *((ending, (), ending[:-2]) for ending in ("ches", "shes", "sses", "xes", "zzes")),
    ("es", ("aes", "ees", "oes"), "e"),
    ("s", ("us", "ss", "is"), ""),
)
"""(ending, longer endings that are left alone, what stands instead). The second line is ours: watches."""


def stem(word: str) -> str:
    """Porter's stem of a lower-case word; what is no plain English word is returned as it is.

    >>> stem("relational"), stem("hopping"), stem("c++")
    ('relat', 'hop', 'c++')
    """
    if len(word) <= 2 or not (word.isascii() and word.isalpha()):
        return word
    word = _replace(word, _STEP_1A, 0, anywhere=True)
    word = _step_1b(word)
    if word.endswith("y") and "v" in _shape(word[:-1]):
        word = word[:-1] + "i"
    word = _replace(word, _STEP_2, 1)
    word = _replace(word, _STEP_3, 1)
    word = _step_4(word)
    return _step_5(word)


def s_stem(word: str) -> str:
    """The word without the -s of a plural or of the third person.

    >>> s_stem("likes"), s_stem("studies"), s_stem("bus")
    ('like', 'study', 'bus')
    """
    if len(word) <= 3 or not (word.isascii() and word.isalpha()):
        return word
    for ending, exceptions, instead in _S_ENDINGS:
        if word.endswith(ending):
            return word if word.endswith(exceptions) else word.removesuffix(ending) + instead
    return word


def _shape(word: str) -> str:
    """Consonants and vowels as c and v; a y after a consonant is a vowel."""
    shape = ""
    for char in word:
        shape += "v" if char in "aeiou" or (char == "y" and shape.endswith("c")) else "c"
    return shape


def _measure(word: str) -> int:
    """Porter's m: how often a consonant follows a vowel."""
    return _shape(word).count("vc")


def _ends_cvc(word: str) -> bool:
    """Porter's *o."""
    return _shape(word).endswith("cvc") and word[-1] not in "wxy"


def _ending(word: str, table: dict[str, str]) -> str:
    """The longest ending of the table that the word has, or ''."""
    return max((ending for ending in table if word.endswith(ending)), key=len, default="")


def _replace(word: str, table: dict[str, str], least: int, *, anywhere: bool = False) -> str:
    """The ending exchanged as the table says, where what stays has at least the measure `least`."""
    ending = _ending(word, table)
    rest = word.removesuffix(ending)
    if not ending or not (anywhere or _measure(rest) >= least):
        return word
    return rest + table[ending]


def _step_1b(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        rest = word.removesuffix(ending)
        if rest != word:
            return _mended(rest) if "v" in _shape(rest) else word
    return word


def _mended(rest: str) -> str:
    """What -ed and -ing leave behind, as a word again: hop(p)-, fil(e)-, conflat(e)-."""
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if rest[-1] == rest[-2:-1] and _shape(rest)[-1] == "c" and rest[-1] not in "lsz":
        return rest[:-1]
    return rest + "e" if _measure(rest) == 1 and _ends_cvc(rest) else rest


def _step_4(word: str) -> str:
    if _ending(word, _STEP_4) == "ion" and not word.endswith(("sion", "tion")):
        return word
    return _replace(word, _STEP_4, 2)


def _step_5(word: str) -> str:
    rest = word.removesuffix("e")
    if rest != word and (_measure(rest) > 1 or (_measure(rest) == 1 and not _ends_cvc(rest))):
        word = rest
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
