"""The law of scope: what two different speakers may read never meets, whatever their ids contain."""

from group_memory.memory.model import Person, Room, Speaker
from group_memory.memory.policy.scope import may_read, may_write
from hypothesis import given
from hypothesis import strategies as st

ids = st.text(min_size=1, max_size=8) | st.sampled_from(
    ["a", "b", "a/b", "a_b", "b_c", "a%2Fb", "群", "1", "#1", ".."]
)
rooms = st.builds(Room, ids, ids, st.sampled_from(["group", "private"]))


@st.composite
def speakers(draw):
    room = draw(rooms)
    return Speaker(Person(room.platform_id, draw(ids)), room, draw(ids))


@given(speakers(), speakers())
def test_own_memories_are_shared_exactly_by_the_same_person_in_the_same_room(a, b):
    same = (a.person, a.room) == (b.person, b.room)
    assert (may_read(a).only("user") == may_read(b).only("user")) is same
    assert (may_write(a).own == may_write(b).own) is same


@given(speakers(), speakers())
def test_a_room_is_shared_exactly_by_who_speaks_in_it(a, b):
    assert (may_read(a).only("group") == may_read(b).only("group")) is (a.room == b.room)


@given(speakers())
def test_nobody_writes_what_it_may_not_read(speaker):
    right = may_write(speaker)
    assert {right.own, right.room} <= may_read(speaker).scopes


@given(speakers(), ids)
def test_the_display_name_decides_nothing(speaker, name):
    other = Speaker(speaker.person, speaker.room, name)
    assert may_read(other) == may_read(speaker) and may_write(other) == may_write(speaker)
