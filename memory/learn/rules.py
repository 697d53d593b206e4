"""Hearing: what one message states outright about its speaker, by rules and without a model (zh and en).

What a rule does not know, it leaves alone: a fact that was missed can be asked again, a wrong one is believed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ..model import Type
from ..policy.slots import slot_of
from .rules_clauses import Clause, clauses, shadow_of
from .rules_en import RULES as ENGLISH
from .rules_model import Rule
from .rules_zh import RULES as CHINESE

LONGEST_FACT = 280


@dataclass(frozen=True)
class Heard:
    """One fact about the speaker. `key` is the slot it fills, `cue` the rule that heard it.

    `corrects` says that the speaker put it right ("不对，我是…"), so it stands against what was known.
    """

    fact: str
    type: Type
    key: str | None
    confidence: float
    cue: str
    corrects: bool = False


_LEAD = re.compile(
    r"(?:(?:嗯+|哦|啊|呃|额|诶|对了|那个|话说|其实|而且|并且|另外|还有|顺便(?:说一下|一提|说)?|首先|然后|因为|所以|但是?|不过|可是|只是|毕竟|说实话|讲真|"
    r"老实说|说真的|坦白说|补充一下|更正一下|纠正一下|"
    r"(?:自我)?介绍一下(?:自己)?|自我介绍|大家好|各位好|你们?好|您好|哈喽|哈啰|嗨|早(?:上好)?|晚上好|新人报到|报到|萌新|不是|不对|错了|是的|嗯嗯|好的?|行|"
    r"可以|没错|目前|如今|告诉(?:你们?|大家)(?:一下|一件事|个秘密)?|跟(?:你|大家)说(?:一下)?|说一下|友情提示|声明一下|实际上|事实上|和|跟|也|"
    r"hi|hello|hey|and|but|so|also|plus|because|well|oh|btw|fyi|actually|honestly|yes|yeah|no|nope|"
    r"ok(?:ay)?|haha|lol|ps|p\.s\.|correction|by the way|to be honest|tbh|for the record|personally|"
    r"hi there|hi everyone|hello everyone|sorry|anyway|just so you know|as for me|in fact|wait|oops|"
    r"my bad|good to know|guys|please|pls|ah|um|uh|hmm)(?![a-z])[\s,:!.]*)+",
    re.IGNORECASE,
)
_WRONG = re.compile(
    r"^(?:不对|不是|错了|(?:你)?(?:搞|弄|说|记|写)错了?|更正|纠正|不不|改一下|no|nope|wrong|that's (?:wrong|not right)|"
    r"not anymore|actually|correction|you(?:'re| are) wrong|you got (?:it|that) wrong|"
    r"i meant)(?![a-z])"
    r"|^(?:我|俺|本人)(?:其实|现在|已经|早就|都|早){0,2}不(?:再)?(?:是|在|住|叫|姓|做|干)|^(?:i'm|i am|im|my name is|"
    r"my name's) (?:not|no longer)\b|^i (?:don't|do not|no longer) (?:work|live)\b|(?:,|，)?(?:不是|而不是|"
    r", not |搬到|搬来|改名|now work|moved to)",
    re.IGNORECASE,
)
_REMEMBER = re.compile(
    r"^(?:(?:hey|ok|okay|so|and|also|but|hi)[ ,]+)?(?:(?:请|麻烦|帮我|帮忙|给我|你|你要|您|你得|一定要?|务必|千万|要|好好|再|"
    r"顺便|拜托){0,4}(?P<strong>记住|记好|记一下|记下来?|记着|备注一下|存一下|牢记|记录一下)(?!没|吗|你|这|那|没有|他|她|它)|(?:请|你|你们|千万|"
    r"一定|可)?(?:别忘了?|不要忘了?|记得)"
    r"|(?:please |pls |can you |could you |you should |just |always |do )*(?:(?P<plain>remember|note|"
    r"keep in mind|bear in mind|memori[sz]e|make a note|take note|"
    r"save)(?: down)?(?: the fact)?(?: that|:|,)|remember (?=i\b|i'm|my\b|to call me)|(?:don't|"
    r"do not|never) forget(?: that|:|,)?))(?:了|哦|啊|哈|呀|一下|一点|下来)*[\s:,，：!]*",
    re.IGNORECASE,
)
_NOTHING = re.compile("")
_PRONOUN = re.compile(
    r"[你您他她它咱俺]|我|(?<!其)这|那(?!么)|\b(?:you|your|u|he|she|they|him|her|them|his|their|it|this|that|"
    r"these|those|we|us|our|me|mine)\b",
    re.IGNORECASE,
)
_TASK = re.compile(
    r"^(?:要|去|来|把|帮|给|提醒|带|买|交|吃|喝|叫|发|看|投|打|关|开|早|按时|明天|今天|下次|等|回|做|写|别|不要|不许|先|多|少|以后|每|一定|定时|准时|"
    r"密码本|什么|哪|谁|怎么|了|没|吗|to\b|when\b|the time\b|how\b|what\b|who\b|me\b|this\b|that\b|it\b|us\b|"
    r"always\b|never\b|don't\b|if\b)",
    re.IGNORECASE,
)
_PREDICATE = re.compile(
    r"是|不|在|有|对|要|会|能|叫|喜欢|过敏|为|住|=|:|：|爱|怕|需|用|\b(?:is|are|was|has|have|had|can|can't|will|likes?|"
    r"loves?|hates?|wants?|needs?|works?|lives?|starts?|ends?|must|should|doesn't|don't|prefers?|"
    r"[a-z]{3,}s)\b",
    re.IGNORECASE,
)
_SELF = re.compile(r"^(?:我们?的?|俺的?|本人的?|my |i'm |i am |i've |i )", re.IGNORECASE)
_PARTICLES = re.compile(
    r"(?:了|啊|呀|哦|噢|哈+|呢|吧|啦|嘛|哟|喔|耶|诶|滴|捏|喵|哒|而已|罢了|来着|的说|谢谢|\b(?:lol|haha|tho|though|too|please|"
    r"thanks|btw|so much|a lot|very much|as well|either|at all|actually|anyway|xd))$",
    re.IGNORECASE,
)
_LAUGH = re.compile(
    r"(?:\s(?:lol|lmao|haha+|hehe|tho|pls|please|thanks|btw|xd)|哈哈+|hhh+|嘿嘿|嘻嘻)$", re.IGNORECASE
)
_EDGE = re.compile(r"^[\s「“\"『\-:：]+|(?:[^\w)）」』》”\"+#%°℃/]|_)+$")
_LONE_QUOTE = {"」": "「", "”": "“", "』": "『", ")": "(", "）": "（"}
_ON = re.compile(
    r"^\s*(?:[,.!~(（]|但|不过|然后|而且|因为|所以|只是|可惜|不是|而不是|除了|以后|请|叫|别|记|谢谢|哈|啦|呀|啊|哦|噢|呢|吧|哒|了|的|今年|生日|来自|"
    r"名字|住|在|喜欢|负责|平时|主要|结果|就|喵|捏|[^\w\s]|(?:but|because|cause|cuz|though|although|so|since|while|"
    r"when|whenever|which|who|please|pls|thanks|thank|btw|today|now|right|lol|haha|tho|and|from|in|"
    r"at|too|as well|not|for|with|by|actually|these|nowadays|living|working|based|here|don't|i|i'm|"
    r"if|anymore|a lot|very much)\b|$)",
    re.IGNORECASE,
)
_WHO_ELSE = re.compile(
    r"^\s*(?:我|你|您|他|她|它|这|那|谁|咱|自己|you|u|he|she|it|they|this|that|him|her|them|your|his|its)",
    re.IGNORECASE,
)
_OPEN = frozenset(
    {
        "like",
        "dislike",
        "hate",
        "favourite",
        "diet",
        "habit",
        "skill",
        "is_a",
        "prefer",
        "cannot",
        "never",
        "into",
        "allergy",
        "employer",
        "has",
        "hobbies",
        "remember",
    }
)
"""Rules whose object ends where a pronoun begins: there the sentence may have gone on to mean another thing."""
_STILL_OWN = re.compile(
    r"^(?:其实|但是?|不过)?(?:我|俺|本人)(?![妈爸哥姐弟妹老室朋同女男儿家们的媳对侄叔舅姨姑爷奶外公]).{0,20}$"
)
_GOES_ON = re.compile(
    r"平时|目前|现在|经常|偶尔|主要|一般|刚|已经|毕业|今年|最近|从事|会|用|写|在|没|想|正|准备|打算|还|也|就|比较|很|不"
)
_SOMEONE = re.compile(
    r"朋友|同学|同事|[哥姐弟妹妈爸婆他她它你们友]|认识|看[到见]|听|有[个人]|一个|觉得|以为|喜欢"
)
_TO_ME = re.compile(
    r"(\b(?:answer|reply|respond|speak|talk|write|explain))(?: to| with)? me\b|\b(?:all )?your "
)
_GIVEN = ("call_me", "named", "call_me_not", "wish_name", "remember")


def tidy(words: str, keeps_tail: bool = False) -> str:
    """Cut what only colours a sentence (particles, emoji, loose quotes) from the edges of what was captured."""
    before = ""
    while before != words:
        before = words
        words = _LAUGH.sub("", _EDGE.sub("", words).strip())
        if words[-1:] in _LONE_QUOTE and _LONE_QUOTE[words[-1:]] not in words:
            words = words[:-1]
        if not keeps_tail and len(words) > 2:
            words = _PARTICLES.sub("", words)
    return words


def hear(text: str) -> list[Heard]:
    """The facts that a message states about its speaker, in order, each once."""
    found: dict[str, Heard] = {}
    own = corrects = kept = False
    skip = ""
    for clause in clauses(text):
        if clause.number == 0:
            own = False
            skip = ""
        if skip and clause.rest and skip.endswith(clause.rest):
            continue
        corrects = corrects or bool(_WRONG.search(clause.shadow))
        cue = (
            _REMEMBER.match(clause.shadow)
            or (clause.number and kept and _NOTHING.match(clause.shadow))
            or None
        )
        kept = bool(cue and not clause.shadow[cue.end() :].strip(" ,:!"))
        heard, skip = _remembered(clause, cue) if cue else (_read(clause.typed, clause.shadow, own), "")
        own = (
            bool(heard)
            or bool(own and _GOES_ON.match(clause.shadow) and not _SOMEONE.search(clause.shadow))
            or bool(_STILL_OWN.match(clause.shadow) and not _SOMEONE.search(clause.shadow))
        )
        for one in heard:
            found.setdefault(one.fact, replace(one, corrects=corrects))
    return list(found.values())


def _remembered(clause: Clause, cue: re.Match[str]) -> tuple[list[Heard], str]:
    """What follows "记住" is kept as it stands where no rule reads it: the facts, and the text that they use up."""
    typed, shadow = clause.typed[cue.end() :], clause.shadow[cue.end() :]
    if not typed.strip():
        return [], ""
    heard = _read(typed, shadow, own=bool(_bare_fact(shadow)))
    if heard:
        return [replace(one, confidence=max(one.confidence, 0.95)) for one in heard], ""
    rest = clause.rest[cue.end() :]
    fact = (
        _as_it_stands(rest)
        if cue.re is _NOTHING or cue["strong"] or cue["plain"] or _SELF.match(shadow)
        else ""
    )
    return ([_heard(fact, "profile", 0.95, "remember")] if fact else []), (rest if fact else "")


def _bare_fact(shadow: str) -> re.Match[str] | None:
    return re.match(r"(?:对.{1,12}过敏|生日|不吃|不喝|不能吃|喜欢|讨厌|住在)", shadow)


def _as_it_stands(rest: str) -> str:
    """The words after "remember", in the third person; empty if they are a task or lean on what was said before."""
    shadow = shadow_of(rest)
    if _TASK.match(shadow):
        return ""
    lead = _SELF.match(shadow)
    words = tidy(rest[lead.end() :] if lead else rest, keeps_tail=True)
    if lead and shadow[: lead.end()].strip().lower() in {"i", "i'm", "i am", "i've"}:
        words = _third_person(shadow[: lead.end()].strip().lower(), words)
    if len(words) < 4 or _PRONOUN.search(shadow_of(words)) or not _PREDICATE.search(words):
        return ""
    return words[:1].upper() + words[1:]


_VERBS = {
    "am": "is",
    "have": "has",
    "do": "does",
    "go": "goes",
    "can": "can",
    "will": "will",
    "don't": "does not",
    "can't": "cannot",
    "won't": "will not",
    "was": "was",
    "had": "had",
    "must": "must",
    "should": "should",
    "did": "did",
    "didn't": "did not",
}


def _third_person(subject: str, words: str) -> str:
    if subject in {"i'm", "i am"}:
        return f"is {words}"
    verb, _, rest = words.partition(" ")
    if subject == "i've":
        return f"has {words}"
    plain = verb.lower()
    told = _VERBS.get(plain) or (plain if plain.endswith(("ed", "ought", "ent")) else f"{plain}s")
    return f"{told} {re.sub(r'(?i)^my ', 'own ', rest)}".strip()


def _read(typed: str, shadow: str, own: bool) -> list[Heard]:
    """Read rule after rule along one clause, as people run sentences together without a comma."""
    heard: list[Heard] = []
    at = 0
    while at < len(shadow):
        lead = _LEAD.match(shadow, at)
        starts = [at, lead.end()] if lead and lead.end() > at else [at]
        step = next(
            (s for s in (_first(typed, shadow, start, own or bool(heard)) for start in starts) if s), None
        )
        if step is None:
            if (
                heard
                and heard[-1].cue in _OPEN
                and not _ON.match(shadow[at:])
                and _WHO_ELSE.match(shadow[at:])
            ):
                heard.pop()
            break
        one, at = step
        heard.append(one)
        while at < len(shadow) and shadow[at] in " ,!~":
            at += 1
    return heard


def _first(typed: str, shadow: str, at: int, own: bool) -> tuple[Heard, int] | None:
    for rules in (CHINESE, ENGLISH):
        for rule in rules:
            found = (rule.carried if own else rule.heard).match(shadow, at)
            if found and found.end() > at and (fact := _write(rule, typed, found)):
                return _heard(fact, rule.type, rule.confidence, rule.cue), found.end()
    return None


def _write(rule: Rule, typed: str, found: re.Match[str]) -> str:
    """The fact in the speaker's own letters, or nothing if what was captured cannot stand alone."""
    parts = {"x": "", "y": ""}
    for name in found.groupdict():
        if found[name] is not None and name[0] in "xy":
            parts[name[0]] = typed[found.start(name) : found.end(name)]
    lead = found.groupdict().get("x") or ""
    names = rule.cue in _GIVEN
    parts = {
        k: tidy(v, keeps_tail=names or k == "x") if not (k == "y" and v[:1] == " ") else v.rstrip()
        for k, v in parts.items()
    }
    if names:
        parts["x"] = parts["x"].strip("「」“”\"『』'")
    if ("{x}" in rule.fact and not parts["x"] and not lead) or (
        "{y}" in rule.fact and "y" in found.groupdict() and found["y"] and not parts["y"].strip()
    ):
        return ""
    fact = rule.fact.format(**_english_verbs(rule, parts))
    if rule.fact[:1].isascii():
        fact = re.sub(r"\b[Mm]y\b", "own", _TO_ME.sub(r"\1", fact))
    return fact if len(fact) <= LONGEST_FACT else ""


def _english_verbs(rule: Rule, parts: dict[str, str]) -> dict[str, str]:
    if rule.fact[0] == "{" and parts["x"][:1].isascii():
        return {**parts, "x": parts["x"][:1].upper() + parts["x"][1:]}
    return parts


def _heard(fact: str, kind: Type, confidence: float, cue: str) -> Heard:
    slot = slot_of(fact)
    return Heard(fact[:LONGEST_FACT], kind, slot.name if slot else None, confidence, cue)
