"""`python -m memory.doctor FOLDER`: what is wrong with a store, and what to do about it.

It only looks, and takes no lease, so a bot that is running is not disturbed.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from .errors import MemoryFault
from .model import Examined, Finding
from .store.engine import Database
from .store.recover import NAME
from .store.verify import examine
from .wording import tell


async def look(folder: Path) -> Examined:
    """Every check on the store in a data folder, or the one finding that there is none."""
    if not await asyncio.to_thread((folder / NAME).exists):
        remedy = "Give the plugin's data folder, data/plugin_data/astrbot_plugin_group_memory"
        return Examined((Finding("database", f"there is no {NAME} in {folder}", remedy),))
    database = Database.inspect(folder / NAME)
    try:
        return await examine(database, folder)
    except MemoryFault as fault:
        return Examined((Finding("database", str(fault), "Restart the bot and look into its log"),))
    finally:
        await database.close()


def main(arguments: list[str]) -> int:
    """0 where all is well, 1 where something is not, 2 for a wrong call."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m memory.doctor DATA_FOLDER\n")
        return 2
    examined = asyncio.run(look(Path(arguments[0])))
    sys.stdout.write(tell(examined, "en") + "\n")
    return 1 if any(f.problem for f in examined.findings) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
