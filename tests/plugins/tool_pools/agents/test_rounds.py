"""The agent `rounds`: whole runs, and what its parser reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents.paper_protocol.parse import MAX_LENGTH
from controller.cli.main import call
from plugins.mock_models.turns import BrokenBody, ErrorAnswer, RawAnswer, ScriptItem
from plugins.tool_pools.agents.rounds.parse import MAX_CALLS, Plan, parse
from testbed.actions import ToolCall
from testbed.agents import ProtocolError
from tests.plugins.tool_pools.agents.text_runs import play

pytestmark = pytest.mark.usefixtures("paper_environment")

NOTE = {"path": "/home/user/note.txt", "content": "done"}
WRITE = {"tool": "filesystem_write_file", "arguments": NOTE}
READ = {"tool": "filesystem_read_text_file", "arguments": {"path": "/home/user/note.txt"}}


def add(number: int) -> dict[str, Any]:
    return {"tool": "fake_arithmetic.add", "arguments": {"a": number, "b": 1}}


def plan(*calls: Any, status: str = "continue", thought: str = "I go on.") -> str:
    return json.dumps({"thought": thought, "status": status, "calls": list(calls)})


DONE = plan(status="done", thought="It is written.")
ANSWER = "The note is in note.txt."


def test_a_task_is_solved_in_rounds_of_parallel_calls(tmp_path: Path) -> None:
    answers = [plan(WRITE, add(1), add(2)), plan(READ, thought="I check."), DONE, ANSWER]
    played = play("rounds", tmp_path / "run", answers)
    assert (played.code, played.result["status"], played.result["score"]) == (0, "completed", 1.0)
    steps = [(step["step"], step.get("group"), step["action"]["type"]) for step in played.events("step")]
    assert steps == [
        (1, 1, "tool_call"),
        (2, 1, "tool_call"),
        (3, 1, "tool_call"),
        (4, None, "tool_call"),
        (5, None, "terminate"),
    ]
    assert played.result["answer"] == ANSWER
    decisions = played.events("decision")
    assert [decision["details"].get("round") for decision in decisions] == [1, 2, None]
    assert decisions[2]["details"]["ended"] == "the task is done"
    assert decisions[2]["thought"] == "It is written."
    history = played.text(2)
    assert "Task: Write the word done" in history
    assert "Round 1: I go on.\n- filesystem_write_file(" in history
    assert '- fake_arithmetic.add({"a": 2, "b": 1}) -> {"result": 3}' in history
    assert "Round 2: I check.\n- filesystem_read_text_file(" in history and "-> done" in history
    assert "This is round 3 of at most 20. Calls left: 45." in history
    assert "Write the answer now" in played.text(3) and "Round 2: I check." in played.text(3)
    assert '"name": "fake_arithmetic.add"' in played.requests[0]["system"]
    assert json.loads((tmp_path / "run" / "run.json").read_text())["options"]["tool_filter"] == "all"


def test_a_run_replays_without_its_endpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = play("rounds", tmp_path / "run", ["Hm.", plan(WRITE, add(1), READ), DONE, ANSWER])
    assert played.result["score"] == 1.0
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    again = ["run", "--replay", str(tmp_path / "run"), "--display", "none", "--out", str(tmp_path / "again")]
    assert call(again) == 0
    assert "0 request(s) in 0 episode(s) and 0 result(s) differ from the recording" in capsys.readouterr().err


def test_long_results_are_shortened_by_the_model(tmp_path: Path) -> None:
    long = {
        "tool": "filesystem_write_file",
        "arguments": {"path": "/home/user/long.txt", "content": "x" * 900},
    }
    read = {"tool": "filesystem_read_text_file", "arguments": {"path": "/home/user/long.txt"}}
    answers = [plan(long, WRITE), plan(read, read), "900 times x", "", DONE, ANSWER]
    played = play("rounds", tmp_path / "run", answers, "--set", "compress_above=300")
    assert played.result["score"] == 1.0
    shorten = played.requests[2]
    assert "You shorten results of tools" in shorten["system"]
    assert "at most 600 words" in shorten["system"]
    assert played.text(2).startswith("Task: Write the word done")
    assert "x" * 900 in played.text(2)
    history = played.text(4)
    assert "-> (shortened) 900 times x" in history
    assert "[… 600 characters cut …]" in history  # the second answer was empty
    assert "x" * 301 not in history
    details = played.events("decision")[2]["details"]
    assert details["compressed"][0] == {"call": 1, "characters": 900, "to": len("(shortened) 900 times x")}
    assert details["leniencies"] == ["compression_failed"]
    assert played.result["usage"]["calls"] == 6


def test_the_answer_comes_when_the_rounds_are_spent(tmp_path: Path) -> None:
    played = play("rounds", tmp_path / "run", [plan(WRITE), plan(READ), ANSWER], "--set", "rounds=2")
    assert (played.result["score"], played.result["answer"]) == (1.0, ANSWER)
    assert "The work has ended: no round is left." in played.text(2)


def test_the_last_step_is_kept_for_the_answer(tmp_path: Path) -> None:
    answers = [plan(WRITE, *map(add, range(5))), ANSWER]
    played = play("rounds", tmp_path / "run", answers, "--steps", "4")
    assert (played.result["status"], played.result["steps"]) == ("completed", 4)
    assert "Not executed: no step was left." in played.text(1)
    assert "The work has ended: no call is left." in played.text(1)
    assert played.result["answer"] == ANSWER


def test_an_impossible_task_is_said_to_be_so(tmp_path: Path) -> None:
    played = play("rounds", tmp_path / "run", [plan(status="impossible"), "There is no printer."])
    assert played.actions == [{"type": "terminate", "status": "failure", "answer": "There is no printer."}]


def test_failed_and_unknown_calls_are_results_and_the_others_are_executed(tmp_path: Path) -> None:
    nobody = {"tool": "nobody", "arguments": {}}
    wrong = {"tool": "fake_arithmetic.add", "arguments": {"a": "one"}}
    played = play("rounds", tmp_path / "run", [plan(nobody, wrong, WRITE), DONE, ANSWER])
    assert played.result["score"] == 1.0
    assert [step["refused"] for step in played.events("step")] == [True, False, False, False]
    assert "- nobody({}) -> Error: The tool 'nobody' is not offered" in played.text(1)
    assert "-> Error: " in played.text(1).partition("fake_arithmetic.add(")[2]
    assert "-> wrote 4 characters" in played.text(1)


def test_it_works_over_the_router(tmp_path: Path) -> None:
    route = {"tool": "route", "arguments": {"query": "write a text file"}}
    execute = {"tool": "execute", "arguments": WRITE}
    answers = [plan(route), plan(execute), DONE, ANSWER]
    played = play("rounds", tmp_path / "run", answers, "--tool-filter", "router")
    assert played.result["score"] == 1.0


def test_a_run_without_tools_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play("rounds", tmp_path / "run", [], "--actions", "gui").code == 2
    assert "has no mouse and no keyboard" in " ".join(capsys.readouterr().err.split())


BAD: dict[str, str | ScriptItem] = {
    "words": "First I write the file.",
    "another language": "Zuerst schreibe ich die Datei.",
    "empty object": "{}",
    "other object": '{"name": "filesystem_write_file", "arguments": {}}',
    "list": '[{"tool": "filesystem_write_file"}]',
    "text": '"continue"',
    "number": "42",
    "no colon": '{"thought" "x", "status": "done"}',
    "no comma": '{"status": "continue" "calls": []}',
    "no end of text": '{"status": "cont',
    "nesting": '{"calls": ' + "[" * 200,
    "infinite": '{"status": "done", "calls": 1e999}',
    "status of another kind": '{"status": 1, "calls": []}',
    "unknown status": '{"status": "maybe", "calls": []}',
    "status is a list": '{"status": ["done"], "calls": []}',
    "continue without calls": '{"thought": "x", "status": "continue"}',
    "continue with no calls": '{"thought": "x", "status": "continue", "calls": []}',
    "continue with null": '{"thought": "x", "status": "continue", "calls": null}',
    "calls are text": '{"status": "continue", "calls": "filesystem_write_file"}',
    "calls are a number": '{"status": "continue", "calls": 3}',
    "calls of text": '{"status": "continue", "calls": ["filesystem_write_file"]}',
    "a list in calls": '{"status": "continue", "calls": [[]]}',
    "null in calls": '{"status": "continue", "calls": [null]}',
    "call without a name": '{"status": "continue", "calls": [{"arguments": {}}]}',
    "call with an empty name": '{"status": "continue", "calls": [{"tool": " "}]}',
    "name is a number": '{"status": "continue", "calls": [{"tool": 7, "arguments": {}}]}',
    "arguments are a list": '{"status": "continue", "calls": [{"tool": "x", "arguments": [1]}]}',
    "arguments are words": '{"status": "continue", "calls": [{"tool": "x", "arguments": "loud"}]}',
    "one of two calls is bad": plan(WRITE, {"tool": "x", "arguments": 7}),
    "too many calls": plan(*[WRITE] * (MAX_CALLS + 1)),
    "tags of another protocol": "<function=filesystem_write_file></function>",
    "thoughts in tags alone": f"<think>{DONE}</think>",
    "blank": " \n ",
    "too long": " " + "x" * (MAX_LENGTH + 1),
    "cut off": RawAnswer(({"type": "text", "text": '{"thought": "I'},), "max_tokens"),
    "nothing": RawAnswer(()),
}
"""Answers that cannot be used as plans."""


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.parametrize("kind", BAD)
def test_a_bad_plan_is_told_and_the_next_one_counts(kind: str, tmp_path: Path) -> None:
    played = play("rounds", tmp_path / "run", [BAD[kind], plan(WRITE), DONE, ANSWER])
    assert (played.result["status"], played.result["score"]) == ("completed", 1.0)
    assert "Your last answer to this could not be used" in played.text(1)
    assert len(played.events("decision")[0]["details"]["mistakes"]) == 1
    assert len(played.text(1)) < 4_000
    assert [action["type"] for action in played.actions] == ["tool_call", "terminate"]


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.slow
@pytest.mark.parametrize("kind", BAD)
def test_three_bad_plans_end_the_episode(kind: str, tmp_path: Path) -> None:
    played = play("rounds", tmp_path / "run", [BAD[kind]] * 3)
    assert (played.code, played.result["status"], played.result["score"]) == (0, "agent_error", 0.0)
    assert "3 answers in a row that could not be used" in played.result["error"]["message"]


OTHER_ENDS: dict[str, tuple[list[str | ScriptItem], str]] = {
    "refusal": ([RawAnswer(({"type": "text", "text": "No."},), "refusal")], "agent_error"),
    "empty answer at the end, three times": ([plan(WRITE), DONE, *[RawAnswer(())] * 3], "agent_error"),
    "empty answer at the end, then one": ([plan(WRITE), DONE, RawAnswer(()), ANSWER], "completed"),
    "429, then a plan": ([ErrorAnswer(429, "rate_limit_error"), plan(WRITE), DONE, ANSWER], "completed"),
    "invalid body, then a plan": ([BrokenBody(b"{"), plan(WRITE), DONE, ANSWER], "completed"),
    "400": ([plan(WRITE), ErrorAnswer(400, "invalid_request_error")], "infra_error"),
}


@pytest.mark.parametrize("kind", OTHER_ENDS)
def test_other_ends(kind: str, tmp_path: Path) -> None:
    answers, status = OTHER_ENDS[kind]
    assert play("rounds", tmp_path / "run", answers).result["status"] == status


NAMES = ("filesystem_write_file", "a.b")
PLANNED = Plan("t", "continue", (ToolCall(name="filesystem_write_file", arguments=NOTE),))


@pytest.mark.parametrize(
    ("value", "codes"),
    [
        ({"thought": "t", "status": "continue", "calls": [WRITE]}, []),
        ({"reasoning": "t", "should_continue": True, "tool_calls": [WRITE]}, ["other_key", "status_word"]),
        ({"thought": "t", "done": False, "calls": [WRITE]}, ["status_word"]),
        ({"thought": "t", "calls": [WRITE]}, ["no_status"]),
        ({"thought": "t", "status": "continue", "calls": WRITE}, ["calls_form"]),
        ({"thought": "t", "status": "In progress", "calls": [WRITE]}, ["status_word"]),
        (
            {"thought": "t", "status": "continue", "calls": [{"name": WRITE["tool"], "arguments": NOTE}]},
            [],
        ),
        (
            {"thought": "t", "status": "continue", "calls": [{**WRITE, "tool": "Filesystem-Write-File"}]},
            ["name_form"],
        ),
        (
            {"thought": "t", "status": "continue", "calls": [{**WRITE, "arguments": json.dumps(NOTE)}]},
            [],
        ),
    ],
)
def test_plans_in_other_forms_are_read(value: dict[str, Any], codes: list[str]) -> None:
    read = parse(json.dumps(value), NAMES)
    assert (read.thought, read.status, read.calls) == (PLANNED.thought, PLANNED.status, PLANNED.calls)
    assert read.leniencies == codes


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("```json\n{}\n```", {"code_fence"}),
        ("Here is my plan: {} I hope it works.", {"stray_text"}),
        ("Not {this} but\n{}", {"stray_text"}),
    ],
)
def test_text_around_a_plan_is_left_out(text: str, codes: set[str]) -> None:
    whole = json.dumps({"thought": "t", "status": "continue", "calls": [WRITE]})
    read = parse(text.replace("{}", whole), NAMES)
    assert (read.calls, set(read.leniencies)) == (PLANNED.calls, codes)


def test_a_plan_that_ends_the_work_has_no_calls() -> None:
    for status in ("done", "impossible"):
        read = parse(plan(WRITE, status=status), NAMES)
        assert (read.status, read.calls, read.leniencies) == (status, (), ["calls_left_out"])
    assert parse('{"thought": "t", "should_continue": false}', NAMES).status == "done"


@given(st.text(alphabet=st.sampled_from('{}[]":,status caldoneu\\ \n0'), max_size=200))
def test_no_text_raises_another_error(text: str) -> None:
    for full in (text, f'{{"status": {text}', f'{{"status": "continue", "calls": [{text}]}}'):
        try:
            parse(full, NAMES)
        except ProtocolError as error:
            assert str(error)
