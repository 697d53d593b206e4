"""The WebUI's words: both languages cover the settings completely, and the Chinese ones are the schema's own."""

import json
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parent.parent
SCHEMA = json.loads((ROOT / "_conf_schema.json").read_text("utf-8"))
METADATA = yaml.safe_load((ROOT / "metadata.yaml").read_text("utf-8"))


def words(schema: dict) -> dict:
    found = {}
    for key, item in schema.items():
        found[key] = {f: item[f] for f in ("description", "hint", "labels") if f in item}
        if item["type"] == "object":
            found[key] |= words(item["items"])
    return found


def shape(value: object) -> object:
    if isinstance(value, dict):
        return {k: shape(v) for k, v in value.items()}
    return len(value) if isinstance(value, list) else bool(value)


def locale(name: str) -> dict:
    return json.loads((ROOT / f".astrbot-plugin/i18n/{name}.json").read_text("utf-8"))


def test_chinese_is_what_the_schema_and_the_metadata_say():
    zh = locale("zh-CN")
    assert zh["config"] == words(SCHEMA)
    assert zh["metadata"] == {k: METADATA[k] for k in ("display_name", "short_desc", "desc")}


@pytest.mark.parametrize("name", ["zh-CN", "en-US"])
def test_nothing_is_left_untranslated(name):
    assert shape(locale(name)["config"]) == shape(words(SCHEMA))


def test_metadata_is_what_the_market_checks():
    text = (ROOT / "metadata.yaml").read_text("utf-8")
    assert all(
        isinstance(METADATA[k], str) for k in ("name", "desc", "version", "author", "repo", "astrbot_version")
    )
    assert METADATA["name"] == "astrbot_plugin_group_memory" and METADATA["display_name"] == "群忆"
    assert METADATA["astrbot_version"] == ">=4.26.0,<5"
    assert not any(mark in text for mark in ("<<<<<<<", "=======", ">>>>>>>"))
