"""Runs to look at: a folder with a study and runs below folders; a run without episodes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from controller.records.run_info import Failure
from controller.records.run_records import RunRecords
from controller.records.study_folder import StudyRecord
from controller.records.verdicts import ClaimRecord
from controller.results.viewer.app import Viewer
from controller.results.viewer.library import RunLibrary
from tests.controller.made_runs import CLICK, END, add_episode, call, entry, made_run
from tests.controller.results.viewer.served import served

TASKS = [entry("os/a", ["a.count"]), entry("os/b", ["a.count", "b.open"]), entry("vlc/c")]
FAILED: dict[str, Any] = {"claims": (ClaimRecord(text="the file is there", holds=False, found="nothing"),)}
RUN = "/runs/table~gui/"
EPISODE = f"{RUN}os/a/1/"
STEPS = (CLICK, call("a.count"), END)


def fill(records: RunRecords, scores: dict[str, list[float | None]], **result: Any) -> None:
    """Episodes with these scores, an epoch each; None ends in an infrastructure error."""
    for task, values in scores.items():
        for epoch, score in enumerate(values, 1):
            ending: dict[str, Any] = {"score": score}
            if score is None:
                error = Failure(type="GuestError", message="the guest has gone")
                ending |= {"status": "infra_error", "error": error}
            elif score < 1:
                ending |= FAILED
            add_episode(records, task, epoch, STEPS, **{**ending, **result})


@pytest.fixture(scope="session")
def made_shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `shelf` is a copy of: making runs waits for the disk."""
    root = tmp_path_factory.mktemp("shelf") / "runs"
    study = root / "table"
    gui = made_run(study / "gui", TASKS, agent="anthropic", model="m1", actions="gui", steps=15)
    fill(gui, {"os/a": [0], "os/b": [0.5], "vlc/c": [1]})
    mcp = made_run(study / "mcp", TASKS, agent="anthropic", model="m1", steps=15)
    fill(mcp, {"os/a": [1], "os/b": [1], "vlc/c": [0]})
    runs = dict.fromkeys(("gui", "mcp", "later"), gui.info.options)
    kept = StudyRecord(
        title="Table 1", budget="separate", tasks={task.id: task.hash for task in TASKS}, runs=runs
    )
    (study / "study.json").write_text(kept.model_dump_json())
    one = made_run(root / "deep" / "down" / "one", TASKS, agent="openai", epochs=3)
    fill(one, {"os/a": [1, 1, 0], "os/b": [1, None, 0]})
    return root


@pytest.fixture
def shelf(made_shelf: Path, tmp_path: Path) -> Path:
    """table/ is a study of gui and mcp, whose third run is not begun; deep/down/one is a run of three epochs."""
    return Path(shutil.copytree(made_shelf, tmp_path / "runs"))


@pytest.fixture
def client(shelf: Path) -> TestClient:
    return client_of(shelf)


def client_of(folder: Path) -> TestClient:
    """Asks a viewer of that folder."""
    return TestClient(Viewer(RunLibrary(folder)).app, base_url="http://127.0.0.1", follow_redirects=False)


@pytest.fixture
def address(shelf: Path) -> Iterator[str]:
    """The viewer on a real port."""
    with served(shelf) as found:
        yield found


@pytest.fixture
def records(tmp_path: Path) -> RunRecords:
    """A run of two tasks, two epochs, without episodes."""
    told = {"instruction": "Count the letters."}
    tasks = [entry("os/a", ["a.count"]).model_copy(update=told), entry("vlc/b")]
    return made_run(tmp_path / "runs" / "first", tasks, epochs=2, agent="anthropic", model="m-1")
