"""A run's numbers tell where they come from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.metrics.provenance import Provenance, provenance_of
from controller.records.gzip_lines import GzipLines
from controller.results.run_data import load_run
from tests.controller.made_runs import add_episode, entry, made_run

TASK = "os/count"


def test_the_vendors_own_endpoint_leaves_no_mark(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry(TASK)])
    add_episode(records, TASK, calls=1, endpoints=("api.anthropic.com",))
    assert load_run(tmp_path / "run").provenance == Provenance()
    assert load_run(tmp_path / "run").provenance.marks == ()


def test_marks_name_everything_that_a_reader_must_know(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry(TASK)], replay="/elsewhere/first")
    add_episode(
        records, TASK, calls=1, endpoints=("127.0.0.1:8080",), mock=True, substitutions=(("large", "small"),)
    )
    provenance = load_run(tmp_path / "run").provenance
    assert provenance.marks == ("mock", "replay of first", "endpoint 127.0.0.1:8080", "served: small")
    summary = json.loads(json.dumps(load_run(tmp_path / "run").summary()))
    assert Provenance.from_summary(summary) == provenance
    assert summary["provenance"]["marks"] == list(provenance.marks)


def test_a_mock_that_answered_only_a_failed_attempt_is_marked(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry(TASK)])
    failed = {"number": 1, "error": {"type": "E", "message": "m"}, "seconds": 1.0, "mock": True}
    add_episode(records, TASK, calls=1, endpoints=("api.openai.com",), attempts=[failed])
    assert load_run(tmp_path / "run").provenance.marks == ("mock",)


def test_an_old_result_gets_its_endpoint_from_the_recorded_requests(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry(TASK)])
    add_episode(records, TASK, calls=1)
    lines = GzipLines(records.recorder(TASK, 1).folder / "exchanges.jsonl.gz")
    lines.add({"url": "http://192.0.2.7:9000/v1/messages", "request": "x" * 100_000})
    lines.close()
    assert load_run(tmp_path / "run").provenance.endpoint == "192.0.2.7:9000"


def test_a_damaged_record_of_requests_is_listed(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry(TASK)])
    add_episode(records, TASK, calls=1)
    (records.recorder(TASK, 1).folder / "exchanges.jsonl.gz").write_bytes(b"no gzip")
    run = load_run(tmp_path / "run")
    assert run.provenance.endpoint == ""
    assert "exchanges.jsonl.gz: cannot be read" in str(run.damage[0])


def test_a_run_without_a_result_tells_the_endpoint_of_its_options(tmp_path: Path) -> None:
    made_run(tmp_path / "run", [entry(TASK)], model="m", base_url="http://192.0.2.7:9000/v1")
    assert load_run(tmp_path / "run").provenance.marks == ("endpoint 192.0.2.7:9000",)


@pytest.mark.parametrize(
    "change",
    [{"score": 1.0, "verdicts": [{"score": 1.0}]}, {"status": "out_of_steps"}, {"steps": 3}],
    ids=["score", "status", "steps"],
)
def test_a_result_that_was_changed_after_the_run_is_marked(tmp_path: Path, change: dict[str, object]) -> None:
    records = made_run(tmp_path / "run", [entry(TASK)])
    add_episode(records, TASK)
    records.recorder(TASK, 1).event("end", status="completed", score=0.0, steps=0, error=None)
    assert load_run(tmp_path / "run").provenance.marks == ()
    path = records.recorder(TASK, 1).folder / "result.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    assert load_run(tmp_path / "run").provenance.marks == ("edited",)
    assert load_run(tmp_path / "run").edited == {(TASK, 1)}


def test_the_responses_of_a_mock_and_of_a_replay_are_not_spent(tmp_path: Path) -> None:
    def summary(name: str, **options: str) -> dict[str, object]:
        records = made_run(tmp_path / name, [entry(TASK)], **options)
        failed = {"number": 1, "error": {"type": "E", "message": "m"}, "seconds": 1.0, "cost": 0.5}
        add_episode(records, TASK, calls=1, cost=2.0, mock=name == "mock", attempts=[failed])
        return load_run(tmp_path / name).summary()

    real, mock, replayed = summary("real"), summary("mock"), summary("replayed", replay="/elsewhere/first")
    assert (real["cost"], real["spent"]) == (2.5, 2.5)
    assert (mock["cost"], mock["spent"]) == (2.5, 0.5)
    assert (replayed["cost"], replayed["spent"]) == (2.5, 0.0)


@pytest.mark.parametrize(
    ("model", "created", "mock", "degraded"),
    [
        ("gpt-6-sol", "2026-09-24T23:59:59+00:00", False, True),
        ("openai/gpt-6-luna-2026-09-22", "2026-09-22T10:00:00+00:00", False, True),
        ("gpt-6-sol", "2026-09-25T08:00:00+00:00", False, False),
        ("gpt-6-sol", "2026-09-24T23:59:59+00:00", True, False),
        ("gpt-6.1-sol", "2026-09-24T23:59:59+00:00", False, False),
    ],
)
def test_a_run_from_before_the_vendor_mended_images_is_marked(
    tmp_path: Path, model: str, created: str, mock: bool, degraded: bool
) -> None:
    records = made_run(tmp_path / "run", [entry(TASK)], model=model)
    add_episode(records, TASK, calls=1, endpoints=("api.openai.com",), mock=mock, models=(model,))
    info = records.info.model_copy(update={"created": created})
    results = [result for result in (records.result(TASK, 1),) if result]
    provenance = provenance_of(info, results)
    assert provenance.degraded_images == (model if degraded else "")
    assert any("degraded" in mark for mark in provenance.marks) is degraded
    assert Provenance.from_summary({"provenance": provenance.as_data()}) == provenance
