"""Episodes that the infrastructure failed run again when a run is resumed; their earlier attempts stay on record."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.cli.display import Silence
from controller.cli.main import call
from controller.guests.fake.guest import Faults
from controller.guests.fake.provider import FakeProvider
from controller.metrics.run_loader import summary_of
from controller.records.run_info import EpisodeResult, Failure
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.runs.run import Run
from controller.runs.start import create_run, resume_run
from controller.tasks.task import Task

ORACLE = RunOptions(agent="oracle", tool_filter="oracle", provider="fake")
KEY = ("os/add_total", 1)


def dying() -> FakeProvider:
    return FakeProvider(faults=lambda _number: Faults(dies_at_call=4))


@pytest.fixture
def folder(tasks: list[Task], tmp_path: Path) -> Path:
    """A run whose one episode was failed three times."""
    records = create_run(tmp_path / "run", ORACLE, tasks[:1], provider := dying())
    Run(records, tasks[:1], provider, 1, Silence()).finish()
    return tmp_path / "run"


def go_on(folder: Path, root: Path, provider: FakeProvider, *, keep_errors: bool = False) -> EpisodeResult:
    records, tasks = resume_run(folder, root, provider)
    Run(records, tasks, provider, 1, Silence(), keep_errors=keep_errors).finish()
    return records.results()[KEY]


def list_kept(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "episodes/os/add_total/1/attempts").iterdir())


def test_a_failed_episode_runs_again(folder: Path, tasks_root: Path) -> None:
    failed = RunRecords.open(folder).results()[KEY]
    result = go_on(folder, tasks_root, FakeProvider())
    assert (result.status, result.score) == ("completed", 1.0)
    assert [attempt.number for attempt in result.attempts] == [1, 2, 3]
    assert result.attempts[:2] == failed.attempts
    assert (result.attempts[2].error, result.attempts[2].seconds) == (failed.error, failed.seconds)
    assert list_kept(folder) == ["1.jsonl", "2.jsonl", "3.jsonl", "3.result.json"]
    summary = summary_of(RunRecords.open(folder))
    assert summary["status"]["completed"] == 1 and summary["status"]["infra_error"] == 0


def test_it_may_fail_again_and_again(folder: Path, tasks_root: Path) -> None:
    assert len(go_on(folder, tasks_root, dying()).attempts) == 5
    result = go_on(folder, tasks_root, FakeProvider())
    assert [attempt.number for attempt in result.attempts] == [1, 2, 3, 4, 5, 6]
    assert list_kept(folder) == [*(f"{number}.jsonl" for number in (1, 2, 3)), "3.result.json", "4.jsonl", "5.jsonl",
                            "6.jsonl", "6.result.json"]  # fmt: skip
    again = go_on(folder, tasks_root, dying())
    assert again == result, "what has come to its end stays"


def test_errors_can_be_kept(folder: Path, tasks_root: Path) -> None:
    failed = RunRecords.open(folder).results()[KEY]
    assert go_on(folder, tasks_root, FakeProvider(), keep_errors=True) == failed
    assert list_kept(folder) == ["1.jsonl", "2.jsonl"]


def test_nothing_is_lost_when_the_second_run_is_cut_off(folder: Path, tasks_root: Path) -> None:
    recorder = RunRecords.open(folder).recorder(*KEY)
    moved = recorder.reopen()
    recorder.begin_attempt()
    recorder.event("start", task=KEY[0])
    assert moved is not None and RunRecords.open(folder).results() == {}
    result = go_on(folder, tasks_root, FakeProvider(), keep_errors=True)
    assert result.score == 1.0 and len(result.attempts) == 3
    assert list_kept(folder) == ["1.jsonl", "2.jsonl", "3.jsonl", "3.result.json", "4.jsonl"]


def test_a_run_cut_off_then_does_not_give_its_folder_away(folder: Path, tasks: list[Task]) -> None:
    records = RunRecords.open(folder)
    records.recorder(*KEY).reopen()
    records.write_error(Failure(type="ImageError", message="x"))
    with pytest.raises(Exception, match="resume"):
        create_run(folder, ORACLE, tasks[:1], FakeProvider())


def test_a_judge_that_failed_is_asked_again_by_another_command(folder: Path) -> None:
    records = RunRecords.open(folder)
    failed = records.results()[KEY]
    assert records.remaining() == [KEY] and records.remaining(keep_errors=True) == []
    unjudged = failed.model_copy(update={"error": Failure(type="JudgeError", message="no verdict")})
    records.recorder(*KEY).result(unjudged)
    assert records.remaining() == []


def test_a_run_says_how_failed_episodes_run_again(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tasks_root: Path
) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))
    assert call(["resume", str(folder), "--keep-errors", "--display", "none"]) == 1
    said = capsys.readouterr().err
    assert f"1 episode failed by the infrastructure; run again: testbed resume {folder}" in said
    assert call(["resume", str(folder), "--display", "none"]) == 0
    assert "failed by the infrastructure" not in capsys.readouterr().err
