"""What OpenAI's models take, by name: the families that differ, and names behind gateways."""

from __future__ import annotations

import pytest

from controller.models.openai_models import find_model, is_openai_name
from controller.models.scaling import make_view


@pytest.mark.parametrize(
    ("model", "detail", "size"),
    [
        ("gpt-6.1-terra", "original", (3840, 2160)),
        ("gpt-5.4-2026-03-05", "original", (3840, 2160)),
        ("gpt-5.4-mini", "high", (1650, 928)),
        ("gpt-5-nano", "high", (1650, 928)),
        ("gpt-4o", "high", (1365, 768)),
        ("o3", "high", (1365, 768)),
        ("computer-use-preview-2025-03-11", "high", (1365, 768)),
    ],
)
def test_the_largest_image_that_a_model_sees_unscaled(model: str, detail: str, size: tuple[int, int]) -> None:
    known = find_model(model)
    assert known is not None
    assert known.detail == detail
    view = make_view(3840, 2160, known.image_limits(3840, 2160))
    assert (view.width, view.height) == size


@pytest.mark.parametrize(
    ("model", "unset", "low", "none"),
    [
        ("gpt-6-luna", False, False, True),
        ("gpt-5.6-sol", False, False, True),
        ("gpt-5.5", True, False, True),
        ("gpt-5.4", True, False, True),
        ("gpt-5", True, True, True),
        ("gpt-4.1", True, True, True),
        ("gpt-5-pro", False, False, False),
    ],
)
def test_when_chat_completions_takes_function_tools(model: str, unset: bool, low: bool, none: bool) -> None:
    known = find_model(model)
    assert known is not None
    assert [known.takes_chat_tools(effort) for effort in (None, "low", "none")] == [unset, low, none]


@pytest.mark.parametrize(
    ("model", "fixed"),
    [("gpt-6.1-sol", True), ("gpt-5", True), ("o4-mini", True), ("gpt-5.4", False), ("gpt-4.1", False)],
)
def test_who_fixes_the_temperature_when_no_effort_is_set(model: str, fixed: bool) -> None:
    known = find_model(model)
    assert known is not None
    assert known.fixes_sampling(None) is fixed
    assert known.fixes_sampling("none") is False


def test_names_behind_gateways_and_of_others() -> None:
    assert find_model("openai/gpt-5.4") == find_model("azure/gpt-5.4") == find_model("gpt-5.4")
    assert find_model("ft:gpt-4.1:lab") == find_model("gpt-4.1")
    assert find_model("gpt-9.3-nova") == find_model("gpt-6-luna"), "a newer one counts as the newest"
    for other in ("qwen3-vl-32b-instruct", "gpt-oss-120b", "olmo-2", "z-ai/glm-4.6v"):
        assert not is_openai_name(other)
        assert find_model(other) is None
    assert is_openai_name("gpt-4.2") and find_model("gpt-4.2") is None, "there never was one"
    old = find_model("gpt-3.5-turbo")
    assert old is not None and old.scaling == ""
