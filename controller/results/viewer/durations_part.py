"""How long the parts of episodes took: waiting for a guest, its boot, set-up, play, judging."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.metrics.durations import PHASES, durations_of
from controller.records.run_info import EpisodeResult
from controller.results.viewer.html import Html, el
from controller.results.viewer.numbers import NOTHING
from controller.results.viewer.words import seconds

_NAMES = dict(zip(durations_of(None), PHASES.values(), strict=True))
"""The parts' headings by their key in a summary."""


def parts_of(result: EpisodeResult | None) -> str:
    """The parts that an episode's record has, in one line; "" if it has none."""
    known = durations_of(result)
    return ", ".join(
        f"{name} {seconds(value)}" for key, name in _NAMES.items() if (value := known[key]) is not None
    )


def durations_table(groups: Sequence[tuple[str, Mapping[str, Any]]]) -> Html | None:
    """Mean seconds of each part by group; None if no record has any."""
    if not any(group.get(key) is not None for _, group in groups for key in _NAMES):
        return None
    head = el(
        "tr",
        el("th", "seconds per episode (mean)", scope="col"),
        *(el("th", name, scope="col", class_="num") for name in _NAMES.values()),
    )
    rows = (
        el("tr", el("th", name, scope="row"), *(_cell(group.get(key)) for key in _NAMES))
        for name, group in groups
    )
    return el("div", el("table", el("thead", head), el("tbody", *rows)), class_="scroll", id="durations")


def _cell(value: float | None) -> Html:
    return el("td", NOTHING if value is None else f"{value:.1f}", class_="num")
