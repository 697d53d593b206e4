"""What an English sentence must look like to state a fact about its speaker: a table of rules with examples.

Rules are matched where a clause begins, on the lower-cased shadow. `I` at a rule's head may be left out where
the clause goes on after another fact of the same sentence ("I'm a nurse and live in Berlin").
"""

from __future__ import annotations

from ..policy.slots import JOBS, LANGUAGE, NOT_A_NAME, PLACES, one_of
from .rules_model import Rule, english

_STOP = (
    r"(?!(?:but|because|cause|cuz|though|although|so|since|while|when|whenever|which|who|please|pls|"
    r"thanks|thank|btw|i|i'm|ive|i've|you|u|your|ur|yours|he|him|his|she|her|hers|it|its|it's|they|them|"
    r"their|this|that|these|those|we|us|our|what|how|where|why|if|then|today|tomorrow|tonight|now|right|"
    r"lol|haha|tho|remember|don't forget|ok|okay|myself|yourself|himself|herself)\b)"
)
_WORD = rf"{_STOP}[^\s,.!?;:()□]+(?:\.[a-z0-9]+)*"
_THING = rf"{_WORD}(?: {_WORD}){{0,9}}"
_END = (
    r"(?=\s*(?:$|[,.!?;:()\-]|(?:and|but|so|because|though|i|i'm|from|in|at|now|too|as well|btw|please|"
    r"not|who|by|for|with|lol|haha|actually|these days|nowadays|living|working|based|thanks|here|and)\b|"
    r"[^\w\s'’]))"
)
_HOW = (
    r"(?:(?:really|absolutely|also|just|still|always|actually|totally|generally|usually|personally|truly|"
    r"mostly|kinda|definitely|honestly|only|currently|now|mainly|particularly|especially|both|genuinely|"
    r"simply|super|strongly)\s){0,3}"
)
_AM = r"(?:i'm|im|i am|i m)\s(?!not\b)"
_JOB = one_of(JOBS["en"] - {"model", "server", "judge", "star", "cook", "trader"})
_FUN = (
    r"(?!.{0,30}\b(?:big|huge|terrible|bad|lousy|awful|horrible|professional|world|armchair|secret|fake|"
    r"god|goddamn|legend|keyboard|bedroom|rubbish|fast|slow|quick|great|good|better|best|worst|decent|"
    r"hopeless|born|pro|hard|heavy|light|people|team|control|wannabe|natural|mean|such|potato|couch|"
    r"night|day|glorified|total|real|actual|better|picky|clown|party|deep|simple|master)\b)"
)
_PLACE = one_of(frozenset(w for kind in PLACES.values() for w in kind if w.isascii()))
_HAN_PLACE = one_of(frozenset(w for kind in PLACES.values() for w in kind if not w.isascii()))
_TOWN = (
    rf"(?P<x>(?:(?:the )?(?:{_PLACE}|{_HAN_PLACE})\b|(?!(?:Fear|Hope|Denial|Peace|Pain|Hell|Heaven|"
    r"Narnia|Mordor|Hogwarts|Mars|The Future|My|Your|God|January|February|March|April|May|June|July|"
    r"August|September|October|November|December)\b)@)(?:,? @)?)"
)
_NAME = (
    rf"(?:[\"“'「]?){NOT_A_NAME}(?!\S*['’]s\b)(?P<x>(?!(?:bus|train|car|bike|foot|plane|metro|me|him|her|"
    r"out|names?|idiot|stupid|dumb|sir|daddy|daddy's|dad|mommy|mom|baby|babe|master|wrong|if|but|so|"
    r"whatever|paranoid|weird|naive|dramatic|boring|cynical|lazy|mad|insane|nuts|old|biased|spoiled|to|"
    r"with|from|because|through|here|there|sometimes|soon|right|bro|dude|cheap|curious|when|before|"
    r"after|first|asap|using|via|collect|once|ishmael|not|important|also|very|really|too|in|of|on|"
    r"written|mentioned|missing|spelled|pronounced)\b)[^\W\d_][\w.'’-]*(?: (?!from|now|on|please|and|"
    r"but|i|in|thanks|ok|okay|here|instead|btw|if|when|by|everyone|you|not|so|or|nice|call|who|too|"
    rf"because|pls|for|at)[^\W\d_][\w.'’-]*){{0,2}})(?:[\"”'」]?)"
)
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|"
    r"mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?"
)
_DATE = (
    rf"(?P<x>(?:the )?(?:{_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|"
    rf"th)?(?: of)? {_MONTH})(?:,? \d{{4}})?|\d{{4}}[-/]\d{{1,2}}[-/]\d{{1,2}}|"
    rf"\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?)"
)
_LED = (
    r"(?:(?:from now on|from today on|going forward|in (?:the )?future|henceforth|always|please|pls|hey|"
    r"ok|okay|can you|could you|you can|you should|you may|kindly|so|just|and|but|also|i want you to|"
    r"i'd like you to|i would like you to|i need you to|make sure to|try to),?\s?){0,4}"
)
_EVER = (
    r"(?:(?:please|ok|okay|hey|so|and)\s)?(?:from now on|from today on|going forward|in (?:the )?future|"
    r"henceforth|always),?\s(?:please\s|always\s|just\s|you should\s|you must\s|you can\s)?"
)
_BARRED = (
    r"(?:any |so many |too many |so much |the |all the |those |these )?(?:emojis?|emoticons?|kaomojis?|"
    r"markdown|bullet ?points?|bullets|exclamation (?:marks?|points?)|slang|jargon|abbreviations|lists|"
    r"tables|headings|headers|code blocks|filler(?: words)?|hashtags|honorifics|formal language|"
    r"corporate speak|em dashes|stickers|smileys|small talk|disclaimers|caps|all caps)"
)
_ADJ = (
    r"(?:short|shorter|brief|concise|terse|to the point|simple|detailed|thorough|long|polite|formal|"
    r"informal|casual|friendly|direct|blunt|professional)"
)
_REPLIES = r"(?:answers?|repl(?:y|ies)|responses?|messages|explanations?)"
_NOT_FOR = (
    r"(?!.*\b(?:this (?:time|one|question|email|essay)|in (?:this|the|my) (?:essay|email|doc|code|paper|"
    r"chat|group|channel)|guys|everyone|y'all|here|translate)\b)"
)

RULES: tuple[Rule, ...] = (
    english(
        "call_me",
        "preference",
        rf"{_LED}(?:everyone |everybody |people |friends |my friends |most people |they |"
        r"all my friends |folks |you guys )?(?:can |just |may |should |usually |always |all |"
        rf"please )*(?:calls?|address) me(?: as| by)?:? {_NAME}",
        "Wants to be called {x}",
        0.95,
        "call me Wang / You can just call me Ana from now on / everyone calls me Bob / "
        "please call me Dr. Lee / just call me max",
        "call me later / call me a taxi / call me maybe / call me when you get home / "
        "call me crazy / call me at 5",
    ),
    english(
        "call_me",
        "preference",
        rf"i(?:'d| would)? {_HOW}(?:want|like|prefer|wish|love)(?: you| everyone)? to (?:be called|"
        rf"be known as|go by|call me) {_NAME}",
        "Wants to be called {x}",
        0.95,
        "I'd like to be called Max / I prefer to be called Liz / I want to be known as Captain",
        "I want to be called later",
    ),
    english(
        "call_me",
        "preference",
        rf"(?:i go by|my nickname is|my nickname's|my preferred name is|my friends call me) {_NAME}",
        "Wants to be called {x}",
        0.95,
        "I go by Liz / My nickname is Shorty",
        "I go by bus",
    ),
    english(
        "call_me_not",
        "preference",
        rf"{_LED}(?:don't|do not|never|stop) (?:call|calling) me {_NAME}",
        "Does not want to be called {x}",
        0.9,
        "don't call me Shirley / please stop calling me Bobby",
        "don't call me again / don't call me after ten",
    ),
    english(
        "named",
        "profile",
        r"(?:my (?:full |real |first |given |actual )?name(?:'s| is|:)|i am named|i'm named|"
        rf"the name's|im called|i'm called|i am called) {_NAME}",
        "Is named {x}",
        0.9,
        "My name is Robert Smith / my name's li lei / I'm called Ana",
        "my name is not easy / my name is not important / my name is on the list",
    ),
    english(
        "named",
        "profile",
        r"(?:hi|hello|hey|hiya|greetings)(?: everyone| all| there| guys| folks|"
        r" everybody)?[,!]? (?:i'm|i am|im) (?!dad\b|late\b|batman\b|groot\b|back\b|ok\b|god\b|mom\b|"
        r"good\b|sorry\b|here\b|new\b)(?P<x>@)(?=\s*(?:$|[,.!]|and\b|from\b))",
        "Is named {x}",
        0.9,
        "Hi, I'm Anna / Hello everyone, I'm Tom Brown",
        "Hi, I'm Dad / hi i'm late / Hi, I'm looking for help",
    ),
    english(
        "works_as",
        "profile",
        rf"(?:{_AM}|by profession {_AM}|IAM){_HOW}(?P<x>an? {_FUN}(?:(?!of|and|the|in|at|to|"
        rf"who)[a-z0-9.+#/-]+ ){{0,4}}?(?:{_JOB}|developer|[a-z]+ist(?<!list)(?<!racist)(?<!sexist)"
        r"(?<!narcissist)(?<!perfectionist)(?<!optimist)(?<!pessimist)(?<!realist)(?<!masochist)"
        r"(?<!sadist)(?<!twist)(?<!communist)(?<!minimalist)(?<!alarmist)))(?P<y> (?:at|for|in|"
        r"from) (?:the |a |an )?(?!heart|least|work|school|home|training|hiding|disguise|now|fun|"
        r"once|a second|this|that|these|love|need|trouble|denial|"
        r"mind)(?:[A-Za-z0-9&.'-]+)(?: (?:and|[A-Za-z0-9&.'-]+)(?<! and)(?<! i)(?<! but)(?<! who)"
        rf"(?<! now)){{0,2}})?{_END}",
        "Is {x}{y}",
        0.9,
        "I'm a nurse / I am a backend developer / I'm an ER doctor / I'm a teacher at Lincoln High / "
        "I'm a software engineer / I'm a biologist",
        "I'm a bit tired / I'm a big fan / I'm a terrible cook / I'm not a doctor / I'm a genius / "
        "I'm a fast driver / I'm a perfectionist / I'm a potato",
    ),
    english(
        "works_as",
        "profile",
        rf"i(?:'m)? {_HOW}(?:work|working) (?P<x>as an? (?!team|hobby|charm|joke|result|dog|slave|"
        rf"robot|machine|last)(?:[a-z0-9.+#/-]+ ?){{1,5}}?){_END}",
        "Works {x}",
        0.9,
        "I work as a barista / I work as a data analyst",
        "I work as a team with others / it works as a charm",
    ),
    english(
        "employer",
        "profile",
        rf"i(?:'m)? {_HOW}(?:work|working) (?P<x>(?:at|for) (?:the |a |an )?(?!home|night|nights|"
        r"noon|least|free|food|fun|myself|him|her|you|them|a living|living|now|\d|all|once|my|this|"
        r"that|hours|hire|money|peanuts|weekends|dawn|the moment|moment|it|me|us|a while|while|"
        r"years|ages)(?:[^\s,.!?;:]+)(?: (?!and|but|so|i|because|which|who|now|since|today|tomorrow|"
        rf"until|till|every|if|when|for)[^\s,.!?;:]+){{0,5}})",
        "Works {x}",
        0.9,
        "I work at Google as a designer / I work for a small startup / i work at the hospital",
        "I work at night / I work for free / I work at 9 / I work for you / I work at home",
    ),
    english(
        "field",
        "profile",
        rf"i {_HOW}(?:work) (?P<x>in (?:the )?(?:finance|tech|it|healthcare|health care|education|"
        r"marketing|sales|hr|law|insurance|banking|construction|retail|logistics|media|publishing|"
        r"film|advertising|consulting|hospitality|real estate|government|research|academia|biotech|"
        r"pharma|gaming|security|cybersecurity|software|advertising|customer service|"
        r"customer support|accounting|agriculture|aviation|automotive|architecture|design|"
        r"e-commerce|ecommerce|data science|a(?:n)? (?:[a-z]+ )?(?:bakery|restaurant|hospital|bank|"
        r"school|lab|library|factory|caf[eé]|kitchen|shop|store|bar|hotel|warehouse|museum|clinic|"
        r"office|call cent(?:er|re)|startup|law firm|pharmacy|gym|salon|kindergarten|nursing home|"
        r"university|garage|supermarket|studio|bookstore|hotel))(?: (?:industry|sector|department|"
        rf"support))?){_END}",
        "Works {x}",
        0.9,
        "I work in finance / I work in the film industry",
        "I work in the morning / I work in silence",
    ),
    english(
        "standing",
        "profile",
        rf"(?:{_AM}|IAM){_HOW}(?P<x>vegan|vegetarian|pescatarian|lactose[- ]intolerant|"
        r"gluten[- ]free|gluten[- ]intolerant|colou?r[- ]?blind|deaf|blind|diabetic|asthmatic|"
        r"epileptic|dyslexic|autistic|left[- ]handed|right[- ]handed|ambidextrous|married|single|"
        r"divorced|engaged|bilingual|trilingual|muslim|christian|jewish|buddhist|hindu|atheist|"
        r"retired|self[- ]employed|unemployed|pregnant|celiac|coeliac|halal|kosher|nonbinary|"
        r"non-binary|trans|gay|bi|bisexual|lesbian|asexual|hard of hearing|short[- ]sighted|"
        r"near[- ]sighted|claustrophobic|arachnophobic|sober|[ei][ns][tf][jp]|chinese|japanese|"
        r"korean|german|french|british|american|canadian|australian|indian|brazilian|spanish|"
        r"italian|russian|dutch|polish|turkish|mexican|swedish|irish|scottish|vietnamese|malaysian|"
        r"singaporean|an introvert|an extrovert|an only child|a morning person|a night owl|"
        r"a cat person|a dog person|a vegan|a vegetarian|an? (?:stay[- ]at[- ]home |single |proud |"
        r"new |working )?(?:parent|mom|mum|dad|mother|father)|a muslim|a christian|an atheist|"
        r"a (?:college |high school |grad |phd |medical |law |cs |university )?(?:freshman|"
        r"sophomore|junior|senior|student))(?!-| in\b| (?:about|as|out|at (?:all|heart)|to|of|food|"
        rf"person|guy|for (?:this|that|you)|with|by)\b)(?![- ]?[a-z]*(?:ed|ing)\b){_END}",
        "Is {x}",
        0.9,
        "I'm vegan / I'm left-handed / I am colorblind / I'm married / I'm a night owl / I'm German",
        "I'm single-handedly doing it / I'm blind to that / I'm engaged in work / I'm tired",
    ),
    english(
        "allergy",
        "profile",
        rf"(?:{_AM}|IAM){_HOW}(?:severely |very |highly |deathly |mildly |"
        r"slightly )?(?P<x>(?:allergic|intolerant|sensitive) to (?!mornings|meetings|math|effort|"
        r"exercise|responsibility|commitment|love|fun|bullshit|bs|drama|idiots|stupid|people|"
        rf"mondays|work|criticism|nonsense|noise|light)(?:{_THING}))",
        "Is {x}",
        0.95,
        "I'm allergic to peanuts / I am severely allergic to bee stings and latex",
        "I'm allergic to you / I'm allergic to bullshit / I'm allergic to this",
    ),
    english(
        "allergy",
        "profile",
        rf"i {_HOW}have (?P<x>(?:an? )?(?:(?!question|idea|feeling)[a-z]+ )?(?:{_WORD} )?(?:allergy"
        rf"(?: to {_THING})?|allergies|intolerance)|asthma|diabetes|adhd|epilepsy|"
        r"celiac(?: disease)?|type [12] diabetes|migraines|insomnia|arthritis|dyslexia|tinnitus|ibs|"
        rf"high blood pressure|low blood pressure|depression|anxiety|eczema|a heart condition){_END}",
        "Has {x}",
        0.95,
        "I have a peanut allergy / I have asthma / I have ADHD",
        "I have a question / I have an idea / I have to go",
    ),
    english(
        "age",
        "profile",
        rf"(?:{_AM}|i just turned |i turned |IAM)(?:already )?(?P<x>\d{{2}})(?: ?(?:years?[- ]old|"
        r"yrs? old|yo|y/o)\b|(?=\s*(?:$|[,.!]|and (?:i|a|from|work|live)\b)))",
        "Is {x} years old",
        0.9,
        "I'm 27 years old / I'm 31 / I just turned 30",
        "I'm 10 minutes late / I'm 90 percent sure",
    ),
    english(
        "birthday",
        "profile",
        rf"(?:my birthday(?:'s| is|:)(?: on)?|my bday(?:'s| is)(?: on)?|i was born on|i'm born on) {_DATE}",
        "Birthday is {x}",
        0.9,
        "my birthday is March 3rd / I was born on May 4, 1990 / My birthday is on 3 March",
        "my birthday is soon / my birthday is tomorrow",
    ),
    english(
        "city",
        "profile",
        rf"i(?:'m)? {_HOW}(?:live|living|reside|stay|am based|based|(?:just |recently )?moved|"
        r"relocated) (?:in|to|out of) (?:downtown |central |north |south |east |west |"
        rf"upstate )?{_TOWN}",
        "Lives in {x}",
        0.9,
        "I live in Berlin / i live in london / I currently live in New York City / "
        "I just moved to Lisbon / I live in 上海 / I'm based in Oslo",
        "I live in fear / I live in my head / I used to live in Rome / I live in hope / I live in the moment",
    ),
    english(
        "city",
        "profile",
        rf"i {_HOW}live (?P<x>(?:near|close to|outside|just outside) (?!the|work|my|here|"
        rf"you)(?:{_WORD})(?: @)?)",
        "Lives {x}",
        0.9,
        "I live near Chicago",
        "I live near the sea / I live near you",
    ),
    english(
        "origin",
        "profile",
        rf"(?:(?:{_AM}|IAM)(?:originally )?from|i (?:originally )?come from|"
        rf"i(?: was born and)? grew up in|i was (?:born|raised) in|my hometown is) {_TOWN}",
        "Is from {x}",
        0.9,
        "I'm from Brazil / i'm originally from india / I grew up in Ohio",
        "I'm from the future / I'm from Mars / I'm from work",
    ),
    english(
        "timezone",
        "profile",
        r"(?:my time ?zone(?:'s| is|:)|i'm in|i am in|im in) (?:the )?(?P<x>(?:utc|"
        r"gmt) ?[+-] ?\d{1,2}(?::\d\d)?|(?:p[sd]t|e[sd]t|c[sde]t|c[e]st|m[sd]t|jst|ist|bst|gmt|utc|"
        r"[a-z]+/[a-z_]+))\b(?: time ?zone)?",
        "Timezone is {x}",
        0.9,
        "My timezone is UTC+8 / I'm in PST / my time zone is Europe/Berlin",
        "my timezone is weird / I'm in bed",
    ),
    english(
        "pronouns",
        "profile",
        r"(?:my pronouns(?:'re| are| is|:)|i use|i go by) (?P<x>(?:he|she|they|xe|ze|"
        r"it)/[a-z]{2,4}(?:/[a-z]+)?)",
        "Pronouns are {x}",
        0.95,
        "My pronouns are they/them / I use she/her",
        "I use Linux",
    ),
    english(
        "favourite",
        "preference",
        rf"(?P<p>(?:and )?my) (?:all[- ]time )?(?P<x>favou?rite {_WORD}(?: {_WORD}){{0,3}}?) (?:is|"
        rf"are|'s|has to be) (?!(?:not|still|when|to\b|gone|closed|dead|back)(?!\w))(?P<y>{_THING})",
        "{x} is {y}",
        0.9,
        "My favorite color is teal / my favourite band is The Cure",
        "my favorite show is back / my favorite is you",
    ),
    english(
        "has",
        "profile",
        r"my (?P<x>(?:job|occupation|profession|major|hobby|native language|mother tongue|"
        r"first language|blood type|star sign|zodiac sign|employer|main language|height)) (?:is|"
        r"'s) (?!(?:not|so|too|very|really|hard|boring|killing|great|good|bad|going|to\b|the worst|"
        rf"fine|over|safe|ok|pretty|just|getting|a joke|stressful)(?!\w))(?P<y>{_THING})",
        "{x} is {y}",
        0.9,
        "My major is physics / my native language is Polish / my job is data analyst",
        "my job is boring / my job is killing me / my job is not fun",
    ),
    english(
        "hobbies",
        "preference",
        rf"my hobbies (?:are|include) (?P<y>{_THING})",
        "Hobbies are {y}",
        0.9,
        "my hobbies are chess and running",
        "my hobbies are what",
    ),
    english(
        "prefer",
        "preference",
        rf"i(?:'d| would)? {_HOW}prefer (?!(?:not|you|it|that|this|to say|if|to be left|to die|"
        r"to stay out|to wait|to leave|the (?:first|second|former|latter|other)|option|neither|"
        rf"either)(?!\w))(?P<y>{_THING})",
        "Prefers {y}",
        0.9,
        "I prefer short answers / I really prefer tea over coffee / I'd prefer detailed explanations",
        "I prefer not to say / I'd prefer it / I prefer that one / I'd prefer you stop",
    ),
    english(
        "like",
        "preference",
        rf"i {_HOW}(?P<x>like|love|enjoy|adore) (?!(?:to (?:think|say|see|believe|know|hear|ask|"
        r"imagine|point|be|thank|add)|how|what|where|when|that|this|it|the (?:way|idea|sound|fact|"
        r"look|one|new|first|second|last|energy|vibe|part)|all|being(?! called)|both|seeing|hearing|"
        r"some|when|most|having|watching you|people like|my(?! (?:coffee|tea|steak|eggs|food|"
        r"noodles|drinks|meat)\b)|me|mine|y'all|everyone|everything|one|another|a good|for|u|ya|'em|"
        rf"em|new|no one|nobody|nothing|someone|somebody|anyone|big butts)(?!\w))(?P<y>{_THING})",
        "{x}s {y}",
        0.9,
        "I love hiking and camping / I really like spicy food / I enjoy cooking / I also love jazz",
        "I love you / I love it / I like how you did that / I like this / I'd like a coffee / "
        "I love the way / I love when that happens / I like to think",
    ),
    english(
        "dislike",
        "preference",
        rf"i {_HOW}(?:don't|do not|dont|don’t) {_HOW}(?P<x>like|love|enjoy|eat|drink|smoke|"
        r"drive)(?! (?:to (?:say|think|be|admit|brag)|how|what|where|when|that|this|it|the (?:way|"
        r"idea|sound|fact|look|one|new|vibe|tone)|being(?! called)|the|him|her|you|them|my|me|lunch|"
        rf"much|anything|enough|like|breakfast at|people who)\b)(?: (?P<y>{_THING}))",
        "Does not {x} {y}",
        0.9,
        "I don't like mushrooms / I do not eat meat / I really don't like horror movies / "
        "I don't drink coffee",
        "I don't like you / I don't like that / I don't like how it looks / I don't like it",
    ),
    english(
        "hate",
        "preference",
        rf"i {_HOW}(?P<x>hate|dislike|despise|detest) (?!(?:to (?:say|break|be|admit|ask|bother|see|"
        r"do)|how|what|where|when|that|this|it|the (?:way|idea|sound|fact|look|one|new|first|last|"
        r"part)|all|being|everything|everyone|my|me|u|having|seeing|myself|people|for|'em|em|both|"
        rf"doing this)(?!\w))(?P<y>{_THING})",
        "{x}s {y}",
        0.9,
        "I hate cilantro / I really dislike loud bars / I hate getting up early",
        "I hate you / I hate it / I hate when that happens / I hate to say it / I hate this",
    ),
    english(
        "cannot",
        "preference",
        rf"i {_HOW}(?:can't|cannot|can not|cant) (?P<x>stand|eat|drink|tolerate|handle)(?! (?:it|"
        r"this|that|here|there|you|him|her|them|the (?:truth|pressure|heat|way)|anymore|another|"
        r"any more|anything|right|much|now|more|my|how|when|what|all|up|by|there|still|being|"
        rf"another)\b)(?: (?P<y>{_THING}))",
        "Cannot {x} {y}",
        0.9,
        "I can't eat gluten / I can't stand cilantro / I cannot drink alcohol",
        "I can't stand it / I can't stand you / I can't handle the truth / I can't eat anything right now",
    ),
    english(
        "pets",
        "profile",
        rf"i(?:'ve)? {_HOW}(?:have got|have|own|got) (?P<x>(?:an?|one|two|three|four|five|"
        rf"\d) (?:(?!bone|question)[a-z]+ ){{0,2}}(?:cats?|dogs?|hamsters?|rabbits?|parrots?|kids?|"
        r"children|sons?|daughters?|brothers?|sisters?|siblings|puppy|kitten|labrador|husky|poodle|"
        r"corgi|retriever|shepherd|terrier|bulldog|beagle|dachshund|spaniel|ragdoll|tabby|pug|"
        r"collie|chihuahua|twins|birds?|horses?|goldfish|turtles?)(?: (?:named|"
        rf"called) @)?)(?! (?:in|of|to|video|meme|joke|who|that|pic)){_END}",
        "Has {x}",
        0.9,
        "I have two cats / I have a dog named Rex / I have three kids",
        "I have a dog in this fight / I have a bone to pick / I have two questions",
    ),
    english(
        "speaks",
        "profile",
        rf"i {_HOW}speak (?P<x>(?:fluent |native |some |a little |basic )?(?:(?:{LANGUAGE})|polish|"
        r"dutch|turkish|hindi|urdu|swedish|greek|hebrew|malay|indonesian|tagalog|ukrainian|czech|"
        rf"hungarian|romanian)(?:,? (?:and )?(?:(?:{LANGUAGE})|polish|dutch|turkish|hindi|urdu|"
        rf"swedish|greek|hebrew|malay|indonesian|tagalog|ukrainian)){{0,3}}){_END}",
        "Speaks {x}",
        0.9,
        "I speak French / I speak fluent German and English",
        "I speak nonsense",
    ),
    english(
        "works_as",
        "profile",
        rf"i(?:'m)? {_HOW}(?:teach|teaching) (?P<x>(?!a lesson|people how|kids how|someone|everyone|"
        rf"anyone|to\b|at home)(?:{_THING}))",
        "Teaches {x}",
        0.9,
        "I teach math at a high school",
        "I teach you / I teach him to swim",
    ),
    english(
        "duty",
        "profile",
        rf"(?:{_AM}|IAM){_HOW}(?P<x>the (?:(?!one|only|best|worst|boss|real)[a-z-]+ ){{0,3}}?(?:lead|"
        r"leader|owner|maintainer|manager|head|admin|founder|pm|developer|designer|treasurer|"
        r"moderator)(?: (?:of|for|on|at) (?:this|the) [a-z-]+(?: [a-z-]+)?)?|(?:in charge of|"
        r"responsible for) (?!this|that|it|you|my|all|everything|nothing|"
        rf"the mess)(?:{_THING})){_END}",
        "Is {x}",
        0.9,
        "I'm the backend lead for this project / I'm in charge of marketing",
        "I'm the best / I'm in charge of this / I'm the one",
    ),
    english(
        "into",
        "preference",
        rf"(?:{_AM}|IAM){_HOW}(?P<x>(?:into|fond of|a vegetarian since|keen on|obsessed with|"
        r"crazy about|addicted to|scared of|afraid of|terrified of) (?!this|that|it|you|him|her|"
        rf"them|the (?:idea|new|way)|what|how|my)(?:{_THING}))",
        "Is {x}",
        0.9,
        "I'm really into board games / I'm scared of spiders",
        "I'm into it / I'm into you / I'm scared of you",
    ),
    english(
        "into",
        "preference",
        r"(?:i'm|im|i am) (?:really |just )?not (?P<x>(?:a |much of a )?(?:big |huge )?(?:fan of|"
        r"into|fond of) (?!this|that|it|you|him|her|them|the (?:idea|new|way)|what|how|my|"
        rf"your)(?:{_THING}))",
        "Is not {x}",
        0.9,
        "I'm not a fan of horror movies / I'm not into sports",
        "I'm not a fan of this",
    ),
    english(
        "never",
        "preference",
        rf"i {_HOW}never (?P<x>eat|drink|smoke|touch|watch|wear|use)(?! (?:it|this|that|you|him|her|"
        rf"them|my|the|again|more|anything|up)\b)(?: (?P<y>{_THING}))",
        "Never {x}s {y}",
        0.9,
        "I never eat breakfast / I never drink alcohol",
        "I never use it / I never eat that",
    ),
    english(
        "rather",
        "preference",
        r"(?:i'd|i would) rather (?P<y>(?!not|die|be\b|stay out|you|it|leave|wait|go now|"
        rf"just)(?:{_THING}) than {_THING})",
        "Would rather {y}",
        0.9,
        "I'd rather read than watch TV",
        "I'd rather not / I'd rather die than go",
    ),
    english(
        "study",
        "profile",
        rf"(?:i {_HOW}(?:study|major in|majored in)|i'm (?:studying|majoring in)|i am (?:studying|"
        r"majoring in)) (?P<x>(?!for|hard|all|at (?:home|night)|right|now|tomorrow|tonight|with|"
        rf"every|in the|rn|too|in (?:my|a))(?:{_THING}))",
        "Studies {x}",
        0.9,
        "I study physics at MIT / I'm studying law / I major in economics",
        "I'm studying for the exam / I study hard / I'm studying right now",
    ),
    english(
        "reply",
        "constraint",
        rf"{_NOT_FOR}{_LED}(?:to )?(?P<x>(?:reply|respond|answer|talk|speak|write|"
        rf"chat)(?: back)?)(?: to me| with me| me)? (?P<y>(?:only )?in (?:(?:{LANGUAGE})|"
        rf"simple (?:{LANGUAGE})|plain (?:{LANGUAGE})|polish|dutch|turkish|hindi))(?: only| please|"
        r" pls| from now on| always| from here on)*[.!\s]*$",
        "Wants the bot to {x} {y}",
        0.95,
        "reply to me in English / From now on, reply to me in English / please answer in German / "
        "always talk to me in Spanish",
        "reply in English to this email / answer the question / she can talk in Spanish",
    ),
    english(
        "reply",
        "constraint",
        rf"{_NOT_FOR}{_LED}(?:don't|do not|dont|never|stop|avoid|no more|quit) (?P<x>use|using|"
        r"include|including|add|adding|put|putting|write|writing|send me|sending me|"
        rf")\s?(?P<y>{_BARRED})(?: with me| in (?:your |the )?(?:{_REPLIES})|"
        r" when (?:you )?(?:talking|talk|reply|answer|answering|replying)(?:ing)?(?: to)?(?: me)?|"
        r" please| pls| anymore| thanks| from now on| at all| ever)*[.!\s]*$",
        "Wants the bot not to use {y}",
        0.95,
        "don't use emoji / please stop using bullet points / no more emojis please / "
        "never use slang with me / avoid markdown in your replies",
        "don't use that / guys don't use emojis here / don't worry / stop it",
    ),
    english(
        "reply",
        "constraint",
        rf"{_NOT_FOR}{_LED}(?P<x>(?:keep|make) (?:your |the |all |all your )?(?:{_REPLIES}|"
        rf"it) (?:very |as |more |nice and |super )?{_ADJ}(?: and {_ADJ})?|(?:(?<=please )be|"
        r"(?<=pls )be|be more) (?:more )?(?:concise|brief|direct|formal|casual|succinct|polite)|"
        r"be (?:more |very )?(?:concise|brief|direct|formal|informal|casual|polite|"
        rf"blunt)(?: with me| (?:in|with) your {_REPLIES}| when (?:you )?(?:reply|answer|talk|"
        r"replying|answering|talking)(?:ing)?(?: to)?(?: me)?)|(?:give me|use|write) (?:very |"
        rf"only )?{_ADJ} {_REPLIES})(?: please| pls| from now on| thanks| always| possible)*[.!\s]*$",
        "Wants the bot to {x}",
        0.95,
        "keep your answers short please / be more concise with me / give me short answers / "
        "from now on keep replies brief",
        "be careful / keep it / be brief / make it longer",
    ),
    english(
        "reply",
        "constraint",
        rf"{_NOT_FOR}no (?:more )?(?P<y>{_BARRED})(?: please| pls| thanks| in (?:your |"
        rf"the )?(?:{_REPLIES}))+[.!\s]*$",
        "Wants the bot not to use {y}",
        0.9,
        "no emojis please / no more bullet points in your answers",
        "no lists / no problem please",
    ),
    english(
        "reply",
        "constraint",
        rf"{_NOT_FOR}{_EVER}(?P<x>(?:explain|address|greet|cite|use|start|end|include|give|write|"
        r"speak|answer|reply|respond|talk|format|add|show|call)(?! me (?:a|when|at|on|"
        r"if)\b)(?: (?!this|that|it\b|them|him|her|everyone|all of|others|people|anyone|"
        rf"somebody)[^\s.!?;,]+){{1,12}})(?: please| pls| thanks)*[.!\s]*$",
        "Wants the bot to {x}",
        0.9,
        "from now on answer like a pirate / always include sources / from now on, use metric units",
        "from now on I'll be late / always be yourself / from now on use this",
    ),
    english(
        "reply",
        "constraint",
        rf"{_NOT_FOR}{_EVER}(?:don't|do not|never) (?P<x>(?:mention|use|recommend|suggest|include|"
        r"bring up|ask about)(?: (?!this|that|it\b|them|him|her|"
        rf"everyone)[^\s.!?;,]+){{1,10}})(?: please| pls)*[.!\s]*$",
        "Wants the bot not to {x}",
        0.9,
        "from now on don't mention spoilers / in future never recommend seafood",
        "from now on don't do that",
    ),
)
