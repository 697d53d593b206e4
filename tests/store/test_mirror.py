"""Group files follow every change, also one that comes while files are being written, or while the disk fails."""

import asyncio

from group_memory.memory.model import Room
from group_memory.memory.store import mirror as mirror_module
from group_memory.memory.store.mirror import Mirror

from ..fakes import FakeLog


class Rows:
    """A store whose rooms have no memories: files are then only removed."""

    async def read(self, job):
        return []


async def test_a_room_marked_while_another_is_written_is_written_too(tmp_path, monkeypatch):
    written, mirror = [], Mirror(Rows(), tmp_path, "id", FakeLog())
    monkeypatch.setattr(mirror_module, "DELAY", 0)

    def bring_about(path, text):
        written.append(path.stem)
        if path.stem == "g1":
            loop.call_soon_threadsafe(mirror.mark, Room("qq", "g2"))

    monkeypatch.setattr(mirror_module, "_bring_about", bring_about)
    loop = asyncio.get_running_loop()
    mirror.mark(Room("qq", "g1"))
    for _ in range(100):
        await asyncio.sleep(0.01)
    assert written == ["g1", "g2"]
    await mirror.close()


async def test_a_failed_file_is_said_and_tried_again_with_the_next_change(tmp_path, monkeypatch):
    log, tries = FakeLog(), []
    mirror = Mirror(Rows(), tmp_path, "id", log)
    monkeypatch.setattr(mirror_module, "DELAY", 0)

    def bring_about(path, text):
        tries.append(path.stem)
        if len(tries) == 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(mirror_module, "_bring_about", bring_about)
    mirror.mark(Room("qq", "g1"))
    await asyncio.sleep(0.1)
    assert tries == ["g1"] and "No space left" in log.said("error")
    mirror.mark(Room("qq", "g2"))
    await asyncio.sleep(0.1)
    assert sorted(tries[1:]) == ["g1", "g2"]
    await mirror.close()
