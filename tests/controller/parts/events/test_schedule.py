from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.core.actions import Action, Terminate, ToolCall, Wait
from controller.core.agent import Decision, Usage
from controller.core.guest import Tool
from controller.core.observation import Observation
from controller.episode.bounds import EpisodeLimits
from controller.episode.environment import TaskEnvironment
from controller.episode.loop import Episode
from controller.guests.fake.guest import FakeGuest
from controller.parts.events.schedule import EventSchedule
from controller.records.episode_recorder import EpisodeRecorder, NullRecorder
from controller.runs.episode_parts import without_run
from controller.tasks.events import TaskEvent
from controller.tasks.task import Task
from controller.tool_filter.registry import make_filter
from testbed.errors import SetupError

MAIL = "/home/user/mail.txt"
HEAD = 'instruction = "x"\napplications = ["os"]\n'
ARRIVES = f'[[event]]\nafter_steps = 2\ncopy = "mail.txt"\nto = "{MAIL}"\n'
WAIT = Wait(seconds=0.1)
READ = ToolCall(name="filesystem_read_file", arguments={"path": MAIL})
DONE = Terminate(status="success")
MakeEpisode = Callable[..., Episode]


class Scripted:
    """Decides on one action after the other, and notes whether the mail was there at each observation."""

    def __init__(self, guest: FakeGuest, *actions: Action) -> None:
        self._guest = guest
        self._actions = list(actions)
        self.arrived: list[bool] = []

    def act(self, _observation: Observation, _tools: Sequence[Tool]) -> Decision:
        self.arrived.append(self._guest.run(["test", "-e", MAIL], check=False).exit_code == 0)
        return Decision((self._actions.pop(0),), "", Usage(), {})


@pytest.fixture
def episode_of(
    make_task: Callable[..., Task], task_folder: Callable[..., Path], fake_guest: FakeGuest, tmp_path: Path
) -> MakeEpisode:
    def make(agent: Any, toml: str) -> Episode:
        folder = task_folder(toml=HEAD + toml)
        (folder / "mail.txt").write_text("hello")
        recorder = EpisodeRecorder(tmp_path / "episode")
        recorder.begin_attempt()
        task = make_task(toml=HEAD + toml)
        return Episode(
            task,
            fake_guest,
            agent,
            make_filter("all"),
            EpisodeLimits(steps=10),
            recorder,
            threading.Event(),
            lambda _step, _action: None,
            without_run(task),
        )

    return make


def recorded_events(tmp_path: Path) -> list[dict[str, Any]]:
    lines = (tmp_path / "episode" / "events.jsonl").read_text().splitlines()
    return [event for event in map(json.loads, lines) if event["event"] == "triggered_event"]


def test_a_file_arrives_after_some_steps(
    episode_of: MakeEpisode, fake_guest: FakeGuest, tmp_path: Path
) -> None:
    agent = Scripted(fake_guest, WAIT, WAIT, READ, DONE)
    episode = episode_of(agent, ARRIVES)
    episode.run()
    assert agent.arrived == [False, False, True, True]
    (event,) = episode.progress.parts["events"]
    assert (event.step, event.error) == (2, "")
    assert event.text == f"after 2 steps: copy mail.txt to {MAIL}"
    assert [event["step"] for event in recorded_events(tmp_path)] == [2]


def test_nothing_happens_after_the_agent_has_ended(episode_of: MakeEpisode, fake_guest: FakeGuest) -> None:
    episode = episode_of(Scripted(fake_guest, WAIT, DONE), ARRIVES)
    episode.run()
    assert [event.step for event in episode.progress.parts["events"]] == [None]
    assert fake_guest.run(["test", "-e", MAIL], check=False).exit_code == 1


def test_an_event_waits_for_its_condition(episode_of: MakeEpisode, fake_guest: FakeGuest) -> None:
    write = ToolCall(
        name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done"}
    )
    toml = f'[[event]]\nwhen = ["test", "-e", "/home/user/note.txt"]\nrun = ["touch", "{MAIL}"]\n'
    agent = Scripted(fake_guest, WAIT, write, DONE)
    episode = episode_of(agent, toml)
    episode.run()
    assert agent.arrived == [False, False, True]
    assert [event.step for event in episode.progress.parts["events"]] == [2]


def test_an_event_that_fails_is_told_and_the_episode_goes_on(
    episode_of: MakeEpisode, fake_guest: FakeGuest
) -> None:
    toml = '[[event]]\nafter_steps = 1\nrun = ["false"]\n' + ARRIVES
    episode = episode_of(Scripted(fake_guest, WAIT, WAIT, DONE), toml)
    episode.run()
    failed, arrived = episode.progress.parts["events"]
    assert "task.toml:3: event 1 (run as root: false) failed" in failed.error
    assert (failed.step, arrived.step, arrived.error) == (1, 2, "")


def events_after(brought_about: list[float], *moments: float) -> list[TaskEvent]:
    return [
        TaskEvent(
            None, seconds, None, f"{seconds}", lambda _guest, _cancel, at=seconds: brought_about.append(at)
        )
        for seconds in moments
    ]


def test_an_event_happens_after_its_seconds(fake_guest: FakeGuest) -> None:
    brought_about: list[float] = []
    events = events_after(brought_about, 20.0, 5.0)
    schedule = EventSchedule(events, fake_guest, threading.Event())
    for seconds, expected in [
        (0.0, []),
        (4.9, []),
        (5.0, [5.0]),
        (30.0, [5.0, 20.0]),
        (40.0, [5.0, 20.0]),
    ]:
        schedule.fire_due(0, seconds)
        assert brought_about == expected


def test_seconds_count_from_the_first_observation_and_go_on_when_an_episode_is_resumed(
    make_task: Callable[..., Task], fake_guest: FakeGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def environment_of(toml: str) -> TaskEnvironment:
        limits, cancel = EpisodeLimits(steps=10), threading.Event()
        task, recorder, chosen = make_task(toml=HEAD + toml), NullRecorder(), make_filter("all")
        return TaskEnvironment(
            task, fake_guest, chosen, limits, recorder, cancel, lambda _step, _action: None, without_run(task)
        )

    now = [1000.0]
    monkeypatch.setattr("controller.episode.environment.time.monotonic", lambda: now[0])
    toml = f'[[event]]\nafter_seconds = 20\nrun = ["touch", "{MAIL}"]\n'
    first = environment_of(toml)
    first.setup()
    now[0] = 1100.0
    first.observe()
    now[0] = 1119.0
    first.step([WAIT])
    saved = first.save()
    assert saved.played_seconds == 19.0 and saved.parts["events"][0].step is None
    now[0] = 5000.0
    second = environment_of(toml)
    second.resume(saved)
    second.step([WAIT])
    assert second.progress.parts["events"][0].step is None
    now[0] = 5001.0
    second.step([WAIT])
    assert [event.step for event in second.progress.parts["events"]] == [2]
    third = environment_of(toml)
    third.resume(second.save())
    third.step([WAIT])
    assert [event.step for event in third.progress.parts["events"]] == [2]


def test_an_event_happens_once_although_it_fails(fake_guest: FakeGuest) -> None:
    def fail(_guest: object, _cancel: object) -> None:
        raise SetupError("it failed")

    schedule = EventSchedule([TaskEvent(1, None, None, "x", fail)], fake_guest, threading.Event())
    assert [item.error for item in schedule.fire_due(1, 0.0)] == ["it failed"]
    assert schedule.fire_due(2, 0.0) == []
