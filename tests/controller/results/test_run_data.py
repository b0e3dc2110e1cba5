"""Runs and studies as typed objects and data frames."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from controller.records.study_folder import StudyRecord
from testbed import compare, load_run, load_study
from testbed.errors import RecordsError, UsageError
from tests.controller.made_runs import CLICK, END, add_episode, call, entry, made_run


def make_run(folder: Path) -> Path:
    """Two tasks, one of them without a result."""
    records = made_run(folder, [entry("os/a", ["a.count"]), entry("vlc/b")])
    add_episode(records, "os/a", 1, [CLICK, call("a.count"), END], score=1.0, cost=0.5)
    return folder


def test_episodes_are_typed_and_lead_to_their_actions(tmp_path: Path) -> None:
    run = load_run(make_run(tmp_path / "run"))
    first, second = run.episodes
    assert (first.task, first.epoch, first.status, first.score) == ("os/a", 1, "completed", 1.0)
    assert first.succeeded and first.result is not None and first.result.usage.cost == 0.5
    assert [step.action["type"] for step in first.actions()] == ["click", "tool_call", "terminate"]
    assert first.folder == tmp_path / "run/episodes/os/a/1" and first.feasible
    assert (second.task, second.status, second.ran, second.actions()) == ("vlc/b", "cancelled", False, ())
    assert run.name == "run" and run.summary()["overall"]["selected"]["accuracy"] == 0.5


def test_a_loaded_run_can_be_compared(tmp_path: Path) -> None:
    run = load_run(make_run(tmp_path / "run"))
    assert compare(run, run).groups["overall"]


def test_data_frames_have_a_row_an_episode_or_a_step(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    run = load_run(make_run(tmp_path / "run"))
    episodes = run.to_dataframe()
    assert isinstance(episodes, pandas.DataFrame)
    assert episodes["task"].tolist() == ["os/a", "vlc/b"]
    assert episodes["score"].dtype == "Float64" and episodes["steps"].dtype == "Int64"
    assert episodes["score"].mean() == 1.0 and episodes["score"].isna().tolist() == [False, True]
    steps = run.to_dataframe("steps")
    assert steps["kind"].tolist() == ["click", "tool_call", "terminate"]
    with pytest.raises(UsageError, match="there is no table 'tasks'"):
        run.to_dataframe("tasks")  # type: ignore[arg-type]


def test_a_run_without_steps_makes_an_empty_data_frame(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    made_run(tmp_path / "run", [entry("os/a")])
    assert load_run(tmp_path / "run").to_dataframe("steps").empty


def test_without_pandas_the_error_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = load_run(make_run(tmp_path / "run"))
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UsageError, match="package pandas is not installed") as caught:
        run.to_dataframe()
    assert caught.value.hint == "pip install pandas"


def make_study(folder: Path, runs: tuple[str, ...]) -> Path:
    folder.mkdir()
    options = made_run(folder.with_name("options"), [entry("os/a")]).info.options
    record = StudyRecord(
        title="Two agents", budget="separate", tasks={"os/a": "h"}, runs=dict.fromkeys(runs, options)
    )
    (folder / "study.json").write_text(record.model_dump_json())
    return folder


def test_a_study_has_its_runs_in_order(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    folder = make_study(tmp_path / "study", ("second", "first", "later"))
    make_run(folder / "first")
    make_run(folder / "second")
    study = load_study(folder)
    assert study.title == "Two agents" and list(study.runs) == ["second", "first"]
    assert study.missing == ("later",)
    assert study.to_dataframe()["run"].tolist() == ["second", "second", "first", "first"]


def test_a_folder_that_is_no_study(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"not a study folder: .* \(no study\.json\)"):
        load_study(tmp_path)
    (tmp_path / "study.json").write_text("{")
    with pytest.raises(RecordsError, match=r"cannot read .*study\.json"):
        load_study(tmp_path)


def test_a_study_reads_no_folder_outside_itself(tmp_path: Path) -> None:
    make_run(tmp_path / "elsewhere")
    folder = make_study(tmp_path / "study", ("../elsewhere",))
    with pytest.raises(RecordsError, match="not in its folder"):
        load_study(folder)
