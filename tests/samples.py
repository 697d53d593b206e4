"""Memories to test with, where only some fields matter."""

from group_memory.memory.model import Memory, Room, Scope
from group_memory.memory.text.fact_key import fact_key

ROOM = Room("qq", "g1")


def memory(id: str = "m", fact: str = "养猫", **fields) -> Memory:  # noqa: A002 - as the field is called
    """A memory in force of member 1 in group g1, of the given fields."""
    defaults = {
        "scope": Scope("user", "qq/group/g1/1"),
        "type": "profile",
        "fact_key": fact_key(fact),
        "confidence": 1.0,
        "importance": 0.6,
        "status": "active",
        "created_at": 0,
        "updated_at": 0,
        "room": ROOM,
        "owner_id": "1",
        "author_id": "1",
    }
    return Memory(id=id, fact=fact, **{**defaults, **fields})
