"""Import the plugin as AstrBot does: as a package of its folder, whatever the folder is called.

Inside the plugin every import is relative, so `memory` must not be importable on its own.
"""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent
PACKAGE = "group_memory"


def _mount() -> ModuleType:
    spec = importlib.util.spec_from_loader(PACKAGE, loader=None, is_package=True)
    assert spec is not None
    package = importlib.util.module_from_spec(spec)
    package.__path__ = [str(ROOT)]
    return sys.modules.setdefault(PACKAGE, package)


_mount()
