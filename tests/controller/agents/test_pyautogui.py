"""The agent `pyautogui`: answers read, prompts made, whole runs with the model's part played by a mock."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents.builtin.pyautogui import create, describe
from controller.agents.contract import AgentOptions
from controller.agents.osworld import OSWorldAdapter
from controller.agents.paper_protocol.parse import ProtocolError
from controller.agents.pyautogui_parser import parse
from controller.agents.text_protocols.builtin.pyautogui import program_of
from controller.cli.main import call
from controller.core.actions import (
    Action,
    Click,
    Drag,
    HoldKey,
    Key,
    MouseDown,
    MouseMove,
    MouseUp,
    Point,
    Program,
    Screenshot,
    Scroll,
    Terminate,
    TypeText,
    Wait,
)
from controller.core.agent import Decision, EpisodeContext
from controller.core.observation import Observation
from controller.models.client import ModelClient
from controller.tasks.selection import load_tasks
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import RawAnswer, ScriptItem
from testbed.errors import AgentError, UsageError
from tests.controller.agents.pictures import png

TASKS = Path(__file__).parents[1] / "data" / "tasks"
MODEL = "claude-sonnet-5-5"


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    yield


def program(code: str) -> Program:
    return Program(code=code, seconds=60)


DONE = Terminate(status="success")
WAIT = Wait(seconds=2)


@pytest.mark.parametrize(
    ("text", "actions", "codes"),
    [
        ("I see.\n```python\npyautogui.click(1, 2)\n```", [program("pyautogui.click(1, 2)")], []),
        ("```\nDONE\n```", [DONE], []),
        ("```\nDONE: 42 km\n```", [Terminate(status="success", answer="42 km")], []),
        ("```FAIL```", [Terminate(status="failure")], []),
        ("Loading.\n```WAIT\n```", [WAIT], []),
        ("```done.```", [DONE], ["word_form"]),
        ("All is saved.\nDONE", [DONE], ["no_fence"]),
        ("pyautogui.click(1, 2)", [program("pyautogui.click(1, 2)")], ["no_fence"]),
        (
            "```python\npyautogui.press('a')\nDONE\n```",
            [program("pyautogui.press('a')"), DONE],
            ["word_in_program"],
        ),
        ("```py\nx = 1\n```\nthen\n```DONE```", [program("x = 1"), DONE], ["several_blocks"]),
        ("```DONE```\n```python\nx = 1\n```", [DONE], ["several_blocks"]),
        ("```python\npyautogui.click(1, 2)", [program("pyautogui.click(1, 2)")], ["unclosed_fence"]),
    ],
)
def test_answers_are_read_as_meant(text: str, actions: list[Action], codes: list[str]) -> None:
    answer = parse(text)
    assert list(answer.actions) == actions
    assert answer.leniencies == codes


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I would click on the button.",
        "```\n```",
        "pyautogui.click( and so on",
        "x" * 200_001,
        "```a```" * 11,
    ],
)
def test_answers_without_an_action_are_refused(text: str) -> None:
    with pytest.raises(ProtocolError):
        parse(text)


@given(st.text(alphabet="`\nDONEWAITFAIL pyautogui.(1),:", max_size=120))
def test_any_answer_is_read_or_refused(text: str) -> None:
    try:
        answer = parse(text)
    except ProtocolError:
        return
    assert answer.actions


POINT = Point(x=5, y=6)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Key(keys=("ctrl", "s"), repeat=1), "pyautogui.hotkey('ctrl', 's')"),
        (Key(keys=("Down",), repeat=3), "for _ in range(3):\n    pyautogui.hotkey('Down')"),
        (HoldKey(keys=("a",), seconds=1.5), "with pyautogui.hold(['a']):\n    time.sleep(1.5)"),
        (TypeText(text="<ä'\n"), 'pyautogui.write("<ä\'\\n")'),
        (MouseMove(x=1, y=2), "pyautogui.moveTo(1, 2)"),
        (MouseDown(), "pyautogui.mouseDown(button='left')"),
        (MouseUp(button="right"), "pyautogui.mouseUp(button='right')"),
        (Click(x=1, y=2, count=2), "pyautogui.click(1, 2, clicks=2, button='left')"),
        (
            Click(x=1, y=2, count=1, modifiers=("ctrl",)),
            "with pyautogui.hold(['ctrl']):\n    pyautogui.click(1, 2, button='left')",
        ),
        (Scroll(x=1, y=2, dx=-3, dy=4), "pyautogui.scroll(-4, 1, 2)\npyautogui.hscroll(-3, 1, 2)"),
        (Drag(path=(POINT, POINT)), "pyautogui.moveTo(5, 6)\npyautogui.dragTo(5, 6, button='left')"),
        (Screenshot(), "WAIT"),
        (Wait(seconds=3), "time.sleep(3)"),
        (Terminate(status="success", answer="7"), "DONE: 7"),
        (Terminate(status="failure"), "FAIL"),
    ],
)
def test_every_gui_action_has_a_program(action: Action, code: str) -> None:
    assert program_of(action) == code


def run(out: Path, server: AnthropicServer, *more: str, task: str = "os/write_note") -> int:
    command = [
        "run",
        "--agent",
        "pyautogui",
        "--model",
        MODEL,
        "--base-url",
        server.url,
        "--provider",
        "fake",
    ]
    limits = ["--actions", "gui", "--task", task, "--guests", "1", "--display", "none", "--out", str(out)]
    return call([*command, *limits, *more])


def result(out: Path) -> dict[str, Any]:
    [path] = out.glob("episodes/**/result.json")
    return dict(json.loads(path.read_text()))


def events(out: Path, kind: str) -> list[dict[str, Any]]:
    [path] = out.glob("episodes/**/events.jsonl")
    return [event for line in path.read_text().splitlines() if (event := json.loads(line))["event"] == kind]


def say(*texts: str) -> list[ScriptItem]:
    return [RawAnswer(content=({"type": "text", "text": text},)) for text in texts]


def test_a_task_is_solved_through_the_protocol(tmp_path: Path) -> None:
    tasks = load_tasks(("os/append_line",), TASKS)
    with AnthropicServer(Solver(tasks, "gui")) as server:
        assert run(tmp_path / "run", server, "--observe", "screenshot,windows", task="os/append_line") == 0
    assert [error.message for error in server.errors] == []
    ended = result(tmp_path / "run")
    assert (ended["status"], ended["score"], ended["tool_calls"]) == ("completed", 1.0, 0)


def test_the_model_is_told_what_its_program_did_and_sees_its_last_answers(tmp_path: Path) -> None:
    script = say(
        "Go.\n```python\npyautogui.write('a')\n```",
        "```python\npyautogui.fly()\n```",
        "```WAIT```",
        "```DONE```",
    )
    with AnthropicServer(script) as server:
        assert run(tmp_path / "run", server, "--set", "images=2") == 0
    *_, third, last = server.requests
    assert "it failed: line 1: pyautogui.fly()" in json.dumps(third["messages"][-1])
    roles = [message["role"] for message in last["messages"]]
    assert roles == ["user", "assistant", "user"]
    pictures = json.dumps(last["messages"]).count('"type": "image"')
    assert pictures == 2
    steps = [event["action"]["type"] for event in events(tmp_path / "run", "step")]
    assert steps == ["program", "program", "wait", "terminate"]


def test_marks_are_named_in_programs(tmp_path: Path) -> None:
    script = say("```python\npyautogui.click(tag_1)  # tag_99\n```", "```DONE```")
    with AnthropicServer(script) as server:
        assert run(tmp_path / "run", server, "--observe", "som", task="os/append_line") == 0
    [step, _] = events(tmp_path / "run", "step")
    assert step["action"]["code"] == "pyautogui.click((1080, 112))  # tag_99"
    assert "tag_7" in json.dumps(server.requests[0]["system"])
    assert '[1] push button \\"Save\\" @1080,112' in json.dumps(server.requests[0]["messages"])


def test_three_unusable_answers_end_the_episode_as_the_agents_error(tmp_path: Path) -> None:
    with AnthropicServer(say("I think.", "I think more.", "Je pense.")) as server:
        assert run(tmp_path / "run", server) == 0
    ended = result(tmp_path / "run")
    assert ended["status"] == "agent_error"
    assert "neither a fenced Python program" in ended["error"]["message"]
    assert "could not be used" in json.dumps(server.requests[1]["messages"])


def test_it_has_no_tools(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with AnthropicServer(say()) as server:
        assert run(tmp_path / "run", server, "--actions", "mcp") == 2
    assert "only uses mouse and keyboard" in capsys.readouterr().err


class Foreign:
    """An agent as OSWorld has them."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.observations: list[dict[str, Any]] = []
        self.resets = 0

    def reset(self) -> None:
        self.resets += 1

    def predict(self, instruction: str, obs: dict[str, Any]) -> Any:
        self.observations.append(obs)
        return instruction, self.answers.pop(0)


SEEN = Observation(screenshot=b"png", width=8, height=8, windows=())


def ask(*answers: object) -> tuple[Foreign, Decision]:
    foreign = Foreign(*answers)
    agent = OSWorldAdapter(foreign, EpisodeContext("os/a", "Do it.", 5, True, 0))
    return foreign, agent.act(SEEN, [])


def test_agents_written_for_osworld_act_here() -> None:
    foreign, decision = ask(["pyautogui.click(1, 2)", "WAIT", {"action_type": "DONE"}])
    assert decision.actions == (program("pyautogui.click(1, 2)"), WAIT, DONE)
    assert decision.thought == "Do it."
    assert foreign.resets == 1
    assert foreign.observations[0]["screenshot"] == b"png"
    assert foreign.observations[0]["accessibility_tree"] is None


@pytest.mark.parametrize("answer", [[], "DONE", None, [None], [{"x": 1}]])
def test_what_is_no_action_is_the_agents_error(answer: object) -> None:
    with pytest.raises(AgentError):
        ask(answer)


def act_once(size: tuple[int, int], model: str, **settings: Any) -> tuple[Decision, dict[str, Any]]:
    """One decision on a screen of this size, and the request."""
    with AnthropicServer([RawAnswer(({"type": "text", "text": "DONE"},))]) as server:
        client = ModelClient()
        options = AgentOptions(model=model, base_url=server.url, settings=settings, model_client=client)
        context = EpisodeContext("os/x", "Do it.", 15, gui=True, seed=0)
        try:
            decision = create(context, options).act(Observation(png(*size), *size, (), (), 5), [])
        finally:
            client.close()
    return decision, server.requests[0]


def test_a_screen_that_the_api_would_scale_is_refused() -> None:
    with pytest.raises(
        UsageError, match="screen is 1920x1080 pixels, and claude-haiku-4-5 sees at most 1400x788"
    ):
        act_once((1920, 1080), "claude-haiku-4-5")
    assert act_once((2560, 1440), MODEL)[0].actions == (DONE,)
    assert act_once((1280, 720), "claude-haiku-4-5")[0].actions == (DONE,)


@pytest.mark.usefixtures("endpoint_without_list")
def test_the_published_form_has_osworlds_hints_and_any_screen() -> None:
    _, request = act_once((1920, 1080), "claude-haiku-4-5", fidelity="published")
    assert "locateCenterOnScreen" in request["system"]
    _, request = act_once((1280, 720), MODEL)
    assert "locateCenterOnScreen" not in request["system"]
    options = AgentOptions(model=MODEL, settings={"fidelity": "published"})
    assert "locateCenterOnScreen" in describe(options).prompts["hints"]
