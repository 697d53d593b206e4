"""Batches: full, big, or a pause after enough; never a message lost, and none that blocks the queue."""

from dataclasses import dataclass

import pytest
from group_memory.memory.learn.batch import Limits, cost, ready, take
from group_memory.memory.model import Message, Person, Room, Speaker
from hypothesis import given
from hypothesis import strategies as st

LIMITS = Limits()


@dataclass(frozen=True)
class Heard:
    text: str
    at: int


def heard(count: int, text: str = "我养了猫", at: int = 0) -> list[Heard]:
    return [Heard(text, at) for _ in range(count)]


@pytest.mark.parametrize(
    ("pending", "now", "is_ready"),
    [
        ([], 10**9, False),
        (heard(19), 0, False),
        (heard(20), 0, True),
        (heard(10), 119, False),
        (heard(10), 120, True),
        (heard(9), 120, False),
        (heard(1), 6 * 3600 - 1, False),
        (heard(1), 6 * 3600, True),
        (heard(9, at=0) + heard(1, at=100), 219, False),
        (heard(9, at=0) + heard(1, at=100), 220, True),
        ([Heard("猫", 0), Heard("猫", 6 * 3600 - 10)], 6 * 3600, False),
        (heard(3, "猫" * 400), 0, True),
        (heard(2, "猫" * 400), 0, False),
    ],
)
def test_ready(pending, now, is_ready):
    assert ready(pending, now, LIMITS) is is_ready


def test_a_clock_that_went_back_only_waits():
    assert not ready(heard(12, at=1000), 0, LIMITS)


@pytest.mark.parametrize(
    ("pending", "taken"),
    [
        ([], 0),
        (heard(1), 1),
        (heard(20), 20),
        (heard(50), 20),
        (heard(3, "猫" * 400), 2),
        (heard(9, "猫" * 9000), 1),
    ],
)
def test_take(pending, taken):
    assert len(take(pending, LIMITS)) == taken


def test_what_the_prompt_cuts_off_costs_nothing():
    assert cost(Heard("猫" * 600, 0)) == cost(Heard("猫" * 60_000, 0)) > cost(Heard("猫" * 599, 0))


def test_messages_of_the_model_fit():
    message = Message(Speaker(Person("qq", "1"), Room("qq", "g")), "我养了猫", "m1", 5)
    assert take([message], LIMITS) == (message,)


texts = st.text(max_size=40) | st.just("猫" * 500)
limits = st.builds(Limits, st.integers(1, 25), st.just(120), st.integers(1, 2000))


@given(st.lists(texts, max_size=60), limits)
def test_taking_again_and_again_reads_every_message_once_in_order_within_the_limits(said, limits):
    left = [Heard(text, at) for at, text in enumerate(said)]
    read = []
    while left:
        batch = take(left, limits)
        assert 1 <= len(batch) <= limits.count
        assert len(batch) == 1 or sum(map(cost, batch)) <= limits.tokens
        read += batch
        left = left[len(batch) :]
    assert [message.text for message in read] == said
