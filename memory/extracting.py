"""Extraction: a background worker reads the talk in batches with a language model, room by room, in order.

The queue is the raw log after a room's cursor, and the cursor moves in the transaction that stores the results:
a kill repeats the call, never the result. What fails is tried again, later and in smaller pieces; a call is paid
for, in the store, before it is made.
"""

from __future__ import annotations

import asyncio
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from .config import Config
from .consenting import Consents
from .errors import ChatUnavailable, MemoryFault
from .governing import Switch
from .host import Answer, Chat, Clock, FindChat, Log
from .learn import batch, extract
from .learn.batch import Limits
from .learn.extract import Parsed
from .learn.reading import Findings, Transcript, findings, transcript
from .learn.settle import Case, Done, Terms, settle
from .meaning import Meaning
from .model import Message, Room, Scope
from .policy.access import write_policy
from .policy.gate import Counts
from .policy.presets import Settings
from .policy.scope import may_write
from .record.noise import Dropped, worth_reading
from .store import learning, ops, sources
from .store.engine import Connection, Database
from .store.learning import Cursor, Row
from .store.ops import Op
from .text.fold import language_of
from .text.size import estimate_tokens

TICK = 2.0
ROWS = 400
RECENT = 20
SESSION_GAP = 1800
SESSION_SPAN = 6 * 3600
"""A session ends with a pause; one that never pauses counts by the last hours, or its backlog would wait for ever."""
LEAST_WAIT, MOST_WAIT = 60, 3600
GIVE_UP = 12
"""Failures after which the one message that is left of a shrinking batch is passed over."""
HOUR = 3600


@dataclass(frozen=True)
class Pile:
    """What of a room waits: its cursor, what was said before, and the messages after it."""

    cursor: Cursor
    before: tuple[str, ...]
    rows: tuple[Row, ...]
    names: dict[str, str]

    @property
    def is_full(self) -> bool:
        return len(self.rows) >= ROWS


@dataclass(frozen=True)
class Sifted:
    """The messages worth reading, and how many were dropped for which reason up to a row."""

    kept: tuple[Row, ...]
    noise: tuple[tuple[int, str], ...]

    def dropped(self, up_to: int) -> Counter[str]:
        return Counter(reason for row_id, reason in self.noise if row_id <= up_to)


class Extractor:
    """The worker of one store. `tick` does what is due; `close` stops it, whatever it is waiting for."""

    def __init__(
        self,
        config: Config,
        settings: Settings,
        clock: Clock,
        log: Log,
        database: Database,
        meaning: Meaning,
        switch: Switch,
        consents: Consents,
        find_chat: FindChat,
        may_learn: Callable[[Message], bool],
        shown: Callable[[Scope], Sequence[str]],
        changed: Callable[[Room, Scope], None],
    ) -> None:
        self._config = config
        self._settings = settings
        self._clock = clock
        self._log = log
        self._database = database
        self._meaning = meaning
        self._switch = switch
        self._consents = consents
        self._find_chat = find_chat
        self._may_learn = may_learn
        self._shown = shown
        self._changed = changed
        self._limits = _limits(config)
        self._look_at: dict[Scope, int] = {}
        self._news: Counter[Scope] = Counter()
        self._problem = ""
        self._rest_until = 0
        self._failures = 0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Take up what was left unread, and begin. Raises MemoryFault."""
        if self._settings.extraction:
            for scope in await self._database.read(learning.rooms_behind):
                self._look_at[scope] = 0
            self._task = asyncio.create_task(self._work(), name="group-memory-extraction")

    def hear(self, message: Message) -> None:
        """A message was said; it is in the log, or soon will be."""
        if not self._settings.extraction:
            return
        scope = may_write(message.speaker).room
        self._news[scope] += 1
        pause_over = message.at + self._limits.idle
        soon = 0 if self._news[scope] >= self._limits.count else pause_over
        self._look_at[scope] = min(self._look_at.get(scope, pause_over), soon)

    async def tick(self) -> None:
        """Read every room that is due. Raises MemoryFault where the store fails; models may fail."""
        if not self._settings.extraction or self._switch.read_only:
            return
        for scope, at in sorted(self._look_at.items(), key=lambda pair: pair[1]):
            now = self._clock.now()
            if at <= now and now >= self._rest_until:
                self._news.pop(scope, None)
                again = await self._room(scope)
                if again is None:
                    self._look_at.pop(scope, None)
                else:
                    self._look_at[scope] = again

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.tick()
            except MemoryFault as fault:
                self._note(str(fault))
                self._rest_until = self._clock.now() + LEAST_WAIT

    # -- one room --------------------------------------------------------------------------------------

    async def _room(self, scope: Scope) -> int | None:
        """Read as many batches as are ready; returns when to look again, None where nothing waits."""
        while True:
            now = self._clock.now()
            pile = await self._database.read(lambda c: _pile(c, scope))
            if pile.cursor.retry_at > now:
                return pile.cursor.retry_at
            if not pile.rows:
                return None
            injected = self._shown(scope)
            sifted = await asyncio.to_thread(sift, pile, injected, self._may_learn)
            limits = _smaller(self._limits, pile.cursor.failures)
            waiting = [row.message for row in sifted.kept]
            if not waiting:
                await self._pass_over(pile, sifted, pile.rows[-1].row_id)
                if not pile.is_full:
                    return None
                continue
            if not pile.is_full and not batch.ready(waiting, now, limits):
                return _next_look(waiting, now, limits)
            taken = sifted.kept[: len(batch.take(waiting, limits))]
            if later := await self._over_budget(pile, scope, now):
                return later
            if not await self._read_batch(pile, sifted, taken, now):
                return max(self._rest_until, now + LEAST_WAIT)

    async def _pass_over(self, pile: Pile, sifted: Sifted, up_to: int) -> None:
        cursor = replace(pile.cursor, row_id=up_to, last_at=pile.rows[-1].message.at)
        await self._database.write(lambda c: self._advance(c, pile, cursor, sifted))

    async def _over_budget(self, pile: Pile, scope: Scope, now: int) -> int:
        """When there is budget again, 0 where there is now."""
        limits, start = self._config.extraction, max(_session(pile).session_start, now - SESSION_SPAN)
        spent = await self._database.read(lambda c: learning.spent(c, scope.id, start, now))
        over = (
            ("calls per hour", spent.hour, limits.max_calls_per_hour, HOUR // 6),
            ("calls per session", spent.session, limits.max_calls_per_session, SESSION_GAP),
            ("tokens per day", spent.day_tokens, limits.max_tokens_per_day, HOUR),
        )
        for what, has, most, wait in over:
            if most and has >= most:
                op = Op("extract", "classify", "skipped", "", scope.id, reason=f"budget: {what}")
                await self._database.write(lambda c, op=op: ops.add(c, [op], now))
                return now + wait
        return 0

    async def _read_batch(self, pile: Pile, sifted: Sifted, taken: Sequence[Row], now: int) -> bool:
        """Ask the model about a batch and settle what it found; False where it has to be tried again."""
        up_to = _end(pile, sifted, taken)
        around = [row for row in pile.rows if row.row_id <= up_to]
        read = await asyncio.to_thread(transcript, taken, around, pile.names)
        try:
            chat = await self._chat(taken[-1].message.session)
            parsed = await self._ask(chat, read, pile.cursor.scope)
        except ChatUnavailable as error:
            await self._failed(pile, sifted, up_to, f"model: {error}", of_model=True)
            return False
        if parsed.junk is not None:
            await self._failed(pile, sifted, up_to, f"junk: {parsed.junk.value}", of_model=False)
            return False
        self._problem, self._failures = "", 0
        found = await asyncio.to_thread(findings, parsed.candidates, read, chat.name)
        cases = [replace(case, vector=await self._vector(case)) for case in found.cases]
        found = replace(found, cases=tuple(cases))
        cursor = replace(_session(pile, taken), row_id=up_to, failures=0, retry_at=0)
        model = self._meaning.model
        done = await self._database.write(
            lambda c: self._settle(c, pile, cursor, sifted, taken, found, model)
        )
        for memory in (each.memory for each in done):
            if memory.room:
                self._changed(memory.room, memory.scope)
        await self._consents.ask([each.proposal for each in done if each.proposal])
        return True

    # -- the model -------------------------------------------------------------------------------------

    async def _chat(self, session: str) -> Chat:
        wanted = self._config.extraction.provider_id
        chat = await self._find_chat(wanted, session)
        if chat is None:
            raise ChatUnavailable(f"there is no chat model {wanted!r}: choose one in the plugin's settings")
        return chat

    async def _ask(self, chat: Chat, read: Transcript, scope: Scope) -> Parsed:
        """One question, and one more where the answer was junk."""
        language = language_of(" ".join(line.text for line in read.lines if not line.is_bot), "zh")
        system, user = extract.prompt(read.lines, language)
        parsed = extract.parse((await self._paid(chat, system, user, scope)).text, read.lines)
        if parsed.junk is None:
            return parsed
        hint = extract.repair_hint(parsed.junk)
        return extract.parse((await self._paid(chat, system, f"{user}\n\n{hint}", scope)).text, read.lines)

    async def _paid(self, chat: Chat, system: str, user: str, scope: Scope) -> Answer:
        now, guess = self._clock.now(), estimate_tokens(system) + estimate_tokens(user)
        await self._database.write(lambda c: learning.spend(c, scope.id, guess, now))
        answer = await chat.ask(system, user)
        more = answer.tokens - guess if answer.tokens else estimate_tokens(answer.text)
        await self._database.write(lambda c: learning.spend_more(c, scope.id, more))
        return answer

    async def _vector(self, case: Case):
        return await self._meaning.vector_of([case.fact], case.fact) if self._meaning.model else None

    async def _failed(self, pile: Pile, sifted: Sifted, up_to: int, why: str, *, of_model: bool) -> None:
        """Keep the batch for later. A missing model rests everything; junk only this room, in smaller pieces."""
        now = self._clock.now()
        if of_model:
            self._note(why)
            self._failures += 1
            self._rest_until = now + min(LEAST_WAIT * 2 ** min(self._failures - 1, 10), MOST_WAIT)
        cursor = learning.retry_later(pile.cursor, now, LEAST_WAIT, MOST_WAIT)
        if of_model:
            cursor = replace(cursor, failures=pile.cursor.failures)
        elif pile.cursor.failures + 1 >= GIVE_UP:
            cursor = replace(cursor, row_id=up_to, failures=0, retry_at=0)
        op = Op("extract", "create", "error", "", pile.cursor.scope.id, reason=why.split(":")[0])
        await self._database.write(lambda c: (learning.move(c, cursor, pile.cursor), ops.add(c, [op], now)))

    def _note(self, problem: str) -> None:
        """Say a problem once, until something worked again."""
        if problem != self._problem:
            self._log.warning(f"extraction: {problem}. What was said waits, and is read later.")
        self._problem = problem

    # -- the transaction -------------------------------------------------------------------------------

    def _settle(
        self,
        connection: Connection,
        pile: Pile,
        cursor: Cursor,
        sifted: Sifted,
        taken: Sequence[Row],
        found: Findings,
        model: str,
    ) -> list[Done]:
        if not self._advance(connection, pile, cursor, sifted):
            return []
        thread, now = cursor.scope.id, self._clock.now()
        refused = [Op("extract", "create", "skipped", "", thread, reason=reason) for reason in found.refused]
        ops.add(connection, refused, now)
        done: list[Done] = []
        for case in found.cases:
            if not self._may_settle(connection, case, taken):
                ops.add(
                    connection,
                    [Op("extract", "create", "skipped", "", thread, reason="forgotten meanwhile")],
                    now,
                )
                continue
            terms = self._terms(connection, case, cursor, len(done), model)
            outcome = settle(connection, case, terms, str(uuid.uuid4()))
            if isinstance(outcome, Done):
                done.append(outcome)
        return done

    def _advance(self, connection: Connection, pile: Pile, cursor: Cursor, sifted: Sifted) -> bool:
        if not learning.move(connection, cursor, pile.cursor):
            return False
        noise = sifted.dropped(cursor.row_id).items()
        lines = [
            Op("extract", "classify", "skipped", "", cursor.scope.id, reason=f"noise: {reason}", count=n)
            for reason, n in noise
        ]
        ops.add(connection, lines, self._clock.now())
        return True

    def _may_settle(self, connection: Connection, case: Case, taken: Sequence[Row]) -> bool:
        """Whether the words are still there and may still be learned from: the model took its time."""
        cited = set(case.messages)
        rows = [row for row in taken if row.message in cited]
        return learning.still_there(connection, rows) and all(map(self._may_learn, case.messages))

    def _terms(self, connection: Connection, case: Case, cursor: Cursor, written: int, model: str) -> Terms:
        now, thread = self._clock.now(), cursor.scope.id
        session, first = max(cursor.session_start, now - SESSION_SPAN), case.messages[0]
        return Terms(
            write_policy(first, self._settings.write, self._config),
            self._settings.retention_days,
            self._switch.read_only,
            Counts(
                written,
                ops.writes(connection, thread, session),
                ops.writes(connection, thread, now - HOUR),
            ),
            now,
            model,
            language=language_of(first.text, "zh"),
        )


def sift(pile: Pile, injected: Sequence[str], may_learn: Callable[[Message], bool]) -> Sifted:
    """Which messages of a pile are worth a model's time."""
    recent = list(pile.before)
    kept: list[Row] = []
    noise: list[tuple[int, str]] = []
    for row in pile.rows:
        text = row.message.text
        if row.role == "user" and may_learn(row.message):
            verdict = worth_reading(text, recent[-RECENT:], injected)
            if isinstance(verdict, Dropped):
                noise.append((row.row_id, verdict.reason.value))
            else:
                kept.append(row)
        recent.append(text)
    return Sifted(tuple(kept), tuple(noise))


def _pile(connection: Connection, scope: Scope) -> Pile:
    cursor = learning.cursor_of(connection, scope)
    before = learning.before(connection, scope, cursor.row_id, RECENT)
    rows = learning.unread(connection, scope, cursor.row_id, ROWS)
    names = {**sources.names_in(connection, scope)}
    names |= {r.message.speaker.person.sender_id: r.message.speaker.name for r in rows if r.role == "user"}
    return Pile(cursor, tuple(before), tuple(rows), names)


def _end(pile: Pile, sifted: Sifted, taken: Sequence[Row]) -> int:
    """The row up to which a batch reads: to the next message that is worth reading, or to the end."""
    if len(taken) == len(sifted.kept):
        return pile.rows[-1].row_id
    return max(row.row_id for row in pile.rows if row.row_id < sifted.kept[len(taken)].row_id)


def _session(pile: Pile, taken: Sequence[Row] = ()) -> Cursor:
    """The cursor with the session that its next messages belong to: a long pause begins another."""
    cursor = pile.cursor
    start, last = cursor.session_start, cursor.last_at
    for row in taken or pile.rows[:1]:
        if row.message.at - last > SESSION_GAP:
            start = row.message.at
        last = max(last, row.message.at)
    return replace(cursor, session_start=start, last_at=last)


def _limits(config: Config) -> Limits:
    e = config.extraction
    return Limits(e.batch_messages, e.idle_seconds, e.batch_tokens, min(Limits.fewest, e.batch_messages))


def _smaller(limits: Limits, failures: int) -> Limits:
    """After failures a batch is halved, so that one message cannot keep a whole room from being read."""
    count = max(limits.count >> max(failures - 1, 0), 1)
    return replace(limits, count=count, fewest=min(limits.fewest, count))


def _next_look(waiting: Sequence[Message], now: int, limits: Limits) -> int:
    """When these messages become a batch without another one being said."""
    pause_over = waiting[-1].at + limits.idle
    if len(waiting) >= limits.fewest:
        return max(pause_over, now + 1)
    return max(pause_over, waiting[0].at + limits.longest_wait, now + 1)
