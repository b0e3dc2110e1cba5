"""Limits of pictures by the model's name."""

from __future__ import annotations

import pytest

from controller.models.image_limits import (
    COARSE,
    ORIGINAL,
    SHARP,
    SMALL,
    TILES,
    image_detail,
    image_limits,
)
from controller.models.scaling import ImageLimits, make_view


@pytest.mark.parametrize(
    ("model", "limits", "detail"),
    [
        ("claude-sonnet-5-5", SHARP, ""),
        ("claude-opus-4-7", SHARP, ""),
        ("claude-sonnet-5", SHARP, ""),
        ("anthropic/claude-opus-4.7", SHARP, ""),
        ("anthropic/claude-opus-4.6", COARSE, ""),
        ("claude-opus-4-5-20251101", COARSE, ""),
        ("claude-3-7-sonnet-latest", COARSE, ""),
        ("claude-sonnet-4-20250514", COARSE, ""),
        ("claude-next", SHARP, ""),
        ("gpt-4.1", TILES, "high"),
        ("gpt-4o-2024-08-06", TILES, "high"),
        ("openai/o3", TILES, "high"),
        ("gpt-4.1-mini", SMALL, "high"),
        ("o4-mini", SMALL, "high"),
        ("gpt-5.4-mini", SMALL, "high"),
        ("gpt-5", TILES, "high"),
        ("gpt-5.1", TILES, "high"),
        ("gpt-5.2", SMALL, "high"),
        ("gpt-5.4", ORIGINAL, "original"),
        ("gpt-6.1-terra", ORIGINAL, "original"),
        ("qwen3-vl-32b-instruct", SHARP, ""),
        ("o365-copilot", SHARP, ""),
    ],
)
def test_limits_and_detail_by_name(model: str, limits: ImageLimits, detail: str) -> None:
    assert image_limits(model) == limits
    assert image_detail(model) == detail


@pytest.mark.parametrize(
    ("limits", "screen", "shown"),
    [
        (TILES, (1920, 1080), (1366, 768)),
        (TILES, (1280, 720), (1280, 720)),
        (TILES, (720, 1280), (720, 1280)),
        (COARSE, (1920, 1080), (1400, 788)),
        (SHARP, (1920, 1080), (1920, 1080)),
    ],
)
def test_what_a_screen_is_scaled_to(
    limits: ImageLimits, screen: tuple[int, int], shown: tuple[int, int]
) -> None:
    view = make_view(*screen, limits)
    assert (view.width, view.height) == shown
    assert limits.allow(*shown)
