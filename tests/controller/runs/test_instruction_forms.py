"""Runs with fuzzy instructions: the agent is given these, the judge both, and tables say so."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.core.actions import Terminate
from controller.records.run_records import RunRecords
from controller.tasks.selection import load_tasks
from controller.tasks.task import Task, has_fuzzy_form, with_form, with_variant
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import MockAnswer
from tests.controller.judges.judged_runs import Judges, judge, results, run, tasks

pytestmark = pytest.mark.slow
CONCRETE, FUZZY = "Write done into note.txt and tell me the price.", "The note, please."


@pytest.fixture(autouse=True)
def root(tmp_path: Path, task_folder: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    tasks(task_folder)
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.chdir(tmp_path)


def fuzzy_run(server: ChatServer | None, *more: str) -> int:
    return run(server, "--instructions", "fuzzy", *more, task=["os/graded"])


def sent_text(agent: str, *more: str) -> str:
    """What the model of an agent is sent, as JSON."""

    with ChatServer([MockAnswer((Terminate(status="success"),))]) as server:
        command = ["run", "--provider", "fake", "--display", "none", "--agent", agent, "--task", "os/graded"]
        address = ["--model", "gpt-4.1", "--base-url", f"{server.url}/v1", "--set", "api=chat"]
        assert call([*command, *address, "--actions", "mcp", "--out", "made", *more]) == 0
        return json.dumps([body for body in server.requests if "messages" in body])


def test_the_agent_is_given_the_fuzzy_form_alone() -> None:
    sent = sent_text("openai", "--instructions", "fuzzy")
    assert FUZZY in sent and CONCRETE not in sent
    records = RunRecords.open(Path("made"))
    assert records.info.options.instructions == "fuzzy"
    assert [entry.instruction for entry in records.info.tasks] == [FUZZY]


def test_a_mock_model_knows_the_task_by_its_fuzzy_form() -> None:
    with ChatServer(Solver(load_tasks(["os/graded"], Path("tasks")))) as server:
        command = [
            "run",
            "--provider",
            "fake",
            "--display",
            "none",
            "--agent",
            "openai",
            "--task",
            "os/graded",
        ]
        address = ["--model", "gpt-4.1", "--base-url", f"{server.url}/v1", "--set", "api=chat"]
        assert call([*command, *address, "--instructions", "fuzzy", "--out", "made"]) == 0
        assert server.errors == []
    assert results()["os/graded"].score == 1.0


def test_without_the_option_it_is_given_the_concrete_one() -> None:
    sent = sent_text("openai")
    assert CONCRETE in sent and FUZZY not in sent


def test_the_judge_is_shown_both(capsys: pytest.CaptureFixture[str]) -> None:
    judges = Judges()
    with ChatServer(judges) as server:
        assert fuzzy_run(server) == 0
        assert judge(server, "--anew") == 0
    assert {document["task"] for document in judges.documents} == {CONCRETE}
    assert {document["task_as_the_user_says_it"] for document in judges.documents} == {FUZZY}
    assert "has changed since the run" not in capsys.readouterr().out


def test_the_final_state_is_judged_again_all_the_same() -> None:
    assert fuzzy_run(None) == 0
    assert call(["score", "made", "--recheck"]) == 0
    [recheck] = RunRecords.open(Path("made")).rechecks().values()
    assert recheck.score == 1.0


def test_a_resumed_run_goes_on_with_the_fuzzy_form() -> None:
    assert fuzzy_run(None, "--epochs", "2") == 0
    for path in Path("made").glob("episodes/os/graded/2/result.json"):
        path.unlink()
    assert call(["resume", "made", "--display", "none"]) == 0
    assert len(RunRecords.open(Path("made")).results()) == 2


def test_tables_tell_the_two_forms_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzzy_run(None) == 0
    assert run(None, task=["os/graded"], out="plain") == 0
    capsys.readouterr()
    assert call(["compare", "plain", "made"]) == 0
    assert "fuzzy instructions" in " ".join(capsys.readouterr().out.split())


def test_tasks_without_a_fuzzy_form_are_refused_before_a_guest_starts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(None, "--instructions", "fuzzy") == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "os/hybrid and 2 more of 4 selected tasks: the instruction has no fuzzy form" in said
    assert "--suite mcp-fuzzy" in said
    assert not Path("made").exists()


def test_both_forms_start_from_the_same_state(
    make_task: Callable[..., Task], variant_task: dict[str, str]
) -> None:
    toml = 'fuzzy = "The {word}, please."\n' + variant_task["toml"]
    task = make_task(**{**variant_task, "toml": toml})
    word = (
        with_form(with_variant(task, 3), "fuzzy").instruction.removeprefix("The ").removesuffix(", please.")
    )
    assert word in with_variant(task, 3).instruction
    fuzzy = with_variant(with_form(task, "fuzzy"), 3)
    assert fuzzy.instruction == f"The {word}, please."
    assert fuzzy.initial_state_hash == with_variant(task, 3).initial_state_hash and fuzzy.hash == task.hash
    assert with_form(task, "concrete") == task
    malformed = make_task("os/malformed", **{**variant_task, "toml": toml, "variant": "x ="})
    assert has_fuzzy_form(malformed) and "malformed variant" in malformed.skip_reason
