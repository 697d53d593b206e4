"""What AstrBot is told in data/cmd_config.json: one model, one OneBot adapter, the dashboard on loopback."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field

from .util import deep_merge

PLATFORM_ID = "e2e"
PROVIDER_ID = "stub/chat"


@dataclass(frozen=True)
class Model:
    """The OpenAI-compatible server that AstrBot talks to; ``url`` ends in /v1 or what stands for it."""

    url: str
    name: str
    key: str = "sk-stub"


@dataclass(frozen=True)
class Settings:
    """Everything that decides how an instance is set up."""

    model: Model
    dashboard_port: int
    onebot_port: int
    config: dict = field(default_factory=dict)
    """Merged over the generated configuration."""
    guard_network: bool = True
    username: str = "e2eadmin"
    password: str = "E2e-Passw0rd"
    jwt_secret: str = "e2e-harness-jwt-secret-0123456789abcdef"
    admin_id: int = 99999
    onebot_token: str = "e2e-token"


def hash_password(password: str) -> str:
    """As AstrBot stores it (few rounds: the count is read back from the hash)."""
    salt, rounds = secrets.token_hex(16), 1000
    digest = hashlib.pbkdf2_hmac("sha256", password.encode(), bytes.fromhex(salt), rounds).hex()
    return f"pbkdf2_sha256${rounds}${salt}${digest}"


def build_config(s: Settings) -> dict:
    """The whole file; AstrBot adds the defaults of all that is missing."""
    base = {
        "config_version": 5,
        # no rate limit: the default of 30 messages a minute silently delays the rest
        "platform_settings": {"rate_limit": {"time": 60, "count": 0, "strategy": "stall"}},
        **_model(s.model),
        "admins_id": [str(s.admin_id)],
        # the default is a public service that AstrBot calls at boot; nobody listens on the discard port
        "t2i_endpoint": "http://127.0.0.1:9",
        "dashboard": _dashboard(s),
        "platform": [_platform(s)],
        "wake_prefix": ["/"],
        "log_level": "INFO",
        "disable_metrics": True,
        "callback_api_base": "",
    }
    return deep_merge(base, s.config)


def _model(model: Model) -> dict:
    """AstrBot 4.28 moved the choice of the model to ``agent_runner``; each version drops the key it lacks."""
    source = {
        "id": "stub",
        "provider": "openai",
        "type": "openai_chat_completion",
        "provider_type": "chat_completion",
        "enable": True,
        "key": [model.key],
        "api_base": model.url,
        "timeout": 120,
        "proxy": "",
        "custom_headers": {},
    }
    provider = {
        "id": PROVIDER_ID,
        "provider_source_id": "stub",
        "enable": True,
        "model": model.name,
        "modalities": ["text", "image", "tool_use"],
        "custom_extra_body": {},
        "max_context_tokens": 128000,
    }
    return {
        "provider_sources": [source],
        "provider": [provider],
        "provider_settings": {
            "enable": True,
            "streaming_response": False,
            "default_provider_id": PROVIDER_ID,
        },
        "agent_runner": {"runner_type": "local", "config": {"model": {"provider_id": PROVIDER_ID}}},
    }


def _dashboard(s: Settings) -> dict:
    return {
        "enable": True,
        "username": s.username,
        "pbkdf2_password": hash_password(s.password),
        "password": hashlib.md5(s.password.encode()).hexdigest(),
        "password_storage_upgraded": True,
        "password_change_required": False,
        "jwt_secret": s.jwt_secret,
        "host": "127.0.0.1",
        "port": s.dashboard_port,
        "auth_rate_limit": {"enable": False},
    }


def _platform(s: Settings) -> dict:
    return {
        "id": PLATFORM_ID,
        "type": "aiocqhttp",
        "enable": True,
        "ws_reverse_host": "127.0.0.1",
        "ws_reverse_port": s.onebot_port,
        "ws_reverse_token": s.onebot_token,
    }
