"""Parts: asked in order, by hooks alone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from controller.core.actions import Terminate, ToolCall, Wait
from controller.core.guest import Tool, ToolResult
from controller.episode.bounds import EpisodeLimits
from controller.episode.environment import TaskEnvironment
from controller.episode.groups import Denials
from controller.episode.part import EpisodePart, PendingActions, PlayedEpisode
from controller.guests.fake.guest import FakeGuest
from controller.records.episode_recorder import NullRecorder
from controller.tasks.task import Task
from controller.tool_filter.registry import make_filter

SAY = Tool("say", "Says something.", {"type": "object"}, "part")
ADD = ToolCall(name="fake_arithmetic.add", arguments={"a": 1, "b": 2})


class Noted(EpisodePart):
    """Notes what it is asked, denies the calls that it is told to, and offers a tool."""

    def __init__(self, name: str, notes: list[str], *denied: int) -> None:
        self._name, self._notes, self._denied = name, notes, denied

    def begin(self, episode: PlayedEpisode) -> None:
        self._notes.append(f"{self._name} begins after {episode.progress.steps}")
        episode.desktop.offer(SAY, lambda arguments: ToolResult(f"{self._name}: {arguments}"))

    def before(self, pending: PendingActions) -> Denials:
        self._notes.append(f"{self._name} before {len(pending.actions)} from {pending.place}")
        return [
            ToolResult(f"denied by {self._name}", is_error=True, denied=True)
            if index in self._denied
            else None
            for index, _ in enumerate(pending.actions)
        ]

    def observing(self) -> None:
        self._notes.append(f"{self._name} observing")


def environment(
    task: Task, guest: FakeGuest, parts: Sequence[EpisodePart], steps: int = 10
) -> TaskEnvironment:
    limits, cancel = EpisodeLimits(steps=steps), threading.Event()
    made = TaskEnvironment(
        task, guest, make_filter("all"), limits, NullRecorder(), cancel, lambda _step, _action: None, parts
    )
    made.setup()
    return made


def test_parts_are_asked_in_order_and_each_may_deny(
    make_task: Callable[..., Task], fake_guest: FakeGuest
) -> None:
    notes: list[str] = []
    played = environment(make_task(), fake_guest, [Noted("a", notes, 1), Noted("b", notes, 1, 2)])
    played.select_tools(played.observe())
    seen = played.step([ADD, ADD, ADD, Wait(seconds=0.1)], parallel=True)
    assert [result.text for result in seen.results[1:]] == ["denied by a", "denied by b"]
    assert [result.denied for result in seen.results] == [False, True, True]
    asked = ["before 3 from 0", "observing"]
    assert notes == [
        *(f"{name} begins after 0" for name in "ab"),
        *(f"{name} observing" for name in "ab"),
        *(f"{name} {hook}" for hook in asked for name in "ab"),
    ]
    assert (played.progress.steps, played.progress.tool_calls) == (3, 1)


def test_parts_are_asked_about_actions_within_the_budget_alone(
    make_task: Callable[..., Task], fake_guest: FakeGuest
) -> None:
    notes: list[str] = []
    played = environment(make_task(), fake_guest, [Noted("a", notes)], steps=2)
    played.select_tools(played.observe())
    seen = played.step([ADD, ADD, ADD], parallel=True)
    assert played.done and len(seen.results) == 2
    assert "a before 2 from 0" in notes


def test_a_parts_tool_does_not_reach_the_guest(make_task: Callable[..., Task], fake_guest: FakeGuest) -> None:
    played = environment(make_task(), fake_guest, [Noted("a", [])])
    assert SAY in played.select_tools(played.observe())
    seen = played.step([ToolCall(name="say", arguments={"x": 1}), Terminate(status="success")])
    assert [result.text for result in seen.results] == ["a: {'x': 1}"]
    assert (played.progress.steps, played.progress.tool_calls) == (2, 0)
