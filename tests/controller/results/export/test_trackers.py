"""Exports to MLflow, Weights & Biases and Parquet, read back by their own readers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.core import extras
from controller.records.run_folder import RunRecords
from controller.results.export import export
from controller.results.export.episodes import open_run
from controller.results.export.experiment import metrics, parameters, tags
from testbed.errors import UsageError
from testbed.extension_points import EXPORT_FORMATS


def test_parquet_has_the_rows_of_the_flat_tables_with_types(run: RunRecords, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert export(open_run(run.folder), "parquet", tmp_path / "out") == []
    episodes = parquet.read_table(tmp_path / "out/episodes.parquet")
    rows = episodes.to_pylist()
    assert [(row["task"], row["epoch"], row["status"], row["score"]) for row in rows] == [
        ("os/a", 1, "completed", 1.0),
        ("vlc/b", 1, "out_of_steps", 0.0),
        ("os/a", 2, "infra_error", None),
        ("vlc/b", 2, "cancelled", None),
    ]
    types = {field.name: str(field.type) for field in episodes.schema}
    assert types["score"] == "double" and types["epoch"] == "int64" and types["feasible"] == "bool"
    assert types["answer"] == "string"
    steps = parquet.read_table(tmp_path / "out/steps.parquet").to_pylist()
    assert [row["tool"] for row in steps] == ["", "a.count", "", "c.gone"]


def test_names_and_values_of_a_run_for_trackers(run: RunRecords) -> None:
    to_export = open_run(run.folder)
    values = metrics(to_export)
    assert values["selected/accuracy"] == 0.25
    assert values["ran/accuracy"] == 0.5
    assert values["by_domain/os/selected/accuracy"] == 0.5
    assert values["status/infra_error"] == 1 and values["input_tokens"] == 100
    chosen = parameters(to_export)
    assert chosen["epochs"] == 2 and chosen["model"] == "some/model:1" and chosen["observe"] == "screenshot"
    assert tags(to_export)["testbed.agent"] == "anthropic"


@pytest.mark.slow
def test_mlflow_reads_its_store(run: RunRecords, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mlflow = pytest.importorskip("mlflow")
    monkeypatch.delenv("MLFLOW_ALLOW_FILE_STORE", raising=False)
    to_export = open_run(run.folder)
    remarks = export(to_export, "mlflow", tmp_path / "out")
    assert any("MLFLOW_ALLOW_FILE_STORE=true" in line for line in remarks)
    assert "MLFLOW_ALLOW_FILE_STORE" not in os.environ
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    client = mlflow.tracking.MlflowClient((tmp_path / "out").as_uri())
    (experiment,) = (item for item in client.search_experiments() if item.name == "testbed")
    (recorded,) = client.search_runs([experiment.experiment_id])
    assert recorded.info.run_name == "run" and recorded.info.status == "FINISHED"
    assert recorded.data.metrics == pytest.approx(metrics(to_export))
    assert recorded.data.params == {name: str(value) for name, value in parameters(to_export).items()}
    names = {item.path for item in client.list_artifacts(recorded.info.run_id)}
    assert names == {"episodes.csv", "steps.csv", "run.json", "summary.json"}


@pytest.mark.slow
def test_wandb_writes_an_offline_run(run: RunRecords, tmp_path: Path) -> None:
    pytest.importorskip("wandb")
    environment = {**os.environ, "HOME": str(tmp_path), "WANDB_BASE_URL": "http://127.0.0.1:9"}
    command = [sys.executable, "-m", "testbed", "export", str(run.folder), "--format", "wandb"]
    done = subprocess.run(
        [*command, "--out", str(tmp_path / "out")],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "wandb sync" in done.stdout
    (recorded,) = (tmp_path / "out/wandb").glob("offline-run-*/run-*.wandb")
    content = recorded.read_bytes()
    assert b"selected/accuracy" in content and b"some/model:1" in content
    (table,) = (tmp_path / "out/wandb").glob("offline-run-*/files/media/table/episodes_*.json")
    data = json.loads(table.read_text())
    assert [row[data["columns"].index("task")] for row in data["data"]] == ["os/a", "vlc/b", "os/a", "vlc/b"]


@pytest.mark.parametrize(
    ("form", "package"), [("parquet", "pyarrow"), ("mlflow", "mlflow"), ("wandb", "wandb")]
)
def test_a_missing_package_is_named(
    form: str,
    package: str,
    run: RunRecords,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    assert call(["export", str(run.folder), "--format", form, "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == (
        f"error: the Python package {extras.EXTRAS[package]} is not installed\n"
        f"hint: pip install {extras.EXTRAS[package]}\n"
    )
    assert not (tmp_path / "out").exists()


def test_another_missing_module_is_not_hidden(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "wandb.py").write_text("import no_such_module\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "wandb", raising=False)
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        extras.import_extra("wandb")


def test_an_unknown_format_lists_all(run: RunRecords, tmp_path: Path) -> None:
    assert {"parquet", "mlflow", "wandb"} <= set(EXPORT_FORMATS.own_names())
    with pytest.raises(UsageError, match="'xml'") as caught:
        export(open_run(run.folder), "xml", tmp_path / "out")
    assert all(form in caught.value.hint for form in EXPORT_FORMATS.own_names())
