"""The table of our runs at a glance, its intervals, and the figures drawn from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.results.report.drawings_overview import accuracy_against, accuracy_bars, heat_map, pareto
from controller.results.report.intervals import wilson
from controller.results.report.model import Row, Table, Value
from controller.results.report.source import ReportInput, load_report_input
from controller.results.report.tables_overview import overview, tasks_by_runs
from controller.results.report.tables_paper import table1, table3
from controller.results.report.tables_runs import by_domain
from controller.results.report.theme import STYLES
from tests.controller.made_runs import add_episode, made_run
from tests.controller.results.report.conftest import TASKS, fill


@pytest.mark.parametrize(
    ("mean", "number", "low", "high"),
    [(0.5, 10, 0.2366, 0.7634), (1.0, 12, 0.7575, 1.0), (0.0, 12, 0.0, 0.2425), (0.81, 263, 0.7583, 0.8529)],
)
def test_wilson(mean: float, number: int, low: float, high: float) -> None:
    """The values are those of R's prop.test(correct=FALSE)."""
    assert wilson(mean, number) == pytest.approx((low, high), abs=6e-4)


def test_an_interval_of_nothing_solved_begins_at_0_and_of_all_ends_at_1() -> None:
    for number in range(1, 400):
        low, high = wilson(0.0, number), wilson(1.0, number)
        assert low is not None and high is not None
        assert (low[0], high[1]) == (0.0, 1.0)


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
    known: dict[str, Value] = {"accuracy": 50.0, "acs": 3.0, "agent": "a", "actions": "mcp", "steps": 15}
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


def test_a_run_that_has_not_begun_has_no_result(tmp_path: Path) -> None:
    """Neither numbers nor intervals, cells, bars or points: nothing of it is a result of 0."""
    scores: dict[str, list[float | None]] = {"os/a": [0], "os/b": [0], "vlc/c": [0]}
    fill(made_run(tmp_path / "first", TASKS, agent="anthropic", model="m"), scores)
    made_run(tmp_path / "second", TASKS, agent="anthropic", model="n")
    report = load_report_input([tmp_path / "first", tmp_path / "second"])
    zero, waiting = overview(report).rows
    assert (zero.cells["accuracy"], zero.cells["low"]) == (0.0, 0.0)
    assert [waiting.cells[key] for key in ("accuracy", "low", "high", "tir", "acs")] == [None] * 5
    assert [row.cells["run_2"] for row in tasks_by_runs(report).rows] == [None] * 3
    assert [row.cells["run_1"] for row in tasks_by_runs(report).rows] == [0.0] * 3
    assert table1(report).rows[1].cells["overall_accuracy"] is None
    assert table3(report).rows[1].cells["accuracy_mean"] is None
    assert {row.cells["accuracy"] for row in dict(by_domain(report).sections())[report.runs[1].title]} == {
        None
    }
    titles = [run.title for run in report.runs]
    [bars] = accuracy_bars(overview(report), STYLES["light"], titles).axes
    assert len(bars.patches) == 1 and "no verdict yet" in [text.get_text() for text in bars.texts]
    _, steps = accuracy_against(overview(report), STYLES["light"], titles).axes
    assert len([line for line in steps.lines if line.get_marker() != "None"]) == 1


def test_columns_of_the_heat_map_keep_the_words_that_differ(tmp_path: Path) -> None:
    for actions in ("gui", "gui+mcp"):
        run = made_run(tmp_path / actions, TASKS, agent="anthropic", model="claude-opus-5-5", actions=actions)
        add_episode(run, "os/a", 1, score=1.0, calls=1, mock=True, endpoints=("model-gateway.example:8443",))
    report = load_report_input([tmp_path / "gui", tmp_path / "gui+mcp"])
    axes = heat_map(tasks_by_runs(report), STYLES["light"]).axes[0]
    first, second = (label.get_text().replace("\n", " ") for label in axes.get_xticklabels())
    assert first.startswith("anthropic claude-opus-5-5, gui, ")
    assert second.startswith("anthropic claude-opus-5-5, gui+mcp, ")
