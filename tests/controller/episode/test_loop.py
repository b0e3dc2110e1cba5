from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.core.actions import Action, Click, Key, Terminate, ToolCall, TypeText
from controller.core.agent import Decision, Usage
from controller.core.guest import Tool
from controller.core.observation import Observation
from controller.episode.bounds import EpisodeLimits
from controller.episode.loop import Episode
from controller.episode.parts import EpisodeParts
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from controller.records.episode_recorder import EpisodeRecorder
from controller.tasks.task import Task
from controller.tool_filter.registry import make_filter
from testbed.errors import (
    AgentError,
    CancelledError,
    EpisodeTimeoutError,
    GuestConnectionError,
    ModelApiError,
)

ADD = ToolCall(name="fake_arithmetic.add", arguments={"a": 1, "b": 2})
WRONG = ToolCall(name="fake_arithmetic.add", arguments={"a": 1})
WRITE = ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done"})
DONE = Terminate(status="success")


class Scripted:
    """Decides as a script says, and remembers what it saw."""

    def __init__(self, *decisions: Sequence[Action], parallel: bool = False) -> None:
        self._decisions = list(decisions)
        self._parallel = parallel
        self.seen: list[Observation] = []
        self.offered: list[list[Tool]] = []

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        self.seen.append(observation)
        self.offered.append(tools)
        return Decision(
            tuple(self._decisions.pop(0)),
            "a thought",
            Usage(10, 2),
            {"model": "script-1"},
            parallel=self._parallel,
        )


@pytest.fixture
def play(
    make_task: Callable[..., Task], fake_guest: FakeGuest, cancel: threading.Event, tmp_path: Path
) -> Callable[..., Episode]:
    def make(agent: Any, guest: FakeGuest = fake_guest, **rules: Any) -> Episode:
        recorder = EpisodeRecorder(tmp_path / "episode")
        recorder.begin_attempt()
        return Episode(
            make_task(),
            guest,
            agent,
            make_filter("all"),
            EpisodeLimits(**({"steps": 10} | rules)),
            recorder,
            cancel,
            lambda _step, _action: None,
            EpisodeParts(),
        )

    return make


def events(tmp_path: Path, kind: str) -> list[dict[str, Any]]:
    lines = (tmp_path / "episode" / "events.jsonl").read_text().splitlines()
    return [event for event in map(json.loads, lines) if event["event"] == kind]


def test_an_episode_observes_acts_and_is_judged(play: Callable[..., Episode], tmp_path: Path) -> None:
    agent = Scripted([WRITE], [DONE])
    episode = play(agent)
    assert episode.run().score.value == 1.0
    progress = episode.progress
    assert (progress.steps, progress.tool_calls, progress.gui_actions) == (2, 1, 0)
    assert progress.models == ["script-1"]
    assert [item.steps_left for item in agent.seen] == [10, 9]
    assert agent.seen[1].results[0].text.startswith("wrote 4 characters")
    assert len(events(tmp_path, "tools")) == 1
    assert [event["action"]["type"] for event in events(tmp_path, "step")] == ["tool_call", "terminate"]
    for seen in events(tmp_path, "observation"):
        assert (tmp_path / "episode" / "screens" / f"{seen['screen']}.png").is_file()


def test_the_budget_ends_an_episode_which_is_then_checked_as_it_stands(play: Callable[..., Episode]) -> None:
    episode = play(Scripted([WRITE], [ADD], [ADD]), steps=2)
    assert episode.run().score.value == 1.0
    assert episode.progress.steps == 2
    assert episode.progress.termination is None


def test_the_last_step_may_be_the_termination(play: Callable[..., Episode]) -> None:
    episode = play(Scripted([WRITE], [DONE]), steps=2)
    assert episode.run().score.value == 1.0
    assert episode.progress.termination is not None
    assert episode.progress.steps == 2


def test_several_actions_are_executed_until_one_fails(play: Callable[..., Episode]) -> None:
    agent = Scripted([ADD, WRONG, WRITE], [DONE])
    episode = play(agent)
    assert episode.run().score.value == 0.0
    assert episode.progress.steps == 3
    assert [item.is_error for item in agent.seen[1].results] == [False, True]


def test_several_actions_end_with_the_budget(play: Callable[..., Episode]) -> None:
    episode = play(Scripted([ADD, ADD, WRITE]), steps=2)
    assert episode.run().score.value == 0.0
    assert episode.progress.steps == 2


def test_nothing_is_executed_after_a_termination(play: Callable[..., Episode]) -> None:
    episode = play(Scripted([DONE, WRITE]))
    assert episode.run().score.value == 0.0
    assert episode.progress.steps == 1


@pytest.mark.parametrize(
    ("actions", "action"), [("gui", WRITE), ("mcp", Click(x=1, y=1)), ("mcp", TypeText(text="x"))]
)
def test_a_forbidden_action_is_a_step_with_an_error(
    actions: str, action: Action, play: Callable[..., Episode]
) -> None:
    agent = Scripted([action], [DONE])
    episode = play(agent, actions=actions)
    assert episode.run().score.value == 0.0
    progress = episode.progress
    assert (progress.steps, progress.tool_calls, progress.gui_actions) == (2, 0, 0)
    assert agent.seen[1].results[0].is_error


def test_gui_actions_are_counted(play: Callable[..., Episode]) -> None:
    episode = play(Scripted([Click(x=1, y=1), Key(keys=("a",))], [DONE]))
    episode.run()
    assert (episode.progress.gui_actions, episode.progress.tool_calls) == (2, 0)


def test_a_tool_list_that_changes_is_recorded_again(play: Callable[..., Episode], tmp_path: Path) -> None:
    play(Scripted([ADD], [DONE]), actions="gui").run()
    (first,) = events(tmp_path, "tools")
    assert first["names"] == []


def test_an_agent_that_raises_or_decides_nothing_is_at_fault(play: Callable[..., Episode]) -> None:
    with pytest.raises(AgentError, match="IndexError"):
        play(Scripted()).run()
    with pytest.raises(AgentError, match="no action"):
        play(Scripted([])).run()


def test_a_decision_has_a_time_limit(play: Callable[..., Episode]) -> None:
    release = threading.Event()

    class Slow:
        def act(self, *_: Any) -> Decision:
            release.wait(10)
            return Decision((DONE,))

    with pytest.raises(ModelApiError, match="did not decide"):
        play(Slow(), call_seconds=0.05).run()
    release.set()


def test_an_episode_has_a_time_limit(play: Callable[..., Episode]) -> None:
    with pytest.raises(EpisodeTimeoutError):
        play(Scripted([DONE]), episode_seconds=0).run()


def test_an_interruption_ends_an_episode(play: Callable[..., Episode], cancel: threading.Event) -> None:
    cancel.set()
    with pytest.raises(CancelledError):
        play(Scripted([DONE])).run()


def test_progress_is_kept_when_the_guest_dies(play: Callable[..., Episode]) -> None:
    guest = FakeGuest("fake-dying", GuestOptions(), Faults(dies_at_call=4))
    episode = play(Scripted([ADD], [ADD], [ADD]), guest=guest)
    with pytest.raises(GuestConnectionError):
        episode.run()
    assert episode.progress.steps == 2
