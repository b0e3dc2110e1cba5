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


def test_any_agent_that_knows_the_solutions_plays_them(make_run: Path, capsys: Printed) -> None:
    run, oracle = str(make_run / "noop"), make_run / "oracle"
    record = json.loads((oracle / "run.json").read_text())
    assert record["agent"]["knows_solution"] is True and record["agent"]["gui_only"] is False
    record["options"]["agent"] = record["agent"]["name"] = "expert"
    (oracle / "run.json").write_text(json.dumps(record))
    assert call(["score", run, "--reference-run", str(oracle)]) == 0
    del record["agent"]["knows_solution"]
    (oracle / "run.json").write_text(json.dumps(record))
    capsys.readouterr()
    assert call(["score", run, "--reference-run", str(oracle)]) == 2
    assert "a run of expert, which plays no reference solutions" in capsys.readouterr().err


def test_the_runs_record_has_the_properties_of_its_agent(root: Path, tmp_path: Path) -> None:
    expected = {
        "oracle:gui": {"is_baseline": False, "knows_solution": True, "gui_only": True},
        "noop": {"is_baseline": True, "knows_solution": False, "gui_only": False},
    }
    for agent, properties in expected.items():
        folder = tmp_path / agent.partition(":")[0]
        run = ["run", "--provider", "fake", "--agent", agent, "--display", "none", "--out", str(folder)]
        assert call([*run, "--task", "os/write_note"]) == 0
        record = json.loads((folder / "run.json").read_text())["agent"]
        assert {name: record[name] for name in properties} == properties
