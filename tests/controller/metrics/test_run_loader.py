"""A run's numbers from its folder: worked out by hand, and with damaged records."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.metrics.run_loader import load_records, summary_of
from controller.records.run_records import RunRecords
from controller.results.run_tables import print_behaviour, print_summary
from testbed.errors import RecordsError
from tests.controller.made_runs import CLICK, END, add_episode, call, entry, made_run

PROJECT = Path(__file__).parents[3]


@pytest.fixture
def run(tmp_path: Path) -> RunRecords:
    """Three tasks, two epochs:

    task   tools  epoch  status        score  claims  steps                                   cost
    os/a   2      1      completed     1      2 of 2  click, a.count, end                     0.5
    os/a   2      2      out_of_steps  0      1 of 2  click, click, a.count (errs), click     0.5
    os/b   0      1      completed     1      1 of 1  click, end                              0.25
    os/b   0      2      completed     1      1 of 1  b.open, end                             0.25
    vlc/c  1      1      completed     1      1 of 1  click, c.gone (refused), end            0
    vlc/c  1      2      infra_error   -      -       -                                       0
    """
    tasks = [entry("os/a", ["a.count", "b.open"]), entry("os/b"), entry("vlc/c", ["a.count"])]
    records = made_run(tmp_path / "run", tasks, epochs=2)

    def claims(*holds: bool) -> list[dict[str, Any]]:
        return [{"text": "c", "holds": one} for one in holds]

    add_episode(records, "os/a", 1, [CLICK, call(), END], score=1.0, claims=claims(True, True), cost=0.5)
    errs = [CLICK, CLICK, {**call(), "error": True}, CLICK]
    add_episode(records, "os/a", 2, errs, status="out_of_steps", claims=claims(True, False), cost=0.5)
    add_episode(records, "os/b", 1, [CLICK, END], score=1.0, claims=claims(True), cost=0.25)
    add_episode(records, "os/b", 2, [call("b.open"), END], score=1.0, claims=claims(True), cost=0.25)
    gone = [CLICK, {**call("c.gone"), "refused": True}, END]
    add_episode(records, "vlc/c", 1, gone, score=1.0, claims=claims(True))
    add_episode(records, "vlc/c", 2, status="infra_error", score=None)
    return records


def test_the_numbers_of_a_small_run_are_those_worked_out_by_hand(run: RunRecords) -> None:
    summary = load_records(run).summary(times=True)
    overall = summary["overall"]
    # Successes: a1, b1, b2, c1. With a call where tools help: a1. Without where none do: b1.
    assert overall["selected"]["episodes"] == 6 and overall["ran"]["episodes"] == 5
    assert overall["selected"]["accuracy"] == pytest.approx(4 / 6)
    assert overall["ran"]["accuracy"] == pytest.approx(4 / 5)
    assert overall["selected"]["fractional"] == pytest.approx((1 + 1 / 2 + 1 + 1 + 1 + 0) / 6)
    assert overall["selected"]["tir"] == pytest.approx(2 / 6)
    assert overall["ran"]["tir"] == pytest.approx(2 / 5)
    assert overall["ran"]["acs"] == pytest.approx((3 + 4 + 2 + 2 + 3) / 5)
    # Epoch 1: 3 of 3. Epoch 2: 1 of 3. Mean 2/3, sample deviation sqrt(2)/3.
    over = overall["selected"]["over_epochs"]["accuracy"]
    assert (over["epochs"], over["mean"]) == (2, pytest.approx(2 / 3))
    assert over["sd"] == pytest.approx(math.sqrt(2) / 3)
    assert over["high"] - over["mean"] == pytest.approx(1.959964 * math.sqrt(2) / 3 / math.sqrt(2), rel=1e-6)
    assert summary["without_verdict"] == {"2": 1}
    assert summary["tool_beneficial"]["selected"]["accuracy"] == pytest.approx(2 / 4)
    assert summary["non_tool_beneficial"]["ran"]["tir"] == pytest.approx(1 / 2)
    assert summary["by_domain"]["vlc"]["selected"]["accuracy"] == pytest.approx(1 / 2)
    by_tools = {number: group["selected"]["accuracy"] for number, group in summary["by_tools"].items()}
    assert by_tools == {"0": 1.0, "1": 0.5, "2": 0.5}
    assert summary["cost"] == pytest.approx(1.5)
    # Calls: a1, a2 (errs), b2, c.gone (refused).
    behavior = overall["behavior"]
    assert (behavior["calls"], behavior["gui_steps"], behavior["terminate_steps"]) == (4, 1 + 3 + 1 + 1, 4)
    assert behavior["tools"] == {"a.count": 2, "b.open": 1}
    assert (behavior["unknown_rate"], behavior["failed_rate"], behavior["invalid_rate"]) == (0.25, 0.25, 0.0)
    assert behavior["first_tool_step"] == pytest.approx((2 + 3 + 1) / 3)
    assert behavior["model_seconds"] == pytest.approx(2.0 * (3 + 4 + 2 + 2 + 3) / 6)
    assert behavior["environment_seconds"] == pytest.approx((0.75 * 14 + 0.25 * 6) / 6)
    assert summary["by_domain"]["os"]["behavior"]["calls"] == 3


def test_the_tables_show_them(run: RunRecords, capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    console = Console(width=80, highlight=False)
    asked = {"safety": [{"text": "s", "holds": True}], "parts": {"user": 12}}
    add_episode(run, "os/b", 1, [CLICK, END], score=1.0, cost=0.25, **asked)
    baseline = made_run(run.folder.parent / "baseline", run.info.tasks[:2])
    add_episode(baseline, "os/a", 1, score=0.0)
    add_episode(baseline, "os/b", 1, score=1.0)
    summary = load_records(run).summary(times=True)
    print_summary(summary, console, {"noop": summary_of(baseline)})
    print_behaviour(summary, console)
    out = capsys.readouterr().out
    rows = [line for line in out.splitlines() if line.startswith(" overall ")]
    assert "66.7 ± 65.3" in rows[0] and "80.0 ± 49.0" in rows[1] and "75.0" in rows[2]
    assert rows[2].split()[3:5] == ["100.0", "12.0"], "a column for each metric of behaviour"
    assert "deviations over 2 epochs: acc. % 47.1" in out
    assert "…" not in out, "a terminal of 80 columns shows every number whole"
    assert "INCOMPLETE: 1 of 6 episodes have no verdict (epoch 2: 1)" in out
    assert "noop: covers 2 of the 3 tasks" in out
    assert "tools called: a.count 2, b.open 1" in out
    assert "0 tools annotated" in out and "1 tool annotated" in out


def test_damaged_records_are_named_and_the_rest_is_scored(run: RunRecords) -> None:
    def path(task: str, epoch: int, name: str) -> Path:
        return run.recorder(task, epoch).folder / name

    cut = path("os/a", 1, "result.json")
    begun = cut.read_bytes()[:40]
    cut.write_bytes(begun)
    wrong = path("os/b", 1, "result.json")
    wrong.write_text(wrong.read_text().replace('"steps": 2', '"steps": "two"'))
    line = wrong.read_text().splitlines().index('  "steps": "two",') + 1
    moved = path("vlc/c", 1, "result.json")
    moved.write_bytes(path("os/b", 2, "result.json").read_bytes())
    with path("os/a", 2, "events.jsonl").open("a") as file:
        file.write('{"event": "verd')
    path("os/b", 2, "events.jsonl").write_bytes(b"\0\xff\n" + path("os/b", 2, "events.jsonl").read_bytes())
    loaded = load_records(run)
    assert set(loaded.results) == {("os/a", 2), ("os/b", 2), ("vlc/c", 2)}
    assert loaded.stats["os/b", 2].tools == {"b.open": 1}
    problems = {
        (Path(item.path).relative_to(run.folder / "episodes").as_posix(), item.line): item.problem
        for item in loaded.damage
    }
    assert problems.pop(("os/a/1/result.json", begun.count(b"\n") + 1)) == "the file is cut short"
    assert problems.pop(("os/b/1/result.json", line)).startswith("steps: should be")
    assert problems.pop(("vlc/c/1/result.json", 0)) == "is the result of os/b (2) instead of vlc/c (1)"
    assert problems.pop(("os/a/2/events.jsonl", 16)) == "cut short"
    assert problems.pop(("os/b/2/events.jsonl", 1)).startswith("no JSON")
    assert not problems
    summary = load_records(run).summary(times=True)
    assert summary["status"]["cancelled"] == 3 and summary["overall"]["ran"]["accuracy"] == 0.5


@pytest.mark.parametrize("text", ["{", "[1]", '[{"name": "a"}]', '"x"', "3"])
def test_a_damaged_list_of_tools_leaves_the_rates_open(run: RunRecords, text: str) -> None:
    (run.folder / "tools.json").write_text(text)
    loaded = load_records(run)
    assert [Path(item.path).name for item in loaded.damage] == ["tools.json"]
    assert loaded.stats["vlc/c", 1].unknown is None
    behavior = summary_of(run)["overall"]["behavior"]
    assert behavior["unknown_rate"] is None and behavior["failed_rate"] == 0.25
    json.dumps(behavior)


def test_a_run_of_nothing_and_one_of_infrastructure_errors_alone_have_numbers(tmp_path: Path) -> None:
    empty = summary_of(made_run(tmp_path / "empty", [entry("os/a")]))
    assert empty["overall"]["selected"]["accuracy"] == 0.0 and empty["overall"]["ran"]["accuracy"] is None
    assert empty["overall"]["behavior"]["failed_rate"] is None
    none = summary_of(made_run(tmp_path / "none", []))
    assert none["overall"]["selected"]["accuracy"] is None and none["by_domain"] == {}
    failed = made_run(tmp_path / "failed", [entry("os/a")], epochs=2)
    for epoch in (1, 2):
        add_episode(failed, "os/a", epoch, status="infra_error", score=None)
    summary = summary_of(failed)
    assert summary["overall"]["ran"]["over_epochs"]["accuracy"] is None
    assert summary["without_verdict"] == {"1": 1, "2": 1}


def test_a_stale_summary_is_named_and_not_used(run: RunRecords) -> None:
    run.write_summary(load_records(run).summary())
    assert load_records(run).damage == ()
    path = run.recorder("os/a", 1).folder / "result.json"
    before = load_records(run).summary()["overall"]["selected"]["accuracy"]
    path.unlink()
    loaded = load_records(run)
    assert loaded.summary()["overall"]["selected"]["accuracy"] < before
    (problem,) = loaded.damage
    assert problem.path.endswith("summary.json") and "is out of date" in problem.problem
    assert f"accuracy {before * 100:.1f} there" in problem.problem


def test_a_summary_of_an_older_version_is_not_stale(run: RunRecords) -> None:
    summary = load_records(run).summary()
    del summary["overall"]["selected"]["fractional"], summary["provenance"], summary["spent"]
    run.write_summary(summary)
    assert load_records(run).damage == ()


def test_a_truncated_summary_is_named(run: RunRecords) -> None:
    (run.folder / "summary.json").write_text('{"tasks": ')
    (problem,) = load_records(run).damage
    assert "cut short or not JSON" in problem.problem


def test_tir_has_no_value_for_gui_actions_alone(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry("os/a", ("a.count",)), entry("os/b")], actions="gui")
    for task in ("os/a", "os/b"):
        add_episode(records, task, score=1.0)
    overall = load_records(records).summary()["overall"]["selected"]
    assert (overall["tir"], overall["over_epochs"]["tir"]) == (None, None)
    assert (overall["accuracy"], overall["acs"]) == (1.0, 0.0)


def test_without_events_the_same_results_are_loaded(run: RunRecords) -> None:
    (run.episode("os/a", 2).result_file).write_text("{")
    run.paths.error_file.write_text('{"type": 3}')
    whole, quick = load_records(run), load_records(run, events=False)
    assert quick == replace(whole, stats={}) and whole.stats
    assert [Path(item.path).name for item in quick.damage] == ["result.json", "error.json"]


def test_a_damaged_recheck_is_an_error_of_one_s_own_run_and_damage_of_a_stranger_s(run: RunRecords) -> None:
    path = run.episode("os/a", 2).recheck_file
    path.write_text("{")
    with pytest.raises(RecordsError, match=r"recheck\.json"):
        load_records(run, rechecks=True)
    loaded = load_records(run, rechecks=True, foreign=True)
    assert [Path(item.path) for item in loaded.damage] == [path]
    assert len(loaded.results) == 6 and not loaded.rechecked


def test_a_stranger_s_links_are_not_followed(run: RunRecords, tmp_path: Path) -> None:
    outside = tmp_path / "secret.json"
    result = run.episode("os/a", 1).result_file
    result.rename(outside)
    result.symlink_to(outside)
    run.paths.error_file.symlink_to(outside)
    loaded = load_records(run, foreign=True)
    problems = {Path(item.path): item.problem for item in loaded.damage}
    assert (
        problems[result] == "leads out of the run's folder" and problems[run.paths.error_file] == "is a link"
    )
    assert ("os/a", 1) not in loaded.results and loaded.error is None


def test_one_reader_makes_loaded_runs() -> None:
    """The viewer, the report, exports and commands differ in what they ask of it."""
    places = {
        path.name
        for path in (PROJECT / "controller").rglob("*.py")
        if re.search(r"(?<!class )\bLoadedRun\(", path.read_text())
    }
    assert places == {"run_loader.py"}
