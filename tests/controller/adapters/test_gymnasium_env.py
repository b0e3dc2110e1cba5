from __future__ import annotations

import inspect
import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv
from gymnasium.vector.utils import concatenate, create_empty_array

from controller.adapters.gymnasium_env import DesktopEnv
from controller.adapters.gymnasium_observations import text_of
from controller.core.actions import Click, Key, Terminate, ToolCall, TypeText
from controller.core.options import list_options
from controller.guests.fake.guest import Faults
from controller.guests.fake.provider import FakeProvider
from controller.guests.provider import GuestOptions
from controller.records.run_options import RunOptions
from controller.tasks.selection_options import SelectionOptions
from controller.tasks.task import Task
from testbed.errors import (
    GuestBootError,
    GuestConnectionError,
    GuestError,
    SetupError,
    UsageError,
)
from tests.pictures import assert_same_picture

pytestmark = pytest.mark.usefixtures("tasks_folder")

WRITE = ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done\n"})
DONE = Terminate(status="success")


@pytest.mark.parametrize("actions", ["gui", "mcp", "gui+mcp"])
def test_the_checker_of_gymnasium_has_nothing_to_say(actions: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make(
            "controller.adapters.gymnasium_env:testbed/Desktop-v0",
            tasks=("os/*",),
            provider="fake",
            actions=actions,
            render_mode="rgb_array",
        )
        check_env(made.unwrapped)
        made.close()


def test_on_guests_that_always_do_the_same_steps_are_deterministic(provider: FakeProvider) -> None:
    with DesktopEnv("os/write_note", provider) as env:
        assert env.spec is None
        check_env(env, skip_render_check=True)


def test_an_episode_is_rewarded_by_its_checker(env: DesktopEnv, provider: FakeProvider) -> None:
    observation, info = env.reset(seed=7)
    assert observation["screenshot"].shape == (720, 1280, 3)
    assert text_of(observation["instruction"]).startswith("Write the word done")
    assert observation["steps_left"] == 4 and info["task"] == "os/write_note"
    assert [tool.name for tool in info["tools"]] == list(env.tools)
    observation, reward, terminated, truncated, info = env.step(env.encode(WRITE))
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert (
        text_of(observation["result"]).startswith("wrote 5 characters") and not observation["result_is_error"]
    )
    assert info["results"][0].text == text_of(observation["result"]) and "score" not in info
    observation, reward, terminated, truncated, info = env.step(env.encode(DONE))
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["score"] == 1.0 and info["termination"] == "success" and info["steps"] == 2
    assert [claim["text"] for claim in info["claims"]] == ["it says done"]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(env.encode(DONE))


def test_the_step_limit_truncates_and_what_stands_is_judged(env: DesktopEnv) -> None:
    env.reset()
    env.step(env.encode(WRITE))
    for _ in range(2):
        assert env.step(env.encode(Click(x=1, y=1)))[2:4] == (False, False)
    _, reward, terminated, truncated, info = env.step(env.encode(Click(x=1, y=1)))
    assert (reward, terminated, truncated) == (1.0, False, True)
    assert info["termination"] == ""


def test_terminating_with_the_last_step_is_no_truncation(env: DesktopEnv) -> None:
    env.reset()
    for _ in range(3):
        env.step(env.encode(Click(x=1, y=1)))
    assert env.step(env.encode(DONE))[1:4] == (0.0, True, False)


def test_every_episode_has_a_fresh_guest_and_the_set_up_done() -> None:
    provider = FakeProvider()
    with DesktopEnv(["os/write_note", "os/append_line"], provider) as env:
        assert len(provider.running) == 1
        _, info = env.reset(options={"task": "os/append_line"})
        assert [window.title for window in info["observation"].windows] == ["shopping.txt - Text Editor"]
        assert provider.running == ["fake-1"]
        env.step(env.encode(WRITE))
        _, info = env.reset(options={"task": "os/write_note"})
        assert not info["observation"].windows and info["steps"] == 0
        *_, info = env.step(env.encode(DONE))
        assert info["score"] == 0.0
        assert provider.running == ["fake-2"]
    assert provider.running == []


def test_a_gui_solution_works_through_the_action_space() -> None:
    with DesktopEnv("os/append_line", "fake", actions="gui") as env:
        assert env.tools == ()
        env.reset()
        for action in (Key(keys=("ctrl", "End")), TypeText(text="eggs\n"), Key(keys=("ctrl", "s"))):
            env.step(env.encode(action))
        assert env.step(env.encode(DONE))[1] == 1.0


def test_the_seed_decides_the_task() -> None:
    with DesktopEnv("os/*", "fake") as env:
        drawn = [env.reset(seed=seed)[1]["task"] for seed in (1, 2, 3, 4, 5, 1, 2, 3, 4, 5)]
    assert drawn[:5] == drawn[5:]
    assert len(set(drawn)) > 1


def test_what_is_no_action_costs_a_step_and_is_answered(env: DesktopEnv) -> None:
    env.reset()
    observation, _, terminated, truncated, info = env.step(env.encode(WRITE) | {"text": "{path}"})
    assert observation["result_is_error"] and "not valid JSON" in text_of(observation["result"])
    assert observation["steps_left"] == 3 and info["steps"] == 1 and not (terminated or truncated)
    with pytest.raises(gymnasium.error.InvalidAction):
        env.step({"kind": 99})
    observation, *_ = env.step(env.encode(WRITE))
    assert observation["steps_left"] == 2


def test_a_tool_that_is_not_offered_is_refused_as_in_a_run() -> None:
    with DesktopEnv("os/write_note", "fake", tool_filter="oracle") as env:
        _, info = env.reset()
        assert [tool.name for tool in info["tools"]] == ["filesystem_write_file"]
        observation, *_ = env.step(
            env.encode(ToolCall(name="fake_arithmetic.add", arguments={"a": 1, "b": 2}))
        )
        assert "is not offered" in text_of(observation["result"])


def test_naming_the_tools_spares_a_guest_until_the_first_reset() -> None:
    provider = FakeProvider()
    with DesktopEnv("os/write_note", provider, tools=["filesystem_write_file"]) as env:
        assert provider.running == []
        env.reset()
        env.step(env.encode(WRITE))
        assert env.step(env.encode(DONE))[1] == 1.0
    with (
        DesktopEnv("os/write_note", FakeProvider(), tools=["vlc.play"]) as env,
        pytest.raises(GuestError, match=r"vlc\.play"),
    ):
        env.reset()


def test_a_guest_that_dies_raises_and_the_next_episode_has_another() -> None:
    provider = FakeProvider(faults={1: Faults(dies_at_call=3)})
    with DesktopEnv("os/write_note", provider) as env:
        env.reset()
        with pytest.raises(GuestConnectionError):
            env.step(env.encode(WRITE))
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(env.encode(WRITE))
        env.reset()
        env.step(env.encode(WRITE))
        assert env.step(env.encode(DONE))[1] == 1.0
        assert provider.running == ["fake-2"]


def test_guests_that_do_not_boot_and_set_ups_that_fail_raise(make_task: Callable[..., Task]) -> None:
    provider = FakeProvider(faults=lambda _number: Faults(boot_fails=True))
    with pytest.raises(GuestBootError):
        DesktopEnv("os/write_note", provider)
    broken = make_task(toml='instruction = "x"\napplications = ["os"]\n[[setup]]\nrun = ["false"]\n')
    with DesktopEnv([broken], FakeProvider()) as env, pytest.raises(SetupError):
        env.reset()


def test_what_the_user_got_wrong_is_said(env: DesktopEnv) -> None:
    with pytest.raises(UsageError, match="no task 'os/nothing'"):
        env.reset(options={"task": "os/nothing"})
    with pytest.raises(UsageError, match="no option 'tsak'"):
        env.reset(options={"tsak": "os/write_note"})
    with pytest.raises(UsageError, match="no task"):
        DesktopEnv("os/nothing", "fake")
    with pytest.raises(UsageError, match="no render mode"):
        DesktopEnv("os/write_note", "fake", render_mode="human")
    with pytest.raises(UsageError):
        DesktopEnv("os/write_note", "fake", tool_filter="best")
    with pytest.raises(UsageError, match="1281x721: width and height must be even"):
        DesktopEnv("os/write_note", "fake", width=1281, height=721)


def test_a_picture_is_rendered_and_cannot_be_changed_from_outside() -> None:
    with DesktopEnv("os/append_line", "fake", render_mode="rgb_array") as env:
        assert env.render() is None
        observation, _ = env.reset()
        picture = env.render()
        assert picture is not None
        assert_same_picture(picture, observation["screenshot"])
        picture[:] = 0
        assert env.render().any()


def make_env() -> DesktopEnv:
    return DesktopEnv("os/write_note", "fake", steps=3)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sync", "async", "async without shared memory"])
def test_environments_side_by_side(kind: str) -> None:
    if kind == "sync":
        envs: Any = SyncVectorEnv([make_env] * 2)
    else:
        envs = AsyncVectorEnv([make_env] * 2, context="spawn", shared_memory=kind == "async")
    with make_env() as one:
        codec = one.codec

    def both(*actions: Any) -> Any:
        elements = [codec.encode(action) for action in actions]
        return concatenate(codec.space, elements, create_empty_array(codec.space, len(elements)))

    try:
        observation, info = envs.reset(seed=3)
        assert observation["screenshot"].shape == (2, 720, 1280, 3)
        assert list(info["task"]) == ["os/write_note"] * 2
        observation, *_ = envs.step(both(WRITE, Click(x=1, y=1)))
        assert (
            text_of(observation["result"][0]).startswith("wrote 5")
            and text_of(observation["result"][1]) == "done"
        )
        _, rewards, terminated, truncated, info = envs.step(both(DONE, DONE))
        assert list(rewards) == [1.0, 0.0] and list(terminated) == [True, True] and not truncated.any()
        assert list(info["score"]) == [1.0, 0.0]
        observation, rewards, terminated, *_ = envs.step(both(DONE, DONE))
        assert list(observation["steps_left"]) == [3, 3] and not terminated.any()
    finally:
        envs.close()


def test_the_core_needs_no_gymnasium_and_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "import controller.cli.main\n"
        "import testbed\nfrom testbed.errors import UsageError\n"
        "try:\n    testbed.DesktopEnv\n"
        "except UsageError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert re.search(r"-m pip install gymnasium==[\d.]+$", done.stdout.strip())


@pytest.mark.parametrize(
    ("chosen", "shape"),
    [
        ({}, (720, 1280, 3)),
        ({"width": 1920, "height": 1080}, (1080, 1920, 3)),
        ({"scale": 2}, (1440, 2560, 3)),
        ({"width": 1920}, (720, 1920, 3)),
    ],
)
def test_the_screen_has_the_size_asked_for(chosen: dict[str, int], shape: tuple[int, ...]) -> None:
    with DesktopEnv("os/write_note", "fake", **chosen) as env:
        observation, _ = env.reset(seed=1)
        assert env.observation_space["screenshot"].shape == observation["screenshot"].shape == shape


def test_the_screen_of_a_given_provider_is_expected_at_its_scale() -> None:
    with DesktopEnv(
        "os/write_note", FakeProvider(GuestOptions(width=2560, height=1440, scale=2)), scale=2
    ) as env:
        observation, _ = env.reset(seed=1)
        assert env.observation_space["screenshot"].shape == observation["screenshot"].shape == (1440, 2560, 3)


def test_a_scale_that_a_given_provider_has_not_is_an_error() -> None:
    with (
        DesktopEnv("os/write_note", FakeProvider(), scale=2) as env,
        pytest.raises(GuestError, match="the screen is 1280x720, not 2560x1440") as caught,
    ):
        env.reset(seed=1)
    assert "scale" in caught.value.hint
    with pytest.raises(UsageError, match="scale"):
        DesktopEnv("os/write_note", FakeProvider(), scale=3)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"steps": 0}, "invalid value for steps: 0"),
        ({"steps": -3}, "invalid value for steps: -3"),
        ({"steps": "many"}, "invalid value for steps: 'many'"),
        ({"actions": "cli"}, r"invalid value for actions: 'cli' \(use gui, mcp or gui\+mcp\)"),
        ({"episode_seconds": 0.0}, "invalid value for episode_seconds: 0.0"),
        ({"network": "opn"}, "'opn'"),
    ],
)
def test_an_option_has_the_limits_of_the_option_of_a_run(option: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        DesktopEnv("os/write_note", "fake", **option)


def test_an_option_has_the_default_of_the_option_of_a_run() -> None:
    keywords = inspect.signature(DesktopEnv).parameters
    items = [item for item in list_options(RunOptions, SelectionOptions) if item.option.python]
    shared = [item for item in items if item.keyword in keywords]
    assert len(shared) == 8
    differing = {item.keyword for item in shared if keywords[item.keyword].default != item.field_default}
    assert differing == {"tool_filter"}, "all, because an action names one of the same tools in every step"
