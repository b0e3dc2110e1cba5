"""`testbed judge`: recorded runs judged again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.metrics.error_classes import Classified, classify
from controller.metrics.outcomes import outcomes_of
from controller.metrics.run_loader import load_records
from controller.parts.judges.files import JudgeFiles
from controller.records.run_records import RunRecords
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_rules import KEY
from tests.controller.judges.judged_runs import (
    FAILS,
    MODEL,
    OTHER,
    Judges,
    judge,
    results,
    run,
    scores,
    tasks,
)

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def root(tmp_path: Path, task_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    tasks(task_folder)
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)


def digests() -> dict[str, str]:
    """The run's own records: every file but for later verdicts."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path("made").rglob("*"))
        if path.is_file()
        and path.name not in ("recheck.json", ".lock")
        and path.parent.name not in ("verdicts", "judge_controls")
    }


def test_a_recorded_run_is_judged_and_its_own_records_stay(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(None, task=["os/hybrid", "os/script"]) == 0
    before = digests()
    capsys.readouterr()
    with ChatServer(Judges(key_points=FAILS)) as server:
        assert judge(server, "--json") == 0
    assert digests() == before
    [episode] = json.loads(capsys.readouterr().out)["episodes"]
    assert (episode["task"], episode["old"], episode["new"], episode["changed"]) == (
        "os/hybrid",
        1.0,
        0.0,
        True,
    )
    assert scores() == {"os/hybrid": 0.0, "os/script": 1.0}
    assert scores(later=False) == {"os/hybrid": 1.0, "os/script": 1.0}
    [judging] = JudgeFiles(RunRecords.open(Path("made"))).judgings("os/hybrid", 1)
    assert (judging.model, judging.votes, judging.passed) == (OTHER, 1, False)
    [verdict] = judging.verdicts
    assert len(verdict.prompt_hash) == 16 and verdict.votes[0].reasoning == "No price."
    assert judging.usage.calls == 1 and judging.usage.cost


def test_what_is_printed_names_verdicts_scores_and_cost(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(None, task=["os/hybrid"]) == 0
    capsys.readouterr()
    with ChatServer(Judges(key_points=FAILS)) as server:
        assert judge(server) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "os/hybrid (1) 1 0 key_points: failure changed" in printed
    assert "1 episodes: 1 scores changed, 0 without a verdict, 0 verdicts kept; the judges used" in printed
    assert call(["score", "made"]) == 0
    assert "1 scores are from a recheck" in capsys.readouterr().out


def test_verdicts_that_depend_on_nothing_new_are_kept_unless_asked_anew() -> None:
    assert run(None, task=["os/hybrid"]) == 0
    judges = Judges()
    with ChatServer(judges) as server:
        assert judge(server) == 0
        assert judge(server) == 0
        assert len(judges.documents) == 1
        assert judge(server, "--anew") == 0
        assert len(judges.documents) == 2
        assert judge(server, "--judge-votes", "3") == 0
        assert len(judges.documents) == 5
        assert judge(server, model=MODEL) == 0
    assert len(judges.documents) == 6
    assert len(JudgeFiles(RunRecords.open(Path("made"))).judgings("os/hybrid", 1)) == 3


def test_the_judge_of_the_run_is_the_default_and_its_verdict_can_be_replaced() -> None:
    with ChatServer(Judges()) as server:
        assert run(server, task=["os/words"]) == 0
    records = RunRecords.open(Path("made"))
    own = JudgeFiles(records).exchanges("os/words", 1)
    with ChatServer(Judges(reference={"reasoning": "no", "correct": False})) as server:
        address = ["--judge-base-url", f"{server.url}/v1"]
        assert call(["judge", "made", *address]) == 0
        assert scores() == {"os/words": 1.0}
        assert call(["judge", "made", "--anew", *address]) == 0
    assert scores() == {"os/words": 0.0}
    assert results()["os/words"].score == 1.0
    assert JudgeFiles(records).exchanges("os/words", 1) == own


def test_an_episode_without_a_verdict_gets_one_later() -> None:
    with ChatServer(Judges(reference="?")) as server:
        assert run(server, task=["os/words"]) == 1
    assert scores() == {"os/words": None}
    with ChatServer(Judges()) as server:
        assert judge(server) == 0
    assert scores() == {"os/words": 1.0}
    loaded = load_records(RunRecords.open(Path("made")), rechecks=True)
    assert [result.status for result in loaded.results.values()] == ["completed"]


def test_without_a_verdict_the_score_stays_and_the_status_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(None, task=["os/hybrid"]) == 0
    with ChatServer(Judges(key_points="Erfolg!")) as server:
        assert judge(server) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "the judge gave no verdict: key_points: not_json" in printed
    assert scores() == {"os/hybrid": 1.0}
    [judging] = JudgeFiles(RunRecords.open(Path("made"))).judgings("os/hybrid", 1)
    assert judging.passed is None and judging.verdicts[0].votes[0].calls == 3


def test_a_grade_that_is_missing_is_told_and_leaves_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    with ChatServer(Judges(key_points=FAILS)) as server:
        assert run(server, task=["os/hybrid"]) == 0
        assert judge(server, "--judge-by", "rubric") == 0
    overlay = Path("made/episodes/os/hybrid/1/recheck.json").read_bytes()
    capsys.readouterr()
    with ChatServer(Judges(rubric="Nine of ten.")) as server:
        assert judge(server, "--judge-by", "rubric", "--anew") == 1
    assert "the judge gave no verdict: rubric: 0 of 5 orders" in " ".join(capsys.readouterr().out.split())
    assert Path("made/episodes/os/hybrid/1/recheck.json").read_bytes() == overlay


def test_a_judge_without_a_verdict_keeps_nobody_elses_from_counting() -> None:
    assert run(None, task=["os/hybrid"]) == 0
    with ChatServer(Judges(key_points=FAILS, rubric="?")) as server:
        assert judge(server, "--judge-by", "rubric", "--judge-by", "key_points") == 1
    assert scores() == {"os/hybrid": 0.0}


def test_a_further_judge_leaves_the_verdicts_of_the_others() -> None:
    with ChatServer(Judges(key_points=FAILS)) as server:
        assert run(server, task=["os/hybrid"]) == 0
        assert judge(server, "--judge-by", "rubric") == 0
    assert scores() == {"os/hybrid": 0.0}
    [result] = load_records(RunRecords.open(Path("made")), rechecks=True).results.values()
    assert result.parts.get("judges") is not None
    assert [verdict.judge for verdict in result.parts.get("judges").verdicts] == ["key_points", "rubric"]
    assert [verdict.model for verdict in result.parts.get("judges").verdicts] == [MODEL, OTHER]


def test_a_judge_names_the_error_of_a_failed_episode_and_changes_no_score() -> None:
    assert run(None, task=["os/hybrid", "os/script"]) == 0
    with ChatServer(Judges(key_points=FAILS, error_class={"reasoning": "x", "error": "tool"})) as server:
        assert judge(server, "--judge-by", "key_points", "--judge-by", "error_class") == 0
    assert scores()["os/hybrid"] == 0.0
    loaded = load_records(RunRecords.open(Path("made")), rechecks=True)
    made = {outcome.task: outcome for outcome in outcomes_of(loaded.info, loaded.results, loaded.stats)}
    assert classify(made["os/hybrid"]) == Classified("tool", "judge")
    assert classify(made["os/script"]) is None
    assert loaded.summary()["overall"]["selected"]["tool_errors"] == 1.0


def test_a_changed_script_and_judges_make_the_score_together() -> None:
    with ChatServer(Judges(key_points=FAILS)) as server:
        assert run(server, task=["os/hybrid"]) == 0
        assert call(["score", "made", "--recheck"]) == 0
        assert scores() == {"os/hybrid": 0.0}
    with ChatServer(Judges()) as server:
        assert judge(server) == 0
        assert scores() == {"os/hybrid": 1.0}
    check = Path("tasks/os/hybrid/check.py")
    check.write_text(check.read_text().replace('text == "done"', 'text == "other"'))
    assert call(["score", "made", "--recheck"]) == 0
    assert scores() == {"os/hybrid": 0.0}
    [result] = load_records(RunRecords.open(Path("made")), rechecks=True).results.values()
    assert [(claim.judge, claim.holds) for claim in result.claims] == [
        ("", False),
        ("key_points", True),
        ("key_points", True),
        ("key_points", True),
    ]


def test_a_task_that_judges_alone_score_is_rechecked_by_their_verdict(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with ChatServer(Judges(reference={"reasoning": "no", "correct": False})) as server:
        assert run(server, task=["os/words"]) == 0
    capsys.readouterr()
    assert call(["score", "made", "--recheck", "--json"]) == 0
    [episode] = json.loads(capsys.readouterr().out)["episodes"]
    assert (episode["old"], episode["new"], episode["reason"]) == (0.0, 0.0, "")


def test_a_task_that_is_gone_or_says_something_else_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(None, task=["os/hybrid"]) == 0
    toml = Path("tasks/os/hybrid/task.toml")
    toml.write_text(toml.read_text().replace("tell me the price", "tell me the date"))
    with ChatServer(Judges()) as server:
        assert judge(server) == 1
        assert "the task's instruction has changed since the run" in " ".join(capsys.readouterr().out.split())
        toml.unlink()
        assert judge(server) == 1
        assert "there is no task os/hybrid any more" in " ".join(capsys.readouterr().out.split())
    assert not (Path("made") / "episodes/os/hybrid/1/recheck.json").exists()


def test_key_points_that_are_added_after_the_run_are_judged() -> None:
    assert run(None, task=["os/script"]) == 0
    toml = Path("tasks/os/script/task.toml")
    toml.write_text(toml.read_text() + 'key_points = ["It tells the price."]\n')
    judges = Judges(key_points={"reasoning": "ok", "key_points": [True], "verdict": "success"})
    with ChatServer(judges) as server:
        assert judge(server) == 0
    assert judges.documents[0]["key_points"] == ["It tells the price."]


def mark_imported(task: str, **result: Any) -> None:
    """Make the run one that was imported, with another result of a task."""
    run_file = Path("made/run.json")
    run_file.write_text(json.dumps(json.loads(run_file.read_text()) | {"imported": "elsewhere"}))
    file = Path("made/episodes") / task / "1" / "result.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | result))
    Path("made/summary.json").unlink()


def test_an_imported_run_is_judged_by_the_notes_of_its_tasks() -> None:
    assert run(None, task=["os/hybrid"]) == 0
    mark_imported("os/hybrid")
    with ChatServer(Judges(key_points=FAILS)) as server:
        assert judge(server) == 0
    assert scores() == {"os/hybrid": 0.0}


def test_an_imported_episode_that_no_checker_could_score_gets_the_judges_score() -> None:
    with ChatServer(Judges()) as server:
        assert run(server, task=["os/words"]) == 0
    error = {"type": "JudgeError", "message": "not judged yet", "hint": ""}
    mark_imported("os/words", score=None, parts={}, verdicts=[], status="infra_error", error=error)
    with ChatServer(Judges()) as server:
        assert judge(server) == 0
    assert scores() == {"os/words": 1.0}
    with ChatServer(Judges(reference={"reasoning": "no", "correct": False})) as server:
        assert judge(server, "--anew") == 0
    assert scores() == {"os/words": 0.0}


def test_an_imported_episode_that_its_checker_did_not_score_is_not_judged(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(None, task=["os/hybrid"]) == 0
    mark_imported("os/hybrid", score=None, verdicts=[])
    with ChatServer(Judges()) as server:
        assert judge(server) == 2
    assert "no episode of made has words to judge" in capsys.readouterr().err


def test_an_imported_run_without_its_tasks_is_refused_with_the_remedy(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(None, task=["os/hybrid"]) == 0
    mark_imported("os/hybrid")
    Path("tasks/os/hybrid/task.toml").unlink()
    with ChatServer(Judges()) as server:
        assert judge(server) == 2
    message = " ".join(capsys.readouterr().err.split())
    assert "made has imported results, and their tasks are not here" in message
    assert "testbed import-results" in message and "--suite" in message


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["judge", "made"], "made was run without a judge, and no model is named"),
        (["judge", "nowhere", "--judge", MODEL], "Not a run folder: nowhere"),
        (["judge", "made", "--judge", MODEL], "no episode of made has words to judge"),
        (["judge", "made", "--judge", MODEL, "--judge-votes", "4"], "--judge-votes 4 can end in a tie"),
        (["judge", "made", "--judge", MODEL, "--judge-by", "none"], "there is no judge 'none'"),
        (["judge", "calibrate", "made"], "missing argument RUN"),
        (["judge"], ""),
    ],
)
def test_wrong_usage_is_told_in_a_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(None, task=["os/script"]) == 0
    capsys.readouterr()
    assert call(arguments) == 2
    assert message in capsys.readouterr().err


def test_the_help_names_both_forms(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["judge", "--help"]) == 0
    text = capsys.readouterr().out
    assert "calibrate" in text and "testbed judge RUN --judge M" in text
