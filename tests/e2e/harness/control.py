"""A plugin that offers the same tools as another and does nothing else, to compare with.

AstrBot checks the JSON schema of every plugin tool anew for each message (6 to 7 ms of processor time),
whatever the plugin does. Comparing a plugin with such a control leaves that cost out.
"""

from __future__ import annotations

import json
from pathlib import Path

NAME = "astrbot_plugin_control"
METADATA = f"""\
name: {NAME}
desc: The tools of another plugin, without effect.
version: v0.1.0
author: harness
repo: https://example.invalid/{NAME}
"""
MAIN = """\
import json
from pathlib import Path

from astrbot.api.star import Star
from astrbot.core.agent.tool import FunctionTool


async def nothing(*_args, **_arguments):
    return "nothing"


class Control(Star):
    def __init__(self, context):
        super().__init__(context)
        tools = json.loads((Path(__file__).parent / "tools.json").read_text("utf-8"))
        context.add_llm_tools(*(FunctionTool(**tool, handler=nothing) for tool in tools))
"""


def write_control_plugin(directory: Path, tools: list[dict]) -> Path:
    """Write the plugin into ``directory``; ``tools`` are function schemas as a ``ChatRequest`` has them."""
    directory.mkdir(parents=True)
    (directory / "metadata.yaml").write_text(METADATA, "utf-8")
    (directory / "main.py").write_text(MAIN, "utf-8")
    (directory / "tools.json").write_text(json.dumps(tools, ensure_ascii=False), "utf-8")
    return directory
