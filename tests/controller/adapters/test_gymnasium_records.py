"""Episodes of a Gymnasium environment that are recorded, and that go on from a saved state."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import gymnasium
import pytest

from controller.adapters.gymnasium_env import DesktopEnv
from controller.core.actions import Click
from controller.guests.fake.provider import FakeProvider
from testbed.errors import EpisodeTimeoutError, ImageError
from tests.controller.adapters.test_gymnasium_env import DONE, WRITE

pytestmark = pytest.mark.usefixtures("tasks_folder")


def test_episodes_are_recorded_when_asked_for(tmp_path: Path) -> None:
    with DesktopEnv("os/write_note", "fake", records=tmp_path) as env:
        for _ in range(2):
            env.reset()
            env.step(env.encode(WRITE) | {"text": "{"})
            env.step(env.encode(DONE))
    folders = sorted(path.name for path in (tmp_path / "os/write_note").iterdir())
    assert folders == ["1", "2"]
    lines = (tmp_path / "os/write_note/2/events.jsonl").read_text().splitlines()
    kinds = [json.loads(line)["event"] for line in lines]
    assert kinds == [
        "start",
        "observation",
        "tools",
        "mistake",
        "observation",
        "step",
        "observation",
        "verdict",
    ]
    assert list((tmp_path / "os/write_note/2/screens").iterdir())


def test_a_record_says_from_which_state_its_episode_came(provider: FakeProvider, tmp_path: Path) -> None:
    with DesktopEnv("os/write_note", provider, records=tmp_path) as env:
        env.reset()
        env.step(env.encode(WRITE))
        saved = env.snapshot()
        env.step(env.encode(DONE))
        env.restore(saved)
        env.step(env.encode(DONE))
    events = [
        [
            json.loads(line)
            for line in (tmp_path / f"os/write_note/{number}/events.jsonl").read_text().splitlines()
        ]
        for number in (1, 2)
    ]
    (state,) = [event for event in events[0] if event["event"] == "saved"]
    assert state["steps"] == 1
    came_from = {"state": state["state"], "record": "os/write_note/1", "steps": 1}
    assert events[1][0]["resumed_from"] == came_from and "resumed_from" not in events[0][0]
    assert [event["step"] for event in events[1] if event["event"] == "step"] == [2]


def test_a_resumed_episode_has_the_time_that_was_left(env: DesktopEnv) -> None:
    env.reset()
    saved = env.snapshot()
    for seconds, out_of_time in ((3000.0, False), (3600.0, True)):
        later = replace(saved, progress=replace(saved.progress, played_seconds=seconds))
        with pytest.raises(EpisodeTimeoutError) if out_of_time else nullcontext():
            env.restore(later)


def test_a_saved_episode_goes_on_any_number_of_times(env: DesktopEnv, provider: FakeProvider) -> None:
    env.reset(seed=1)
    before, *_ = env.step(env.encode(Click(x=10, y=10)))
    saved = env.snapshot()
    env.step(env.encode(WRITE))
    assert env.step(env.encode(DONE))[1] == 1.0
    for reward, actions in ((0.0, [DONE]), (1.0, [WRITE, DONE])):
        observation, info = env.restore(saved)
        assert {key: value.tolist() for key, value in observation.items()} == {
            key: value.tolist() for key, value in before.items()
        }
        assert info["steps"] == 1 and [tool.name for tool in info["tools"]] == list(env.tools)
        *_, last = [env.step(env.encode(action)) for action in actions]
        assert last[1] == reward and last[4]["steps"] == 1 + len(actions)
    assert len(provider.running) == 1
    env.discard(saved)
    with pytest.raises(ImageError):
        env.restore(saved)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.snapshot()
