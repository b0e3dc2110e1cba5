"""The style's colours have enough contrast (WCAG 2, AA), light and dark."""

from __future__ import annotations

import re

import pytest

from controller.results.viewer.files import asset

STYLE = asset("viewer.css").decode()
TEXT, SHAPE = 4.5, 3.0
PAIRS = [
    *(("ink", ground, TEXT) for ground in ("ground", "raised")),
    *(("faint", ground, TEXT) for ground in ("ground", "raised")),
    *(("accent", ground, TEXT) for ground in ("ground", "raised")),
    ("ground", "accent", TEXT),
    *((f"{kind}-ink", kind, TEXT) for kind in ("ok", "bad", "warn", "idle")),
    *((f"{kind}-ink", ground, TEXT) for kind in ("ok", "bad") for ground in ("ground", "raised")),
    *((shape, "ground", SHAPE) for shape in ("edge", "model", "action", "accent")),
    ("mark", "mark-halo", SHAPE),
]


def colours(mode: str) -> dict[str, str]:
    light, dark = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", light))
    if mode == "dark":
        found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", dark))
    return found


def luminance(colour: str) -> float:
    """Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance"""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_contrast(mode: str) -> None:
    named = colours(mode)
    weak = [
        (front, back, round(ratio, 2))
        for front, back, least in PAIRS
        if (ratio := contrast(named[front], named[back])) < least
    ]
    assert weak == []


def test_every_colour_is_one_of_those_named() -> None:
    rules = re.sub(r":root \{.*?\}", "", STYLE, flags=re.DOTALL)
    assert re.findall(r"#[0-9a-f]{3,8}\b(?=[;\s])", rules) == []
    sizes = {"ratio", "width"}  # of the enlarged picture, set by the script
    assert set(re.findall(r"var\(--([\w-]+)\)", rules)) - sizes <= set(colours("light"))
