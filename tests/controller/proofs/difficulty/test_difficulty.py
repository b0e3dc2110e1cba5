"""Steps of references that are left out, in fake guests."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.proofs.difficulty.difficulty_record import DifficultyLine
from controller.proofs.difficulty.steps import drawn
from controller.tasks.task import Task

Printed = pytest.CaptureFixture[str]
TOOL_TASK = 'instruction = "x"\napplications = ["os"]\ntools = ["filesystem_write_file"]\n'
SOLVE = """
from controller.core.actions import Click, Screenshot, ToolCall, Wait

def write(name, content):
    return ToolCall(name="filesystem_write_file", arguments={"path": f"/home/user/{name}.txt", "content": content})

def mcp():
    yield Screenshot()
    yield write("draft", "almost")
    yield write("note", "done")
    yield Wait(seconds=0.1)
    yield write("copy", "done")
"""


@pytest.fixture
def measure(
    task_folder: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> Callable[..., dict[str, Any]]:
    """Measures a task with this solution in fake guests."""
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))

    def measured(solve: str, *options: str, exit_code: int = 0) -> dict[str, Any]:
        task_folder(toml=TOOL_TASK, solve=solve)
        record = ["--record", str(tmp_path / "difficulty.jsonl")]
        assert call(["tasks", "difficulty", "--provider", "fake", *record, "--json", *options]) == exit_code
        printed: dict[str, Any] = json.loads(capsys.readouterr().out)
        return printed

    return measured


def test_steps_that_nothing_depends_on_are_told(measure: Callable[..., dict[str, Any]]) -> None:
    (line,) = measure(SOLVE)["tasks"]
    assert (line["reference"], line["steps"], line["left_out"]) == ("mcp", 3, 3)
    assert [*line["unneeded"]] == ["1", "3"] and "draft" in line["unneeded"]["1"]
    assert line["necessary"] == 1
    assert line["predicted"] == {"OSWorld 2.0": 0.995, "OSWorld-Verified": 0.989}


def test_what_is_on_record_is_not_repeated_while_the_task_is_the_same(
    measure: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    assert measure(SOLVE, "--most", "1")["tasks"][0]["left_out"] == 1
    assert measure(SOLVE)["tasks"][0]["left_out"] == 1, "it is on record"
    assert measure(SOLVE + "# other\n")["tasks"][0]["left_out"] == 3, "the task has changed"
    assert len((tmp_path / "difficulty.jsonl").read_text().splitlines()) == 1


def test_a_solution_ends_that_waits_for_what_a_step_left_out_does_not_bring(
    measure: Callable[..., dict[str, Any]],
) -> None:
    endless = """
def mcp():
    seen = yield write("note", "done")
    while not seen.results:
        seen = yield Wait(seconds=5)
"""
    (line,) = measure(SOLVE.partition("def mcp")[0] + endless)["tasks"]
    assert (line["steps"], line["unneeded"]) == (1, {})


def test_a_reference_that_is_not_right_is_not_measured(measure: Callable[..., dict[str, Any]]) -> None:
    found = measure(SOLVE.replace('"done"', '"almost"'), exit_code=1)
    assert found["tasks"] == []
    assert list(found["not_measured"].values()) == ["the reference mcp is not right as it is: it scores 0.0"]


def test_the_same_steps_are_drawn_each_time(make_task: Callable[..., Task]) -> None:
    task = make_task(toml=TOOL_TASK, solve=SOLVE)
    assert drawn(task, 3, 12) == [1, 2, 3]
    assert drawn(task, 200, 12) == drawn(task, 200, 12) != [*range(1, 13)]
    assert len(drawn(task, 200, 12)) == 12


def test_what_was_left_out_stands_for_the_rest() -> None:
    line = DifficultyLine(
        task="os/note",
        reference="gui",
        steps=100,
        left_out=10,
        unneeded={3: "click at 5, 5"},
        folder="",
        checkers="",
        image="",
        provider="fake",
        date="2026-12-01",
    )
    assert line.necessary == 90
    assert line.predicted(0.01) == pytest.approx(0.99**90)
