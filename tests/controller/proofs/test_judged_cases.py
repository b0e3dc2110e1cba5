"""Judges in the validation of tasks: they must say success of references and failure of wrong results."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.display import Silence
from controller.cli.main import call
from controller.guests.fake.provider import FakeProvider
from controller.judges.options import JudgeOptions
from controller.proofs.judged_cases import CaseJudge
from controller.proofs.proof_record import Proof, ProofRecorder, proof_states
from controller.proofs.validation import prove
from controller.proofs.verdicts import Verdict
from controller.tasks.task import Task
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_rules import KEY
from tests.controller.judges.judged_runs import MODEL, Judges
from tests.controller.proofs.test_proof_record import Desktops

MakeTask = Callable[..., Task]
TOML = """
instruction = "Write done into note.txt and tell me the price."
applications = ["os"]
tools = ["filesystem_write_file"]
key_points = ["It writes the note.", "It says 99 euros."]
"""
SOLVE = """
from testbed.actions import Terminate, ToolCall

def written(price):
    yield ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done"})
    yield Terminate(status="success", answer=price)

def mcp():
    yield from written("It costs 99 euros.")

def also_short(guest):
    guest.write_file("/home/user/note.txt", b"done")
    yield Terminate(status="success", answer="99")

def wrong_price(guest):
    yield Terminate(status="success", answer="It costs 9 euros.")

def wrong_note(guest):
    yield Terminate(status="success", answer="99 euros")
"""


def by_facts(document: dict[str, Any]) -> dict[str, Any]:
    """A judge that looks for the facts of the two key points."""
    met = [
        any("done" in step.get("arguments", "") for step in document["steps"]),
        "99 euros" in document["answer"],
    ]
    return {"reasoning": "x", "key_points": met, "verdict": "success" if all(met) else "failure"}


def accepts(_document: dict[str, Any]) -> dict[str, Any]:
    return {"reasoning": "x", "key_points": [True, True], "verdict": "success"}


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def judged(task: Task, judges: Judges, folder: Path) -> dict[str, Verdict]:
    with ChatServer(judges) as server:
        judge = CaseJudge(JudgeOptions(judge=MODEL, judge_base_url=f"{server.url}/v1"))
        verdicts = prove([task], FakeProvider(), 1, folder, Silence(), ask_judges=judge)
    return {verdict.name: verdict for verdict in verdicts}


def test_judges_are_asked_about_references_and_wrong_results(make_task: MakeTask, tmp_path: Path) -> None:
    judges = Judges(key_points=by_facts)
    task = make_task(toml=TOML, solve=SOLVE)
    verdicts = judged(task, judges, tmp_path / "proof")
    successes = {name: verdict.judged for name, verdict in verdicts.items() if verdict.judged is not None}
    assert successes == {"mcp judged": True, "wrong_price judged": False, "wrong_note judged": False}
    assert all(verdict.proven for verdict in verdicts.values())
    assert len(judges.documents) == 3 and "Write" in judges.documents[0]["task"]
    assert (tmp_path / "proof" / task.id / "mcp" / "verdicts" / "run.exchanges.jsonl.gz").is_file()


def test_a_wrong_result_that_judges_accept_is_not_proven(make_task: MakeTask, tmp_path: Path) -> None:
    verdicts = judged(make_task(toml=TOML, solve=SOLVE), Judges(key_points=accepts), tmp_path / "proof")
    failed = {name: verdict.reason for name, verdict in verdicts.items() if not verdict.proven}
    assert set(failed) == {"wrong_price judged", "wrong_note judged"}
    assert failed["wrong_price judged"].startswith("key_points: ")


def test_without_a_verdict_nothing_is_proven(make_task: MakeTask, tmp_path: Path) -> None:
    verdicts = judged(make_task(toml=TOML, solve=SOLVE), Judges(key_points="Gut!"), tmp_path / "proof")
    verdict = verdicts["mcp judged"]
    assert (verdict.proven, verdict.judged) == (False, None) and "not_json" in verdict.reason


def test_a_task_without_notes_asks_nobody(make_task: MakeTask, tmp_path: Path) -> None:
    judges = Judges()
    task = make_task(toml=TOML.partition("key_points")[0], solve=SOLVE)
    verdicts = judged(task, judges, tmp_path / "proof")
    assert not any(name.endswith("judged") for name in verdicts) and judges.documents == []


def test_a_proof_says_what_judges_said_and_an_older_one_is_not_stale(
    make_task: MakeTask, tmp_path: Path
) -> None:
    task = make_task(toml=TOML, solve=SOLVE)
    assert task.folder is not None
    with ChatServer(Judges(key_points=by_facts)) as server:
        for judge in (None, CaseJudge(JudgeOptions(judge=MODEL, judge_base_url=f"{server.url}/v1"))):
            recorder = ProofRecorder([task], Desktops(), judge=MODEL if judge else "")
            prove(
                [task],
                Desktops(),
                1,
                tmp_path / f"proof-{bool(judge)}",
                Silence(),
                ask_judges=judge,
                on_task=recorder.record,
            )
            assert recorder.problems == []
            proof = Proof.model_validate_json((task.folder / "proof.json").read_bytes())
            assert proof_states([task])[0].stale == ()
            assert (proof.judged is None) is (judge is None)
    assert proof.judged is not None and (proof.judged.model, proof.judged.mock) == (MODEL, True)
    assert proof.judged.success == {"mcp": True, "wrong_price": False, "wrong_note": False}
    assert "judged" not in json.dumps(proof.model_dump(exclude_none=True)["claims"])


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--judge-base-url", "http://127.0.0.1:9/v1"], "--judge-base-url is given without a model"),
        (["--judge", "gpt-4.1", "--watch"], "--watch asks no judge"),
    ],
)
def test_options_of_judges_that_make_no_sense_are_refused(
    make_task: MakeTask,
    more: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    task = make_task(toml=TOML, solve=SOLVE)
    assert task.folder is not None
    monkeypatch.setenv("TESTBED_TASKS", str(task.folder.parents[1]))
    monkeypatch.chdir(tmp_path)
    assert call(["tasks", "validate", task.id, "--provider", "fake", *more]) == 2
    assert message in capsys.readouterr().err
