"""Presets: each does what its words say, and a single key overrides."""

import pytest
from group_memory.memory.policy.gate import WritePolicy
from group_memory.memory.policy.presets import PRESETS, apply


def test_each_keeps_more_than_the_one_before():
    kept = [(p.settings.rules, p.settings.extraction, p.settings.raw_log_days) for p in PRESETS.values()]
    assert list(PRESETS) == ["quiet", "balanced", "full"]
    assert kept == [(False, False, 0), (True, False, 0), (True, True, 30)]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_the_seeds_policy_and_retention(name):
    settings = apply(name, {})
    assert settings == PRESETS[name].settings
    assert settings.write == WritePolicy()
    assert settings.retention_days == {
        "profile": -1,
        "preference": 90,
        "task_state": 7,
        "constraint": -1,
        "episode": 30,
    }


@pytest.mark.parametrize("name", PRESETS)
def test_both_languages_say_what_is_kept_and_what_it_costs(name):
    for language in ("zh", "en"):
        keeps, costs = PRESETS[name].words(language)
        assert len(keeps) > 15 and costs
    calls_a_model = PRESETS[name].settings.extraction
    assert (PRESETS[name].words("en")[1] == "No extra model calls.") is not calls_a_model
    assert (str(PRESETS[name].settings.raw_log_days) in PRESETS[name].words("zh")[0]) is calls_a_model


def test_single_keys_override_and_leave_the_rest():
    found = apply(
        "quiet", {"rules": True, "mode": "auto", "min_confidence": 0.7, "retention_days": {"episode": 5}}
    )
    assert (found.rules, found.extraction, found.raw_log_days) == (True, False, 0)
    assert found.write == WritePolicy(mode="auto", min_confidence=0.7)
    assert found.retention_days["episode"] == 5 and found.retention_days["preference"] == 90
    assert apply("quiet", {}) == PRESETS["quiet"].settings


def test_false_and_zero_override_and_none_does_not():
    assert apply("full", {"extraction": False, "raw_log_days": 0}).raw_log_days == 0
    assert apply("full", {"extraction": None, "mode": None}) == PRESETS["full"].settings


@pytest.mark.parametrize("key", ["write", "nonsense", "Rules"])
def test_an_unknown_key_is_named(key):
    with pytest.raises(ValueError, match=key):
        apply("balanced", {key: True})
