"""Tool calls that an agent asks to be executed at the same time."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.core.actions import Action, Key, Terminate, ToolCall
from controller.core.agent import Decision
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from controller.episode.bounds import EpisodeLimits
from controller.episode.declared_part import PartAttempt, PartRun
from controller.episode.groups import MAX_TOGETHER, group_calls, run_together
from controller.episode.loop import Episode
from controller.episode.parts import EpisodeParts
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from controller.metrics.episode_stats import episode_stats
from controller.parts.approval import ApprovalCounts
from controller.records.episode_recorder import EpisodeRecorder
from controller.records.run_options import RunOptions
from controller.records.trajectory_reader import trajectory_of
from controller.runs.episode_parts import RunParts
from controller.tasks.task import Task
from controller.tool_filter.registry import make_filter
from testbed.errors import GuestConnectionError, GuestError

DONE = Terminate(status="success")
WRITE = ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done"})
WRONG = ToolCall(name="fake_arithmetic.add", arguments={"a": 1})
KEY = Key(keys=("a",))


def add(number: int) -> ToolCall:
    return ToolCall(name="fake_arithmetic.add", arguments={"a": number, "b": 0})


class Meeting(FakeGuest):
    """A guest whose `add` answers only when so many calls of it are there at the same time."""

    def __init__(self, parties: int) -> None:
        super().__init__("meeting", GuestOptions(), Faults())
        self._barrier = threading.Barrier(parties)
        self.order: list[str] = []

    def call_tool(
        self, name: str, arguments: Mapping[str, Any] | None = None, *, timeout: float | None = None
    ) -> ToolResult:
        self.order.append(name)
        if name == "fake_arithmetic.add":
            self._barrier.wait(timeout=20)
        return super().call_tool(name, arguments, timeout=timeout)


class Scripted:
    def __init__(self, *decisions: Sequence[Action], parallel: bool = True) -> None:
        self._decisions = list(decisions)
        self._parallel = parallel
        self.seen: list[Observation] = []

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        self.seen.append(observation)
        return Decision(tuple(self._decisions.pop(0)), parallel=self._parallel)


@pytest.fixture
def play(make_task: Callable[..., Task], cancel: threading.Event, tmp_path: Path) -> Callable[..., Episode]:
    def make(agent: Scripted, guest: FakeGuest, *, steps: int = 10, tool_filter: str = "all") -> Episode:
        recorder = EpisodeRecorder(tmp_path / "episode")
        recorder.begin_attempt()
        limits = EpisodeLimits(steps=steps)
        chosen = make_filter(tool_filter)
        return Episode(
            make_task(),
            guest,
            agent,
            chosen,
            limits,
            recorder,
            cancel,
            lambda _step, _action: None,
            EpisodeParts(),
        )

    return make


def steps(tmp_path: Path) -> list[dict[str, Any]]:
    lines = (tmp_path / "episode" / "events.jsonl").read_text().splitlines()
    return [event for event in map(json.loads, lines) if event["event"] == "step"]


def test_calls_are_in_the_guest_at_the_same_time_and_recorded_in_order(
    play: Callable[..., Episode], tmp_path: Path
) -> None:
    """None of them would return if they came one after the other."""
    agent = Scripted([add(1), add(2), add(3)], [DONE])
    episode = play(agent, Meeting(3))
    episode.run()
    assert [result.structured for result in agent.seen[1].results] == [{"result": n} for n in (1, 2, 3)]
    recorded = steps(tmp_path)
    assert [(step["step"], step.get("group")) for step in recorded] == [(1, 1), (2, 1), (3, 1), (4, None)]
    assert [step["action"].get("arguments", {}).get("a") for step in recorded] == [1, 2, 3, None]
    assert (episode.progress.steps, episode.progress.tool_calls) == (4, 3)
    assert episode.progress.used_tools == ["fake_arithmetic.add"]


def test_without_the_agents_wish_calls_come_one_after_the_other(
    play: Callable[..., Episode], tmp_path: Path
) -> None:
    guest = Meeting(1)
    agent = Scripted([add(1), WRITE, WRONG, add(2)], [DONE], parallel=False)
    play(agent, guest).run()
    called = [name for name in guest.order if not name.startswith("computer.")]
    assert called == ["fake_arithmetic.add", "filesystem_write_file", "fake_arithmetic.add"]
    assert len(agent.seen[1].results) == 3
    assert not any("group" in step for step in steps(tmp_path))


def test_a_failed_call_does_not_stop_the_others_but_what_follows_them(
    play: Callable[..., Episode], tmp_path: Path
) -> None:
    agent = Scripted([WRONG, add(2), WRITE, KEY, add(3)], [DONE])
    episode = play(agent, Meeting(2))
    assert episode.run().score.value == 1.0
    assert [result.is_error for result in agent.seen[1].results] == [True, False, False]
    assert [step["action"]["type"] for step in steps(tmp_path)] == ["tool_call"] * 3 + ["terminate"]


def test_gui_actions_keep_their_place(play: Callable[..., Episode], tmp_path: Path) -> None:
    guest = Meeting(2)
    agent = Scripted([add(1), add(2), KEY, KEY, add(3), add(4), DONE])
    play(agent, guest).run()
    order = [name for name in guest.order if name != "computer.screenshot"]
    assert order == ["fake_arithmetic.add"] * 2 + ["computer.key"] * 2 + ["fake_arithmetic.add"] * 2
    assert [step.get("group") for step in steps(tmp_path)] == [1, 1, None, None, 5, 5, None]


def test_no_more_calls_are_executed_than_steps_are_left(play: Callable[..., Episode], tmp_path: Path) -> None:
    agent = Scripted([KEY], [add(1), add(2), add(3)])
    episode = play(agent, Meeting(2), steps=3)
    episode.run()
    assert (episode.progress.steps, episode.progress.termination) == (3, None)
    assert [step.get("group") for step in steps(tmp_path)] == [None, 2, 2]


def test_refused_calls_and_searches_of_a_group_do_not_reach_the_guest(
    play: Callable[..., Episode], tmp_path: Path
) -> None:
    guest = Meeting(1)
    route = ToolCall(name="route", arguments={"query": "add two integers"})
    execute = ToolCall(
        name="execute", arguments={"tool": "fake_arithmetic.add", "arguments": {"a": 1, "b": 2}}
    )
    nothing = ToolCall(name="execute", arguments={"tool": "nothing", "arguments": {}})
    agent = Scripted([route, execute, nothing], [DONE])
    episode = play(agent, guest, tool_filter="router")
    episode.run()
    found, added, refused = agent.seen[1].results
    assert "fake_arithmetic.add" in found.text
    assert added.structured == {"result": 3}
    assert refused.is_error
    assert [step["refused"] for step in steps(tmp_path)] == [False, False, True, False]
    assert episode.progress.tool_calls == 1


def test_a_lost_guest_ends_the_episode_after_the_answers_that_came(
    play: Callable[..., Episode], tmp_path: Path
) -> None:
    class Lost(FakeGuest):
        def call_tool(
            self, name: str, arguments: Mapping[str, Any] | None = None, *, timeout: float | None = None
        ) -> ToolResult:
            if (arguments or {}).get("a") == 2:
                raise GuestConnectionError("gone")
            return super().call_tool(name, arguments, timeout=timeout)

    guest = Lost("lost", GuestOptions(), Faults())
    with pytest.raises(GuestConnectionError, match="gone"):
        play(Scripted([add(1), add(2), add(3)]), guest).run()
    assert [step["action"]["arguments"]["a"] for step in steps(tmp_path)] == [1, 3]


def test_the_time_of_a_group_is_that_of_its_longest_call() -> None:
    def step(number: int, seconds: float, **more: Any) -> dict[str, Any]:
        return {"event": "step", "step": number, "action": add(1).model_dump(), "seconds": seconds, **more}

    events = [step(1, 2.0, group=1), step(2, 5.0, group=1), step(3, 3.0, group=1)]
    events += [step(4, 1.0), step(5, 1.0), step(6, 4.0, group=6), step(7, 1.0, group=6)]
    stats = episode_stats(events, None)
    assert stats.environment_seconds == pytest.approx(5 + 1 + 1 + 4)
    assert stats.tool_steps == 7


def test_the_trajectory_names_the_group(play: Callable[..., Episode], tmp_path: Path) -> None:
    play(Scripted([add(1), add(2)], [DONE]), Meeting(2)).run()
    folder = tmp_path / "episode"
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    assert [step.group for step in trajectory_of(events, folder).steps] == [1, 1, None]


def test_groups_of_actions() -> None:
    calls = [add(1), add(2)]
    actions = [*calls, KEY, add(3), DONE]
    assert list(group_calls(actions, parallel=True)) == [tuple(calls), (KEY,), (add(3),), (DONE,)]
    assert list(group_calls(actions, parallel=False)) == [(action,) for action in actions]


def test_many_calls_wait_for_a_free_place() -> None:
    inside, most, lock = 0, 0, threading.Lock()
    full = threading.Barrier(MAX_TOGETHER)

    def act(call: ToolCall) -> ToolResult:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        if call.arguments["a"] < MAX_TOGETHER:
            full.wait(timeout=20)
        with lock:
            inside -= 1
        if call.arguments["a"] == 20:
            raise GuestError("broken")
        return ToolResult(str(call.arguments["a"]))

    outcomes = run_together(act, [add(number) for number in range(3 * MAX_TOGETHER)], lambda _call: True)
    assert most == MAX_TOGETHER
    texts = [outcome.result.text if outcome.result else str(outcome.error) for outcome in outcomes]
    assert texts == ["broken" if number == 20 else str(number) for number in range(3 * MAX_TOGETHER)]


def test_a_denied_call_among_others_alone_is_not_executed(
    make_task: Callable[..., Task], cancel: threading.Event, tmp_path: Path
) -> None:
    recorder = EpisodeRecorder(tmp_path / "episode")
    recorder.begin_attempt()
    agent = Scripted([add(1), WRITE, add(2)], [DONE])
    guest, task = Meeting(2), make_task()
    options = RunOptions.model_validate({"agent": "", "approve": "never"})
    episode = Episode(
        task,
        guest,
        agent,
        make_filter("all"),
        EpisodeLimits(steps=10),
        recorder,
        cancel,
        lambda _step, _action: None,
        RunParts(PartRun(None, options, tmp_path, lambda _label, _line: None)).make(
            PartAttempt(task, 1, task.id)
        ),
    )
    episode.run()
    assert guest.order.count("fake_arithmetic.add") == 2 and WRITE.name not in guest.order
    assert [result.denied for result in agent.seen[1].results] == [False, True, False]
    assert [step.get("denied", False) for step in steps(tmp_path)] == [False, True, False, False]
    assert episode.progress.parts == {"approval": ApprovalCounts(denied=1)}
