"""`testbed score --reference-run`: the parts of the spread of a run's scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.cli.main import call

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def make_run(root: Path, tmp_path: Path) -> Path:
    """A folder with two runs, of the agents oracle and noop, over two epochs."""
    for agent in ("oracle", "noop"):
        arguments = ["--task", "os/write_note", "--epochs", "2", "--out", str(tmp_path / agent)]
        assert call(["run", "--provider", "fake", "--agent", agent, "--display", "none", *arguments]) == 0
    return tmp_path


def test_the_environment_is_that_of_the_oracle(make_run: Path, capsys: Printed) -> None:
    capsys.readouterr()
    run, oracle = str(make_run / "noop"), str(make_run / "oracle")
    assert call(["score", run, "--reference-run", oracle, "--json"]) == 0
    expected = {"environment": 0.0, "variant": None, "sampling": 0.0}
    assert json.loads(capsys.readouterr().out)["variance"] == expected
    assert call(["score", oracle]) == 0
    printed = capsys.readouterr().out
    assert "environment –, variant –, sampling 0.0" in printed
    assert "pass@2" in printed and "pass^2" in printed and "pass@3" not in printed


def test_a_run_without_reference_solutions_is_refused(make_run: Path, capsys: Printed) -> None:
    run = str(make_run / "noop")
    assert call(["score", run, "--reference-run", run]) == 2
    assert "which plays no reference solutions" in capsys.readouterr().err
