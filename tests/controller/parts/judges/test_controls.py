"""Runs whose judges err on control answers: asked first, once, recorded, and named wherever numbers are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.judges.controls import CONTROLS
from controller.judges.records import ControlCounts
from controller.metrics.run_loader import load_records
from controller.parts.judges.files import JudgeFiles
from controller.records.run_records import RunRecords
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.turns import ErrorAnswer, ScriptItem
from tests.controller.judges.judged_runs import MODEL, Judges, control_of, judge, results, run, tasks

pytestmark = pytest.mark.slow
MARK = "reference by gpt-4.1 errs on 6 of 12 controls"


@pytest.fixture(autouse=True)
def root(tmp_path: Path, task_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    tasks(task_folder)
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)


class Credulous(Judges):
    """Holds whatever has an answer for right: so it errs on three kinds of control answers."""

    def __call__(self, request: Any) -> ScriptItem:
        document = json.loads(request.body["messages"][1]["content"])
        if control_of(document) and not document["answer"]:
            return super().__call__(request)
        return super().__call__(_Answered(request, document))


class _Answered:
    """A request in which every control is the one that passes."""

    def __init__(self, request: Any, document: dict[str, Any]) -> None:
        control = control_of(document)
        same = [item for item in CONTROLS if control and item.case.task == control.case.task and item.passes]
        shown = {**document, "answer": same[0].case.answer} if same else document
        messages = request.body["messages"]
        self.body = {
            **request.body,
            "messages": [messages[0], {**messages[1], "content": json.dumps(shown)}],
        }


def marks(out: str = "made") -> tuple[str, ...]:
    return load_records(RunRecords.open(Path(out)), rechecks=True).provenance.marks


def test_the_controls_are_asked_once_before_the_first_episode() -> None:
    judges = Judges()
    with ChatServer(judges) as server:
        assert run(server, "--epochs", "2", task=["os/words"]) == 0
        assert len(judges.controls) == len(CONTROLS) and len(judges.documents) == 2
        asked = [json.loads(body["messages"][1]["content"]) for body in server.requests if "messages" in body]
    assert [control_of(document) is not None for document in asked] == [True] * 12 + [False] * 2
    [stored] = JudgeFiles(RunRecords.open(Path("made"))).all_controls()
    assert (stored.judge, stored.model, stored.votes) == ("reference", MODEL, 1)
    assert stored.counts == ControlCounts(total=12) and stored.usage.calls == 12 and stored.usage.cost
    judging = results()["os/words"].parts.get("judges")
    assert judging is not None and judging.usage.calls == 1
    assert [verdict.controls for verdict in judging.verdicts] == [ControlCounts(total=12)]
    assert not any("control" in mark for mark in marks())


def test_a_judge_that_errs_is_named_in_every_table(capsys: pytest.CaptureFixture[str]) -> None:
    with ChatServer(Credulous()) as server:
        assert run(server, task=["os/words"]) == 0
    captured = capsys.readouterr()
    assert MARK in " ".join(captured.out.split()) + " ".join(captured.err.split())
    judging = results()["os/words"].parts.get("judges")
    assert judging is not None and judging.verdicts[0].controls is not None
    kinds = {name.partition(" (")[0] for name in judging.verdicts[0].controls.wrong}
    assert kinds == {"without facts", "instructions to the judge", "right for another task"}
    for command in (["score", "made"], ["compare", "made", "made"]):
        assert call(command) == 0
        assert MARK in " ".join(capsys.readouterr().out.split()), command
    assert call(["report", "made", "--out", "page"]) == 0
    assert MARK in Path("page/report.html").read_text()
    assert all(MARK in path.read_text() for path in Path("page/tables").glob("table1*.csv"))
    assert "control answers: " in Path("made/log.jsonl").read_text()


def test_a_replay_takes_the_verdicts_of_the_recorded_run() -> None:
    with ChatServer(Credulous()) as server:
        assert run(server, task=["os/words"]) == 0
    first = JudgeFiles(RunRecords.open(Path("made"))).all_controls()
    assert call(["run", "--replay", "made", "--display", "none", "--out", "again"]) == 0
    assert JudgeFiles(RunRecords.open(Path("again"))).all_controls() == first
    assert MARK in marks("again")


def test_a_recorded_run_is_judged_after_the_controls_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(None, task=["os/hybrid"]) == 0
    judges = Judges()
    with ChatServer(judges) as server:
        assert judge(server) == 0
        assert judge(server) == 0
        assert len(judges.controls) == 12
        assert judge(server, "--anew") == 0
        assert len(judges.controls) == 24
    capsys.readouterr()
    with ChatServer(Credulous()) as server:
        assert judge(server, model=MODEL) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert f"key_points by {MODEL} errs on" in printed


def test_a_rubric_has_no_controls() -> None:
    judges = Judges()
    with ChatServer(judges) as server:
        assert run(server, task=["os/graded"]) == 0
    assert judges.controls == [] and JudgeFiles(RunRecords.open(Path("made"))).all_controls() == []


def test_a_control_whose_request_is_refused_has_no_verdict_and_counts_as_wrong() -> None:
    failing = iter([True])

    def script(request: Any) -> ScriptItem:
        fails = next(failing, False)
        return ErrorAnswer(400, "invalid_request_error", "no") if fails else Judges()(request)

    with ChatServer(script) as server:
        assert run(server, task=["os/words"]) == 0
    [stored] = JudgeFiles(RunRecords.open(Path("made"))).all_controls()
    assert stored.counts.wrong == (CONTROLS[0].name,)
