"""The real AstrBot as a subprocess, and everything around it played: QQ, the model server, the dashboard.

    async with E2E(ROOT) as e2e:
        turn = await e2e.ask("I like tea", group=1, user=7, script=[call("save_memory", ...), say("Noted.")])
        assert "tea" in turn.tool_results[0]

Each instance has a fresh root, HOME and TMPDIR, loopback ports, and ends with the process that started it.
"""

from .config import Model, Settings
from .dashboard import DashboardClient, DashboardError
from .e2e import E2E, Turn
from .exchange import ChatRequest, Reply, call, calls, say
from .instance import AstrBotInstance
from .stub_llm import StubLLM
from .util import free_port, plugin_files, plugin_zip, wait_until

__all__ = [
    "E2E",
    "AstrBotInstance",
    "ChatRequest",
    "DashboardClient",
    "DashboardError",
    "Model",
    "Reply",
    "Settings",
    "StubLLM",
    "Turn",
    "call",
    "calls",
    "free_port",
    "plugin_files",
    "plugin_zip",
    "say",
    "wait_until",
]
