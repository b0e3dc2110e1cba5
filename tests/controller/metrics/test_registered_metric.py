"""A metric declared in one module of another distribution, found wherever metrics are shown."""

from __future__ import annotations

import csv
import json
import zipfile
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.core import extension
from controller.core.extension_calls import warn_left_out
from controller.core.parts import all_parts
from controller.metrics.registry import all_metrics, builtin_metrics
from controller.metrics.run_loader import summary_of
from controller.records.run_records import RunRecords
from controller.results.comparison.compare import compare
from controller.results.run_data import load_run
from controller.results.viewer.compare_page import compare_page
from controller.results.viewer.library import RunLibrary
from controller.results.viewer.run import read_run
from controller.results.viewer.run_page import run_page
from controller.results.viewer.runs_page import runs_page
from testbed.extension_points import METRICS
from tests.controller.made_runs import CLICK, END, add_episode, entry, made_run
from tests.controller.parsed_html import Parsed

TASKS = [entry("os/a", ["a.count"]), entry("os/b"), entry("vlc/c")]
Printed = pytest.CaptureFixture[str]


@pytest.fixture
def declare(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Declares an entry point of a metric: its name and the object."""
    declared: list[EntryPoint] = []
    monkeypatch.setattr(extension, "entry_points", lambda group: EntryPoints(declared).select(group=group))

    def add(name: str, value: str) -> None:
        declared.append(EntryPoint(name, f"tests.controller.results.solved_steps:{value}", METRICS.group))
        all_metrics.cache_clear()

    yield add
    all_metrics.cache_clear()


@pytest.fixture
def solved_steps(declare: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    declare("solved_steps", "SOLVED_STEPS")
    monkeypatch.setenv("COLUMNS", "200")


def run(folder: Path, steps: dict[str, list[int]], **options: Any) -> RunRecords:
    """A run with an episode for each number of steps; a negative number of steps is a failure."""
    records = made_run(folder, TASKS, epochs=2, **options)
    for task, epochs in steps.items():
        for epoch, number in enumerate(epochs, 1):
            actions = [CLICK] * (abs(number) - 1) + [END]
            add_episode(records, task, epoch, actions, score=float(number > 0))
    records.write_summary(summary_of(records))
    return records


@pytest.fixture
def runs(solved_steps: None, tmp_path: Path) -> tuple[Path, Path]:
    """Task os/a is solved by both runs, os/b by b alone, vlc/c by none."""
    a = run(tmp_path / "runs" / "a", {"os/a": [3, 5], "os/b": [-2, -2], "vlc/c": [-9, -9]}, actions="gui")
    b = run(tmp_path / "runs" / "b", {"os/a": [2, 3], "os/b": [6, -9], "vlc/c": [-9, -9]})
    return a.folder, b.folder


def test_it_is_in_the_summary_over_both_denominators_and_epochs(
    runs: tuple[Path, Path], capsys: Printed
) -> None:
    assert call(["score", str(runs[1]), "--json"]) == 0
    overall = json.loads(capsys.readouterr().out)["overall"]
    assert overall["selected"]["solved_steps"] == overall["ran"]["solved_steps"] == pytest.approx(11 / 3)
    assert overall["selected"]["over_epochs"]["solved_steps"]["mean"] == pytest.approx((4 + 3) / 2)


def test_a_group_without_a_success_has_no_value(runs: tuple[Path, Path], capsys: Printed) -> None:
    assert call(["score", str(runs[1])]) == 0
    table = capsys.readouterr().out.partition("tasks,")[0]
    assert "solved" in table
    by_row = {line.split("  ")[0].strip(): line.split()[-3:] for line in table.splitlines() if line.strip()}
    assert by_row["overall"][-3] == "3.67" and by_row["vlc"][-1] == "–"


def test_it_is_compared_over_the_tasks_that_both_runs_solve(runs: tuple[Path, Path], capsys: Printed) -> None:
    overall = compare(load_run(runs[0]), load_run(runs[1])).groups["overall"]
    assert (overall["solved_steps"].tasks, overall["accuracy"].tasks) == (1, 3)
    assert (overall["solved_steps"].a, overall["solved_steps"].b) == (4.0, 2.5)
    assert call(["compare", *map(str, runs)]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if "solved steps (1)" in line)
    assert row.split()[3:6] == ["4.00", "2.50", "-1.50"]


def test_a_comparison_without_a_common_success_leaves_it_empty(
    solved_steps: None, tmp_path: Path, capsys: Printed
) -> None:
    never = {"os/a": [-3, -3], "os/b": [-2, -2], "vlc/c": [-9, -9]}
    a, b = run(tmp_path / "a", {**never, "os/a": [3, 3]}), run(tmp_path / "b", never)
    assert "solved_steps" not in compare(load_run(a.folder), load_run(b.folder)).groups["overall"]
    assert call(["compare", str(a.folder), str(b.folder)]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if "solved steps" in line)
    assert row.split() == ["solved", "steps", *"–––––––"]


def test_a_metric_of_events_is_on_the_pages_of_runs(declare: Any, tmp_path: Path) -> None:
    declare("failed_calls", "FAILED_CALLS")
    records = run(tmp_path / "runs" / "a", {"os/a": [3, 3], "os/b": [-2, -2], "vlc/c": [-9, -9]})
    records.paths.summary_file.unlink()
    library = RunLibrary(tmp_path / "runs")
    assert "failed calls" in runs_page(library.overview(), "runs")
    assert "failed calls" in run_page(read_run(library.card(records.folder)))


def test_it_is_in_the_report(runs: tuple[Path, Path], tmp_path: Path) -> None:
    out = tmp_path / "report"
    assert call(["report", *map(str, runs), "--out", str(out)]) == 0
    for table, column, value in (
        ("statuses", "selected_solved_steps", 4.0),
        ("by_domain", "solved_steps", 4.0),
        ("pairs", "solved_steps_b", 2.5),
    ):
        with (out / "tables" / f"{table}.csv").open() as file:
            row = next(csv.DictReader(file))
        assert float(row[column]) == value
        assert "solved" in (out / "tables" / f"{table}.tex").read_text()
    page = Parsed((out / "report.html").read_text())
    headings = [item for item in page.all("th") if "succeed; lower is better" in item.get("title", "")]
    assert len(headings) >= 4
    summary = json.loads((out / "report.json").read_text())["runs"][0]["summary"]
    assert summary["overall"]["selected"]["solved_steps"] == 4.0


def test_it_is_on_the_viewers_pages(runs: tuple[Path, Path]) -> None:
    library = RunLibrary(runs[0].parent)
    overview = library.overview()
    list_of_runs = runs_page(overview, "runs")
    assert "solved steps" in list_of_runs and "4.00" in list_of_runs and "3.67" in list_of_runs
    a, b = (read_run(library.card(folder)) for folder in runs)
    page = run_page(b)
    assert "<dt>solved steps</dt>" in page and "3.67" in page
    assert "solved steps (1)" in compare_page(a, b)


def test_a_summary_from_before_the_metric_is_computed_again(runs: tuple[Path, Path]) -> None:
    summary = json.loads((runs[0] / "summary.json").read_text())
    for denominator in ("selected", "ran"):
        del summary["overall"][denominator]["solved_steps"]
    (runs[0] / "summary.json").write_text(json.dumps(summary))
    card = RunLibrary(runs[0]).card(runs[0])
    assert card.summary.overall.selected.metrics["solved_steps"] == 4.0 and not card.damage


@pytest.mark.parametrize("form", ["csv", "jsonl", "inspect"])
def test_it_is_exported(runs: tuple[Path, Path], tmp_path: Path, form: str) -> None:
    out = tmp_path / form
    assert call(["export", str(runs[1]), "--format", form, "--out", str(out)]) == 0
    if form == "inspect":
        (path,) = out.iterdir()
        with zipfile.ZipFile(path) as log:
            header = json.loads(log.read("header.json"))
        metrics = header["results"]["scores"][0]["metrics"]
        assert metrics["solved_steps"]["value"] == pytest.approx(11 / 3)
        return
    if form == "csv":
        with (out / "episodes.csv").open() as file:
            rows = list(csv.DictReader(file))
    else:
        rows = [json.loads(line) for line in (out / "episodes.jsonl").read_text().splitlines()]
    values = {(row["task"], int(row["epoch"])): row["solved_steps"] for row in rows}
    assert float(values["os/b", 1]) == 6.0 and values["os/b", 2] in ("", None)


def test_it_is_in_the_table_of_a_study(
    solved_steps: None, tasks_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    monkeypatch.setenv("TESTBED_DATA", str(tmp_path / "data"))
    file = tmp_path / "small.toml"
    file.write_text(
        'agents = ["oracle:mcp"]\nsteps = [15]\nbaselines = ["noop"]\n[tasks]\nids = ["os/add_total"]\n'
    )
    out = str(tmp_path / "out")
    assert call(["study", str(file), "--provider", "fake", "--display", "none", "--out", out]) == 0
    table = capsys.readouterr().out
    rows = {
        line.split()[0]: line.split() for line in table.splitlines() if line.startswith((" oracle", " noop"))
    }
    assert "solved" in table
    assert {name.partition("_")[0]: row[-2] for name, row in rows.items()} == {"oracle": "4.00", "noop": "–"}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("solved_steps", "NOT_A_METRIC", "has no MetricSpec METRIC"),
        ("solved", "SOLVED_STEPS", "has the key 'solved_steps'"),
        ("accuracy", "SOLVED_STEPS", "testbed has one of that name"),
        ("missing", "NO_SUCH_NAME", "cannot be imported"),
    ],
)
def test_a_wrong_declaration_is_explained_and_left_out(
    declare: Any, name: str, value: str, message: str, caplog: pytest.LogCaptureFixture
) -> None:
    warn_left_out.cache_clear()
    declare(name, value)
    of_parts = [spec.key for part in all_parts().values() for spec in part.metrics]
    assert [spec.key for spec in all_metrics()] == [*builtin_metrics(), *of_parts]
    assert message in caplog.text and "hint: " in caplog.text


@pytest.mark.parametrize("value", ["RAISES", "IS_TEXT", "RAISES_OVER"])
def test_a_metric_that_fails_blocks_neither_score_nor_report(
    value: str, declare: Any, tmp_path: Path, capsys: Printed, caplog: pytest.LogCaptureFixture
) -> None:
    warn_left_out.cache_clear()
    declare("solved_steps", value)
    records = run(tmp_path / "a", {"os/a": [3, 5], "os/b": [-2, -2], "vlc/c": [-9, -9]})
    assert call(["score", str(records.folder), "--json"]) == 0
    selected = json.loads(capsys.readouterr().out)["overall"]["selected"]
    assert selected["accuracy"] == pytest.approx(1 / 3) and selected["solved_steps"] is None
    assert "the metric 'solved_steps' of an unknown distribution: " in caplog.text
    assert call(["report", str(records.folder), "--out", str(tmp_path / "report")]) == 0
