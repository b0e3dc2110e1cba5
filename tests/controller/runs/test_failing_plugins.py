"""Runs with a plugin that fails in one episode: that episode is lost or played again, the others have their scores."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from tests.controller.agents.distributions import write_distribution
from tests.controller.models.runs import SOLVED, results

FILTER = '''
"""Fails at its first choice."""

from testbed.guests import FilterSpec

choices = []


class Failing:
    def choose(self, catalogue, request):
        choices.append(request)
        return FIRST if len(choices) == 1 else list(catalogue)


FILTER = FilterSpec(create=lambda options: Failing())
'''
PROVIDER = '''
"""Fake guests, the first of which fails at its first call of a tool."""

from testbed.guests import ProviderSpec, create_provider

calls = []


class Delegating:
    def __init__(self, inner):
        self.inner = inner

    def __getattr__(self, name):
        return getattr(self.inner, name)


class Guest(Delegating):
    def call_tool(self, *args, **kwargs):
        calls.append(args)
        return FIRST if len(calls) == 1 else self.inner.call_tool(*args, **kwargs)


class Provider(Delegating):
    def start(self, *args, **kwargs):
        return Guest(self.inner.start(*args, **kwargs))

    def reset(self, guest, *args, **kwargs):
        assert type(guest) is Guest, "the guest that it made itself"
        return Guest(self.inner.reset(guest.inner, *args, **kwargs))

    def stop(self, guest):
        self.inner.stop(guest.inner)


PROVIDER = ProviderSpec(create=lambda options: Provider(create_provider("fake")), simulated=True)
'''
AGENT = '''
"""Fails at its first step."""

from testbed.actions import Terminate
from testbed.agents import AgentCard, AgentSpec, Decision

steps = []


class Failing:
    def act(self, observation, tools):
        steps.append(observation)
        return FIRST if len(steps) == 1 else Decision((Terminate(status="success"),))


AGENT = AgentSpec(describe=lambda options: AgentCard("failing"), create=lambda context, options: Failing())
'''
SOURCE = '''
"""Three tasks, of which those named BAD fail in one member."""

from testbed.tasks import Score, SourceRef, Task, TaskInfo, TaskJudging, TaskSourceSpec, TaskVariants


def failing(self, *args, **kwargs):
    return FAILURE


class PlainJudging(TaskJudging):
    checker_path = property(lambda self: "check.py")

    def checker(self):
        return lambda guest: Score(1.0)


class BadJudging(PlainJudging):
    OF_JUDGING


class PlainVariants(TaskVariants):
    facts = property(lambda self: None)


class BadVariants(PlainVariants):
    OF_VARIANTS


class Plain(Task):
    def __init__(self, name):
        self.name = name

    id = property(lambda self: f"os/{self.name}")
    instruction = property(lambda self: "Do nothing.")
    info = property(lambda self: TaskInfo(("os",)))
    judging = property(lambda self: PlainJudging())
    variants = property(lambda self: PlainVariants())
    path = property(lambda self: self.name)
    hash = property(lambda self: self.name)
    initial_state_hash = property(lambda self: self.name)
    source = property(lambda self: SourceRef("failing:here"))

    def definition(self):
        return {}

    def describe_setup(self):
        return ()

    def set_up(self, guest, cancel):
        pass


class Bad(Plain):
    info = property(lambda self: TaskInfo(**{"applications": ("os",)} | dict(OF_INFO)))
    judging = property(lambda self: BadJudging())
    variants = property(lambda self: BadVariants())
    OF_TASK


class Source:
    def ids(self):
        return ["os/a", "os/b", "os/c"]

    def load(self, task_id):
        name = task_id.removeprefix("os/")
        return LOAD if name in BAD else Plain(name)


SOURCE = TaskSourceSpec(open_source=lambda place, options: Source())
'''
SOUND = {"LOAD": "Bad(name)", "OF_INFO": "", "OF_TASK": "pass", "OF_JUDGING": "pass", "OF_VARIANTS": "pass"}
"""What stands in the code in place of what fails."""
_PROPERTIES = ("instruction", "hash", "info", "judging", "play", "skip_reason", "source", "sections")
MEMBERS = {
    "load": ("LOAD", "failing(self)"),
    **{name: ("OF_TASK", f"{name} = property(failing)") for name in _PROPERTIES},
    **{name: ("OF_TASK", f"{name} = failing") for name in ("select_snapshot", "with_play")},
    "notes": ("OF_JUDGING", "notes = property(failing)"),
    "checker": ("OF_JUDGING", "checker = failing"),
}
VALUES = {"applications": ("OF_INFO", "applications=failing(self)")}
MAY_BE_NONE = {
    "variants": ("OF_TASK", "variants = property(failing)"),
    "facts": ("OF_VARIANTS", "facts = property(failing)"),
}
"""What fails, by its name: its place in the code and how it stands there."""
Played = Callable[[str, str, str], list[dict[str, Any]]]
Command = Callable[[str, str], list[str]]


@pytest.fixture(params=["1 / 0", "object()", "None"], ids=["raises", "wrong type", "returns None"])
def first(request: pytest.FixtureRequest) -> str:
    """What the plugin does the first time, as Python."""
    return str(request.param)


@pytest.fixture
def played(tmp_path: Path, tasks_root: Path, monkeypatch: pytest.MonkeyPatch, first: str) -> Played:
    """Plays three tasks with a plugin; returns the results, that of the failure first."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))

    def play(kind: str, code: str, option: str) -> list[dict[str, Any]]:
        name = f"tiny_{kind}"
        write_distribution(
            tmp_path, name, f"failing = {name}", code.replace("FIRST", first), group=f"testbed.{kind}s"
        )
        monkeypatch.delitem(sys.modules, name, raising=False)
        options = {"--agent": "noop", "--provider": "fake", "--tool-filter": "all"} | {option: "failing"}
        out = tmp_path / "run"
        command = ["run", *(part for pair in options.items() for part in pair), "--out", str(out)]
        command += [part for task in SOLVED for part in ("--task", task)]
        assert call([*command, "--guests", "1", "--display", "none"]) in (0, 1)
        return sorted(results(out), key=lambda result: not (result["error"] or result["attempts"]))

    return play


def test_a_filter_that_fails_costs_the_episode_and_is_not_asked_again(played: Played) -> None:
    lost, *others = played("tool_filter", FILTER, "--tool-filter")
    assert lost["status"] == "infra_error" and lost["score"] is None and lost["attempts"] == []
    assert lost["error"]["type"] == "PluginError"
    assert "the tool filter 'failing' of tiny_tool_filter 1.0: choose " in lost["error"]["message"]
    assert "pip uninstall tiny_tool_filter" in json.dumps(lost["error"])
    assert [other["score"] for other in others] == [0.0, 0.0]


def test_a_guest_that_fails_is_replaced(played: Played) -> None:
    retried, *others = played("provider", PROVIDER, "--provider")
    [attempt] = retried["attempts"]
    assert "the provider 'failing' of tiny_provider 1.0: call_tool " in attempt["error"]["message"]
    assert [result["score"] for result in (retried, *others)] == [0.0] * 3


def test_an_agent_that_fails_has_failed(played: Played) -> None:
    failed, *others = played("agent", AGENT, "--agent")
    assert failed["status"] == "agent_error" and failed["score"] == 0.0
    assert "the agent 'failing' of tiny_agent 1.0: act " in failed["error"]["message"]
    assert [other["status"] for other in others] == ["completed"] * 2


@pytest.fixture
def with_bad_task(tmp_path: Path, tasks_root: Path, monkeypatch: pytest.MonkeyPatch, first: str) -> Command:
    """Installs the source with tasks that fail in a member, and returns the command of a run of its tasks."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("TESTBED_TASKS", str(tasks_root))

    def install(member: str, bad: str) -> list[str]:
        code = SOURCE.replace("FAILURE", first).replace("BAD", repr(bad))
        place, failing = (MEMBERS | VALUES | MAY_BE_NONE)[member]
        for name, sound in SOUND.items():
            code = code.replace(name, failing if name == place else sound)
        write_distribution(
            tmp_path, "tiny_source", "failing = tiny_source", code, group="testbed.task_sources"
        )
        monkeypatch.delitem(sys.modules, "tiny_source", raising=False)
        command = ["run", "--suite", "failing:here", "--agent", "noop", "--provider", "fake"]
        return [*command, "--guests", "1", "--display", "none", "--out", str(tmp_path / "run")]

    return install


def _check_skipped(
    member: str, named: str, with_bad_task: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(with_bad_task(member, "ab")) == 0
    printed = " ".join(capsys.readouterr().err.split())
    assert "os/a is skipped: it cannot be used: the task source 'failing' of tiny_source 1.0: " in printed
    *lost, played = sorted(results(tmp_path / "run"), key=lambda result: str(result["task"]))
    for result in lost:
        assert (result["status"], result["score"]) == ("skipped", None)
        assert f"tiny_source 1.0: {named} " in result["error"]["message"]
        assert "pip uninstall tiny_source" in result["error"]["message"]
    assert (played["task"], played["score"]) == ("os/c", 1.0)
    assert json.loads((tmp_path / "run" / "run.json").read_text())["source"]["name"] == "failing:here"
    assert call(["resume", str(tmp_path / "run"), "--display", "none"]) == 0


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.parametrize("member", MEMBERS)
def test_a_task_that_fails_before_the_run_is_skipped(
    member: str, with_bad_task: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _check_skipped(member, member, with_bad_task, tmp_path, capsys)


@pytest.mark.parametrize("member", VALUES)
def test_a_task_of_which_a_value_is_wrong_is_skipped(
    member: str, first: str, with_bad_task: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = "info" if first == "1 / 0" else member
    _check_skipped(member, named, with_bad_task, tmp_path, capsys)


@pytest.mark.parametrize("member", MAY_BE_NONE)
@pytest.mark.parametrize("first", ["1 / 0"], indirect=True)
def test_a_task_whose_variants_fail_is_skipped(
    member: str, with_bad_task: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _check_skipped(member, member, with_bad_task, tmp_path, capsys)


def test_a_run_without_a_task_that_can_be_used_does_not_begin(
    with_bad_task: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(with_bad_task("instruction", "abc")) == 2
    printed = " ".join(capsys.readouterr().err.split())
    assert (
        "none of the 3 selected tasks can run on this host; os/a cannot be used: the task source" in printed
    )
    assert "tiny_source 1.0: instruction" in printed
    assert not (tmp_path / "run").exists()
