"""Episodes of the agent `human` on fake guests: what a person does in the view becomes steps that are not repeated."""

from __future__ import annotations

import json
import struct
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.agents.builtin import human
from controller.agents.contract import AgentOptions
from controller.cli.main import call
from testbed.errors import UsageError

TASKS = Path(__file__).parents[1] / "data" / "tasks"
CLICK = [struct.pack(">BBHH", 5, buttons, 240, 280) for buttons in (1, 0)]
TYPED = [struct.pack(">BBxxI", 4, down, key) for key in map(ord, "hi") for down in (1, 0)]


class Scene:
    """A person: hands on the view, and lines typed once the hands' input was heard."""

    def __init__(self, *parts: list[bytes] | str) -> None:
        self.output: list[str] = []
        self._parts = list(parts)
        self._on_input: Callable[[bytes], None] | None = None
        self._watching = threading.Event()
        self.gone = threading.Event()

    def show(self, name: str, on_input: Callable[[bytes], None], is_open: Callable[[], bool]) -> None:
        self.guest = name
        self._on_input = on_input
        self._watching.set()
        while is_open():
            self.gone.wait(0.01)
        self.gone.set()

    def print(self, text: str) -> None:
        self.output.append(text)

    def line(self) -> str | None:
        assert self._watching.wait(30)
        if not self._parts:
            self.gone.wait(0.01)
            return None
        part = self._parts.pop(0)
        if isinstance(part, str):
            return part
        assert self._on_input is not None
        for message in part:
            self._on_input(message)
        return None


class NotATerminal:
    @staticmethod
    def isatty() -> bool:
        return False


class ATerminal:
    @staticmethod
    def isatty() -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", ATerminal())


def run(
    monkeypatch: pytest.MonkeyPatch, out: Path, scene: Scene, *more: str, quiet_seconds: float = 60
) -> int:
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    monkeypatch.setattr(human, "watch", scene.show)
    monkeypatch.setattr(human, "TerminalPrompt", lambda: scene)
    monkeypatch.setattr(human, "QUIET_SECONDS", quiet_seconds)
    command = ["run", "--agent", "human", "--provider", "fake", "--task", "os/append_line", "--out", str(out)]
    return call([*command, "--guests", "1", "--display", "none", *more])


def outcome(out: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    [path] = out.glob("episodes/**/result.json")
    events = (path.parent / "events.jsonl").read_text().splitlines()
    return json.loads(path.read_text()), [json.loads(line) for line in events]


@pytest.mark.usefixtures("terminal")
def test_what_a_person_does_is_recorded_and_not_executed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scene = Scene([*CLICK, *TYPED], "done 42\n")
    assert run(monkeypatch, tmp_path / "run", scene) == 0
    result, events = outcome(tmp_path / "run")
    assert (result["status"], result["termination"], result["answer"]) == ("completed", "success", "42")
    assert (result["steps"], result["gui_actions"], result["tool_calls"]) == (3, 2, 0)
    steps = [event for event in events if event["event"] == "step"]
    assert [step["action"]["type"] for step in steps] == ["click", "type", "terminate"]
    assert [step.get("performed", False) for step in steps] == [True, True, False]
    [decision] = [event for event in events if event["event"] == "decision"]
    assert decision["details"]["by"] == "person"
    assert decision["details"]["pointer"] == [240, 280]
    assert [given[1:] for given in decision["details"]["input"]] == [
        ["pointer", 240, 280, 1],
        ["pointer", 240, 280, 0],
        *(["key", down, ord(key)] for key in "hi" for down in (True, False)),
    ]
    assert result["score"] == 0.0  # the fake guest was not typed on: nothing was executed a second time
    assert scene.guest == "fake-1"
    assert scene.gone.wait(30)
    assert scene.output[0].startswith("Task: ")


@pytest.mark.usefixtures("terminal")
def test_a_pause_makes_steps_and_the_screen_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scene = Scene(CLICK)
    assert run(monkeypatch, tmp_path / "run", scene, "--steps", "1", quiet_seconds=0.05) == 0
    result, events = outcome(tmp_path / "run")
    assert (result["status"], result["steps"]) == ("out_of_steps", 1)
    assert [event["event"] for event in events if event["event"] in ("observation", "decision", "step")] == [
        "observation",
        "decision",
        "step",
        "observation",
    ]


@pytest.mark.usefixtures("terminal")
def test_infeasible_is_an_answer_and_other_words_are_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    scene = Scene("finished?\n", "\n", "Infeasible there is no such file\n")
    assert run(monkeypatch, tmp_path / "run", scene) == 0
    result, _ = outcome(tmp_path / "run")
    assert (result["termination"], result["answer"]) == ("failure", "there is no such file")
    assert scene.output.count(human.HELP) == 1


@pytest.mark.usefixtures("terminal")
def test_a_view_that_cannot_be_shown_stops_the_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    scene = Scene()
    scene._watching.set()
    monkeypatch.setattr(scene, "show", human.watch)
    assert run(monkeypatch, tmp_path / "run", scene) == 2


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--guests", "2"], "one guest at a time"),
        (["--actions", "mcp"], "only uses mouse and keyboard"),
        (["--model", "m"], "uses no model"),
        (["--set", "x=1"], "x: is unknown"),
    ],
)
def test_what_a_person_cannot_do_is_refused(
    more: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(monkeypatch, tmp_path / "run", Scene(), *more) == 2
    assert message in capsys.readouterr().err


def test_without_a_terminal_there_is_no_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", NotATerminal())
    with pytest.raises(UsageError, match="requires a terminal"):
        human.describe(AgentOptions())


@pytest.mark.usefixtures("terminal")
def test_a_persons_run_is_not_replayed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, tmp_path / "run", Scene("done\n")) == 0
    assert call(["run", "--replay", str(tmp_path / "run"), "--out", str(tmp_path / "again")]) == 2
    assert "cannot replay a run" in capsys.readouterr().err
