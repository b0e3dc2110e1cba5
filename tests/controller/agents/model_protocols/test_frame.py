"""Sizes of pictures, and what a server makes of its own settings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents.contract import AgentOptions
from controller.agents.model_protocols.frame import ResizedFrame
from controller.agents.model_protocols.settings import ProtocolSettings, Sampling
from controller.agents.registry import load_agent
from testbed.errors import UsageError


@pytest.mark.parametrize(
    ("frame", "screen", "size"),
    [
        (ResizedFrame(), (1280, 720), (1288, 728)),
        (ResizedFrame(), (1920, 1080), (1932, 1092)),
        (ResizedFrame(patch=32), (1280, 720), (1280, 704)),
        (ResizedFrame(patch=32), (1920, 1080), (1920, 1088)),
        (ResizedFrame(), (7680, 4320), (4760, 2688)),  # 12845056 pixels at most
        (ResizedFrame(min_pixels=100 * 28 * 28), (200, 100), (420, 224)),
    ],
)
def test_sizes_are_those_of_the_published_function(
    frame: ResizedFrame, screen: tuple[int, int], size: tuple[int, int]
) -> None:
    view = frame.view(*screen)
    assert (view.width, view.height) == size


@given(st.integers(200, 8000), st.integers(200, 8000), st.sampled_from([28, 32]))
def test_sizes_stay_as_they_are_and_within_the_limits(width: int, height: int, patch: int) -> None:
    frame = ResizedFrame(patch=patch)
    view = frame.view(width, height)
    assert view.width % patch == view.height % patch == 0
    assert view.width * view.height <= frame.max_pixels
    again = frame.view(view.width, view.height)
    assert (again.width, again.height) == (view.width, view.height)


@given(st.integers(0, 1279), st.integers(0, 719))
def test_a_pixel_comes_back(x: int, y: int) -> None:
    for frame in (ResizedFrame(), ResizedFrame("0-1000", 32)):
        view = frame.view(1280, 720)
        column, row = frame.pixel(*frame.numbers(x, y, view), view)
        assert abs(column - x) <= 1 and abs(row - y) <= 1


@pytest.mark.parametrize(
    ("agent", "options", "expected"),
    [
        ("qwen", {}, "needs a model"),
        ("qwen", {"model": "llava-1.6"}, "cannot determine the model family of 'llava-1.6'"),
        ("qwen", {"model": "qwen3-vl", "settings": {"famly": "3-vl"}}, "famly: is unknown"),
        ("qwen", {"model": "qwen3-vl", "variant": "x"}, "has no variant 'x'"),
        ("uitars", {"model": "some-tars"}, "cannot determine the model family"),
        ("uitars", {"model": "ui-tars-1.5-7b", "actions": "mcp"}, "only uses mouse and keyboard"),
        ("opencua", {"model": "opencua-7b", "settings": {"cot": "l4"}}, "cot"),
        ("opencua", {}, "needs a model"),
    ],
)
def test_what_cannot_run_is_refused(
    agent: str, options: dict[str, object], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    with pytest.raises(UsageError, match=expected):
        load_agent(agent).describe(AgentOptions(**options))  # type: ignore[arg-type]


@pytest.mark.usefixtures("endpoint_without_list")
@pytest.mark.parametrize(
    ("agent", "model", "places"),
    [
        ("qwen", "Qwen/Qwen2.5-VL-72B-Instruct", "2.5-vl: absolute, factor 28, 5 images"),
        ("qwen", "Qwen/Qwen3-VL-32B-Instruct", "3-vl: 0-1000, factor 32, 5 images"),
        ("qwen", "qwen3.5-plus", "3.5: 0-1000, factor 32, 20 images"),
        ("uitars", "ByteDance-Seed/UI-TARS-1.5-7B", "1.5: absolute, factor 28, 5 images"),
        ("uitars", "UI-TARS-72B-DPO", "1: 0-1000, factor 28, 5 images"),
        ("uitars", "ui-tars-2", "2: 0-1000, factor 28, 5 images"),
        ("opencua", "xlangai/OpenCUA-32B", "v1: absolute, factor 28, 3 images"),
        ("opencua", "xlangai/OpenCUA-72B", "v2: absolute, factor 28, 3 images"),
        ("opencua", "OpenCUA-A3B", "v1: 0-1, factor 28, 3 images"),
        ("opencua", "xlangai/OpenCUA-Qwen2-7B", "v1: 0-1, factor 28, 3 images"),
    ],
)
def test_the_models_name_tells_the_family(
    agent: str, model: str, places: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    card = load_agent(agent).describe(AgentOptions(model=model))
    assert (card.name, card.model, card.prompts["places"]) == (agent, model, places)


def test_settings_take_precedence_over_the_published_sampling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    opened = []
    monkeypatch.setattr(
        "controller.agents.model_protocols.settings.open_model",
        lambda client, name, choice: opened.append(choice),
    )
    options = AgentOptions(model="m")
    sampling = Sampling(0.0, 0.9, 1000)
    ProtocolSettings().open("qwen", options, sampling)
    ProtocolSettings(temperature=0.7, top_p="server", max_tokens=64).open("qwen", options, sampling)
    chosen = [(choice.temperature, choice.top_p, choice.max_tokens, choice.api) for choice in opened]
    assert chosen == [(0.0, 0.9, 1000, "chat"), (0.7, None, 64, "chat")]
