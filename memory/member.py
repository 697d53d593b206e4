"""What a member may ask for: save, list, forget, why, pause. Every tool and command comes through here.

Each method takes the message that asks, never an identity of its own, and returns an outcome. Nothing is
done for a message without an identity, where memory is off, or (but for lists and deleting) while paused.
"""

from __future__ import annotations

import functools
import re
import uuid
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec, cast

from .config import Config
from .errors import MemoryFault
from .governing import Switch
from .host import Clock, Log
from .learn.clean import quotable
from .learn.extract import Candidate
from .learn.remember import Caps, Wish, plan
from .model import (
    SPOKEN_TYPES,
    Explained,
    Forgotten,
    Kept,
    Language,
    Listed,
    Memory,
    Message,
    NothingMatched,
    Outcome,
    Refusal,
    Refused,
    Saved,
    Scope,
    Switched,
    Traced,
    Type,
    Updated,
)
from .policy import access
from .policy.access import write_policy
from .policy.categories import wanted
from .policy.guard import Clean, Forbidden, Reason, Suspicious, Verdict, inspect
from .policy.presets import Settings
from .policy.scope import may_read, may_write
from .policy.subject import Names, Other, subject_of
from .recall.target import matching, means_everything, number_in
from .recalling import DEFAULT_TOP, MOST, Recaller
from .store import forgotten, items, keep, ops, sources
from .store.engine import Connection, Database
from .store.mirror import Mirror
from .store.ops import Op
from .text.fact_key import fact_key
from .text.fold import clean_line
from .transfer.adopt import FACT_LIMIT, Adopter
from .wording import say

EXPLICIT_CONFIDENCE = 1.0
MAIN_AGENT = "supervisor"
"""Whose allowlist holds: the tool is offered to AstrBot's main agent."""
REMEMBERED_LISTS = 10_000
TYPES: dict[str, Type] = {
    **SPOKEN_TYPES,
    "profile": "profile",
    "constraint": "constraint",
    "事实": "profile",
    "偏好": "preference",
    "指令": "constraint",
}
"""What a model may call a type: the tool's words, and those that it could take from a prompt."""

MARKS = frozenset({Reason.DELIMITER, Reason.HIDDEN})
_MARK = re.compile(r"[\[\]<>{}|`#=*_［］＜＞]+")

P = ParamSpec("P")


def honest(
    wish: Callable[Concatenate[Members, Message, P], Awaitable[Outcome]],
) -> Callable[Concatenate[Members, Message | None, P], Awaitable[Outcome]]:
    """Who is unknown is refused, and a broken store becomes an answer that says so."""

    @functools.wraps(wish)
    async def guarded(
        self: Members, message: Message | None, /, *args: P.args, **kwargs: P.kwargs
    ) -> Outcome:
        if message is None:
            return Refused(Refusal.NO_IDENTITY)
        if off := access.refusal(message, self.config):
            return Refused(off)
        try:
            await self.adopter.claim(message.speaker.room)
            return await wish(self, message, *args, **kwargs)
        except MemoryFault as fault:
            self.log.error(f"memory store: {fault}")
            return Refused(Refusal.STORE_DOWN, str(fault))

    return guarded


class Members:
    """The wishes of members on one store. `paused` holds the scope ids of those who opted out."""

    def __init__(
        self,
        config: Config,
        clock: Clock,
        log: Log,
        database: Database,
        mirror: Mirror,
        adopter: Adopter,
        recaller: Recaller,
        on_change: Callable[[], None],
        on_erase: Callable[[Scope], None],
        on_save: Callable[[Message], None],
        switch: Switch,
        settings: Settings,
        paused: set[str],
    ) -> None:
        self.config = config
        self.log = log
        self.adopter = adopter
        self._clock = clock
        self._database = database
        self._mirror = mirror
        self._recaller = recaller
        self._on_change = on_change
        self._on_erase = on_erase
        self._on_save = on_save
        self._switch = switch
        self._policy = settings.write
        self._keeps_messages = settings.raw_log_days > 0
        self._paused = paused
        self._lists: OrderedDict[str, list[str]] = OrderedDict()

    def is_paused(self, message: Message) -> bool:
        """Whether the speaker opted out here."""
        return may_write(message.speaker).own.id in self._paused

    @honest
    async def save(
        self, message: Message, memory_type: object, content: object, language: Language
    ) -> Outcome:
        """Keep one fact; on disk when this returns."""
        self._on_save(message)
        if self.is_paused(message):
            return Refused(Refusal.PAUSED)
        if wrong := _wrong(memory_type, content):
            return wrong
        return await self._put(message, TYPES[_type_name(memory_type)], str(content), language)

    @honest
    async def note(self, message: Message, wanted: Candidate, language: Language) -> Outcome:
        """Keep what the model's structured answer wants stored of the speaker (seed 004, `memory_update`)."""
        if self.is_paused(message):
            return Refused(Refusal.PAUSED)
        return await self._put(message, wanted.type, wanted.fact, language, wanted.confidence)

    @honest
    async def show(self, message: Message) -> Outcome:
        """What is remembered about the speaker here; from now on `#n` counts in this order."""
        return await self._listed(message)

    @honest
    async def forget(self, message: Message, target: object) -> Outcome:
        """Erase what the target means among the speaker's own memories; gone from disk when this returns."""
        if not isinstance(target, str):
            return Refused(Refusal.NOT_TEXT, "target")
        if self._switch.read_only:
            return Refused(Refusal.READ_ONLY)
        if not target.strip():
            return Refused(Refusal.NO_TARGET)
        if means_everything(target):
            return await self._forget_all(message)
        own = await self._own(message)
        if chosen := await self._chosen(message, target, own):
            return await self._forget(message, items.ids_of(chosen))
        return NothingMatched(clean_line(target, FACT_LIMIT), await self._listed(message))

    @honest
    async def why(self, message: Message, target: str, language: Language) -> Outcome:
        """Of a number: the messages that this memory comes from. Of a text: what would be shown for it, and why."""
        if target.strip() and number_in(target) is None:
            return Traced(await self._recaller.explain(message, clean_line(target, FACT_LIMIT), language))
        chosen = await self._chosen(message, target, await self._own(message)) if target.strip() else []
        if not chosen:
            return NothingMatched(clean_line(target, FACT_LIMIT), await self._listed(message))
        origins = await self._database.read(lambda c: sources.origins(c, chosen[0]))
        return Explained(chosen[0], origins)

    @honest
    async def query(
        self,
        message: Message,
        text: object,
        categories: object,
        top: object,
        threshold: object,
        *,
        full: bool,
    ) -> Outcome:
        """What was remembered or said about something, among what the speaker may read."""
        if self.is_paused(message):
            return Refused(Refusal.PAUSED)
        if not isinstance(text, str):
            return Refused(Refusal.NOT_TEXT, "query")
        if not text.strip():
            return Refused(Refusal.NO_QUESTION)
        limits = wanted(MAIN_AGENT, _names_in(categories))
        if isinstance(limits, Refused):
            return limits
        messages = limits.messages and self._keeps_messages
        answered = await self._recaller.query(
            message,
            text,
            limits.types,
            messages=messages,
            top=int(_number(top, 1, MOST, DEFAULT_TOP)),
            threshold=_number(threshold, 0.0, 1.0, 0.0),
        )
        return replace(answered, full=full)

    @honest
    async def pause(self, message: Message) -> Outcome:
        """Save and show nothing of the speaker here until it resumes."""
        scope, now = may_write(message.speaker).own, self._clock.now()
        await self._database.write(lambda c: sources.pause(c, scope, now))
        self._paused.add(scope.id)
        return Switched(paused=True)

    @honest
    async def resume(self, message: Message) -> Outcome:
        """Take the speaker's memory up again."""
        scope = may_write(message.speaker).own
        await self._database.write(lambda c: sources.resume(c, scope))
        self._paused.discard(scope.id)
        return Switched(paused=False)

    # -- saving ----------------------------------------------------------------------------------------

    async def _put(
        self,
        message: Message,
        kind: Type,
        content: str,
        language: Language,
        confidence: float = EXPLICIT_CONFIDENCE,
    ) -> Outcome:
        """Guard, gate and keep; secrets are refused, what looks like an order to the bot waits for an operator."""
        verdict, fact = _verdict(content, kind), clean_line(content, FACT_LIMIT)
        suspicion = verdict.reason.value if isinstance(verdict, Suspicious) else ""
        new_id, now, said = str(uuid.uuid4()), self._clock.now(), quotable(message)

        def job(connection: Connection) -> Outcome:
            wish = self._wish(connection, message, kind, fact, language, now, confidence)
            refused = wish if isinstance(wish, Refused) else self._stopped(message, wish, verdict)
            outcome = refused or self._keep(connection, said, cast(Wish, wish), new_id, suspicion)
            ops.add(connection, [_op(message, outcome)], now)
            return outcome

        if self._switch.read_only:
            return Refused(Refusal.READ_ONLY)
        outcome = await self._database.write(job)
        self._mirror.mark(message.speaker.room)
        self._on_change()
        return outcome

    def _stopped(self, message: Message, wish: Wish, verdict: Verdict) -> Refused | None:
        """Why what this member asks for is not kept."""
        if isinstance(verdict, Forbidden):
            return Refused(Refusal.SECRET, verdict.reason.value)
        policy = write_policy(message, self._policy, self.config)
        if not policy.enable or wish.scope in policy.disabled_scopes:
            return Refused(Refusal.WRITES_OFF)
        return None

    def _wish(
        self,
        connection: Connection,
        message: Message,
        kind: Type,
        fact: str,
        language: Language,
        now: int,
        confidence: float,
    ) -> Wish | Refused:
        """The fact as it shall be kept: the speaker's own, or the room's hearsay about someone else."""
        speaker, right = message.speaker, may_write(message.speaker)
        author = speaker.person.sender_id
        match subject_of(fact, _names(connection, message, now)):
            case Other(name):
                if self.config.save.about_others == "refuse":
                    return Refused(Refusal.ABOUT_OTHERS, name)
                said = say(language, "hearsay", name=clean_line(speaker.name, 40) or author, fact=fact)
                return Wish(right.room, speaker.room, "", author, kind, said, confidence, now)
            case _:
                return Wish(right.own, speaker.room, author, author, kind, fact, confidence, now)

    def _keep(
        self, connection: Connection, message: Message, wish: Wish, new_id: str, suspicion: str
    ) -> Saved | Updated | Kept:
        wish = replace(wish, status="pending") if suspicion else wish
        forgotten.lift(connection, wish.scope, wish.fact)
        standing, same_key = keep.standing(connection, wish.scope, fact_key(wish.fact))
        caps = Caps(self.config.memory_max_per_user if wish.owner_id else 0, self._policy.max_items_per_scope)
        decided = plan(wish, standing, same_key, caps, new_id)
        kept = keep.apply(connection, decided.changes, [message], "user_explicit")
        return Kept(kept, suspicion) if kept.status == "pending" else decided.outcome(kept)

    # -- finding and forgetting ------------------------------------------------------------------------

    async def _own(self, message: Message) -> list[Memory]:
        """What the speaker may delete, in the order of the list: newest last, so that numbers stay put."""
        right = may_write(message.speaker)
        return sorted(await self._database.read(lambda c: items.active(c, right)), key=lambda m: m.seq)

    async def _listed(self, message: Message) -> Listed:
        own = await self._own(message)
        mine = set(items.ids_of(own))
        shared = may_read(message.speaker).only("group")
        others = [m for m in await self._database.read(lambda c: items.active(c, shared)) if m.id not in mine]
        self._remember_list(may_write(message.speaker).own.id, items.ids_of(own))
        return Listed(tuple(own), tuple(others))

    def _remember_list(self, scope_id: str, ids: list[str]) -> None:
        self._lists[scope_id] = ids
        self._lists.move_to_end(scope_id)
        if len(self._lists) > REMEMBERED_LISTS:
            self._lists.popitem(last=False)

    async def _chosen(self, message: Message, target: str, own: list[Memory]) -> list[Memory]:
        """`#n` of the list that was shown last (a list that was never shown counts as now), or by words."""
        number = number_in(target)
        if number is None:
            return matching(target, own)
        shown = self._lists.get(may_write(message.speaker).own.id, items.ids_of(own))
        wanted = shown[number - 1] if 0 < number <= len(shown) else None
        return [m for m in own if m.id == wanted]

    async def _forget(self, message: Message, ids: list[str]) -> Forgotten:
        right, now = may_write(message.speaker), self._clock.now()
        gone = await self._database.write(lambda c: keep.forget(c, right, ids, now))
        await self._leave_no_trace(message, gone)
        return Forgotten(tuple(gone))

    async def _forget_all(self, message: Message) -> Forgotten:
        right, now = may_write(message.speaker), self._clock.now()
        gone = await self._database.write(lambda c: keep.forget_all(c, right, now))
        self._lists.pop(right.own.id, None)
        await self._leave_no_trace(message, gone)
        return Forgotten(tuple(gone), everything=True)

    async def _leave_no_trace(self, message: Message, gone: list[Memory]) -> None:
        self._recaller.forget(message.speaker.room, gone)
        for scope in {m.scope for m in gone}:
            self._on_erase(scope)
        await self._mirror.write_now(message.speaker.room)
        await self._database.checkpoint()


def _names(connection: Connection, message: Message, now: int) -> Names:
    """Who is known in the room; the speaker's own name is kept up to date on the way."""
    room, sender, name = (
        may_write(message.speaker).room,
        message.speaker.person.sender_id,
        message.speaker.name,
    )
    known = sources.names_in(connection, room)
    if known.get(sender) != name:
        sources.see_member(connection, room, sender, name, now)
    others = {shown for other, shown in known.items() if other != sender and shown} | message.mentions
    return Names(name, frozenset(others - {name}))


def _op(message: Message, outcome: Outcome) -> Op:
    """The line that says what became of a wish."""
    right = may_write(message.speaker)
    where = (right.own.id, right.room.id)
    match outcome:
        case Refused(reason, detail):
            why = f"guard: {detail}" if reason is Refusal.SECRET else reason.value
            return Op("explicit", "create", "skipped", *where, reason=why)
        case Kept(memory, reason):
            return Op(
                "explicit", "create", "skipped", *where, memory.id, memory.type, reason=f"guard: {reason}"
            )
        case Saved(memory):
            return Op("explicit", "create", "ok", *where, memory.id, memory.type)
        case Updated(memory):
            return Op("explicit", "update", "ok", *where, memory.id, memory.type)
        case _:
            return Op("explicit", "create", "error", *where)


def _verdict(content: str, kind: Type) -> Verdict:
    """What the guard says. Forged marks and hidden characters in a fact or preference are made harmless where it
    is shown (`inject.compose`) and need no operator; an instruction that comes with them does."""
    verdict = inspect(content)
    if kind == "constraint" or not _is_mark(verdict):
        return verdict
    words = inspect(_MARK.sub(" ", clean_line(content, FACT_LIMIT)))
    return Clean() if _is_mark(words) else words


def _is_mark(verdict: Verdict) -> bool:
    return isinstance(verdict, Suspicious) and verdict.reason in MARKS


def _names_in(categories: object) -> list[str]:
    """Category names as models give them: a list, one string, or nothing."""
    given = categories.split(",") if isinstance(categories, str) else categories
    if not isinstance(given, list):
        return []
    return [str(c) for c in cast("list[object]", given) if str(c).strip()]


def _number(given: object, least: float, most: float, default: float) -> float:
    """A number within bounds, however the model wrote it; the default where it is none."""
    try:
        number = float(cast(Any, given))
    except (TypeError, ValueError, OverflowError):
        return default
    return min(max(number, least), most) if number == number else default


def _type_name(memory_type: object) -> str:
    return str(memory_type).strip().lower()


def _wrong(memory_type: object, content: object) -> Refused | None:
    """What a model has to change in its call, or None."""
    if not isinstance(content, str):
        return Refused(Refusal.NOT_TEXT, "content")
    if _type_name(memory_type) not in TYPES:
        return Refused(Refusal.UNKNOWN_TYPE, clean_line(str(memory_type), 40))
    if not clean_line(content, FACT_LIMIT) or not fact_key(clean_line(content, FACT_LIMIT)):
        return Refused(Refusal.EMPTY)
    if len(content) > FACT_LIMIT:
        return Refused(Refusal.TOO_LONG, str(FACT_LIMIT))
    return None
