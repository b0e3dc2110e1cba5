"""A file store of MLflow: an MLflow run for each run, with the run's parameters, tags, metrics and tables.

MLflow keeps the file store in maintenance mode: it is read with MLFLOW_ALLOW_FILE_STORE=true, and `mlflow
migrate-filestore` copies it into a database (https://mlflow.org/docs/latest/self-hosting/migrate-from-file-store).
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path

from plugins.experiment_trackers import flat_names
from testbed.extension_points import EXPORT_FORMATS
from testbed.extensions import import_extra
from testbed.results import ExportFormat, RunToExport

EXPERIMENT = "testbed"
ENVIRONMENT = {"MLFLOW_ALLOW_FILE_STORE": "true", "MLFLOW_DISABLE_TELEMETRY": "true"}
MAX_TEXT = 5000
"""Longest value written; MLflow takes 6000 characters of a parameter, 8000 of a tag (`mlflow.utils.validation`)."""


def write(run: RunToExport, out: Path) -> list[str]:
    """Write the store. Raises UsageError if MLflow is not installed."""
    with _environment():
        tracking = _mlflow().tracking
        entities = _mlflow().entities
        store = out.resolve()
        client = tracking.MlflowClient(store.as_uri())
        experiment = client.get_experiment_by_name(EXPERIMENT)
        experiment_id = experiment.experiment_id if experiment else client.create_experiment(EXPERIMENT)
        began = _milliseconds(run.info.created)
        tags = {name: text[:MAX_TEXT] for name, text in flat_names.tags(run).items()}
        entry = client.create_run(experiment_id, start_time=began, tags=tags, run_name=run.name).info.run_id
        spans = [episode.span() for episode in run.episodes()]
        ended = int(max((last for _, last in spans), default=0.0) * 1000) or began
        client.log_batch(
            entry,
            params=[
                entities.Param(name, str(value)[:MAX_TEXT])
                for name, value in flat_names.parameters(run).items()
            ],
            metrics=[
                entities.Metric(_metric_name(name), value, ended, 0)
                for name, value in flat_names.metrics(run).items()
            ],
        )
        with tempfile.TemporaryDirectory() as folder:
            EXPORT_FORMATS.load("csv").write(run, Path(folder))
            client.log_artifacts(entry, folder)
        client.log_artifact(entry, str(run.records.paths.run_file))
        client.log_dict(entry, run.loaded.summary(times=True), run.records.paths.summary_file.name)
        client.set_terminated(entry, "FINISHED", end_time=ended)
    return [
        f"`MLFLOW_ALLOW_FILE_STORE=true uvx mlflow server --backend-store-uri {out}` shows it "
        "(the whole package mlflow: mlflow-skinny, which writes, has no server)",
        f"`mlflow migrate-filestore --source {out} --target sqlite:///mlflow.db` copies it into a database",
    ]


def write_runs(runs: Sequence[RunToExport], out: Path) -> list[str]:
    """Write a store with an MLflow run for each run, in one experiment."""
    return list(dict.fromkeys(remark for run in runs for remark in write(run, out)))


def _milliseconds(moment: str) -> int:
    return int(datetime.fromisoformat(moment).timestamp() * 1000)


def _metric_name(name: str) -> str:
    """A metric's name in the characters that MLflow allows."""
    return "".join(letter if letter.isalnum() or letter in "_-./ " else "_" for letter in name)


@contextmanager
def _environment() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in ENVIRONMENT}
    os.environ.update(ENVIRONMENT)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


_mlflow = partial(import_extra, "mlflow", "mlflow-skinny")
EXPORT = ExportFormat(write, check=_mlflow, write_runs=write_runs)
