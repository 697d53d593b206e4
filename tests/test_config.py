"""Settings: the schema and the code agree, and a wrong value is named and replaced."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from group_memory.memory.config import Config, read_config

ROOT = Path(__file__).parent.parent
SCHEMA = json.loads((ROOT / "_conf_schema.json").read_text("utf-8"))


def defaults(schema: dict) -> dict:
    return {k: defaults(v["items"]) if v["type"] == "object" else v["default"] for k, v in schema.items()}


def leaves(schema: dict, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], dict]]:
    found = []
    for key, item in schema.items():
        found += leaves(item["items"], (*path, key)) if item["type"] == "object" else [((*path, key), item)]
    return found


def test_schema_and_code_have_the_same_keys_and_defaults():
    assert json.loads(json.dumps(asdict(Config()))) == defaults(SCHEMA)
    assert read_config(defaults(SCHEMA)) == (Config(), ())


def test_seed_003_section_5_keys_stand_at_the_top():
    seed = {"enable_user_memory": True, "memory_max_per_user": 20, "memory_inject_limit": 10}
    assert {k: SCHEMA[k]["default"] for k in seed} == seed


@pytest.mark.parametrize(
    ("path", "item"), leaves(SCHEMA), ids=lambda x: ".".join(x) if isinstance(x, tuple) else ""
)
def test_every_setting_says_what_it_does(path, item):
    assert item["description"] and item["hint"], path
    if options := item.get("options"):
        assert len(item["labels"]) == len(options) and item["default"] in options
        for option in options:
            raw: dict = {}
            node = raw
            for key in path[:-1]:
                node = node.setdefault(key, {})
            node[path[-1]] = option
            assert read_config(raw)[1] == (), f"the schema offers {option!r}, the code refuses it"


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        ({"memory_max_per_user": "abc"}, "memory_max_per_user"),
        ({"memory_max_per_user": -1}, "memory_max_per_user"),
        ({"memory_inject_limit": None}, "memory_inject_limit"),
        ({"language": "klingon"}, "language"),
        ({"enable_user_memory": "perhaps"}, "enable_user_memory"),
        ({"rooms": {"blocked": "123"}}, "rooms.blocked"),
        ({"rooms": 5}, "rooms"),
        ({"inject": {"position": ["message"]}}, "inject.position"),
    ],
)
def test_a_wrong_value_is_named_and_the_default_used(raw, path):
    config, complaints = read_config(raw)
    assert config == Config()
    (complaint,) = complaints
    assert complaint.path == path
    assert path in str(complaint) and "used instead" in str(complaint)


def test_one_wrong_value_does_not_cost_the_others():
    config, complaints = read_config(
        {"memory_max_per_user": "x", "memory_inject_limit": "7", "rooms": {"blocked": [12]}}
    )
    assert (config.memory_inject_limit, config.rooms.blocked) == (7, ("12",))
    assert len(complaints) == 1


@pytest.mark.parametrize("raw", [None, {}, {"unknown": 1}])
def test_nothing_given_is_all_defaults(raw):
    assert read_config(raw) == (Config(), ())
