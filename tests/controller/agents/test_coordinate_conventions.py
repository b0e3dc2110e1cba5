"""In which numbers models give places, by name, and the warning where nobody stated it."""

from __future__ import annotations

import re
from contextlib import closing
from typing import Any

import pytest

from controller.agents.builtin.qwen.families import family_of
from controller.agents.contract import AgentOptions
from controller.agents.coordinate_conventions import TABLE, convention_warnings, find_convention
from controller.agents.coordinates import frame_for_model
from controller.agents.registry import load_agent
from controller.models.client import ModelClient
from controller.models.openai_models import find_model

PUBLISHED = {
    "claude-opus-5-5": ("absolute", 1),
    "gpt-6.1-terra": ("absolute", 1),
    "openai/gpt-5.4": ("absolute", 1),
    "gemini-3.5-flash": ("0-1000", 1),
    "Qwen/Qwen2.5-VL-72B-Instruct": ("absolute", 28),
    "Qwen3-VL-32B-Instruct": ("0-1000", 1),
    "qwen3.5-plus": ("0-1000", 1),
    "qwen/qwen3.6-35b-a3b": ("0-1000", 1),
    "qwen3.7-max": ("0-1000", 1),
    "z-ai/glm-4.6v": ("0-1000", 1),
    "glm-5v-turbo": ("0-1000", 1),
    "MiniMax-M3": ("0-1000", 1),
    "minimax/minimax-m3": ("0-1000", 1),
    "moonshotai/kimi-k2.5": ("0-1", 1),
    "kimi-k3": ("0-1", 1),
    "doubao-seed-2-0-pro-260215": ("0-1000", 1),
    "bytedance-seed/seed-2.0-lite": ("0-1000", 1),
    "Hcompany/Holo1.5-7B": ("absolute", 28),
    "holo3-1-35b-a3b": ("0-1000", 1),
    "Hcompany/Holo-3.1-35B-A3B": ("0-1000", 1),
    "meituan/EvoCUA-32B-20260105": ("0-1000", 1),
    "Tongyi-MAI/MAI-UI-8B": ("0-1000", 1),
    "mPLUG/GUI-Owl-1.5-8B": ("0-1000", 1),
    "mPLUG/GUI-Owl-7B": ("absolute", 28),
    "ByteDance-Seed/UI-TARS-1.5-7B": ("absolute", 28),
    "UI-TARS-72B-DPO": ("0-1000", 1),
    "xlangai/OpenCUA-32B": ("absolute", 28),
    "xlangai/OpenCUA-72B": ("absolute", 28),
    "xlangai/OpenCUA-A3B": ("0-1", 1),
    "xlangai/OpenCUA-Qwen2-7B": ("0-1", 1),
}
UNKNOWN = ("mine", "llama-4-maverick", "grok-4", "kimi-k2-thinking", "glm-5.2", "qwen3-32b", "minimax-m2.7")


@pytest.mark.parametrize(("model", "published"), PUBLISHED.items())
def test_models_point_as_is_published(model: str, published: tuple[str, int]) -> None:
    frame = frame_for_model(model)
    assert (frame.convention, frame.patch) == published
    assert convention_warnings("paper", model, None) == ()


def test_each_row_has_a_source_and_a_model_that_only_it_is_the_first_for() -> None:
    assert all(row.source.strip() for row in TABLE)
    found = {row.models for model in PUBLISHED if (row := find_convention(model)) is not None}
    assert {row.models for row in TABLE} <= found


@pytest.mark.parametrize("model", UNKNOWN)
def test_an_unknown_model_gets_pixels_and_a_warning(model: str) -> None:
    assert find_convention(model) is None
    assert frame_for_model(model).convention == "absolute"
    [warning] = convention_warnings("openai", model, None)
    assert model in warning
    assert re.search(r"--set coordinates=absolute\|0-1000\|0-1, .*agents check --agent openai", warning)
    assert convention_warnings("openai", model, "0-1000") == ()


def test_the_newest_qwen_models_are_called_as_their_predecessor() -> None:
    assert {family_of(model, None)[0] for model in ("qwen3.5-plus", "qwen3.6-plus", "qwen3.7-max")} == {"3.5"}
    assert family_of("qwen3-vl-8b-instruct", None)[0] == "3-vl"


@pytest.mark.parametrize(
    ("model", "takes"),
    [
        ("gpt-6-sol", True),
        ("gpt-6.1-sol", False),
        ("gpt-6.2-sol", False),
        ("gpt-6.2-sol-2026-11-17", False),
        ("gpt-6.1-terra", True),
        ("gpt-6.2-astra", False),
    ],
)
def test_sol_has_no_effort_none_from_6_1_on(model: str, takes: bool) -> None:
    known = find_model(model)
    assert known is not None
    assert known.takes_effort_none is takes


@pytest.mark.parametrize(
    ("agent", "settings", "warned"),
    [
        ("openai", {}, ["mine"]),
        ("openai", {"coordinates": "0-1000"}, []),
        ("paper", {}, ["mine"]),
        ("paper", {"coordinates": "absolute"}, []),
        ("grounded", {"grounding_model": "holo3-35b"}, []),
        ("grounded", {"grounding_model": "theirs"}, ["theirs"]),
        ("agent_s", {"grounding_model": "theirs"}, ["theirs"]),
        ("react", {}, []),
    ],
)
def test_the_card_of_an_agent_warns_of_the_model_that_points(
    agent: str,
    settings: dict[str, Any],
    warned: list[str],
    endpoint_without_list: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "mock")
    with closing(ModelClient()) as client:
        options = AgentOptions(
            model="mine", base_url=endpoint_without_list, settings=settings, model_client=client
        )
        warnings = load_agent(agent).describe(options).warnings
    assert len(warnings) == len(warned)
    assert all(repr(model) in warning for model, warning in zip(warned, warnings, strict=True))


@pytest.mark.parametrize("agent", ["openai", "paper"])
def test_a_run_without_mouse_needs_no_convention(
    agent: str, endpoint_without_list: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "mock")
    with closing(ModelClient()) as client:
        options = AgentOptions(
            model="mine", base_url=endpoint_without_list, actions="mcp", model_client=client
        )
        assert load_agent(agent).describe(options).warnings == ()
