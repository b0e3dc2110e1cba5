"""Unusable responses in the paper's protocol and API errors, each in a whole episode: the status it ends with.

The table in docs/agents_paper.md has the same cases; a test below compares them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.openai_chat import ChatServer, reply
from plugins.mock_models.turns import BrokenBody, ErrorAnswer, MockAnswer, RawAnswer, ScriptItem
from tests.controller.agents.paper_runs import DONE, SLOPPY_DONE, SLOPPY_WRITE, WRITE, events, results, run
from tests.controller.agents.paper_talk import call_text

pytestmark = [pytest.mark.usefixtures("paper_environment"), pytest.mark.slow]
DOCS = Path(__file__).parents[3] / "docs" / "agents_paper.md"

BAD: dict[str, tuple[list[ScriptItem], str, float | None]] = {
    "text without a call, then a call": (
        [MockAnswer(text="I will write it."), MockAnswer(text=WRITE), MockAnswer(text=DONE)],
        "completed",
        1.0,
    ),
    "text without a call, three times": ([MockAnswer(text="I will write it.")] * 3, "agent_error", 0.0),
    "empty response, three times": ([MockAnswer()] * 3, "agent_error", 0.0),
    "cut off at the length limit, three times": (
        [RawAnswer(({"type": "text", "text": "<tool_call>{"},), "max_tokens")] * 3,
        "agent_error",
        0.0,
    ),
    "unknown tool, three times": ([MockAnswer(text=call_text({}, "rm_rf"))] * 3, "agent_error", 0.0),
    "wrong tool parameters": (
        [
            MockAnswer(text=call_text({"file": "x"}, "filesystem_write_file")),
            MockAnswer(text=WRITE),
            MockAnswer(text=DONE),
        ],
        "completed",
        1.0,
    ),
    "point outside the screen": (
        [
            MockAnswer(text=call_text({"action": "click", "coordinate": [9999, 1]})),
            MockAnswer(text=WRITE),
            MockAnswer(text=DONE),
        ],
        "completed",
        1.0,
    ),
    "ten calls in one response": ([MockAnswer(text=WRITE * 10), MockAnswer(text=DONE)], "completed", 1.0),
    "text in another language": ([MockAnswer(text="我将点击保存按钮。")] * 3, "agent_error", 0.0),
    "5 MB of text": ([MockAnswer(text="x" * 5_000_000)] * 3, "agent_error", 0.0),
    "refusal": ([RawAnswer((), "refusal")], "agent_error", 0.0),
    "malformed but readable": (
        [MockAnswer(text=SLOPPY_WRITE), MockAnswer(text=SLOPPY_DONE)],
        "completed",
        1.0,
    ),
    "feasible task reported as infeasible": (
        [MockAnswer(text=call_text({"action": "terminate", "status": "failure"}))],
        "completed",
        0.0,
    ),
    "unsolved task reported as done": ([MockAnswer(text=DONE)], "completed", 0.0),
    "529, then a response": (
        [
            ErrorAnswer(529, "overloaded_error", headers={"retry-after-ms": "1"}),
            MockAnswer(text=WRITE),
            MockAnswer(text=DONE),
        ],
        "completed",
        1.0,
    ),
    "connection lost in mid-response, then a response": (
        [MockAnswer(text=WRITE, cut="drop"), MockAnswer(text=WRITE), MockAnswer(text=DONE)],
        "completed",
        1.0,
    ),
    "invalid JSON body on every attempt": ([BrokenBody(b"{")] * 50, "infra_error", None),
    "another model than requested": (
        [MockAnswer(text=WRITE, model="claude-haiku-5"), MockAnswer(text=DONE, model="claude-haiku-5")],
        "completed",
        1.0,
    ),
}
"""Responses of an API, and the status and score of the episode."""


@pytest.mark.parametrize("name", BAD)
def test_the_episode_status_after_bad_answers(name: str, tmp_path: Path) -> None:
    answers, status, score = BAD[name]
    with AnthropicServer(answers) as server:
        code = run(tmp_path / "run", server)
    [result] = results(tmp_path / "run")
    assert (result["status"], result["score"]) == (status, score)
    assert code == (1 if status == "infra_error" else 0)


CHAT_BAD: dict[str, tuple[list[ScriptItem], str, float | None]] = {
    "refusal": ([reply(refusal="I cannot help with that.")], "agent_error", 0.0),
    "stopped by the content filter": ([reply("", stop="content_filter")], "agent_error", 0.0),
    "message without content, three times": ([reply(None)] * 3, "agent_error", 0.0),
    "cut off at the length limit, then a response": (
        [reply("<tool_call>{", stop="length"), MockAnswer(text=WRITE), MockAnswer(text=DONE)],
        "completed",
        1.0,
    ),
    "429, then a response": (
        [
            ErrorAnswer(429, "rate_limit_exceeded", headers={"retry-after-ms": "1"}),
            MockAnswer(text=WRITE),
            MockAnswer(text=DONE),
        ],
        "completed",
        1.0,
    ),
    "no choices on every attempt": (
        [BrokenBody(b'{"object": "chat.completion", "choices": []}')] * 50,
        "infra_error",
        None,
    ),
}


@pytest.mark.parametrize("name", CHAT_BAD)
def test_bad_answers_through_chat_completions(name: str, tmp_path: Path) -> None:
    answers, status, score = CHAT_BAD[name]
    with ChatServer(answers) as server:
        run(tmp_path / "run", server)
    [result] = results(tmp_path / "run")
    assert (result["status"], result["score"]) == (status, score)


def test_what_was_sloppy_is_recorded(tmp_path: Path) -> None:
    with AnthropicServer(BAD["malformed but readable"][0]) as server:
        run(tmp_path / "run", server)
    [result] = results(tmp_path / "run")
    assert result["usage"]["leniencies"]["no_conclusion"] == 2
    assert result["usage"]["leniencies"]["python_literals"] == 1
    codes = [decision["details"]["leniencies"] for decision in events(tmp_path / "run", "decision")]
    assert [{*sloppy} for sloppy in codes] == [
        {"no_tool_call_tag", "no_thinking", "other_shape", "name_form", "no_conclusion"},
        {"tag_form", "unclosed_tag", "no_thinking", "python_literals", "trailing_comma", "action_form", "status_word",
         "no_conclusion"},
    ]  # fmt: skip


def test_the_documentation_has_the_same_table() -> None:
    [section] = re.findall(
        r"^### Bad responses in the paper's protocol\n(.*?)^## ", DOCS.read_text(), re.MULTILINE | re.DOTALL
    )
    rows = dict(re.findall(r"^\| (.+?) \| `(\w+)`", section, re.MULTILINE))
    cases = BAD | CHAT_BAD
    assert rows == {name: status for name, (_, status, _) in cases.items()}
