"""Exports to MLflow and Weights & Biases, read back by their own readers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.records.run_records import RunRecords
from controller.results.export import export
from controller.results.export.episodes import open_run
from plugins.experiment_trackers.flat_names import metrics, parameters, tags
from testbed.extension_points import EXPORT_FORMATS
from tests.controller.agents.distributions import write_distribution


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


@pytest.mark.parametrize(("form", "package"), [("mlflow", "mlflow-skinny"), ("wandb", "wandb")])
def test_a_missing_package_is_named(
    form: str,
    package: str,
    run: RunRecords,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, form, None)
    assert call(["export", str(run.folder), "--format", form, "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err == (
        f"error: the Python package {package} is not installed\nhint: pip install {package}\n"
    )
    assert not (tmp_path / "out").exists()


def test_they_are_testbeds_own_formats_and_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert {"mlflow", "wandb"} <= set(EXPORT_FORMATS.own_names())
    assert call(["plugins", "--json"]) == 0
    listed = {item["name"]: item for item in json.loads(capsys.readouterr().out)}
    assert listed["mlflow"]["kind"] == "export format" and listed["mlflow"]["problem"] == ""


def test_another_distribution_cannot_take_their_names_and_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    write_distribution(tmp_path, "tiny_clash", "mlflow = tiny_clash", "", group=EXPORT_FORMATS.group)
    assert EXPORT_FORMATS.names().count("mlflow") == 1
    assert EXPORT_FORMATS.load("mlflow").check is not None
    assert call(["plugins", "--json"]) == 0
    listed = {item["distribution"]: item for item in json.loads(capsys.readouterr().out)}
    assert "testbed has one of that name" in listed["tiny_clash 1.0"]["problem"]
