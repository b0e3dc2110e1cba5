"""A study's worth of small runs: GUI and tools, two filters, baselines, odd endings, hostile text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.records.run_records import RunRecords
from controller.results.report.source import ReportInput, load_report_input
from tests.controller.made_runs import CLICK, END, add_episode, call, entry, made_run

SCRIPT = "<script>alert(1)</script>"
HOSTILE = f"{SCRIPT}\"'&<img src=x onerror=alert(2)>\u202e"
TASKS = [
    entry("os/a", ["a.count"]).model_copy(update={"instruction": f"Count {HOSTILE}"}),
    entry("os/b", ["a.count", "b.open"]),
    entry("vlc/c"),
]


def fill(
    records: RunRecords, scores: dict[str, list[float | None]], *, tools: bool = True, **result: Any
) -> None:
    """Episodes with these scores, an epoch each; None ends in an infrastructure error."""
    for task, values in scores.items():
        for epoch, score in enumerate(values, 1):
            actions = [CLICK, call("a.count"), END] if tools and task != "vlc/c" else [CLICK, END]
            ending = {"status": "infra_error"} if score is None else {}
            add_episode(records, task, epoch, actions, **{"score": score, **ending, **result})


def folders(place: Path) -> list[Path]:
    """Those of `make_runs`."""
    return [place / name for name in ("gui", "mcp", "every", "noop", "fail")]


def make_runs(place: Path) -> list[Path]:
    """gui (3 epochs), gui+mcp with rag and with all, and the baselines noop and fail."""
    model: dict[str, Any] = {"agent": "anthropic", "model": "m_1", "steps": 15, "epochs": 3}
    gui = made_run(place / "gui", TASKS, **model, actions="gui", tool_filter="none")
    fill(
        gui,
        {"os/a": [0, 1, 0], "os/b": [0, 0, 0], "vlc/c": [1, 1, 0]},
        tools=False,
        cost=0.5,
        models=("m_1",),
    )
    mcp = made_run(place / "mcp", TASKS, **model)
    fill(
        mcp,
        {"os/a": [1, 1, 1], "os/b": [1, 0, 1], "vlc/c": [1, 0.5, 0]},
        answer=f"It is {HOSTILE}",
        cost=None,
    )
    every = made_run(place / "every", TASKS, **model, tool_filter="all", max_cost=2.5)
    fill(every, {"os/a": [1, 1, 1], "os/b": [1, None, 0], "vlc/c": [0, 0, 0]})
    noop = made_run(place / "noop", TASKS)
    fill(noop, {"os/a": [0], "os/b": [0], "vlc/c": [0]}, tools=False)
    fail = made_run(place / "fail", TASKS, agent="fail")
    fill(fail, {"os/a": [0], "os/b": [0], "vlc/c": [1]}, tools=False)
    return folders(place)


@pytest.fixture
def runs(tmp_path: Path) -> list[Path]:
    return make_runs(tmp_path)


@pytest.fixture
def report_input(runs: list[Path]) -> ReportInput:
    return load_report_input(runs)
