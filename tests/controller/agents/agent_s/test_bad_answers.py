"""Whole episodes of Agent S on fake guests with a mock model: solved tasks, and the status after bad answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.cli.main import call
from controller.tasks.selection import load_tasks
from plugins.mock_models.openai_chat import ChatServer, reply
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import BrokenBody, ErrorAnswer, MockAnswer, RawAnswer, ScriptItem
from tests.controller.agents.agent_s.test_agent import DONE, FAIL, act_text
from tests.controller.agents.agent_s.test_parse import graph
from tests.controller.agents.paper_runs import GROUNDING, SOLVED, TASKS, results

pytestmark = [pytest.mark.usefixtures("paper_environment"), pytest.mark.slow]
MODEL = "gpt-4.1"
WRITE = act_text("call_tool('filesystem_write_file', {'path': '/home/user/note.txt', 'content': 'done\\n'})")


def run(out: Path, server: ChatServer, *more: str, tasks: tuple[str, ...] = ("os/write_note",)) -> int:
    command = [
        "run",
        "--agent",
        "agent_s",
        "--model",
        MODEL,
        "--base-url",
        f"{server.url}/v1",
        "--provider",
        "fake",
    ]
    chosen = [part for task in tasks for part in ("--task", task)]
    grounding = ["--set", f"grounding_model={GROUNDING}", "--set", f"grounding_url={server.url}/v1"]
    limits = ["--tool-filter", "all", "--guests", "1", "--display", "none", "--out", str(out)]
    return call([*command, *chosen, *grounding, *limits, *more])


@pytest.mark.parametrize("roles", [(), ("--set", "manager=false"), ("--set", "reflection=false")])
def test_every_task_is_solved(tmp_path: Path, roles: tuple[str, ...]) -> None:
    with ChatServer(Solver(load_tasks(SOLVED, TASKS))) as server:
        assert run(tmp_path / "run", server, *roles, tasks=SOLVED) == 0
    assert [error.message for error in server.errors] == []
    assert [(result["status"], result["score"]) for result in results(tmp_path / "run")] == [
        ("completed", 1.0)
    ] * 3


def test_a_task_is_solved_by_hand_with_the_grounding_model(tmp_path: Path) -> None:
    with ChatServer(Solver(load_tasks(("os/append_line",), TASKS), "gui")) as server:
        assert (
            run(
                tmp_path / "run",
                server,
                "--actions",
                "gui",
                "--observe",
                "screenshot,windows",
                tasks=("os/append_line",),
            )
            == 0
        )
    assert [error.message for error in server.errors] == []
    assert [result["score"] for result in results(tmp_path / "run")] == [1.0]


def say(*texts: str) -> list[ScriptItem]:
    return [MockAnswer(text=text) for text in texts]


FAULT = ErrorAnswer(529, "overloaded_error", headers={"retry-after-ms": "1"})
LIMIT = ErrorAnswer(429, "rate_limit_exceeded", headers={"retry-after-ms": "1"})
CLICK = act_text("click('The Save button')")
SOLVES = (WRITE, DONE)
BAD: dict[str, tuple[list[ScriptItem], str, float | None]] = {
    "text without a call, then a call": (say("I will write it.", *SOLVES), "completed", 1.0),
    "text without a call, three times": (say(*["I will write it."] * 3), "agent_error", 0.0),
    "empty response, three times": ([MockAnswer()] * 3, "agent_error", 0.0),
    "message without content, three times": ([reply(None)] * 3, "agent_error", 0.0),
    "cut off, then a call": ([reply("```python\nagent.", stop="length"), *say(*SOLVES)], "completed", 1.0),
    "cut off, three times": ([reply("```python\nagent.", stop="length")] * 3, "agent_error", 0.0),
    "two calls in one block, then one": (
        say(f"```python\nagent.wait(1)\n{WRITE.split('```python')[1]}", *SOLVES),
        "completed",
        1.0,
    ),
    "unknown method, three times": (say(*[act_text("open('Writer')")] * 3), "agent_error", 0.0),
    "private method, three times": (say(*[act_text("_find('x')")] * 3), "agent_error", 0.0),
    "unknown tool, three times": (say(*[act_text("call_tool('rm_rf', {})")] * 3), "agent_error", 0.0),
    "tool called as a method, then rightly": (
        say(act_text("filesystem_write_file(path='x')"), *SOLVES),
        "completed",
        1.0,
    ),
    "wrong tool parameters, then right ones": (
        say(act_text("call_tool('filesystem_write_file', {'file': 'x'})"), *SOLVES),
        "completed",
        1.0,
    ),
    "arguments that are no literals, three times": (
        say(*[act_text("hotkey([key for key in 'ab'])")] * 3),
        "agent_error",
        0.0,
    ),
    "code instead of a call, three times": (
        say(*["```python\nimport os; os.system('reboot')\n```"] * 3),
        "agent_error",
        0.0,
    ),
    "missing argument, then a call": (say(act_text("click()"), *SOLVES), "completed", 1.0),
    "ten clicks, then a call": (say(act_text("click('x', 10)"), "[3, 4]", *SOLVES), "completed", 1.0),
    "wait of an hour, then a call": (say(act_text("wait(3600)"), *SOLVES), "completed", 1.0),
    "empty list of keys, then a call": (say(act_text("hotkey([])"), *SOLVES), "completed", 1.0),
    "element that is not found, then a call": (say(CLICK, "I do not see it.", *SOLVES), "completed", 1.0),
    "element outside the screen, three times": (say(*[CLICK, "[9999, 1]"] * 3), "agent_error", 0.0),
    "text in another language, three times": (say(*["我将点击保存按钮。"] * 3), "agent_error", 0.0),
    "5 MB of text, three times": (say(*["x" * 5_000_000] * 3), "agent_error", 0.0),
    "no fence": (say(WRITE.split("```python\n")[1].split("\n```")[0], DONE), "completed", 1.0),
    "refusal": ([reply(refusal="I cannot help with that.")], "agent_error", 0.0),
    "stopped by the content filter": ([reply("", stop="content_filter")], "agent_error", 0.0),
    "feasible task reported as infeasible": (say(FAIL), "completed", 0.0),
    "unsolved task reported as done": (say(DONE), "completed", 0.0),
    "529, then a response": ([FAULT, *say(*SOLVES)], "completed", 1.0),
    "429, then a response": ([LIMIT, *say(*SOLVES)], "completed", 1.0),
    "connection lost, then a response": (
        [MockAnswer(text=WRITE, cut="drop"), *say(*SOLVES)],
        "completed",
        1.0,
    ),
    "invalid JSON body on every attempt": ([BrokenBody(b"{")] * 50, "infra_error", None),
    "content of a wrong type on every attempt": (
        [RawAnswer(({"content": 5},))] * 50,
        "infra_error",
        None,
    ),
    "another model than requested": (
        [MockAnswer(text=text, model="gpt-4.1-mini") for text in SOLVES],
        "completed",
        1.0,
    ),
}
"""Responses to a worker without manager and reflection, and the status and score of the episode."""


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.parametrize("name", BAD)
def test_the_episode_status_after_bad_answers(name: str, tmp_path: Path) -> None:
    answers, status, score = BAD[name]
    with ChatServer(answers) as server:
        code = run(tmp_path / "run", server, "--set", "manager=false", "--set", "reflection=false")
    [result] = results(tmp_path / "run")
    assert (result["status"], result["score"]) == (status, score)
    assert code == (1 if status == "infra_error" else 0)


PLANS: dict[str, tuple[list[ScriptItem], str, float]] = {
    "plan in other words, then a graph": (
        say("a plan", "Sorry?", graph(["write"], []), WRITE, "Case 2.", DONE),
        "completed",
        1.0,
    ),
    "graph with a cycle, three times": (
        say("a plan", *[graph(["a", "b"], [("a", "b"), ("b", "a")])] * 3),
        "agent_error",
        0.0,
    ),
    "empty plan, three times": ([MockAnswer()] * 3, "agent_error", 0.0),
    "refused plan": ([reply(refusal="No.")], "agent_error", 0.0),
    "empty reflection, then one": (
        [*say("a plan", graph(["write"], []), WRITE), MockAnswer(), *say("Case 2.", DONE)],
        "completed",
        1.0,
    ),
}


@pytest.mark.parametrize("name", PLANS)
def test_the_episode_status_after_bad_plans(name: str, tmp_path: Path) -> None:
    answers, status, score = PLANS[name]
    with ChatServer(answers) as server:
        run(tmp_path / "run", server)
    [result] = results(tmp_path / "run")
    assert (result["status"], result["score"]) == (status, score)


def test_the_documentation_has_the_same_cases() -> None:
    page = (Path(__file__).parents[4] / "docs" / "agent_s.md").read_text()
    rows = [f"| {name} | `{status}` |" for name, (_, status, _) in {**BAD, **PLANS}.items()]
    assert [line for line in page.splitlines() if line in rows] == rows
