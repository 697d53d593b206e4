"""The scenes: those of seed 003, sections 6 and 8, and what lies between them. Data only; ``stage`` plays them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Member:
    id: int
    nickname: str


@dataclass(frozen=True)
class Group:
    id: int
    name: str


WANG = Member(200001, "王伟")
LI = Member(200002, "李娜")
ANN = Member(200003, "Ann")
TEAM = Group(700001, "后端小队")
FRIENDS = Group(700002, "老友群")


@dataclass(frozen=True)
class Says:
    """Someone speaks to the bot. ``shown`` must be in what is put beside the message, ``hidden`` must not;
    ``nothing`` must be put there at all; ``tool`` must be called, and ``answered`` be in its answer."""

    who: Member
    where: Group
    text: str
    tool: str = ""
    answered: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    nothing: bool = False


@dataclass(frozen=True)
class EmptyConversation:
    """/reset: what the bot still knows afterwards, it knows from memory."""

    where: Group


@dataclass(frozen=True)
class Kill:
    """kill -9 and a new start."""


@dataclass(frozen=True)
class ShowFile:
    """A group's file. ``holds`` must be in it, ``lacks`` must not."""

    where: Group
    holds: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


Step = Says | EmptyConversation | Kill | ShowFile


@dataclass(frozen=True)
class Scene:
    title: str
    about: str
    steps: tuple[Step, ...]


SCENES = (
    Scene(
        "记住 · Remember",
        "A member says what is to be remembered; the model calls save_memory.",
        (
            Says(WANG, TEAM, "记住，在这个群叫我老王", tool="save_memory", answered=("老王",)),
            Says(WANG, TEAM, "我是这个项目的后端负责人", tool="save_memory", answered=("后端",)),
        ),
    ),
    Scene(
        "生效 · In use",
        "The conversation is emptied, so all that the model knows of him comes from memory. It stands beside the "
        "message, never in the history. Another member is shown nothing.",
        (
            EmptyConversation(TEAM),
            Says(WANG, TEAM, "帮我看看这个代码", shown=("老王", "后端")),
            Says(LI, TEAM, "帮我看看这个代码", nothing=True),
        ),
    ),
    Scene(
        "查看 · Ask",
        "Everyone can ask what is remembered of them here.",
        (
            Says(WANG, TEAM, "你记得我什么？", tool="list_memory", answered=("老王", "后端")),
            Says(LI, TEAM, "你记得我什么？", tool="list_memory"),
        ),
    ),
    Scene(
        "每个群一座岛 · Every group an island",
        "The same man in another group is a stranger there, and takes another name. Back in the first group a new "
        "name replaces the old one.",
        (
            Says(WANG, FRIENDS, "早上好", nothing=True),
            Says(WANG, FRIENDS, "记住，叫我王总", tool="save_memory", answered=("王总",)),
            Says(WANG, TEAM, "以后叫我小王", tool="save_memory", answered=("小王", "老王")),
            ShowFile(TEAM, holds=("小王", "后端"), lacks=("老王", "王总")),
            ShowFile(FRIENDS, holds=("王总",), lacks=("小王",)),
        ),
    ),
    Scene(
        "kill -9",
        "AstrBot is killed without a warning and started again. What was acknowledged is on disk.",
        (
            Kill(),
            EmptyConversation(TEAM),
            EmptyConversation(FRIENDS),
            Says(WANG, TEAM, "早上好", shown=("小王",), hidden=("王总", "老王")),
            Says(WANG, FRIENDS, "早上好", shown=("王总",), hidden=("小王",)),
        ),
    ),
    Scene(
        "In English",
        "Members are answered in the language that they speak.",
        (
            Says(ANN, FRIENDS, "Remember, I prefer short answers", tool="save_memory", answered=("short",)),
            Says(ANN, FRIENDS, "What do you remember about me?", tool="list_memory", answered=("short",)),
        ),
    ),
    Scene(
        "忘掉 · Forget",
        "Forgetting is for good, and only here: the other group keeps its own.",
        (
            Says(
                WANG,
                TEAM,
                "忘掉你记得的关于我的所有东西",
                tool="forget_memory",
            ),
            EmptyConversation(TEAM),
            Says(WANG, TEAM, "早上好", nothing=True),
            Says(WANG, FRIENDS, "早上好", shown=("王总",)),
            ShowFile(TEAM, lacks=("小王", "老王", "后端")),
        ),
    ),
)
