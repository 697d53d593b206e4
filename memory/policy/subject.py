"""Whom a fact is about: the member who is speaking, or somebody else whom the words name.

A tool call writes about the sender of the event. Models pass what was said in many forms, so a fact is the
speaker's own unless its grammatical subject is another person: another member whom the room knows, or a
person's name followed by what only persons do. Relatives, pets and possessions are the speaker's own facts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..text.fold import fold

LONGEST = 500


@dataclass(frozen=True)
class Names:
    """The display names that are known in a room. They are spoofable and prove nothing: they only warn."""

    speaker: str
    others: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Own:
    """The fact is about the speaker."""


@dataclass(frozen=True)
class Other:
    """The fact, or the wish, is about somebody else."""

    name: str


Subject = Own | Other

_SAID = re.compile(
    r"^(?:(?:请|帮我|你要)?(?:记住|记一下|记得|备注|注意)|听说|据说|(?:我|用户|该用户|发言者)?(?:说|觉得|认为|知道|听说|发现|提到|表示|指出|"
    r"告诉大家)(?:了|过)?(?!话|唱|明|服|谎|粤|中文|英|日|普通)"
    r"|(?:the )?(?:user|speaker|i) (?:says?|said|thinks?|mentioned|knows?|heard|believes?|claims?|"
    r"stated|reported|told (?:me|us|the bot))(?: that)?|(?:please )?remember(?: that)?|"
    r"note(?: that)?|apparently)[\s,:，：]*"
)
_SPEAKER = re.compile(
    r"^(?:(?:这位|该|当前|本)?(?:用户|发言者|发言人|说话人|说话者|提问者|当事人)|(?:the |this |current )?(?:user|speaker|"
    r"sender)(?:'s)?\b)\s*"
)
_EVERYONE = re.compile(
    r"^(?:大家|所有人|群里(?:的)?(?:人|所有人|大家|成员)|全群|每个人|各位|群友们|everyone|everybody|all (?:members|users)|"
    r"other (?:members|users|people)|people here)"
)
_ONESELF = re.compile(
    r"^(?:我|俺|本人|自己|他|她|ta|咱|他们|她们|i\b|i'm\b|my\b|me\b|he\b|she\b|they\b|his\b|her\b|their\b)"
)
_KIN = (
    r"老婆|老公|妻子|丈夫|太太|先生|媳妇|爱人|对象|伴侣|男朋友|女朋友|男友|女友|前任|前男友|前女友|未婚[妻夫]|爸爸?|妈妈?|父亲?|母亲?|父母|爹|娘|儿子|女儿|闺女|"
    r"孩子|小孩子?|宝宝|娃|大女儿|小女儿|大儿子|小儿子|哥哥?|姐姐?|弟弟?|妹妹?|"
    r"爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|舅舅|姑姑|阿姨|婶婶|岳父|岳母|公公|婆婆|表[哥姐弟妹]|堂[哥姐弟妹]|侄[子女]|外甥女?|双胞胎|家人|家里人?|亲戚|老板|领导|"
    r"上司|同事|室友|舍友|邻居|朋友|闺蜜|兄弟|同学|同桌|导师|老师|班主任|师傅|徒弟|客户|房东|老乡|"
    r"老妈|老爸|老爹|老妹|老弟|老姐|老哥|老丈人|小舅子|小姨子|小叔子|小姑子"
)
_THINGS = (
    r"小(?:狗|猫|鸟|区|学|时候|米|说|程序|王子|红书|提琴|吃|众|型|组|朋友|龙虾|笼包|行星|腿|臂|心|号|名|费|票|零食|提示|动物|鸡|熊维尼|作文|事|资|镇|城|岛|"
    r"院|电影|游戏|工具|技巧|目标|习惯|爱好)|老(?:家|板|师|虎|鼠|人|是|友记|歌|电影|房子|番|毛病|习惯|本行|早|地方|年|派|干妈|头环|友|乡)|"
    r"阿(?:根廷|里|尔卑斯|司匹林|甘|凡达|拉伯|姨|富汗|迪)|王者荣耀|王菲的歌|周杰伦的歌|周(?:末|一|二|三|四|五|六|日)|平时|平常|常(?:常|年|用)|高(?:中|三|"
    r"考|血压|铁|数)|安(?:静|全|卓|装)|金(?:鱼|毛|融|庸|色)|白(?:天|色|酒|菜)|黄(?:瓜|色|油|昏|山)|夏天|秋天|冬天|春天|温(?:柔|度|暖|州)|"
    r"向来|一向|任何|时(?:常|间|区|候)|花(?:生|粉|花)|牛(?:奶|肉|油果)|马(?:上|拉松|铃薯|来西亚)|尤其|从(?:小|来|不|事)|于是|经常|非常|特别|"
    r"单(?:身|休|位)|张(?:家界|口就来)|江(?:西|苏|南|浙)|石(?:家庄|榴)|云(?:南|吞)|宁(?:波|夏)|成(?:都|绩|年|家)|广|海(?:鲜|南|边|口)|林芝|"
    r"杭州|苏州|常州|"
    r"方(?:便|案|言|向)|毛(?:衣|豆|病)|曾(?:经)|余生|项目|汤|梅雨|计(?:划|算机)|明(?:天|年|显)|水(?:果|瓶座)|古(?:典|风|代)|连续|家(?:里|乡|"
    r"住|在)|段子|路痴|关(?:于|注|系|心)|应(?:该|届)|元|包|全(?:家|部|职|职业|麦)|和|连|万一|支付|历史|童年|景|印象|管|解|查|后|别|强|查理|杨(?:梅|"
    r"柳|桃|枝)|何(?:时|况|必|止|尝)|桃(?:子|花)|姜(?:茶|丝)|葛(?:根|优)|苗(?:族|条)|路(?:上|过|边)|钱(?:包|的)|万(?:事|能|圣)"
)
_OWN_WORD = re.compile(rf"(?:{_KIN}|{_THINGS})")
_KIN_NAMED = re.compile(
    rf"^(?:我|他|她|用户)?的?(?:一个|有个)?(?:{_KIN}|群友|网友|成员|管理员|群主)(?:是|叫|,|:)?"
)
_KIN_EN = re.compile(
    r"^(?:(?:old(?:er)?|young(?:er)?|little|big|best|elder|twin) )?(?:wife|husband|spouse|partner|"
    r"girlfriend|boyfriend|fianc[eé]e?|mom|mum|mother|dad|father|parents?|sons?|daughters?|kids?|"
    r"child(?:ren)?|baby|brothers?|sisters?|siblings?|grandma|grandpa|grandmother|grandfather|uncle|"
    r"aunt|cousins?|nephew|niece|boss|manager|colleagues?|"
    r"coworkers?|roommates?|flatmates?|neighbou?rs?|friends?|classmates?|teacher|landlord|dogs?|"
    r"cats?|pets?|family|home|house|car|job|work|company|team|birthday|name|names|nickname|timezone|"
    r"preferred|real|favou?rite|hobbies|hobby|native|age|city|hometown|pronouns|phone|laptop|"
    r"allergies|allergy|diet|employer|occupation|answers?|replies)\b"
)
_NOT_PERSON_EN = re.compile(
    r"^(?:is|has|likes?|loves?|hates?|wants?|prefers?|lives?|works?|speaks?|plays?|drinks?|eats?|"
    r"does|cannot|can't|can|will|was|owns?|needs?|enjoys?|never|always|often|usually|currently|"
    r"originally|no|not|never|don't|do|be|please|call|reply|respond|answer|use|keep|write|speak|talk|"
    r"address|explain|avoid|stop|remember|from|in|on|at|with|for|a|an|the|it|this|that|there|these|"
    r"those|some|all|most|many|python|java|rust|linux|windows|"
    r"mac|english|chinese|japanese|french|german|spanish|coffee|tea|pizza|music|monday|tuesday|"
    r"wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|"
    r"september|october|november|december|vim|emacs|google|apple|netflix|youtube|minecraft|"
    r"javascript|typescript|golang|docker|github|allergic|interested|born|based|married|single|"
    r"responsible|studying|working|living|learning|owner|software|vegetarian|vegan)\b"
)
_SURNAME = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤"
    "欧阳司马诸葛上官"
)
_PREDICATE = (
    r"(?:最近|平时|其实|现在|今年|一直|也|都|真的|很|非常|特别|超级?|最|不|从不|从来不|可能|已经|刚|总是|老|好像|明天|下周|昨天|以前|曾经|每天){0,3}"
    r"(?:喜欢|讨厌|爱[吃喝看玩听]|怕|害怕|对.{1,12}过敏|过敏|住在?|来自|是.{0,12}(?:人|员|师|生|经理|医生|护士|老师|学生|程序员|负责人|老板|女生|男生|"
    r"群主|管理员|骗子|傻|笨|猪|坏|胖|座|后|党)|在.{1,16}(?:工作|上班|读书|上学|当|做)|的(?:生日|名字|职业|工作|老婆|老公|女朋友|男朋友|电话|手机|密码|"
    r"家|地址|猫|狗|孩子|爸|妈|老家|昵称|外号|公司|项目|微信)|"
    r"今年.{1,4}岁|\d+岁|养了|有(?:一|两|个|只|女朋友|男朋友|对象|孩子)|吃(?:素|辣|不)|不吃|不能吃|不喝|喝酒|抽烟|会(?:说|弹|做)|想(?:要|去|吃|"
    r"被)|希望|要求|结婚|离婚|单身|怀孕|生病|负责|擅长|懂|姓|叫|说(?:他|她|自己)|欠|和.{1,6}是|才是|生日|属|打算|准备|辞职|搬)"
)
_PERSONAL_NAME = re.compile(
    rf"^(?P<name>(?!{_KIN}|{_THINGS})(?:[小老阿大][^\W\d_a-z]{{1,2}}?|"
    rf"[{_SURNAME}][^\W\d_a-z]{{0,2}}?(?:哥|姐|总|老师|工|叔|姨|董|经理|医生|教授|同学|先生|女士|主任|队|爷)|(?:欧阳|司马|诸葛|上官|"
    rf"[{_SURNAME}])[^\W\d_a-z]{{1,2}}?)){_PREDICATE}"
)
_PERSON_EN = re.compile(
    r"^(?P<name>[A-Z][a-z'’]{1,15}(?: [A-Z][a-z]{1,15})?)(?P<own>['’]s (?:birthday|wife|husband|name|"
    r"job|phone|dog|cat|favou?rite|house|boss|mother|father|password|address|nickname|email|"
    r"girlfriend|boyfriend)|(?: (?:also|really|always|never|usually|currently|just|still|"
    r"often))? (?:is (?:allergic|afraid|an?|from|\d+|years|married|single|vegan|vegetarian|"
    r"responsible|in charge|pregnant|sick|the (?:owner|admin|boss|best|worst|lead)|stupid|fat|called|"
    r"named|scared|into|based|living|working|not)|likes?|loves|hates|dislikes|prefers|lives|works|"
    r"wants|has|was born|can't|cannot|doesn't|does not|speaks|plays|drinks|eats|enjoys|owns|owes|"
    r"needs|moved|got (?:married|fired)|said|says|thinks|should be called)\b)"
)
_ME = r"(?:我|他|她|ta|自己|用户|该用户|本人|其|俺|me|him|her|them|the user|user|myself)"
_LEAD = (
    r"(?:(?:希望|想|要求|请|以后|今后|从现在起|记住|让|可以|都|统一|大家|我们|群里|别人|你们?|机器人|bot|助手|要|喜欢|用户|在(?:这个|本)?群(?:里)?|"
    r",)\s*){0,6}"
)
_RENAME = (
    re.compile(
        rf"^{_LEAD}(?:把|管|将)(?P<name>(?!{_ME}).{{1,16}}?)(?:都|统一)?(?:叫|称呼?|喊)(?:做|作|为|成)?.{{1,20}}$"
    ),
    re.compile(rf"^{_LEAD}(?:叫|称呼?|喊)@?(?P<name>(?!{_ME}|做|为|作).{{1,16}}?)(?:为|做|作|成).{{1,20}}$"),
    re.compile(
        r"^(?:please |from now on,? |always |wants? (?:the bot|everyone|us|people) to |"
        r"user wants? (?:the bot|everyone|us|people) to )*(?:call|address|"
        r"refer to) @?(?P<name>(?!(?:me|him|her|them|the user|user|myself|himself|"
        r"herself)\b)[^\s,]{1,24}) (?:as )?[\"'“]?(?P<new>.{1,24})$",
        re.IGNORECASE,
    ),
)
_NICKNAMED = re.compile(
    rf"^{_LEAD}(?:叫|称呼?|喊)@?(?P<name>[小老阿][^\W\d_a-z]|[{_SURNAME}](?:哥|姐|总|老师|"
    rf"工))(?:[^\W\d_a-z]{{2,8}}|[「“\"'].{{1,12}})$"
)
_AFTER_NAME = re.compile(
    rf"^(?:\s|的|'s|’s|[,:，：]|和|跟|与|{_PREDICATE}|is\b|has\b|was\b|and\b|[a-z]+s\b|can|does|should|wants|$)"
)
_FAVOURITE = re.compile(
    r"^(?:\s|,)*(?:是|is|are|was)\s?(?:我|他|她|用户|自己|一?个?)?的?(?:最(?:喜欢|爱|常|讨厌)|(?:the |a |"
    r"an )?(?:user's |my |his |her |their )?(?:favou?rite|preferred|best|main))"
)
_MENTION = re.compile(r"^@(?P<name>[^\s,，:：]{1,24})")


def _same(one: str, other: str) -> bool:
    return bool(one) and fold(one).strip() == fold(other).strip()


def _known(text: str, names: Names) -> str | None:
    """The longest name of another member that `text` starts with, if it is used there as a name."""
    folded = fold(text)
    for name in sorted(names.others, key=len, reverse=True):
        bare = fold(name).strip()
        if (
            len(bare) < 2
            or _same(name, names.speaker)
            or _ONESELF.fullmatch(bare)
            or _SPEAKER.fullmatch(bare)
            or _OWN_WORD.fullmatch(bare)
        ):
            continue
        rest = folded[len(bare) :]
        if folded.startswith(bare) and _AFTER_NAME.match(rest) and not _FAVOURITE.match(rest):
            return name
    return None


def _renamed(text: str, names: Names) -> str | None:
    """Whom a wish renames, if it is not the speaker."""
    for pattern in _RENAME:
        found = pattern.match(text)
        if found and not _same(found["name"], names.speaker):
            known = any(_same(found["name"], name) for name in names.others)
            full_name = "new" in found.groupdict() and found["new"][:1].isupper() and not known
            if not full_name:
                return found["name"].strip("@ ")
    lead = re.match(rf"^{_LEAD}(?:叫|称呼?|喊|call )@?\s*", text, re.IGNORECASE)
    rest = text[lead.end() :] if lead else ""
    for name in sorted(names.others, key=len, reverse=True):
        after = rest[len(name) :].strip()
        if (
            rest
            and fold(rest).startswith(fold(name))
            and after
            and not re.match(r"[,，。.!就吧]", after)
            and not _same(name, names.speaker)
        ):
            return name
    found = _NICKNAMED.match(text)
    return found["name"] if found and not _same(found["name"], names.speaker) else None


def _person(text: str, names: Names) -> str | None:
    """An unknown person's name as the subject, with what only persons do behind it."""
    found = _PERSONAL_NAME.match(fold(text))
    if found and not (found["name"] and fold(names.speaker).startswith(found["name"])):
        return found["name"]
    english = _PERSON_EN.match(text)
    if not english or _KIN_EN.match(text.lower()) or _NOT_PERSON_EN.match(text.lower()):
        return None
    return (
        None
        if _same(english["name"], names.speaker) or _FAVOURITE.match(text[english.end("name") :])
        else english["name"]
    )


def _without_reporting(content: str) -> str:
    text = " ".join(content[:LONGEST].split()).strip(" \"'“”「」-•")
    while found := _SAID.match(text.lower()):
        if found.end() >= len(text):
            break
        text = text[found.end() :]
    return text


def subject_of(content: str, names: Names) -> Subject:
    """Whom `content`, as a model hands it to save_memory for the speaker, is about."""
    text = _without_reporting(content)
    if renamed := _renamed(text, names):
        return Other(renamed)
    mention = _MENTION.match(text)
    if mention:
        return Own() if _same(mention["name"], names.speaker) else Other(mention["name"])
    user = _SPEAKER.match(text.lower())
    rest = text[user.end() :] if user else text
    if names.speaker and fold(rest).startswith(fold(names.speaker)) and not _longer(rest, names):
        return Own()
    if other := _known(rest, names):
        return Other(other)
    if _EVERYONE.match(rest.lower()) and not re.search(rf"(?:叫|称呼?|call){_ME}", rest.lower()):
        return Other(_EVERYONE.match(rest.lower()).group())  # type: ignore[union-attr]
    kin = _KIN_NAMED.match(rest)
    if kin and (other := _known(rest[kin.end() :].lstrip(" ,，:"), names)):
        return Other(other)
    if user or _ONESELF.match(rest.lower()):
        return Own()
    stranger = _person(rest, names)
    return Other(stranger) if stranger else Own()


def _longer(text: str, names: Names) -> bool:
    """Whether another member's longer name stands where the speaker's own would fit ("小李" and "小李子")."""
    known = _known(text, names)
    return known is not None and len(known) > len(names.speaker)
