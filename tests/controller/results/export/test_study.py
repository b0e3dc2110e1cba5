"""A study's runs exported together: one table over all, and what is named because it has no rows."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.records.study_folder import StudyRecord
from testbed.extension_points import EXPORT_FORMATS
from tests.controller.made_runs import CLICK, END, add_episode, entry, made_run
from tests.controller.made_runs import call as tool_call

RUNS: dict[str, dict[str, Any]] = {
    "m1_gui": {"model": "m1", "actions": "gui", "tool_filter": "none"},
    "m1_tools": {"model": "m1", "actions": "gui+mcp"},
    "m2_tools": {"model": "m2", "actions": "gui+mcp"},
    "later": {"model": "m3", "actions": "gui+mcp"},
}


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """Three runs of two tasks, the second not finished, and one that has not begun."""
    folder = tmp_path / "study"
    tasks = [entry("os/a", ["a.count"]), entry("vlc/b")]
    options = {}
    for name, chosen in RUNS.items():
        place = folder / name if name != "later" else tmp_path / name
        records = made_run(place, tasks, agent="anthropic", **chosen)
        options[name] = records.info.options
        add_episode(records, "os/a", 1, [CLICK, tool_call("a.count"), END], score=1.0, answer="secret")
        if name != "m1_tools":
            add_episode(records, "vlc/b", 1, [END], score=0.0)
    record = StudyRecord(title="S", budget="separate", tasks={"os/a": "h", "vlc/b": "h"}, runs=options)
    (folder / "study.json").write_text(record.model_dump_json())
    return folder


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_one_table_has_the_rows_of_every_run(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["export", str(study), "--format", "csv"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out == [f"written to {tmp_path / 'study-csv'}", "not begun and without rows: later"]
    episodes = read(tmp_path / "study-csv/episodes.csv")
    columns = ("run", "agent", "model", "actions", "tool_filter", "task", "score")
    assert [tuple(row[name] for name in columns) for row in episodes] == [
        ("m1_gui", "anthropic", "m1", "gui", "none", "os/a", "1.0"),
        ("m1_gui", "anthropic", "m1", "gui", "none", "vlc/b", "0.0"),
        ("m1_tools", "anthropic", "m1", "gui+mcp", "rag", "os/a", "1.0"),
        ("m1_tools", "anthropic", "m1", "gui+mcp", "rag", "vlc/b", ""),
        ("m2_tools", "anthropic", "m2", "gui+mcp", "rag", "os/a", "1.0"),
        ("m2_tools", "anthropic", "m2", "gui+mcp", "rag", "vlc/b", "0.0"),
    ]
    steps = read(tmp_path / "study-csv/steps.csv")
    assert [row["run"] for row in steps] == ["m1_gui"] * 4 + ["m1_tools"] * 3 + ["m2_tools"] * 4
    assert {(row["run"], row["agent"], row["actions"]) for row in steps} == {
        ("m1_gui", "anthropic", "gui"),
        ("m1_tools", "anthropic", "gui+mcp"),
        ("m2_tools", "anthropic", "gui+mcp"),
    }


def test_its_rows_are_those_of_the_runs_one_by_one(study: Path, tmp_path: Path) -> None:
    assert call(["export", str(study), "--format", "jsonl", "--out", str(tmp_path / "all")]) == 0
    for name in ("m1_gui", "m1_tools", "m2_tools"):
        assert call(["export", str(study / name), "--format", "jsonl", "--out", str(tmp_path / name)]) == 0
    for table in ("episodes.jsonl", "steps.jsonl"):
        single = [(tmp_path / name / table).read_text() for name in ("m1_gui", "m1_tools", "m2_tools")]
        assert (tmp_path / "all" / table).read_text() == "".join(single)


def test_parquet_has_one_type_for_the_columns_of_all_runs(study: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert call(["export", str(study), "--format", "parquet", "--out", str(tmp_path / "out")]) == 0
    rows = parquet.read_table(tmp_path / "out/episodes.parquet").to_pylist()
    assert [row["run"] for row in rows] == ["m1_gui"] * 2 + ["m1_tools"] * 2 + ["m2_tools"] * 2


def test_inspect_has_a_log_for_each_run(study: Path, tmp_path: Path) -> None:
    assert call(["export", str(study), "--format", "inspect", "--out", str(tmp_path / "out")]) == 0
    assert len(list((tmp_path / "out").glob("*.eval"))) == 3


@pytest.mark.slow
def test_mlflow_has_a_run_for_each_run(study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mlflow = pytest.importorskip("mlflow")
    assert call(["export", str(study), "--format", "mlflow", "--out", str(tmp_path / "out")]) == 0
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    client = mlflow.tracking.MlflowClient((tmp_path / "out").as_uri())
    experiment = client.get_experiment_by_name("testbed")
    names = {item.info.run_name for item in client.search_runs([experiment.experiment_id])}
    assert names == {"m1_gui", "m1_tools", "m2_tools"}


def test_a_redacted_table_has_no_texts(study: Path, tmp_path: Path) -> None:
    assert call(["export", str(study), "--format", "csv", "--redact"]) == 0
    episodes = read(tmp_path / "study-csv-redacted/episodes.csv")
    assert len(episodes) == 6 and [row["score"] for row in episodes].count("1.0") == 3
    assert "secret" not in (tmp_path / "study-csv-redacted/episodes.csv").read_text()


def test_a_run_that_cannot_be_read_is_named(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (study / "m1_gui/run.json").write_text("{")
    assert call(["export", str(study), "--format", "csv", "--json"]) == 0
    remarks = json.loads(capsys.readouterr().out)["remarks"]
    assert remarks[0].startswith("cannot be read and left out: m1_gui/run.json")
    assert {row["run"] for row in read(tmp_path / "study-csv/episodes.csv")} == {"m1_tools", "m2_tools"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--format", "osworld"], "--format osworld takes one run"),
        (["--format", "gif"], "--format gif takes one run"),
        (["--format", "run", "--redact"], "--format run takes one run"),
        (["--format", "csv", "--task", "os/a"], "--task and --epoch do not go with a study"),
    ],
)
def test_what_takes_one_run(
    study: Path, tmp_path: Path, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["export", str(study), *options]) == 2
    assert message in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["later", "study"]


def test_a_study_of_which_no_run_has_begun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = made_run(tmp_path / "other", [entry("os/a")]).info.options
    record = StudyRecord(title="S", budget="separate", tasks={"os/a": "h"}, runs={"first": options})
    (tmp_path / "study").mkdir()
    (tmp_path / "study/study.json").write_text(record.model_dump_json())
    assert call(["export", str(tmp_path / "study"), "--format", "csv"]) == 2
    assert "no run of" in capsys.readouterr().err


def test_which_formats_take_a_study() -> None:
    able = {name for name in EXPORT_FORMATS.own_names() if EXPORT_FORMATS.load(name).write_runs}
    assert able == {"csv", "jsonl", "parquet", "inspect", "mlflow", "wandb"}
