"""`make run`: leaves AstrBot running with the plugin, on a root of its own (.run) that is kept from run to run."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import signal
import socket
import sys
from pathlib import Path

from tests.e2e.harness import AstrBotInstance, DashboardClient, Model, Settings, free_port, wait_until
from tests.e2e.harness.config import build_config

from . import transcript
from .models import real_model, stand_in

ROOT = Path(__file__).parents[1]
RUN = ROOT / ".run"
PLATFORM = {"dashboard_port": 6185, "onebot_port": 6199, "model_port": 6210}
"""The ports that AstrBot's documentation names, and one for the stand-in; others where these are taken."""
BOOT_TIMEOUT = 180.0


def remembered() -> dict:
    """Ports, password and keys, made at the first run."""
    path = RUN / "run.json"
    if not path.exists():
        RUN.mkdir(exist_ok=True)
        ports = {name: port if _free(port) else free_port() for name, port in PLATFORM.items()}
        keys = {"password": secrets.token_urlsafe(9), "jwt_secret": secrets.token_hex(32)}
        path.touch(mode=0o600)
        path.write_text(json.dumps({**ports, **keys, "onebot_token": secrets.token_urlsafe(9)}), "utf-8")
    return json.loads(path.read_text("utf-8"))


def _free(port: int) -> bool:
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with contextlib.suppress(OSError):
            s.bind(("127.0.0.1", port))
            return True
    return False


def settings(known: dict) -> Settings:
    real = real_model()
    local = Model(f"http://127.0.0.1:{known['model_port']}/v1", "stand-in")
    return Settings(
        Model(real.url, real.name, real.key) if real else local,
        known["dashboard_port"],
        known["onebot_port"],
        guard_network=False,
        username="astrbot",
        password=known["password"],
        jwt_secret=known["jwt_secret"],
        onebot_token=known["onebot_token"],
    )


def lay_out(bot: AstrBotInstance) -> str:
    """The configuration at the first run; later only the model, and the plugin as it is now. Its name."""
    file = bot.data / "cmd_config.json"
    if not file.exists():
        bot.prepare()
        return bot.install_plugin(ROOT)
    config, fresh = json.loads(file.read_text("utf-8-sig")), build_config(bot.settings)
    for key in ("provider_sources", "provider"):
        ours = {entry["id"] for entry in fresh[key]}
        config[key] = fresh[key] + [entry for entry in config[key] if entry["id"] not in ours]
    file.write_text(json.dumps(config, ensure_ascii=False, indent=2), "utf-8")
    return bot.install_plugin(ROOT)


def tell(bot: AstrBotInstance, url: str, name: str) -> None:
    s = bot.settings
    transcript.heading("群忆 · AstrBot is running with the plugin")
    transcript.fact("WebUI", url)
    transcript.fact("user", s.username)
    transcript.fact("password", f"{s.password}   (unless you have changed it)")
    transcript.fact(
        "model", s.model.name if real_model() else "a stand-in of a few rules; see OPENAI_API_KEY"
    )
    transcript.fact("chat", "in the WebUI, or connect NapCat or another OneBot v11 client to")
    transcript.fact("", f"ws://127.0.0.1:{s.onebot_port}/ws, token {s.onebot_token}")
    transcript.fact("data", str(bot.plugin_data_dir(name).relative_to(ROOT)))
    transcript.fact("log", str(bot.log_file.relative_to(ROOT)))
    transcript.out("   Ctrl-C ends it; the data stays. `rm -r .run` starts anew.")


async def serve() -> None:
    known = remembered()
    taken = [known[name] for name in PLATFORM if not _free(known[name])]
    if taken:
        raise RuntimeError(
            f"Port {taken[0]} is taken: is it running already? Otherwise remove .run and try again."
        )
    bot = AstrBotInstance(RUN, sys.executable, settings(known))
    name = lay_out(bot)
    llm = stand_in()
    llm.port = known["model_port"]
    url = f"http://127.0.0.1:{known['dashboard_port']}"
    dashboard = DashboardClient(url, username="astrbot", password=known["password"])
    await llm.start()
    bot.spawn()
    try:
        await wait_until(dashboard.ready, BOOT_TIMEOUT, 0.2, f"AstrBot to start; see {bot.log_file}")
        tell(bot, url, name)
        while bot.running:
            await asyncio.sleep(0.5)
        raise RuntimeError(f"AstrBot has ended; see {bot.log_file}")
    finally:
        await dashboard.close()
        await bot.stop()
        await llm.stop()


async def until_stopped() -> None:
    """Serve until Ctrl-C or a SIGTERM; both end AstrBot in order."""
    serving = asyncio.ensure_future(serve())
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
    try:
        await serving
    except asyncio.CancelledError:
        transcript.out("   stopped")


def main() -> int:
    try:
        asyncio.run(until_stopped())
    except (RuntimeError, TimeoutError) as error:
        transcript.failed(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
