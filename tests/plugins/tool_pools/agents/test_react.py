"""The agent `react`: whole runs over the router, and what its parser reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents.paper_protocol.parse import MAX_LENGTH
from controller.cli.main import call
from controller.tool_filter.builtin.router import EXECUTE, ROUTE
from plugins.mock_models.turns import BrokenBody, ErrorAnswer, RawAnswer, ScriptItem
from plugins.tool_pools.agents.react.parse import parse
from testbed.actions import Terminate, ToolCall
from testbed.agents import ProtocolError, load_agent
from testbed.guests import Tool
from tests.plugins.tool_pools.agents.text_runs import play

pytestmark = pytest.mark.usefixtures("paper_environment")

WRITE = {"tool": "filesystem_write_file", "arguments": {"path": "/home/user/note.txt", "content": "done"}}
SEARCH = 'Thought: which tool writes?\nAction: route\nInput: {"query": "write a text file"}'
EXECUTED = f"Thought: this one.\nAction: execute\nInput: {json.dumps(WRITE)}"
ANSWER = "Thought: it is written.\nAnswer: The note is in note.txt."
ROUTER = [EXECUTE, ROUTE]
OTHER = Tool(
    "os.set_volume", "Set it.", {"type": "object", "properties": {"level": {"type": "integer"}}}, "os"
)


def test_a_task_is_solved_by_searching_calling_and_answering(tmp_path: Path) -> None:
    played = play("react", tmp_path / "run", [SEARCH, EXECUTED, ANSWER])
    assert (played.code, played.result["status"], played.result["score"]) == (0, "completed", 1.0)
    assert [action.get("name", action["type"]) for action in played.actions] == [
        "route",
        "filesystem_write_file",
        "terminate",
    ]
    assert played.result["answer"] == "The note is in note.txt."
    system = played.requests[0]["system"]
    assert '"name": "route"' in system and '"name": "execute"' in system
    assert "There are many more tools than these two" in system
    assert "tools" not in played.requests[0]
    roles = [turn["role"] for turn in played.requests[2]["messages"]]
    assert roles == ["user", "assistant", "user", "assistant", "user"]
    assert "Task: Write the word done" in played.requests[2]["messages"][0]["content"][0]["text"]
    assert 'Observation: {"name": "filesystem_write_file"' in played.text(1)
    assert "Observation: wrote 4 characters" in played.text(2)
    assert "Calls left: 48." in played.text(2)
    assert played.events("decision")[0]["thought"] == "which tool writes?"
    assert json.loads((tmp_path / "run" / "run.json").read_text())["options"]["tool_filter"] == "router"


def test_a_run_replays_without_its_endpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = play("react", tmp_path / "run", ["Action: nothing", SEARCH, EXECUTED, ANSWER])
    assert played.result["score"] == 1.0
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    again = ["run", "--replay", str(tmp_path / "run"), "--display", "none", "--out", str(tmp_path / "again")]
    assert call(again) == 0
    assert "0 request(s) in 0 episode(s) and 0 result(s) differ from the recording" in capsys.readouterr().err


def test_it_works_with_any_other_filter(tmp_path: Path) -> None:
    direct = f"Thought: I write.\nAction: filesystem_write_file\nInput: {json.dumps(WRITE['arguments'])}"
    played = play("react", tmp_path / "run", [direct, ANSWER], "--tool-filter", "all")
    assert played.result["score"] == 1.0
    assert "many more tools" not in played.requests[0]["system"]


def test_an_impossible_task_is_said_to_be_so(tmp_path: Path) -> None:
    played = play("react", tmp_path / "run", ["Thought: no.\nImpossible: there is no printer."])
    assert played.actions == [
        {"type": "terminate", "status": "failure", "answer": "there is no printer."},
    ]


def test_a_failed_call_is_an_observation(tmp_path: Path) -> None:
    wrong = 'Thought: x\nAction: execute\nInput: {"tool": "nobody", "arguments": {}}'
    played = play("react", tmp_path / "run", [wrong, EXECUTED, ANSWER])
    assert "Observation: Error: execute needs `tool`" in played.text(1)
    assert played.result["score"] == 1.0


def test_long_results_are_cut_and_only_the_latest_screens_are_shown(tmp_path: Path) -> None:
    long = {**WRITE, "arguments": {"path": "/home/user/long.txt", "content": "x" * 3000}}
    read = {"tool": "filesystem_read_text_file", "arguments": {"path": "/home/user/long.txt"}}
    answers = [f"Thought: t\nAction: execute\nInput: {json.dumps(one)}" for one in (long, read, WRITE)]
    settings = ["--set", "result_characters=400", "--set", "images=2"]
    played = play("react", tmp_path / "run", [*answers, ANSWER], *settings)
    assert "2600 characters cut" in played.text(2)
    pictures = [json.dumps(request).count('"image"') for request in played.requests]
    assert pictures == [1, 2, 2, 2]


def test_the_model_reads_no_result_that_it_wrote_itself(tmp_path: Path) -> None:
    invented = f"{EXECUTED}\nObservation: wrote it\nThought: done\nAnswer: Done."
    played = play("react", tmp_path / "run", [invented, ANSWER])
    assert [action["type"] for action in played.actions] == ["tool_call", "terminate"]
    assert "wrote it" not in json.dumps(played.requests[1])
    assert "invented_observation" in played.leniencies()


@pytest.mark.parametrize(
    ("more", "problem"),
    [(["--actions", "gui"], "only tools"), (["--calling", "native"], "its only way is 'prompt'")],
)
def test_what_it_cannot_do_is_refused(
    more: list[str], problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = play("react", tmp_path / "run", [], *more)
    assert played.code == 2
    assert problem in " ".join(capsys.readouterr().err.split())
    assert load_agent("react").default_tool_filter == "router"


BAD = {
    "words": "I would search for a tool that writes files.",
    "another language": "Ich suche zuerst ein Werkzeug, das Dateien schreibt.",
    "thought alone": "Thought: I need a tool that writes.",
    "input alone": 'Thought: hm\nInput: {"query": "write"}',
    "empty action": "Thought: hm\nAction:\nInput: {}",
    "action none": "Thought: hm\nAction: None",
    "several lines": "Thought: hm\nAction: route\nto find the tool\nInput: {}",
    "very long action": f"Action: {'a ' * 200}",
    "unknown words": "Thought: hm\nAction: I search the web\nInput: {}",
    "input is a list": 'Thought: hm\nAction: execute\nInput: ["filesystem_write_file"]',
    "input is a number": "Thought: hm\nAction: execute\nInput: 7",
    "input is null": "Thought: hm\nAction: execute\nInput: null",
    "no colon": 'Thought: hm\nAction: execute\nInput: {"tool" "x"}',
    "no comma": 'Thought: hm\nAction: execute\nInput: {"tool": "x" "arguments": {}}',
    "no end of text": 'Thought: hm\nAction: execute\nInput: {"tool": "x',
    "infinite": 'Thought: hm\nAction: execute\nInput: {"tool": 1e999}',
    "nesting": "Thought: hm\nAction: execute\nInput: " + '{"a": ' * 100,
    "arguments as broken text": 'Thought: hm\nAction: execute\nInput: {"tool": "x", "arguments": "{\\"a\\" 1}"}',
    "arguments as words": 'Thought: hm\nAction: execute\nInput: {"tool": "x", "arguments": "loud please"}',
    "empty answer": "Thought: it is done.\nAnswer:",
    "empty answer as an action": "Thought: it is done.\nAction: finish\nInput:",
    "empty impossible": "Thought: no.\nImpossible:   ",
    "observation alone": "Observation: the note is written.",
    "JSON of another protocol": '{"name": "route", "arguments": {"query": "write"}}',
    "tags of another protocol": '<tool_call>{"name": "route", "arguments": {}}</tool_call>',
    "code": "```python\nroute('write a file')\n```",
    "thoughts in tags alone": "<think>I search first.</think>",
    "blank": "  \n ",
    "too long": "Thought: " + "x" * (MAX_LENGTH + 1),
    "cut off": RawAnswer(({"type": "text", "text": "Thought: I would"},), "max_tokens"),
    "nothing": RawAnswer(()),
}
"""Answers that cannot be used."""


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.parametrize("kind", BAD)
def test_a_bad_answer_is_told_and_the_next_one_counts(kind: str, tmp_path: Path) -> None:
    played = play("react", tmp_path / "run", [EXECUTED, BAD[kind], ANSWER])
    assert (played.result["status"], played.result["score"]) == ("completed", 1.0)
    assert "Your last answer to this could not be used" in played.text(2)
    assert len(played.events("decision")[1]["details"]["mistakes"]) == 1
    assert len(played.text(2)) < 4_000


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.slow
@pytest.mark.parametrize("kind", BAD)
def test_three_bad_answers_end_the_episode(kind: str, tmp_path: Path) -> None:
    played = play("react", tmp_path / "run", [BAD[kind]] * 3)
    assert (played.code, played.result["status"], played.result["score"]) == (0, "agent_error", 0.0)
    assert "3 answers in a row that could not be used" in played.result["error"]["message"]


OTHER_ENDS: dict[str, tuple[list[str | ScriptItem], str]] = {
    "refusal": ([RawAnswer(({"type": "text", "text": "No."},), "refusal")], "agent_error"),
    "429, then an answer": ([ErrorAnswer(429, "rate_limit_error"), EXECUTED, ANSWER], "completed"),
    "invalid body, then an answer": ([BrokenBody(b"{"), EXECUTED, ANSWER], "completed"),
    "400": ([EXECUTED, ErrorAnswer(400, "invalid_request_error")], "infra_error"),
}


@pytest.mark.parametrize("kind", OTHER_ENDS)
def test_other_ends(kind: str, tmp_path: Path) -> None:
    answers, status = OTHER_ENDS[kind]
    assert play("react", tmp_path / "run", answers).result["status"] == status


GOOD = {
    "plain": (EXECUTED, set()),
    "markdown": (
        EXECUTED.replace("Thought:", "**Thought:**").replace("Action:", "**Action:**"),
        {"label_form"},
    ),
    "action input": (EXECUTED.replace("Input:", "Action Input:"), {"label_form"}),
    "small letters": (EXECUTED.lower().replace("input", "input"), {"label_form"}),
    "no thought": (EXECUTED.partition("\n")[2], {"no_thought"}),
    "fence": (EXECUTED.replace("Input: ", "Input:\n```json\n") + "\n```", {"code_fence"}),
    "more text": (EXECUTED + "\nThat should do.", {"text_after_input"}),
    "two actions": (f"{EXECUTED}\n{SEARCH}", {"several_actions"}),
    "action and answer": (f"{EXECUTED}\n{ANSWER}", {"answer_with_action"}),
    "invented": (f"{EXECUTED}\nObservation: ok", {"invented_observation"}),
    "name in quotes": (EXECUTED.replace("Action: execute", "Action: `execute`"), set()),
    "name in capitals": (EXECUTED.replace("Action: execute", "Action: Execute"), {"name_form"}),
    "call": (f"Thought: this one.\nAction: execute({json.dumps(WRITE)})", {"call_form"}),
    "in one line": (f"Thought: this one.\nAction: execute {json.dumps(WRITE)}", {"label_form"}),
    "tool alone": (
        f"Thought: this one.\nAction: filesystem_write_file\nInput: {json.dumps(WRITE['arguments'])}",
        {"execute_left_out"},
    ),
    "arguments as text": (
        f"Thought: this one.\nAction: execute\n"
        f"Input: {json.dumps({**WRITE, 'arguments': json.dumps(WRITE['arguments'])})}",
        set(),
    ),
    "python": (EXECUTED.replace('"', "'"), {"python_literals"}),
}


@pytest.mark.parametrize("kind", GOOD)
def test_readable_deviations_are_read_and_counted(kind: str) -> None:
    text, codes = GOOD[kind]
    answer = parse(text, ROUTER)
    assert answer.action == ToolCall(name="execute", arguments=WRITE)
    assert set(answer.leniencies) == codes


def test_a_label_inside_of_a_text_is_part_of_it() -> None:
    content = "Plan\nAction: none\nAnswer: 42"
    raw = f'Action: execute\nInput: {{"tool": "x", "arguments": {{"content": "{content}"}}}}'
    action = parse(f"Thought: t\n{raw}", ROUTER).action
    assert action == ToolCall(name="execute", arguments={"tool": "x", "arguments": {"content": content}})


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Thought: t\nAnswer: 42", "42"),
        ("Final Answer: 42", "42"),
        ("Answer: The parts:\nTool: hammer\nInput: nails", "The parts:\nTool: hammer\nInput: nails"),
        ('Thought: t\nAction: finish\nInput: {"answer": "42"}', "42"),
        ("Thought: t\nAction: Final Answer\nInput: 42", "42"),
    ],
)
def test_answers(text: str, answer: str) -> None:
    assert parse(text, ROUTER).action == Terminate(status="success", answer=answer)


def test_text_is_taken_for_the_only_parameter() -> None:
    read = parse("Thought: t\nAction: route\nInput: write a file", ROUTER)
    assert read.action == ToolCall(name="route", arguments={"query": "write a file"})
    assert read.leniencies == ["bare_input"]
    with pytest.raises(ProtocolError, match=r"cannot be read|must be a JSON object"):
        parse("Thought: t\nAction: os.set_volume\nInput: 30", [OTHER])


@given(st.text(alphabet=st.sampled_from('Action:Input\n{}[]"`Thougrws Obv()_,\\0'), max_size=200))
def test_no_text_raises_another_error(text: str) -> None:
    for full in (text, f"Action: {text}", f"Action: execute\nInput: {text}", f"Answer: {text}"):
        try:
            parse(full, ROUTER)
        except ProtocolError as error:
            assert str(error)
