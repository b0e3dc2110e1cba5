"""The table of our runs at a glance, its intervals, and the figures drawn from it."""

from __future__ import annotations

import pytest

from controller.results.report.drawings_overview import accuracy_against, pareto
from controller.results.report.intervals import wilson
from controller.results.report.model import Row, Table
from controller.results.report.source import ReportInput
from controller.results.report.tables_overview import overview, tasks_by_runs
from controller.results.report.theme import STYLES


@pytest.mark.parametrize(
    ("mean", "number", "low", "high"),
    [(0.5, 10, 0.2366, 0.7634), (1.0, 12, 0.7575, 1.0), (0.0, 12, 0.0, 0.2425), (0.81, 263, 0.7583, 0.8529)],
)
def test_wilson(mean: float, number: int, low: float, high: float) -> None:
    """The values are those of R's prop.test(correct=FALSE)."""
    assert wilson(mean, number) == pytest.approx((low, high), abs=6e-4)


def test_no_tasks_have_no_interval() -> None:
    assert wilson(0.0, 0) is None


def test_every_run_has_a_row_with_its_interval(report_input: ReportInput) -> None:
    rows = overview(report_input).rows
    assert [row.source for row in rows] == ["run"] * 3 + ["baseline"] * 2
    gui = rows[0].cells
    assert gui["agent"] == "anthropic m_1" and gui["accuracy"] == pytest.approx(100 / 3)
    interval = wilson(1 / 3, 3)
    assert interval is not None
    assert (gui["low"], gui["high"]) == pytest.approx([100 * bound for bound in interval])
    assert gui["episode_cost"] == 0.5 and rows[1].cells["episode_cost"] is None
    assert [(row.cells["selected"], row.cells["ran"]) for row in rows][:3] == [(9, 9), (9, 9), (9, 8)]


def test_tasks_by_runs(report_input: ReportInput) -> None:
    table = tasks_by_runs(report_input)
    assert [row.cells["task"] for row in table.rows] == ["os/a", "os/b", "vlc/c"]
    scores = [table.rows[0].cells[f"run_{number}"] for number in range(1, 6)]
    assert scores == pytest.approx([100 / 3, 100, 100, 0, 0])
    assert table.rows[0].cells["mean"] == pytest.approx((100 / 3 + 200) / 3), "baselines do not count"


def test_the_front_has_the_runs_that_none_beats() -> None:
    points = [(1, 20), (2, 10), (2, 50), (3, 50), (4, 80), (9, 79)]
    rows = [Row("", "run", {"cost": cost, "accuracy": accuracy}) for cost, accuracy in points]
    front = [(row.cells["cost"], row.cells["accuracy"]) for row in pareto(rows, "cost")]
    assert front == [(1, 20), (2, 50), (4, 80)]


@pytest.mark.parametrize(
    ("prices", "scale"),
    [
        ([0.01, 2.0, None], "log"),
        ([0.5], "log"),
        ([0.031, 0.034], "log"),
        ([0.0, 0.01, 2.0], "symlog"),
        ([0.0], "linear"),
        ([None], "linear"),
    ],
)
def test_the_axis_of_prices_is_logarithmic(prices: list[float | None], scale: str) -> None:
    known = {"accuracy": 50.0, "acs": 3.0, "agent": "a", "actions": "mcp", "steps": 15}
    rows = [
        Row("", "run", {**known, "run": f"r{at}", "episode_cost": price}) for at, price in enumerate(prices)
    ]
    cost, steps = accuracy_against(Table("overview", "", [], rows), STYLES["light"], ["r0", "r1"]).axes
    assert (cost.get_xscale(), steps.get_xscale()) == (scale, "linear")
    low, high = cost.get_xlim()
    if scale == "log":
        assert [place for place in cost.get_xticks() if low <= place <= high]
    drawn = [price for price in prices if price is not None]
    assert all(low <= price <= high for price in drawn)
    assert len([line for line in cost.lines if line.get_marker() != "None"]) == len(drawn)
