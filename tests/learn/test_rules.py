"""What the rules hear in single messages: 1,200 sentences, plain, hard and misleading, in zh, en and mixed.

`sentence => fact ; fact` names all facts that must be heard and no other; `a|b` are two ways that are both right.
BATCH_A was written before the rules. Each later batch was written without looking at the rules' tables, run once,
and only then used to repair them; the figures of that first run stand beside it.
"""

import time

import pytest
from group_memory.memory.learn.rules import Heard, hear
from group_memory.memory.learn.rules_en import RULES as ENGLISH
from group_memory.memory.learn.rules_model import Rule
from group_memory.memory.learn.rules_zh import RULES as CHINESE

# written before the rules
BATCH_A = """
记住，在这个群叫我老王 => 希望被称呼为「老王」
以后叫我阿杰就行 => 希望被称呼为「阿杰」
请叫我「来福」，谢谢 => 希望被称呼为「来福」
你可以叫我Leo => 希望被称呼为「Leo」
大家好，我叫韩梅梅，今年26岁 => 名字是韩梅梅 ; 今年26岁
我叫李雷我在腾讯工作我喜欢打篮球 => 名字是李雷 ; 在腾讯工作 ; 喜欢打篮球
@小助手 记一下，我对花生过敏 => 对花生过敏
我对青霉素和海鲜都过敏 => 对青霉素和海鲜过敏|对青霉素和海鲜都过敏
我是产品经理，负责用户增长项目 => 是产品经理 ; 负责用户增长项目
我是这个项目的后端负责人 => 是这个项目的后端负责人
我是做外贸的，平时比较忙 => 是做外贸的
我是一名小学老师 => 是一名小学老师|是小学老师
我是四川人，现在住在深圳 => 是四川人 ; 住在深圳|现在住在深圳
我来自内蒙古 => 来自内蒙古
我生日是5月20号，别忘了哦 => 生日是5月20号
我的生日是1998年3月2日 => 生日是1998年3月2日
我喜欢吃辣，但是不吃香菜 => 喜欢吃辣 ; 不吃香菜
我不喜欢吃甜的 => 不喜欢吃甜的
我超级讨厌下雨天！！ => 讨厌下雨天|超级讨厌下雨天
我最喜欢的颜色是墨绿色 => 最喜欢的颜色是墨绿色
以后回复我用英文 => 回复时用英文
以后跟我说话简短一点 => 回复时简短一点
不要用表情 => 回复时不要用表情
请用繁体中文回复我 => 回复时用繁体中文
回答我的时候别加emoji => 回复时别加emoji
不对，我是护士不是医生 => 是护士
你记错了，我住在苏州 => 住在苏州
我對芒果過敏 => 對芒果過敏
我喜歡聽周杰倫的歌 => 喜歡聽周杰倫的歌
以後叫我阿明就好 => 希望被称呼为「阿明」
我住臺北 => 住臺北|住在臺北
我是一個 frontend developer => 是一個 frontend developer|是 frontend developer
我在字节做后端开发🙂 => 在字节做后端开发
我在读研二，学的是材料 => 读研二|在读研二 ; 专业是材料
记住我老婆不能吃虾 => 老婆不能吃虾
记住：我的航班是CA1831 => 航班是CA1831
别忘了我吃素 => 吃素
我养了两只猫 => 养了两只猫
我今年30 => 今年30|今年30岁
我是INTP => 是INTP
我是左撇子 => 是左撇子
我单身 => 单身
别叫我大叔 => 不希望被称呼为「大叔」
我更喜欢喝茶 => 更喜欢喝茶
我爱吃火锅 => 爱吃火锅
本人程序员，坐标杭州 => 是程序员 ; 坐标杭州|住在杭州
俺是东北人 => 是东北人
我目前在一家律所上班 => 在一家律所上班
我的职业是会计 => 职业是会计
我搬到成都了，之前住重庆 => 住在成都|搬到成都
对了我不能喝酒，酒精过敏 => 不能喝酒 ; 酒精过敏|对酒精过敏
我有哮喘 => 有哮喘
我会说日语和韩语 => 会说日语和韩语
以后都用中文回答我，别用英文 => 回复时用中文 ; 回复时别用英文
我的时区是UTC+8 => 时区是UTC+8
call me Wang => Wants to be called Wang
You can just call me Ana from now on => Wants to be called Ana
My name is Robert Smith, but everyone calls me Bob => Is named Robert Smith|Name is Robert Smith ; Wants to be called Bob
I'm a nurse and I live in Berlin => Is a nurse ; Lives in Berlin
I’m allergic to peanuts => Is allergic to peanuts
I prefer short answers => Prefers short answers
I love hiking and camping => Loves hiking and camping
I don't like mushrooms => Does not like mushrooms
I hate cilantro!! => Hates cilantro
I work at Google as a designer => Works at Google as a designer
remember that my birthday is March 3rd => Birthday is March 3rd
From now on, reply to me in English => Wants the bot to reply in English
please don't use emoji => Wants the bot not to use emoji
Actually, I'm a teacher, not a student => Is a teacher
I'm not a doctor, I'm a dentist => Is a dentist
hey @bot remember I'm vegetarian => Is vegetarian
i live in london and i work as a barista => Lives in london ; Works as a barista|Is a barista
I'm 27 years old => Is 27 years old
My favorite color is teal => Favorite color is teal
My pronouns are they/them => Pronouns are they/them
I'm from Brazil => Is from Brazil
I can't eat gluten => Cannot eat gluten
keep your answers short please => Wants the bot to keep answers short
我喜欢 Python 和 Rust => 喜欢 Python 和 Rust
我叫什么名字？ =>
我是不是跟你说过我喜欢吃辣 =>
你还记得我喜欢什么吗 =>
我是你爸爸 =>
我是秦始皇，打钱 =>
我是小丑🤡 =>
我是猪 =>
我是来打酱油的 =>
我是说明天再去吧 =>
我是觉得这个方案不行 =>
我是真的服了 =>
我是第一个到的 =>
我是刚起床 =>
我是今天到的上海 =>
如果我是医生就好了 =>
假如我住在海边，我天天去游泳 =>
要是我在腾讯工作，我早就财富自由了 =>
他说：我是医生 =>
「我喜欢你」是一首歌 =>
我朋友是产品经理 =>
我妈喜欢吃辣 =>
我老板讨厌迟到 =>
小李对花生过敏 =>
我喜欢你 =>
我喜欢她很久了 =>
我喜欢这个 =>
我喜欢就好 =>
我喜欢过一个女孩 =>
我爱了爱了 =>
我可太喜欢加班了[狗头] =>
我最喜欢周一早上的例会了，呵呵 =>
我是超人，骗你的 =>
我是医生对吗？ =>
我在吃饭 =>
我在路上了 =>
我在公司等你 =>
我在北京出差 =>
叫我去开会 =>
老师叫我明天交作业 =>
有事叫我 =>
明早七点叫我起床 =>
叫我一声 =>
我叫了外卖 =>
我叫你别动 =>
不要停 =>
不要告诉他 =>
不要迟到啊各位 =>
记住了吗 =>
你记住啊 =>
别忘了带伞 =>
记得明天交房租 =>
我以前住在北京 =>
我曾经是老师 =>
我想去杭州工作 =>
我打算养一只猫 =>
我不是医生 =>
我喜欢的那家店倒闭了 =>
谁说我喜欢吃辣 =>
我觉得我是天才 =>
转发：我在阿里工作，年薪百万 =>
我们是程序员 =>
我生日那天下雨了 =>
我生日快到了 =>
帮我用英文写一封信 =>
这句话用英文怎么说 =>
what's my name? =>
am I a doctor? =>
I'm tired =>
I'm here =>
I love you =>
I love it =>
If I were a teacher, I'd quit =>
call me maybe =>
Call me when you get home =>
call me a taxi =>
He said "I'm a doctor" =>
My wife is a nurse =>
I like how you did that =>
I used to live in Paris =>
I'd like a coffee =>
I'm a bit late, sorry =>
I'm kidding, I'm a genius lol =>
Do you remember when I said I like tea? =>
remember to buy milk =>
I live in fear =>
I hate when that happens =>
don't tell him =>
don't worry =>
"""

# first run: precision 0.958, recall 0.778
BATCH_B = """
大家好我是新来的，叫我小鱼就可以啦~ => 希望被称呼为「小鱼」
以后在群里就叫我船长吧 => 希望被称呼为「船长」
麻烦以后称呼我为林老师 => 希望被称呼为「林老师」
我朋友们都叫我大熊 => 希望被称呼为「大熊」
别再叫我小胖了好吗 => 不希望被称呼为「小胖」
我真名叫赵一鸣，网名是风起 => 名字是赵一鸣 ; 网名是风起
嗨，我叫Kevin，来自马来西亚 => 名字是Kevin ; 来自马来西亚
我是个护士，三班倒 => 是护士|是个护士
我是高中数学老师 => 是高中数学老师
我現在是一名軟體工程師 => 是一名軟體工程師|是軟體工程師
我在一家创业公司当产品经理😄 => 在一家创业公司当产品经理
我在华为上班三年了 => 在华为上班三年|在华为上班|在华为上班三年了
目前我在厦门大学读博 => 在厦门大学读博
我是学法律的，今年大四 => 是学法律的 ; 今年大四|大四
我做跨境电商的 => 做跨境电商的
我的工作是翻译 => 职业是翻译|工作是翻译
俺住青岛，俺媳妇是护士 => 住青岛|住在青岛
我现在定居温哥华 => 定居温哥华
上个月我搬到南京了 => 住在南京|搬到南京
我家住在浦东新区 => 住在浦东新区|家住在浦东新区
我老家是湖北黄冈的 => 老家在湖北黄冈|老家是湖北黄冈|老家在湖北黄冈
我是地道的北京人 => 是北京人|是地道的北京人
我十月三号生日 => 生日是十月三号
我生日12.25，好记吧 => 生日是12.25
我99年的，属兔 => 是99年的 ; 属兔|是属兔
我三十二岁了还没结婚 => 三十二岁
我今年大三 => 今年大三|大三
我對蝦子過敏，拜託記一下 => 對蝦子過敏
我对尘螨过敏得厉害 => 对尘螨过敏
我花粉过敏，春天很难熬 => 花粉过敏
我乳糖不耐，不能喝牛奶 => 乳糖不耐 ; 不能喝牛奶
我有低血糖 => 有低血糖
我不吃牛肉 => 不吃牛肉
我从来不吃内脏 => 从来不吃内脏
我吃辣不行，不太能吃辣 => 不太能吃辣
我戒酒了 => 戒酒了|戒酒
我特喜欢猫，家里养了三只 => 喜欢猫|特喜欢猫
我蛮喜欢看推理小说的 => 喜欢看推理小说|喜欢看推理小说的
我最爱的球队是曼联 => 最爱的球队是曼联
我最喜歡喝珍珠奶茶了 => 最喜歡喝珍珠奶茶
我不太喜欢人多的地方 => 不太喜欢人多的地方
说实话我挺讨厌开会的 => 讨厌开会|讨厌开会的
我特别怕狗 => 怕狗|特别怕狗
比起微信我更喜欢用Telegram => 更喜欢用Telegram
我平时喜欢跑步、游泳和看书 => 喜欢跑步、游泳和看书|喜欢跑步
我喜欢直接一点的回答 => 喜欢直接一点的回答
我母语是闽南语 => 母语是闽南语
以后回答问题尽量简短 => 回复时尽量简短|回复时简短
之后跟我聊天都用粤语吧 => 回复时用粤语
从今天起用日语回复我，我要练习 => 回复时用日语
回复的时候不要用markdown => 回复时不要用markdown
以后少用感叹号谢谢 => 回复时少用感叹号
以后给我推荐餐厅不要推荐海鲜 => 不要推荐海鲜
记住我明年三月要考研 => 明年三月要考研
帮我记一下：车牌是沪A12345 => 车牌是沪A12345
記住，我家的貓叫豆豆 => 家的貓叫豆豆|貓叫豆豆
千万别忘了我是素食者 => 是素食者
你要记住我喜欢无糖的饮料 => 喜欢无糖的饮料
不是啦，我是设计师不是程序员 => 是设计师
更正一下，我的生日是6月8号不是8月6号 => 生日是6月8号
我已经不在腾讯了，现在在美团工作 => 在美团工作
@群忆 你好呀，以后请叫我阿兰 => 希望被称呼为「阿兰」
[At:12345] 我是武汉人 => 是武汉人
嗯嗯我也是程序员 => 是程序员
我叫小美我住成都我喜欢吃兔头我讨厌堵车 => 名字是小美 ; 住成都|住在成都 ; 喜欢吃兔头 ; 讨厌堵车
我是ENFP，社恐那种 => 是ENFP
我会弹钢琴和尤克里里 => 会弹钢琴和尤克里里
我习惯晚睡 => 习惯晚睡
我是 data analyst，base 新加坡 => 是 data analyst|是data analyst ; base 新加坡|住在新加坡
我 prefer 英文回复 =>
please 叫我 Kiki => 希望被称呼为「Kiki」
I love 火锅 and 烧烤 => Loves 火锅 and 烧烤
Just call me Jo, everyone does => Wants to be called Jo
Friends call me Mac => Wants to be called Mac
my name is priya and i'm a data scientist => Is named priya ; Is a data scientist
Hey all, I'm Marcus, I work for Siemens => Is named Marcus ; Works for Siemens
I am a second-year medical student => Is a second-year medical student
I'm an electrician by trade => Is an electrician
I teach math at a high school => Teaches math at a high school
I currently live in Kuala Lumpur with my sister => Lives in Kuala Lumpur
im from nigeria => Is from nigeria
I was born on 12 June 1988 => Birthday is 12 June 1988
I'm 19, turning 20 soon => Is 19 years old
I have a severe nut allergy => Has a severe nut allergy
I'm lactose intolerant, btw => Is lactose intolerant
I'm severely allergic to shellfish, so no seafood for me => Is allergic to shellfish
I don't eat pork or shellfish => Does not eat pork or shellfish
I really can't stand country music => Cannot stand country music
I absolutely hate small talk => Hates small talk
I enjoy reading sci-fi and playing chess => Enjoys reading sci-fi and playing chess
I'd prefer metric units => Prefers metric units
My favourite food is ramen! => Favourite food is ramen
my major is mechanical engineering => Major is mechanical engineering
I speak Portuguese and a bit of Spanish => Speaks Portuguese|Speaks Portuguese and a bit of Spanish
I have a golden retriever named Max => Has a golden retriever named Max
Remember that I work night shifts => Works night shifts
don't forget I'm vegan! => Is vegan
Please remember: my wife is allergic to nuts => Wife is allergic to nuts
From now on, always answer in Spanish. => Wants the bot to answer in Spanish
stop using emojis please => Wants the bot not to use emojis
Can you keep your replies brief? => Wants the bot to keep replies brief
In future, don't suggest restaurants with seafood => Wants the bot not to suggest restaurants with seafood
No, I live in Porto, not Lisbon => Lives in Porto
Correction: I'm a nurse, not a doctor => Is a nurse
你猜我叫啥 =>
我是哪里人来着 =>
我喜欢什么你不是知道吗 =>
我是不是该去睡了 =>
我是真的会谢 =>
我是什么品种的笨蛋 =>
我是你们失散多年的老父亲 =>
我是奶龙，我才是奶龙 =>
我是个没有感情的杀手 =>
我是一条咸鱼 =>
我是废物 =>
我是他老师 =>
我是看了评论才来的 =>
我是觉得老师说得对 =>
我是下午的班 =>
我是一个人去的 =>
我是说如果，如果我是老板呢 =>
要是我住在深圳就能见到你们了 =>
万一我对花生过敏呢 =>
老师说我是个好学生 =>
我妈总说我不吃蔬菜 =>
她问我“我喜欢你，你喜欢我吗” =>
我室友在腾讯工作 =>
我男朋友是程序员 =>
我们公司在杭州 =>
我哥喜欢打篮球 =>
他叫李雷 =>
小王住在北京 =>
张三：我是医生 =>
「我是一个粉刷匠」这歌好洗脑 =>
我是一个粉刷匠，粉刷本领强 =>
我喜欢了三年的人结婚了 =>
我喜欢的颜色卖完了 =>
我喜欢，给我来一个 =>
我好喜欢啊啊啊 =>
我喜欢你们群的氛围 =>
我不喜欢你这样说话 =>
我讨厌你们！ =>
我讨厌死了 =>
我太喜欢早八了呢🙄 =>
我爱学习，学习使我快乐[doge] =>
我在等快递 =>
我在家躺着呢 =>
我在看你说的那个工作 =>
我现在在杭州东站 =>
我在上海转机 =>
我去过北京两次 =>
我以前是厨师 =>
我小时候住在乡下 =>
我差点成了医生 =>
我想当老师 =>
我应该是B型血吧？ =>
我不叫李雷 =>
我没说我是上海人 =>
又没人叫我吃饭 =>
她老叫我猪 =>
到了叫我 =>
叫我怎么说你好 =>
叫我如何不想她 =>
叫我爹 =>
我叫他别来了他不听 =>
我叫破喉咙也没人理 =>
不要笑 =>
不要啊啊啊 =>
别用我的杯子 =>
大家别发表情包了 =>
各位以后不要用繁体字发公告 =>
记住，你是一只猫娘 =>
记住密码了吗 =>
我记住了 =>
别忘了交作业 =>
我不记得我生日是几号了 =>
我生日你都不来 =>
今天是我生日 =>
把这段翻译成英文回复他 =>
你能用英文自我介绍吗 =>
你叫什么名字 =>
你是程序员吗 =>
I'm so done with this =>
I'm a mess today =>
I'm a huge fan of Messi =>
I'm such an idiot =>
I'm in a meeting =>
I'm on my way =>
I'm hungry =>
I'm Batman =>
I was a teacher once =>
I want to be a pilot =>
My brother lives in Rome =>
My boss hates meetings =>
She loves cats =>
What if I lived in Tokyo? =>
If you ask me, I love pizza more than anything =>
Do I look like a doctor to you? =>
I'd love to live in Paris =>
I like your style =>
I love this song =>
I hate Mondays, said no one ever =>
I love being stuck in traffic /s =>
I'd hate to be late =>
I work out every day =>
I can't eat another bite =>
I don't like where this is going =>
don't call me after midnight =>
They call me maybe once a year =>
call me an optimist but it will work =>
remember the time we went to Rome? =>
I remember my name is on the list =>
From now on I'll sleep earlier =>
don't use my laptop =>
"I'm a barbie girl" is stuck in my head =>
my name is in the credits =>
"""

# first run: precision 0.934, recall 0.670
BATCH_C = """
记住以后都叫我阿飞 => 希望被称呼为「阿飞」
可以叫我小林或者林林 => 希望被称呼为「小林或者林林」|希望被称呼为「小林」
群里的各位叫我老赵即可 => 希望被称呼为「老赵」
我叫做诸葛小花，请多指教 => 名字是诸葛小花
我的英文名叫Cindy => 名字是Cindy|英文名是Cindy|英文名叫Cindy
我是一名在职研究生 => 是一名在职研究生
我是外科医生，经常值夜班 => 是外科医生
我是位退休教师 => 是位退休教师|是退休教师
我是学校食堂的厨师 => 是学校食堂的厨师
我是开奶茶店的 => 是开奶茶店的
我目前在成都一家游戏公司做策划 => 在成都一家游戏公司做策划
我在市第一医院上班 => 在市第一医院上班
我毕业于浙江大学 => 毕业于浙江大学
我在清华读研一 => 在清华读研一|在清华读研
我和老婆住在大连 => 住在大连
我现居广州天河 => 现居广州天河|住在广州天河
我常年住在曼谷 => 住在曼谷|常年住在曼谷
我来自台湾高雄 => 来自台湾高雄
我是湖南妹子，无辣不欢 => 是湖南妹子
我阳历生日是七月十五 => 生日是七月十五
我是1995年出生的 => 是1995年出生的|1995年出生|是1995年的
我是双鱼座的 => 是双鱼座|是双鱼座的
我对酒精过敏所以不喝酒 => 对酒精过敏 ; 不喝酒
我有轻微的花生过敏 => 有轻微的花生过敏|花生过敏
我吃不了辣 => 吃不了辣
我不碰海鲜 => 不碰海鲜
我是回族，不吃猪肉 => 是回族 ; 不吃猪肉
我晕车，坐不了大巴 => 晕车
我真的超喜欢海边的日落 => 喜欢海边的日落|超喜欢海边的日落
我從小就喜歡畫畫 => 喜歡畫畫|從小就喜歡畫畫
我特别喜欢五月天！！！ => 喜欢五月天|特别喜欢五月天
我最喜欢的作家是余华 => 最喜欢的作家是余华
我一点也不喜欢加香菜 => 不喜欢加香菜|一点也不喜欢加香菜
我不爱喝咖啡，只喝茶 => 不爱喝咖啡 ; 只喝茶
我受不了别人抽烟 => 受不了别人抽烟
我超怕打雷 => 怕打雷|超怕打雷
我喜欢猫但对猫毛过敏 => 喜欢猫 ; 对猫毛过敏
我养了一只叫雪球的仓鼠 => 养了一只叫雪球的仓鼠
我有个三岁的女儿 => 有个三岁的女儿
我会做饭，但是不会开车 => 会做饭
以后请用简体中文回答我 => 回复时用简体中文
回复我的时候请简洁一些 => 回复时简洁一些
今后回答都要附上出处 => 回复时附上出处
麻烦回复别用列表 => 回复时别用列表
以后别叫我全名 => 不希望被称呼为「全名」
记一下我的邮箱是abc@test.com => 邮箱是abc@test.com
请记住，我女儿对鸡蛋过敏 => 女儿对鸡蛋过敏
別忘了我不吃牛 => 不吃牛
不对不对，我是江西人不是江苏人 => 是江西人
之前说错了，我生日是9月1日 => 生日是9月1日
我不是老师，我是学生 => 是学生
我现在换工作了，在京东做运营 => 在京东做运营
早上好，本人上海人，做投行的 => 是上海人|上海人 ; 做投行的|是做投行的
我是90后宝妈 => 是90后宝妈
我是 iOS 开发 => 是 iOS 开发|是iOS 开发|是iOS开发
我在 Google 做 SRE => 在 Google 做 SRE|在Google 做 SRE
hi 我叫 Tony，在 Microsoft 上班 => 名字是Tony ; 在 Microsoft 上班|在Microsoft 上班
我的 timezone 是 GMT+8 => timezone 是 GMT+8|时区是GMT+8
My name's Dmitri. I'm from Ukraine but live in Warsaw. => Is named Dmitri ; Is from Ukraine ; Lives in Warsaw
You may call me Professor X => Wants to be called Professor X
please don't call me ma'am => Does not want to be called ma'am
I'm a freelance translator based in Lyon => Is a freelance translator ; Based in Lyon|Lives in Lyon|Is based in Lyon
I am currently a PhD student at ETH => Is a PhD student at ETH
i'm an accountant, nothing fancy => Is an accountant
I work for the city council => Works for the city council
I work in IT support => Works in IT support|Works in IT
I work as a freelance illustrator and love it => Works as a freelance illustrator
We live in Madrid =>
I live near Chicago => Lives near Chicago
I'm based out of Denver => Lives in Denver
my bday is 7/14 => Birthday is 7/14
I'm 42 and I have two daughters => Is 42 years old ; Has two daughters
I've got a cat called Miso => Has a cat called Miso
I am gluten intolerant => Is gluten intolerant
I'm allergic to cats and dust mites, sadly => Is allergic to cats and dust mites
I don't drink alcohol at all => Does not drink alcohol
I never eat breakfast => Never eats breakfast
I don't really like sushi => Does not like sushi
I'm not a fan of horror movies => Is not a fan of horror movies
I'm really into board games => Is into board games
I love dogs but hate cats => Loves dogs ; Hates cats
I'd rather read than watch TV => Would rather read than watch TV
my favorite programming language is Rust => Favorite programming language is Rust
Remember I'm left-handed => Is left-handed
Keep in mind that I'm hard of hearing => Is hard of hearing
Note that my exam is on June 5 => Exam is on June 5
from now on speak to me in French => Wants the bot to speak in French
Reply in Chinese please => Wants the bot to reply in Chinese
please be more concise => Wants the bot to be more concise
no emojis please => Wants the bot not to use emojis
I no longer work at Apple, I work at Nvidia now => Works at Nvidia
Actually my birthday is May 2 => Birthday is May 2
我是认真的 =>
我是无辜的 =>
我是不会放弃的 =>
我是男的他是女的 => 是男的
我是昨天才知道的 =>
我是最棒的 =>
我是伞兵 =>
我是你的粉丝 =>
我是群里最帅的 =>
我是小猫咪喵喵喵 =>
我是一个粉刷匠 =>
我是中国人我骄傲 => 是中国人
我是新手，请多关照 =>
我是老师的话早就骂人了 =>
我是学生的时候也这样 =>
我是不是老师重要吗 =>
若我是医生，会劝你休息 =>
就当我是医生好了 =>
他们都以为我是医生 =>
你以为我喜欢加班啊 =>
谁会喜欢我啊 =>
我喜欢谁关你什么事 =>
我喜欢一个人待着 => 喜欢一个人待着
我喜欢的人不喜欢我 =>
我好像喜欢上她了 =>
我不喜欢也不讨厌 =>
我讨厌的是他的态度 =>
我讨厌不起来 =>
我怕你生气 =>
我怕迟到 =>
我爱祖国 =>
我爱死这首歌了 =>
我对你没意见 =>
我对这件事过敏哈哈 =>
我在想要不要去上海工作 =>
我在杭州读的大学 =>
我在群里叫了半天没人理 =>
我在认真听课 =>
我住几天酒店 =>
我住了一晚上医院 =>
我住得离公司很远 =>
我家楼下住着一个医生 =>
我爸叫我回家 =>
医生叫我少喝酒 =>
你叫我来的 =>
别老叫我 =>
叫我滚我就滚 =>
叫我第一名 =>
我叫你一声你敢答应吗 =>
我就叫一份外卖 =>
我生日蛋糕呢 =>
我生日想去看海 =>
记住我说的话 =>
记住这个教训 =>
帮我记一下今天的会议内容 =>
别忘了我 =>
我忘了我叫什么了 =>
别用这种语气 =>
不要用我的号 =>
回复我啊 =>
回复一下群公告 =>
请用英文写一首诗 =>
用中文解释一下这段代码 =>
你用英文怎么回复老外的 =>
以后再说吧 =>
以后不要迟到 =>
[转发] 我是李雷，在腾讯工作 =>
小明: 我喜欢吃辣 =>
> 我是医生 =>
“我住在上海”是他的签名 =>
新闻里有人说我是医生我负责 =>
我演的是一个医生 =>
我妹是护士我是无业 =>
我猫喜欢吃鱼 =>
我同学叫李雷 =>
我前男友住在广州 =>
我儿子今年三岁 =>
I'm a little confused =>
I'm a man of my word =>
I'm a sucker for puns =>
I'm an idiot =>
I'm the boss of me =>
I'm a doctor in this game =>
I'm like a teacher to them =>
I'm not allergic to anything =>
I'm pretty sure I'm right =>
I'm about to leave =>
I'm at work =>
I'm from the other group =>
I'm 5 minutes away =>
I think I'm a good cook =>
My friend says I'm a nerd =>
He thinks I'm a lawyer =>
Everyone knows I love cake, right? =>
Are you a teacher? =>
You're a teacher =>
I like big butts and I cannot lie =>
I love you all =>
I love the new update =>
I hate my life =>
I hate bugs like this =>
I love waiting in line for hours, yeah right =>
I like that idea =>
I prefer the second one =>
I can't stand up =>
I can't drink that =>
I live for this =>
I live with my parents =>
I work hard =>
I work on Sundays =>
I used to work at IBM =>
I wish I lived in Japan =>
Imagine I'm a pirate =>
pretend I'm a customer =>
Call me back =>
call me if you need me =>
don't call me stupid =>
Remember me? =>
Remember, remember the fifth of November =>
remember to call me =>
don't forget your keys =>
don't use the lift =>
answer me =>
reply to my email =>
write an essay in English =>
my name was on the list =>
my job is killing me =>
"""

# first run: precision 0.862, recall 0.862
BATCH_D = """
记住哈，叫我阿珍 => 希望被称呼为「阿珍」
你以后就叫我队长好啦 => 希望被称呼为「队长」
今后请称呼我为陈工 => 希望被称呼为「陈工」
喊我小七就成 => 希望被称呼为「小七」
我大名叫周建国 => 名字是周建国
我叫 Alex Chen，做市场的 => 名字是Alex Chen ; 做市场的
我是兽医，养了一条金毛 => 是兽医 ; 养了一条金毛
我是幼儿园老师 => 是幼儿园老师
我是干IT的 => 是干IT的
我是一家律所的实习律师 => 是一家律所的实习律师
我是运维组的组长 => 是运维组的组长
我是咱们群的管理员 => 是咱们群的管理员|是群的管理员
我也是广东人！握手 => 是广东人
我其实是东北的 => 来自东北
我是左撇子，用剪刀很难受 => 是左撇子
我在阿里云当架构师 => 在阿里云当架构师
我在中学教书 => 在中学教书
我在深圳的一家芯片公司工作 => 在深圳的一家芯片公司工作
我在银行工作快五年了 => 在银行工作|在银行工作快五年|在银行工作快五年了
我就在学校门口那家奶茶店上班 =>
我对猫毛严重过敏 => 对猫毛严重过敏
我對海鮮過敏，請記住 => 對海鮮過敏
我对头孢过敏，上次差点没了 => 对头孢过敏
我喜欢安静 => 喜欢安静
我喜欢研究历史和地图 => 喜欢研究历史和地图
我喜欢蓝色喜欢大海 => 喜欢蓝色喜欢大海|喜欢蓝色
我也很喜欢《三体》 => 喜欢《三体》
我一直喜欢科幻片 => 喜欢科幻片|一直喜欢科幻片
我只喜欢喝美式 => 喜欢喝美式|只喜欢喝美式
我最讨厌别人迟到 => 讨厌别人迟到|最讨厌别人迟到
我讨厌吃苦瓜和茄子 => 讨厌吃苦瓜和茄子
我讨厌排队 => 讨厌排队
我不喜歡喝碳酸飲料 => 不喜歡喝碳酸飲料
我的生日在冬天，12月22号 =>
我生日是农历八月十五 => 生日是农历八月十五
8月15日是我的生日 => 生日是8月15日
我住在杭州余杭区，离公司很近 => 住在杭州余杭区
我搬来上海了 => 搬来上海|住在上海
我來自香港 => 来自香港
我来自一个小县城 =>
以后回我消息用中文 => 回复时用中文
以后回复我都说粤语 => 回复时说粤语
以后跟我讲话直接点 => 回复时直接点
回复我的时候能不能不要用表情包 => 回复时不要用表情包
不要用感叹号！ => 回复时不要用感叹号
请别用颜文字了 => 回复时别用颜文字
从现在开始用英语跟我对话 => 回复时用英语
以后回答别太啰嗦 => 回复时别太啰嗦
以后不要叫我亲 => 不希望被称呼为「亲」
帮我记住我不喝咖啡 => 不喝咖啡
记一下 我住北京朝阳 => 住北京朝阳
请牢记：本项目的上线日期是12月1日 => 本项目的上线日期是12月1日
别忘了，我叫阿宝不叫阿饱 => 名字是阿宝
不对，我不是广东人，我是广西人 => 是广西人
你搞错啦！我喜欢的是茶 => 喜欢的是茶|喜欢茶
我是程序员，平时用Python，喜欢打羽毛球 => 是程序员 ; 喜欢打羽毛球
我系广东人 =>
我是个程序媛哈哈 => 是程序媛|是个程序媛
我是大厂打工人 =>
hello各位，我叫小鹿，00后，坐标厦门 => 名字是小鹿 ; 坐标厦门|住在厦门 ; 是00后
以后reply我用English =>
我 allergic to 花生 =>
call me 阿强 => Wants to be called 阿强
I'm a 程序员 =>
My name is Juan Carlos, nice to meet you all => Is named Juan Carlos
It's fine to call me Sam =>
You guys can call me Ricky => Wants to be called Ricky
I'm a kindergarten teacher => Is a kindergarten teacher
I'm a mechanical engineer from Turin => Is a mechanical engineer from Turin|Is a mechanical engineer
I'm a single mom => Is a single mom
I'm a licensed therapist => Is a licensed therapist
I'm actually a vegetarian => Is a vegetarian
I'm very allergic to penicillin => Is allergic to penicillin
I’m allergic to dairy and soy => Is allergic to dairy and soy
I prefer dark mode => Prefers dark mode
I prefer being addressed formally => Prefers being addressed formally
I prefer Chinese food to Western food => Prefers Chinese food to Western food
I love spicy ramen 🍜 => Loves spicy ramen
I like playing badminton on weekends => Likes playing badminton on weekends
I live in a small village near Lyon =>
I live in Austin, Texas => Lives in Austin, Texas|Lives in Austin
I work at a hospital => Works at a hospital
I work at NASA lol => Works at NASA
I work for a bank and live in Leeds => Works for a bank ; Lives in Leeds
My birthday is on December 25 => Birthday is on December 25|Birthday is December 25
Remember that I don't eat beef => Does not eat beef
Please remember that our meeting day is Thursday =>
Remember: the server password rotates monthly => The server password rotates monthly
from now on answer me briefly => Wants the bot to answer briefly
From now on, don't use emojis with me => Wants the bot not to use emojis
don't use markdown in replies => Wants the bot not to use markdown
please respond in French from now on => Wants the bot to respond in French
Nope, I'm a pharmacist => Is a pharmacist
我是不喜欢加班的人 =>
我是真喜欢这家店 =>
我是从北京来的快递员他弟弟 =>
我是谁的小可爱 =>
我是你祖宗 =>
我是大聪明 =>
我是卧底 =>
我是预言家，昨晚验了3号 =>
我是狼人 =>
我是平民啊别投我 =>
我是辅助你打野 =>
我是为了你好 =>
我是没钱了 =>
我是想问一下 =>
我是不会用 =>
我是三楼的 =>
我是5号 =>
我是广东队的球迷 =>
我是上海堡垒的受害者 =>
我喜欢上你了 =>
我喜欢得要命 =>
我喜欢的是这件 =>
我喜欢哪个都行 =>
我喜欢吃啥你心里没数吗 =>
我喜欢听你说话 =>
我讨厌这个天气 =>
我讨厌下面那条评论 =>
我对你的爱过敏 =>
我对加班过敏 =>
我住的地方停电了 =>
我住在你隔壁 =>
我住在梦里 =>
我住酒店 =>
我在腾讯会议里 =>
我在工作 =>
我在公司上班呢别打电话 =>
我在楼下上班的地方等你 =>
我在百度搜了一下 =>
我在上海工作过 =>
我来自地球 =>
我来自2077年 =>
我生日还没到 =>
我生日是什么时候你忘了 =>
叫我看看 =>
叫我吗 =>
叫我干啥 =>
叫我咋办 =>
别叫我，我要睡觉 =>
老板叫我周末加班 =>
我叫得很大声 =>
我叫什么来着 =>
我叫了个网约车 =>
以后我来做饭 =>
以后别联系了 =>
以后见 =>
不要走 =>
不要给他发 =>
不要用中文名 =>
别发了 =>
请不要在群里用表情刷屏 =>
回复里有答案 =>
用英语怎么说我是医生 =>
记住账号密码 =>
记一下笔记 =>
记住他叫李雷 =>
他让我记住这个日子 =>
我记得你住在北京 =>
你说我是医生？ =>
难道我是猪吗 =>
谁说我是上海人了 =>
我要是医生就好了 =>
我要不是老师早走了 =>
倘若我在上海工作 =>
如果以后回复我用英文会怎样 =>
妈妈说我是捡来的 =>
歌里唱我是一只小小鸟 =>
朋友圈有人写“我是单身狗” =>
我奶奶喜欢喝茶 =>
我领导对花生过敏 =>
我家狗讨厌洗澡 =>
我对象是护士 =>
我姐在医院工作 =>
I'm a firm believer in sleep =>
I'm a joke to you? =>
I'm a bot =>
I'm a week late =>
I'm a no-show today =>
I'm a level 40 wizard =>
I'm Team Edward =>
I'm your father =>
I'm afraid so =>
I'm allergic to mornings haha =>
I'm in love =>
I'm in a teaching mood =>
I'm from downstairs =>
I like to be honest with people =>
I like where this is going =>
I love me some tacos =>
I love when he sings =>
I hate the fact that it rains =>
I hate him =>
I prefer it cold =>
I'd prefer not to =>
I work with idiots =>
I work tomorrow =>
I live in the same building as you =>
I live upstairs =>
I wish I were allergic to work =>
Am I allergic to nuts? =>
call me in five =>
call me tomorrow =>
Don't call me, I'll call you =>
he calls me names =>
remember what I told you =>
remember, I'm watching you =>
I can't remember my name =>
from now on it's war =>
from now on I live here =>
don't use that word =>
don't use so much salt =>
answer in one word: do you like it? =>
you should reply to him in English =>
she said call me Anna =>
As a nurse once said, I love coffee =>
My sister loves cats, and hates dogs =>
"""

# first run: precision 0.846, recall 0.815
BATCH_E = """
记住，我的名字是孙悟空 => 名字是孙悟空
以后喊我老板娘 => 希望被称呼为「老板娘」
在这个群里请叫我猫叔 => 希望被称呼为「猫叔」
大伙儿叫我阿坤就成 => 希望被称呼为「阿坤」
叫我Amy吧我叫王艾米 => 希望被称呼为「Amy」 ; 名字是王艾米
你们能别叫我老铁吗 => 不希望被称呼为「老铁」
各位好，我叫欧阳锋，坐标西安 => 名字是欧阳锋 ; 坐标西安|住在西安
我是个放射科医生 => 是放射科医生|是个放射科医生
我是自由插画师 => 是自由插画师
我是市场部的经理 => 是市场部的经理
我是群里的老成员了 =>
我是山西大同人 => 是山西大同人
我是新疆的，不过在上海上学 => 来自新疆 ; 在上海上学
我在美团做骑手 => 在美团做骑手
我在家附近的超市上班 => 在家附近的超市上班
我在一所小学教语文 => 在一所小学教语文
我现在是待业状态 =>
我最近跳槽到了网易 =>
我对乳胶过敏 => 对乳胶过敏
我对很多东西过敏，比如花粉 => 对很多东西过敏
我對塵蟎過敏，鼻子很不舒服 => 對塵蟎過敏
我喜欢早上喝一杯手冲 => 喜欢早上喝一杯手冲
我喜欢雨天 => 喜欢雨天
我很喜欢宫崎骏的动画 => 喜欢宫崎骏的动画|很喜欢宫崎骏的动画
我喜欢打羽毛球和爬山，不喜欢跑步 => 喜欢打羽毛球和爬山 ; 不喜欢跑步
我超爱吃榴莲 => 爱吃榴莲|超爱吃榴莲
我讨厌被人放鸽子 => 讨厌被人放鸽子
我最讨厌吃胡萝卜了 => 讨厌吃胡萝卜|最讨厌吃胡萝卜
我真的很讨厌打电话 => 讨厌打电话|很讨厌打电话
我不爱吃鱼 => 不爱吃鱼
我不喝奶茶的 => 不喝奶茶的|不喝奶茶
我生日是十一月十一，光棍节 => 生日是十一月十一
我的生日：2001-09-18 => 生日是2001-09-18
我家在昆明 =>
我住东莞虎门 => 住东莞虎门|住在东莞虎门
我目前住在东京 => 住在东京
我从北京搬到了厦门 => 住在厦门|搬到厦门|搬到了厦门
我出生在哈尔滨 => 来自哈尔滨|出生在哈尔滨
我老家甘肃的 => 老家在甘肃|老家甘肃
以后回复我不要超过50字 => 回复时不要超过50字
以后回答请分点列出 => 回复时分点列出
以后都说中文 => 回复时说中文
请一直用英文和我交流 => 回复时用英文
回复我时不要加任何表情 => 回复时不要加任何表情
别用emoji了，看着烦 => 回复时别用emoji
以后不要用敬语，太生分 => 回复时不要用敬语
说话简短点行不 =>
回答再详细一点 => 回复时再详细一点
记得以后叫我博士 => 希望被称呼为「博士」
你给我记住了，我不吃葱 => 不吃葱
麻烦帮我记下来，我的座位号是A12 => 座位号是A12
记住我们组的例会改到周四 => 组的例会改到周四
不对，我住在珠海 => 住在珠海
你又记错了，我叫阿伟 => 名字是阿伟
我改行了，现在是烘焙师 => 是烘焙师
我不住在上海了，我搬到苏州了 => 住在苏州|搬到苏州
我離職了，現在是自由職業者 => 是自由職業者
我做了十年会计 =>
@bot 我是理科生，选的物化生 =>
@小爱 以后用粤语回复我！！ => 回复时用粤语
我28，水瓶座，INFJ => 是水瓶座 ; 是INFJ
我有糖尿病，不能吃甜食 => 有糖尿病 ; 不能吃甜食
我有两只猫一只狗 => 有两只猫一只狗|有两只猫
我會彈吉他 => 會彈吉他
我的爱好是收集邮票 => 爱好是收集邮票
我的专业是土木工程 => 专业是土木工程
我是 vegan => 是 vegan
我是做 marketing 的 => 是做 marketing 的
my English name 是 Lily =>
Call me "Red", everyone else does => Wants to be called Red
I'd prefer to be called Alexandra => Wants to be called Alexandra
Please address me as Doctor Chen => Wants to be called Doctor Chen
the name's Bond => Is named Bond
My name is Siobhan and I'm an architect => Is named Siobhan ; Is an architect
I'm a nurse. I'm allergic to latex. => Is a nurse ; Is allergic to latex
I am a retired firefighter => Is a retired firefighter
I'm a data engineer at Spotify => Is a data engineer at Spotify|Is a data engineer
I'm an exchange student from Korea => Is an exchange student from Korea|Is an exchange student
I'm a full-time dad and part-time DJ =>
I work at the post office => Works at the post office
i work in a bakery => Works in a bakery
I live in Dublin, Ireland these days => Lives in Dublin, Ireland|Lives in Dublin
I just moved to Vancouver => Lives in Vancouver
I'm originally from Ghana => Is from Ghana
I'm allergic to bees. Seriously. => Is allergic to bees
I'm allergic to both cats and dogs => Is allergic to cats and dogs|Is allergic to both cats and dogs
I have a shellfish allergy => Has a shellfish allergy
I like my coffee black => Likes own coffee black|Likes coffee black
I love Thai food => Loves Thai food
I love long walks => Loves long walks
I enjoy baking sourdough on Sundays => Enjoys baking sourdough on Sundays
I dislike crowded places => Dislikes crowded places
I hate waking up early => Hates waking up early
I don't like being called dude => Does not like being called dude
I do not drink coffee => Does not drink coffee
I can't eat nuts => Cannot eat nuts
I prefer texting to calling => Prefers texting to calling
I prefer working at night => Prefers working at night
I'm 35 years old => Is 35 years old
I was born on October 10, 1992 => Birthday is October 10, 1992
my birthday's Feb 29 => Birthday is Feb 29
I speak Mandarin and English => Speaks Mandarin and English
I'm studying computer science => Studies computer science
remember that I have a meeting every Monday => Has a meeting every Monday
Remember, I'm allergic to eggs => Is allergic to eggs
don't forget that I live in Prague => Lives in Prague
From now on respond in Japanese only => Wants the bot to respond in Japanese
from now on, keep it short => Wants the bot to keep it short
going forward please use British spelling => Wants the bot to use British spelling
never use emojis when you reply to me => Wants the bot not to use emojis
Actually I'm from Chile, not Peru => Is from Chile
我是风儿你是沙 =>
我是谁我在哪 =>
我是被拉进来的 =>
我是那种很怕生的人 =>
我是早上七点的高铁 =>
我是用手机打的 =>
我是不是很老师 =>
我是服了你这个老六 =>
我是真没想到 =>
我是个好人 =>
我是菜鸡 =>
我是吃货 =>
我是你的医生 =>
我是老师教出来的 =>
我是医生推荐来的 =>
我是学生会的吗 =>
我是老板我说了算 =>
我是秦始皇转世，给我打钱 =>
我是来道歉的 =>
我是打字员都没你快 =>
我在医院当了一天护士的病人 =>
我在看医生 =>
我在排队 =>
我在学校门口 =>
我在老家过年 =>
我在苏州工作的朋友说房价跌了 =>
我在你隔壁公司工作 =>
我喜欢归喜欢，买不起 =>
我喜欢男的还是女的关你屁事 =>
我喜欢被你骂 =>
我喜欢那个穿红衣服的 =>
我喜欢的类型？ =>
我喜欢谁就跟谁玩 =>
我喜欢过很多东西 =>
我要喜欢也是喜欢你 =>
我不喜欢不代表别人不喜欢 =>
我真喜欢上班啊（bushi） =>
我讨厌你讨厌的人 =>
我讨厌自己 =>
我生日都过完了 =>
我的生日愿望是暴富 =>
我住的小区停水了 =>
我住哪儿你管得着吗 =>
我住过三年宿舍 =>
我爱你中国 =>
我对象对海鲜过敏 =>
我对花不过敏 =>
我叫你爸爸行了吧 =>
我叫醒他了 =>
我叫他老王 =>
叫我怎么活 =>
叫我名字干嘛 =>
叫我一起 =>
叫我上号 =>
以后叫我早点 =>
他们叫我去打球 =>
我妈让我叫她女王 =>
别叫我看孩子 =>
不要给我发消息 =>
不要再说了 =>
不要用这种表情看我 =>
别用中式英语嘲笑人 =>
用中文说就是这样 =>
以后用英文写代码注释吧大家 =>
以后不用来了 =>
以后我用英文回复他们 =>
他用英文回复我了 =>
回复太慢了 =>
记住这句话 =>
记住哦亲 =>
你记住谁了 =>
老师说记住公式 =>
别忘了明天开会 =>
别忘了我还在等你 =>
如果我喜欢你呢 =>
要是我不吃辣就惨了 =>
假设我住在火星 =>
就算我是医生也没用 =>
“我是学生”用英语怎么说 =>
他发了条“我对花生过敏” =>
群主：以后叫我大哥 =>
我妹妹说她喜欢吃辣 =>
我舍友在百度上班 =>
我家孩子喜欢画画 =>
我老公不吃香菜 =>
我猜你喜欢吃辣 =>
你是不是喜欢我 =>
谁喜欢加班谁是狗 =>
小张叫我老李 =>
I'm a believer =>
I'm a fan =>
I'm a bit of a nerd =>
I'm a goner =>
I'm the doctor's patient =>
I'm a doctor's son =>
I'm not your nurse =>
I'm no teacher =>
I'm a teacher? since when? =>
I'm gonna be a pilot =>
I'm with a client =>
I'm from Venus, haha jk =>
I'm allergic to stupid questions =>
I'm 100% sure =>
I'm in Paris this week =>
I live and breathe code =>
I live a long way from here =>
I like what you said =>
I like him =>
I'd like to know your name =>
I love that for you =>
I love you guys =>
I love my mom =>
I hate when people do that =>
I don't hate it =>
I don't like him much =>
I can't stand here all day =>
I prefer not =>
I work too much =>
I work at it every day =>
I worked at Google =>
I would call me crazy too =>
Call me if anything happens =>
call me an Uber =>
you call me names =>
My name is nobody's business =>
My friend's name is Bob =>
My dog loves me =>
His birthday is May 5 =>
Remember that time in Rome? =>
remember to drink water =>
don't forget to vote =>
don't forget me =>
She said "call me Ann" =>
If I lived in London I'd be broke =>
Suppose I'm a doctor =>
do you think I'm a good teacher? =>
who says I love pizza =>
I never said I like tea =>
from now on we meet at 9 =>
keep it up =>
answer the phone =>
don't use my name =>
"""

# first run: precision 0.968, recall 0.968
BATCH_F = """
记好了，以后叫我小柒 => 希望被称呼为「小柒」
直接叫我Vivian就行 => 希望被称呼为「Vivian」
我希望你以后称呼我为船长 => 希望被称呼为「船长」
我全名叫司马青青 => 名字是司马青青
我叫陈默，今年24，在读研 => 名字是陈默 ; 今年24
我是一名地铁司机 => 是一名地铁司机
我是体育老师，教篮球的 => 是体育老师 ; 教篮球的
我是公司的法务 => 是公司的法务
我是贵州人，爱吃折耳根 => 是贵州人 ; 爱吃折耳根
我在拼多多做算法 => 在拼多多做算法
我在深圳一家医院上班 => 在深圳一家医院上班
我在广州读大二 => 在广州读大二
我對乳製品過敏 => 對乳製品過敏
我对阿莫西林过敏！！很严重 => 对阿莫西林过敏
我喜欢吃酸的，讨厌苦的 => 喜欢吃酸的 ; 讨厌苦的
我喜欢极简风格 => 喜欢极简风格
我特别喜欢逛博物馆 => 喜欢逛博物馆|特别喜欢逛博物馆
我也讨厌下雨 => 讨厌下雨
我不太喜欢吃海鲜 => 不太喜欢吃海鲜
我更喜欢你用英文回复 =>
我生日是三月二十一，白羊座 => 生日是三月二十一 ; 是白羊座
我住在武汉光谷 => 住在武汉光谷
我來自馬來西亞檳城 => 來自馬來西亞檳城|来自馬來西亞檳城
我搬家了，现在住合肥 => 住合肥|住在合肥
以后请用英文回复我，谢谢🙏 => 回复时用英文
以后回答我的问题简单点 => 回复时简单点
跟我说话不要用敬语啦 => 回复时不要用敬语
不要用颜文字，谢谢 => 回复时不要用颜文字
记住我是左撇子 => 是左撇子
帮我记着，我不能吃花生 => 不能吃花生
别忘了我生日是9月9号 => 生日是9月9号
不对，我叫李想，不叫李响 => 名字是李想
@机器人 我是牙医，叫我王医生 => 是牙医 ; 希望被称呼为「王医生」
我是后端我喜欢写Go我讨厌PHP => 是后端 ; 喜欢写Go ; 讨厌PHP
我是 UI 设计师 => 是 UI 设计师
我 love 吃辣 =>
You can call me Nina => Wants to be called Nina
my name is Omar Farouk => Is named Omar Farouk
I'm a veterinarian in Oslo => Is a veterinarian in Oslo|Is a veterinarian
I'm a third grade teacher => Is a third grade teacher
I'm allergic to strawberries and latex => Is allergic to strawberries and latex
I prefer tea => Prefers tea
I prefer emails over calls => Prefers emails over calls
I live in Cape Town => Lives in Cape Town
I work at a small bookstore => Works at a small bookstore
I love gardening, and I hate winter => Loves gardening ; Hates winter
I don't like spicy food => Does not like spicy food
My birthday is 5 August => Birthday is 5 August
Remember that I'm vegan => Is vegan
from now on please reply in German => Wants the bot to reply in German
please don't use bullet points => Wants the bot not to use bullet points
Keep your responses brief, please => Wants the bot to keep responses brief
I'm 54 years old and retired => Is 54 years old ; Is retired
No, my name is Karin => Is named Karin
我是路过的 =>
我是不敢说话 =>
我是火影迷你是吗 =>
我是真想当医生 =>
我是医生也救不了你 =>
我是老六 =>
我是懂王 =>
我是你得不到的男人 =>
我是怎么想的不重要 =>
我是这么认为的 =>
我叫你一声爸 =>
我叫不出来 =>
叫我陪你 =>
叫我如何是好 =>
叫我骑马？ =>
没人叫我名字 =>
我喜欢了 =>
我喜欢到不行 =>
我喜欢的老师退休了 =>
我喜欢他喜欢的歌 =>
我讨厌你用英文回复我 =>
我讨厌什么来着 =>
我对你过敏 =>
我在杭州等车 =>
我在银行门口 =>
我在医院陪护 =>
我住三楼 =>
我住进了医院 =>
我来自火星哈哈 =>
我生日礼物呢 =>
我生日没人记得 =>
我弟是程序员 =>
我们老师姓王 =>
我女儿对鸡蛋过敏 =>
我奶奶住在成都 =>
他住在成都 =>
老王是医生 =>
他说他喜欢我 =>
医生说我对花粉过敏 =>
如果可以，我想住在大理 =>
要是我是北京人就好了 =>
你喜欢我吗？我喜欢你 =>
我是不是该叫你姐 =>
我住在哪你知道吗 =>
「记住我」是电影主题曲 =>
歌词是我是一只鱼 =>
别吵 =>
别走啊 =>
不要脸 =>
不要用筷子指人 =>
不要再用表情包轰炸群里了 =>
以后少喝点 =>
以后别熬夜了 =>
以后咱们用英文开会 =>
用英文回复一下客户 =>
记住，细节决定成败 =>
记一下考勤 =>
记住了老板 =>
别忘了吃药 =>
I'm a big believer in you =>
I'm a disaster =>
I'm a fast learner =>
I'm a teacher's pet =>
I'm at the doctor =>
I'm in Berlin right now =>
I'm just a poor boy =>
I'm allergic to nonsense =>
I'm not a lawyer but that's illegal =>
I like this song =>
I like when it rains =>
I love you more =>
I hate you so much =>
I prefer this one =>
I live for weekends =>
I work late =>
I was born ready =>
My birthday is coming up =>
My sister is a nurse =>
call me when done =>
call me a liar =>
You call me every day =>
remember what she said =>
don't forget the milk =>
reply to him in English =>
from now on everything changes =>
If I was a doctor I'd help =>
Did I say I love jazz? =>
She thinks I'm a dentist =>
"I live in Paris" he wrote =>
"""

# Known gaps: nothing is heard, which is the safe side.
MISSED = """
我用的是UTC+9时区 => 时区是UTC+9
你说话别那么官方 => 回复时别那么官方
I'm a stay-at-home dad with two boys => Is a stay-at-home dad
以后每次回复都带上英文翻译 => 回复时带上英文翻译
我我我我是护士！ => 是护士
我不喜欢别人叫我全名 => 不喜欢别人叫我全名|不希望被称呼为「全名」
"""


def sentences(*blocks: str) -> list[tuple[str, str]]:
    rows = [line.partition("=>") for block in blocks for line in block.strip().splitlines()]
    return [(sentence.strip(), facts.strip()) for sentence, _, facts in rows]


def plain(text: str) -> str:
    return "".join(text.casefold().split())


def fits(heard: list[Heard], facts: str) -> bool:
    wanted = [{plain(way) for way in fact.split("|")} for fact in facts.split(" ; ")] if facts else []
    got = [plain(one.fact) for one in heard]
    return len(got) == len(wanted) and all(any(fact in ways for fact in got) for ways in wanted)


@pytest.mark.parametrize(
    ("sentence", "facts"), sentences(BATCH_A, BATCH_B, BATCH_C, BATCH_D, BATCH_E, BATCH_F)
)
def test_exactly_these_facts_are_heard(sentence: str, facts: str) -> None:
    assert fits(hear(sentence), facts), [one.fact for one in hear(sentence)]


@pytest.mark.parametrize(("sentence", "facts"), sentences(MISSED))
def test_what_is_missed_is_missed_silently(sentence: str, facts: str) -> None:
    assert not hear(sentence)


@pytest.mark.parametrize(
    ("rule", "text"), [(rule, text) for rule in (*CHINESE, *ENGLISH) for text in rule.examples]
)
def test_each_rule_hears_its_examples(rule: Rule, text: str) -> None:
    assert [one for one in hear(text) if one.type == rule.type], rule.cue


@pytest.mark.parametrize(
    ("rule", "text"), [(rule, text) for rule in (*CHINESE, *ENGLISH) for text in rule.others]
)
def test_each_rule_leaves_its_counter_examples(rule: Rule, text: str) -> None:
    assert not hear(text), rule.cue


@pytest.mark.parametrize(
    ("sentence", "kind", "key"),
    [
        ("叫我老王", "preference", "preferred_name"),
        ("我叫李雷", "profile", "real_name"),
        ("我是产品经理", "profile", "job"),
        ("我住在杭州", "profile", "city"),
        ("我老家在成都", "profile", "hometown"),
        ("我生日是5月20号", "profile", "birthday"),
        ("我在腾讯工作", "profile", "employer"),
        ("我对花生过敏", "profile", None),
        ("我喜欢吃辣", "preference", None),
        ("以后回复我用英文", "constraint", "reply_language"),
        ("不要用表情", "constraint", None),
        ("call me Wang", "preference", "preferred_name"),
        ("I'm a nurse", "profile", "job"),
        ("I live in Berlin", "profile", "city"),
        ("From now on, reply to me in English", "constraint", "reply_language"),
    ],
)
def test_type_and_slot(sentence: str, kind: str, key: str | None) -> None:
    (one,) = hear(sentence)
    assert (one.type, one.key) == (kind, key)
    assert one.confidence >= 0.9


@pytest.mark.parametrize(
    ("sentence", "corrects"),
    [
        ("不对，我是护士", True),
        ("你记错了，我住在苏州", True),
        ("我不是医生，我是护士", True),
        ("我是护士不是医生", True),
        ("更正一下，我的生日是6月8号", True),
        ("我搬到成都了", True),
        ("Actually, I'm a teacher", True),
        ("No, I live in Porto, not Lisbon", True),
        ("我是护士", False),
        ("我不喜欢吃甜的", False),
        ("I'm a nurse", False),
    ],
)
def test_corrections_are_marked(sentence: str, corrects: bool) -> None:
    assert [one.corrects for one in hear(sentence)] == [corrects]


def test_facts_stand_alone() -> None:
    pronouns = {"i", "i'm", "my", "me", "you", "your", "he", "she", "they"}
    for sentence, _ in sentences(BATCH_A, BATCH_B, BATCH_C, BATCH_D, BATCH_E, BATCH_F):
        for one in hear(sentence):
            assert 0 < len(one.fact) <= 280
            assert not set("我你您他她") & set(one.fact.replace("吉他", "")), one.fact
            assert not pronouns & set(one.fact.lower().split()), one.fact


def test_a_long_message_gives_no_long_fact() -> None:
    assert all(len(one.fact) <= 280 for one in hear("记住，" + "项目的名字是" + "很" * 2000))


@pytest.mark.parametrize(
    "odd",
    ["", " ", "\n", "我", "I", "记住", "remember", "叫我", "🙂", "\x00", "\ud800", "「", "@", "?", "，，，"],
)
def test_odd_messages(odd: str) -> None:
    assert hear(odd) == []


BAITS = [
    "a",
    " ",
    "我",
    "我喜欢",
    "我是",
    "叫我",
    "我在",
    "请",
    "以后",
    "的",
    "i ",
    "i'm ",
    "i like ",
    "call me ",
    "a.",
    "-",
    "「",
    "用",
    "remember that ",
    "记住",
    "我在北京",
    "我喜欢吃",
    "，",
    "《",
    "I work at ",
]


@pytest.mark.parametrize("bait", BAITS)
def test_long_baits_cost_little(bait: str) -> None:
    text = (bait * 20_000)[:20_000]
    began = time.process_time()
    hear(text)
    assert time.process_time() - began < 0.05
