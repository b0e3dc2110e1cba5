"""Two runs compared: worked out by hand, and what must be refused or said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.metrics.run_loader import load_records
from controller.metrics.statistics import holm
from controller.records.run_info import Failure
from controller.records.run_records import RunRecords
from controller.results.comparison.compare import compare
from testbed.errors import UsageError
from tests.controller.made_runs import CLICK, END, add_episode, entry, made_run
from tests.controller.made_runs import call as tool

TASKS = [entry("os/a", ["a.count"]), entry("os/b"), entry("os/c"), entry("vlc/d", ["a.count"])]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


def run(folder: Path, scores: dict[str, Any], tasks: Any = TASKS, **options: Any) -> RunRecords:
    """A run whose episodes have these scores, a list of them for several epochs; None is an infra_error."""
    records = made_run(folder, tasks, **options)
    for task, given in scores.items():
        for epoch, score in enumerate(given if isinstance(given, list) else [given], 1):
            steps = [CLICK, tool(), END] if score else [CLICK, END]
            status = "infra_error" if score is None else "completed"
            claims = [{"text": f"{task} is done", "holds": score == 1.0}]
            add_episode(records, task, epoch, steps, score=score, status=status, claims=claims)
    return records


A = {"os/a": 0.0, "os/b": 1.0, "os/c": 0.0, "vlc/d": 0.0}
B = {"os/a": 1.0, "os/b": 0.0, "os/c": 0.0, "vlc/d": 1.0}


def test_the_comparison_is_the_one_worked_out_by_hand(tmp_path: Path) -> None:
    a, b = run(tmp_path / "a", A), run(tmp_path / "b", B, steps=20)
    comparison = compare(load_records(a), load_records(b))
    overall = comparison.groups["overall"]
    # Differences +1, -1, 0, +1: of 8 sign flips of three ones, all sums are at least 1 from 0.
    assert overall["accuracy"].difference == pytest.approx(0.25) and overall["accuracy"].p == 1.0
    assert (overall["accuracy"].a, overall["accuracy"].b) == (0.25, 0.5)
    # TIR: a none (b succeeds with a call where no tool is annotated), b os/a and vlc/d.
    assert (overall["tir"].a, overall["tir"].b) == (0.0, 0.5)
    assert (overall["acs"].a, overall["acs"].b) == (2.25, 2.5)
    assert comparison.groups["tool_beneficial"]["accuracy"].difference == 1.0
    assert comparison.groups["non_tool_beneficial"]["accuracy"].difference == -0.5
    assert comparison.mcnemar is not None
    assert (comparison.mcnemar.only_a, comparison.mcnemar.only_b, comparison.mcnemar.p) == (1, 2, 1.0)
    assert [item.task for item in comparison.won] == ["os/a", "vlc/d"]
    assert [(item.task, item.why_b) for item in comparison.lost] == [
        ("os/b", "completed: not met: os/b is done")
    ]
    assert comparison.settings == {"steps": (50, 20)}


def test_the_p_values_of_a_comparison_are_adjusted_for_each_other(tmp_path: Path) -> None:
    """And its intervals exclude 0 where its p-values, before that, are below 0.05."""
    tasks = [entry(f"os/{number}", ["a.count"] if number % 2 else ()) for number in range(16)]
    a = run(tmp_path / "a", {item.id: 0.0 for item in tasks}, tasks)
    b = run(tmp_path / "b", {item.id: float(number < 7) for number, item in enumerate(tasks)}, tasks)
    groups = compare(load_records(a), load_records(b)).groups
    items = [item for differences in groups.values() for item in differences.values()]
    assert [item.p_holm for item in items] == holm([item.p for item in items]) and len(items) > 6
    accuracy = groups["overall"]["accuracy"]
    # Seven tasks differ, all the same way: 2 * 0.5 ** 7, and as many or more tests.
    assert accuracy.p == 2**-6 and (accuracy.p_holm or 0) > 6 * accuracy.p
    for item in items:
        if item.low is not None and item.high is not None:
            assert (item.low > 0 or item.high < 0) == (item.p < 0.05)


@pytest.mark.parametrize(
    ("first", "second", "differ"),
    [
        ("", "native", False),
        ("native", "", False),
        ("native", "native", False),
        ("prompt", "", True),
        ("native", "prompt", True),
    ],
)
def test_a_record_from_before_the_choice_counts_as_native(
    tmp_path: Path, first: str, second: str, differ: bool
) -> None:
    a, b = run(tmp_path / "a", A, calling=first), run(tmp_path / "b", B, calling=second)
    comparison = compare(load_records(a), load_records(b))
    assert comparison.settings == ({"calling": (first, second)} if differ else {})


def test_tasks_that_differ_are_named_and_refused_unless_the_common_ones_are_asked_for(tmp_path: Path) -> None:
    a = run(tmp_path / "a", A)
    other = [entry("os/a", ["a.count"], content="new"), entry("os/b"), entry("os/e")]
    b = run(tmp_path / "b", {"os/a": 1.0, "os/b": 1.0, "os/e": 1.0}, other)
    with pytest.raises(UsageError) as caught:
        compare(load_records(a), load_records(b))
    assert "2 only in A (os/c, vlc/d); 1 only in B (os/e)" in caught.value.message
    assert "1 with different content (os/a); 1 are the same" in caught.value.message
    assert "--common" in caught.value.hint
    assert compare(load_records(a), load_records(b), common_only=True).common.same == ("os/b",)
    c = run(tmp_path / "c", {"os/e": 1.0}, [entry("os/e")])
    with pytest.raises(UsageError, match="no task in common"):
        compare(load_records(a), load_records(c), common_only=True)


def test_a_task_without_a_verdict_is_left_out_and_said(tmp_path: Path) -> None:
    a = run(tmp_path / "a", {**A, "os/b": None})
    b = run(tmp_path / "b", {"os/a": 1.0, "os/b": 1.0, "vlc/d": 1.0})
    comparison = compare(load_records(a), load_records(b))
    assert comparison.common.same == ("os/a", "vlc/d") and comparison.common.no_verdict == ("os/b", "os/c")
    assert comparison.groups["overall"]["accuracy"].tasks == 2
    failed = run(tmp_path / "failed", dict.fromkeys(A, None))
    with pytest.raises(UsageError, match="none of the 4 common tasks has a verdict"):
        compare(load_records(a), load_records(failed))


def test_epochs_of_a_task_are_averaged_first(tmp_path: Path) -> None:
    a = run(tmp_path / "a", {"os/a": [1.0, 0.0], "os/b": [0.0, 0.0]}, TASKS[:2], epochs=2)
    b = run(tmp_path / "b", {"os/a": 1.0, "os/b": 0.0}, TASKS[:2])
    comparison = compare(load_records(a), load_records(b))
    assert comparison.groups["overall"]["accuracy"].difference == pytest.approx(0.25)
    assert comparison.mcnemar is None and comparison.epochs == (2, 1)
    assert comparison.won[0].why_a == "completed x2: not met: os/a is done"


def test_what_should_be_the_same_and_is_not_is_said(tmp_path: Path) -> None:
    a, b = run(tmp_path / "a", A), run(tmp_path / "b", B)
    first = load_records(a)
    info = b.info.model_copy(update={"image_hash": "other", "tools_hash": "u"})
    agent = info.agent.model_copy(update={"prompts": {"system": "new"}})
    text = info.model_copy(update={"agent": agent}).model_dump_json()
    (tmp_path / "b/run.json").write_text(text)
    said = compare(first, load_records(RunRecords.open(tmp_path / "b"))).surroundings
    assert said == ("the image: i and other", "the guests' list of tools", "the agent's prompts")


def test_the_command_prints_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = run(tmp_path / "a", A), run(tmp_path / "b", {**B, "os/c": None})
    hostile = Failure(type="AgentError", message="first\n[red]\x1b[31m<script>")
    add_episode(b, "os/b", 1, [CLICK], status="agent_error", error=hostile.model_dump())
    assert call(["compare", str(a.folder), str(b.folder)]) == 0
    out = capsys.readouterr().out
    assert "3 tasks are compared" in out and "LEFT OUT: 1 tasks have no verdict" in out and "os/c" in out
    assert "the settings are the same" in out
    assert "McNemar's exact test: 1 tasks succeed only in A, 2 only in B" in out
    assert "won by B: 2" in out and "lost by B: 1" in out
    assert "\x1b" not in out and "[red]" in out
    assert call(["compare", str(a.folder), str(b.folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["groups"]["overall"]["accuracy"]["tasks"] == 3


def test_unlike_runs_are_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = run(tmp_path / "a", A), run(tmp_path / "b", {"os/a": 1.0}, TASKS[:1])
    assert call(["compare", str(a.folder), str(b.folder)]) == 2
    assert "3 only in A (os/b, os/c, vlc/d)" in capsys.readouterr().err
    assert call(["compare", str(a.folder), str(tmp_path)]) == 2
    assert call(["compare", str(a.folder), str(b.folder), "--common"]) == 0
    assert "1 tasks are compared" in capsys.readouterr().out


def test_settings_and_provenance_are_printed_as_people_write_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path / "a", A, observe=("screenshot", "windows"))
    b = run(tmp_path / "b", B, model="m", settings={"effort": "low"}, actions="gui", max_cost=2.0)
    add_episode(b, "os/a", 1, [END], score=1.0, calls=1, endpoints=["127.0.0.1:8080"], mock=True)
    assert call(["compare", str(tmp_path / "a"), str(tmp_path / "b")]) == 0
    out = capsys.readouterr().out
    assert "noop m [mock] [endpoint 127.0.0.1:8080], gui, filter rag" in out
    assert (
        "model (none) / m; settings (none) / effort=low; actions gui+mcp / gui; "
        "observe screenshot,windows / screenshot; max_cost 0 / 2\n"
    ) in out
    tir = [line.split() for line in out.splitlines() if line.startswith("   TIR %")]
    assert tir and all(row[2:] == ["–"] * 7 for row in tir)
