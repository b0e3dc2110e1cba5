"""`testbed.study`: a study from Python, on fake guests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from testbed import RunObserver, study
from testbed.errors import UsageError

SMALL = {
    "title": "Small",
    "agents": ["oracle:mcp", "noop"],
    "steps": [15],
    "tasks": {"ids": ["os/write_note", "os/print_note"]},
}


@pytest.fixture(autouse=True)
def small_tasks(tasks_root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    monkeypatch.chdir(tmp_path)


class Labels(RunObserver):
    """Remembers which episodes ended."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def ended(self, worker: int, label: str, result: Any) -> None:
        self.seen.append(label)


def test_a_study_returns_its_runs_and_goes_on_where_it_was(tmp_path: Path) -> None:
    labels = Labels()
    finished = study(SMALL, out="here", provider="fake", observer=labels)
    assert (finished.folder, finished.title, finished.missing) == (tmp_path / "here", "Small", ())
    scores = {name: [episode.score for episode in run.episodes] for name, run in finished.runs.items()}
    assert scores == {
        "oracle_mcp_gui+mcp_oracle_lexicographic_15": [1.0, 1.0],
        "noop_gui+mcp_rag_lexicographic_15": [0.0, 0.0],
    }
    assert len(labels.seen) == 4
    next(Path("here").glob("noop*/episodes/os/write_note/1/result.json")).unlink()
    study(SMALL, out="here", provider="fake", observer=labels)
    assert labels.seen[4:] == ["os/write_note"]


def test_keys_of_a_file_are_replaced(tmp_path: Path) -> None:
    Path("small.toml").write_text(
        'agents = [{agent = "paper", models = ["m"]}, "noop"]\nepochs = 2\n[tasks]\nids = ["os/write_note"]\n'
        "[[grid]]\n[[grid]]\nsteps = [5]\n"
    )
    finished = study("small.toml", provider="fake", changes={"agents": ["random"], "epochs": 1, "steps": [3]})
    assert finished.folder == tmp_path / "runs" / "small"
    [run] = finished.runs.values()
    options = run.info.options
    assert (options.agent, options.epochs, options.steps) == ("random", 1, 3)


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        (SMALL | {"step": [5]}, {"out": "x"}, "the study: step: is unknown"),
        (SMALL, {"out": "x", "changes": {"variants": "each"}}, "changes of the study: variants"),
        (SMALL, {}, "needs a folder"),
        (SMALL, {"out": "x", "guests": 0}, "invalid value for guests: 0"),
        (SMALL, {"out": "x", "max_guests": 2}, "max_guests needs cluster"),
        ("no_such_study", {}, "cannot read no_such_study"),
        (SMALL | {"agents": ["human"]}, {"out": "x"}, "one guest at a time"),
    ],
)
def test_bad_studies_and_options_are_usage_errors(given: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        study(given, provider="fake", **options)
    assert not Path("x").exists()
