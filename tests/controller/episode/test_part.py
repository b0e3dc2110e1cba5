"""Parts: asked in order, by hooks alone, and what becomes of an episode when one fails."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checkers import GuestView, Score, claim
from controller.core.actions import Terminate, ToolCall, Wait
from controller.core.guest import Guest, Tool, ToolResult
from controller.episode.bounds import EpisodeLimits
from controller.episode.declared_part import DeclaredPart, OnFailure
from controller.episode.environment import TaskEnvironment
from controller.episode.groups import Denials
from controller.episode.part import EpisodePart, PendingActions, PlayedEpisode
from controller.episode.parts import EpisodeParts, NamedPart
from controller.episode.step_record import StepRecord
from controller.guests.fake.guest import FakeGuest
from controller.records.episode_recorder import EpisodeRecorder, NullRecorder
from controller.records.run_info import EpisodeResult
from controller.records.verdicts import EpisodeVerdict
from controller.tasks.judgement import Judgement
from controller.tasks.task import Task
from controller.tool_filter.registry import make_filter
from testbed.errors import GuestError, PluginError

SAY = Tool("say", "Says something.", {"type": "object"}, "part")
ADD = ToolCall(name="fake_arithmetic.add", arguments={"a": 1, "b": 2})
WAIT, DONE = Wait(seconds=0.1), Terminate(status="success")
HOOKS = ("set_up", "begin", "observing", "tools", "before", "after", "judge", "ended")
RESULT = EpisodeResult(
    task="os/a",
    epoch=1,
    seed=1,
    status="completed",
    verdicts=(EpisodeVerdict(score=1.0),),
    steps=1,
    tool_calls=0,
    gui_actions=1,
)


class Noted(EpisodePart):
    """Writes down each hook that is called, denies the calls whose places it is given, and offers a tool."""

    def __init__(self, name: str, notes: list[str], *denied: int) -> None:
        self._name, self._notes, self._denied = name, notes, denied

    def set_up(self, guest: Guest, task: Task) -> None:
        self._notes.append(f"{self._name} sets up {task.id}")

    def begin(self, episode: PlayedEpisode) -> None:
        self._notes.append(f"{self._name} begins after {episode.progress.steps}")
        episode.desktop.offer(SAY, lambda arguments: ToolResult(f"{self._name}: {arguments}"))

    def before(self, pending: PendingActions) -> Denials:
        self._notes.append(f"{self._name} before {len(pending.actions)} from {pending.place}")
        denial = ToolResult(f"denied by {self._name}", is_error=True, denied=True)
        return [denial if index in self._denied else None for index, _ in enumerate(pending.actions)]

    def after(self, step: StepRecord) -> None:
        self._notes.append(f"{self._name} after {step.action.type}")

    def observing(self) -> None:
        self._notes.append(f"{self._name} observing")


def named(*parts: EpisodePart, on_failure: OnFailure = "infra_error", **members: Any) -> EpisodeParts:
    """The parts of an attempt, named a, b and so on, with these members of their declaration."""
    spec = DeclaredPart()
    spec.on_failure = on_failure
    for name, member in members.items():
        setattr(spec, name, member)
    return EpisodeParts(NamedPart(name, spec, part) for name, part in zip("abc", parts, strict=False))


def environment(
    task: Task, guest: FakeGuest, parts: EpisodeParts, steps: int = 10, recorder: Any = None
) -> TaskEnvironment:
    limits, cancel, chosen = EpisodeLimits(steps=steps), threading.Event(), make_filter("all")
    recorder = recorder or NullRecorder()
    return TaskEnvironment(task, guest, chosen, limits, recorder, cancel, lambda _step, _action: None, parts)


def test_parts_are_asked_in_order_and_each_may_deny(
    make_task: Callable[..., Task], fake_guest: FakeGuest
) -> None:
    notes: list[str] = []
    task = make_task()
    played = environment(task, fake_guest, named(Noted("a", notes, 1), Noted("b", notes, 1, 2)))
    played.setup()
    played.select_tools(played.observe())
    seen = played.step([ADD, ADD, ADD, WAIT], parallel=True)
    assert [result.text for result in seen.results[1:]] == ["denied by a", "denied by b"]
    assert [result.denied for result in seen.results] == [False, True, True]
    steps = ["after tool_call"] * 3
    hooks = [f"sets up {task.id}", "begins after 0", "observing", "before 3 from 0", *steps, "observing"]
    assert notes == [f"{name} {hook}" for hook in hooks for name in "ab"]
    assert (played.progress.steps, played.progress.tool_calls) == (3, 1)


def test_parts_are_asked_about_actions_within_the_budget_alone(
    make_task: Callable[..., Task], fake_guest: FakeGuest
) -> None:
    notes: list[str] = []
    played = environment(make_task(), fake_guest, named(Noted("a", notes)), steps=2)
    played.setup()
    played.select_tools(played.observe())
    seen = played.step([ADD, ADD, ADD], parallel=True)
    assert played.done and len(seen.results) == 2
    assert "a before 2 from 0" in notes


def test_the_end_can_be_denied_and_the_episode_goes_on(
    make_task: Callable[..., Task], fake_guest: FakeGuest
) -> None:
    played = environment(make_task(), fake_guest, named(Noted("a", [], 0)))
    played.setup()
    played.select_tools(played.observe())
    seen = played.step([DONE])
    assert [result.text for result in seen.results] == ["denied by a"]
    assert not played.done and played.progress.termination is None and played.progress.steps == 1


class Answering(EpisodePart):
    """A part whose hook returns a value."""

    def __init__(self, hook: str, value: Any) -> None:
        setattr(self, hook, lambda *_: value)


@pytest.mark.parametrize(
    ("hook", "value", "message"),
    [
        ("before", ["no"], r"before returned \['no'\], not"),
        ("before", None, "before returned None, not"),
        ("before", [None, None], "before raised ValueError: 2 results for 1 actions"),
        ("tools", ["click"], r"tools returned \['click'\], not list"),
        ("judge", 1.0, "judge returned 1.0, not Judgement"),
        ("ended", None, "ended returned None, not EpisodeResult"),
    ],
)
@pytest.mark.parametrize("on_failure", ["infra_error", "go_on"])
def test_what_a_hook_may_not_return_is_a_failure_of_its_part(
    make_task: Callable[..., Task],
    fake_guest: FakeGuest,
    hook: str,
    value: Any,
    message: str,
    on_failure: OnFailure,
) -> None:
    parts = named(Answering(hook, value), on_failure=on_failure)
    played = environment(make_task(), fake_guest, parts)
    if on_failure == "go_on":
        assert play(played, parts) == RESULT and parts.members == ()
        return
    with pytest.raises(PluginError, match=f"the part 'a': {message}"):
        play(played, parts)


def test_a_parts_tool_does_not_reach_the_guest(make_task: Callable[..., Task], fake_guest: FakeGuest) -> None:
    played = environment(make_task(), fake_guest, named(Noted("a", [])))
    played.setup()
    assert SAY in played.select_tools(played.observe())
    seen = played.step([ToolCall(name="say", arguments={"x": 1}), DONE])
    assert [result.text for result in seen.results] == ["a: {'x': 1}"]
    assert (played.progress.steps, played.progress.tool_calls) == (2, 0)


class Changing(EpisodePart):
    """Takes a tool away, lowers the verdict, changes the result, and counts the steps."""

    record: int | None = None

    def tools(self, offered: list[Tool]) -> list[Tool]:
        return [tool for tool in offered if tool.name != ADD.name]

    def after(self, step: StepRecord) -> None:
        self.record = (self.record or 0) + 1

    def judge(self, view: GuestView, judgement: Judgement) -> Judgement:
        assert view.termination and view.termination.status == "success"
        disagrees = claim("the part agrees", False)
        return replace(judgement, score=Score.all_of(*judgement.score.claims, disagrees))

    def ended(self, result: EpisodeResult, cancel: threading.Event) -> EpisodeResult:
        return result.model_copy(update={"answer": "said by a part"})


def test_a_part_changes_tools_verdict_and_result(
    make_task: Callable[..., Task], fake_guest: FakeGuest
) -> None:
    parts = named(Changing(), record=int)
    played = environment(make_task(), fake_guest, parts)
    played.setup()
    assert ADD.name not in [tool.name for tool in played.select_tools(played.observe())]
    seen = played.step([ADD])
    assert "is not offered" in seen.results[0].text
    saved = played.save()
    played.step([WAIT, DONE])
    judgement = played.evaluate()
    assert judgement.score.value == 0.0 and judgement.score.claims[-1].text == "the part agrees"
    result = parts.ended(RESULT, threading.Event())
    assert (result.answer, result.parts, saved.parts) == ("said by a part", {"a": 3}, {"a": 1})
    again = Changing()
    environment(make_task(), fake_guest, named(again, record=int)).resume(saved)
    assert again.record == 1


class Counted(EpisodePart):
    record = 1


def test_verdicts_of_parts_follow_that_of_the_checker() -> None:
    def halve(_record: int, before: float) -> EpisodeVerdict:
        return EpisodeVerdict(score=before / 2)

    result = named(Counted(), Counted(), record=int, verdict=halve).ended(RESULT, threading.Event())
    given = [(verdict.part, verdict.score) for verdict in result.verdicts]
    assert given == [("", 1.0), ("a", 0.5), ("b", 0.25)]
    assert (result.score, result.checked) == (0.25, RESULT.checked)


def test_a_part_whose_verdict_fails_is_left_out_or_costs_the_episode() -> None:
    def fail(_record: int, _before: float) -> EpisodeVerdict:
        raise ZeroDivisionError("boom")

    left = named(Counted(), record=int, verdict=fail, on_failure="go_on")
    assert left.ended(RESULT, threading.Event()).verdicts == RESULT.verdicts and left.members == ()
    with pytest.raises(PluginError, match="the part 'a': ended raised"):
        named(Counted(), record=int, verdict=fail).ended(RESULT, threading.Event())


class Failing(EpisodePart):
    """Raises in one of its hooks."""

    def __init__(self, hook: str, error: Exception) -> None:
        self.asked = 0

        def fail(*_: Any) -> Any:
            self.asked += 1
            raise error

        setattr(self, hook, fail)


def play(played: TaskEnvironment, parts: EpisodeParts) -> EpisodeResult:
    """Play an episode of two steps to its end."""
    played.setup()
    played.select_tools(played.observe())
    played.step([WAIT])
    played.step([DONE])
    played.evaluate()
    return parts.ended(RESULT, threading.Event())


@pytest.mark.parametrize("hook", HOOKS)
def test_a_part_that_fails_ends_the_episode_by_an_error_with_its_name(
    make_task: Callable[..., Task], fake_guest: FakeGuest, hook: str
) -> None:
    parts = named(Failing(hook, ZeroDivisionError("boom")))
    with pytest.raises(PluginError, match=rf"the part 'a': {hook} raised ZeroDivisionError: boom\n"):
        play(environment(make_task(), fake_guest, parts), parts)


@pytest.mark.parametrize("hook", HOOKS)
def test_an_episode_goes_on_without_a_part_that_fails(
    make_task: Callable[..., Task],
    fake_guest: FakeGuest,
    hook: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    recorder = EpisodeRecorder(tmp_path / "episode")
    recorder.begin_attempt()
    notes: list[str] = []
    failing = Failing(hook, ZeroDivisionError("boom"))
    parts = named(failing, Noted("b", notes), on_failure="go_on")
    with caplog.at_level(logging.WARNING):
        play(environment(make_task(), fake_guest, parts, recorder=recorder), parts)
    assert failing.asked == 1 and [member.name for member in parts.members] == ["b"]
    assert "b after terminate" in notes and "ZeroDivisionError: boom" in caplog.text
    events = map(json.loads, (tmp_path / "episode" / "events.jsonl").read_text().splitlines())
    [failed] = [event for event in events if event["event"] == "part_failed"]
    assert (failed["part"], failed["hook"]) == ("a", hook) and "boom" in failed["error"]


@pytest.mark.parametrize("on_failure", ["infra_error", "go_on"])
def test_a_guest_that_fails_in_a_hook_is_no_failure_of_the_part(
    make_task: Callable[..., Task], fake_guest: FakeGuest, on_failure: OnFailure
) -> None:
    parts = named(Failing("before", GuestError("the guest is gone")), on_failure=on_failure)
    with pytest.raises(GuestError, match="the guest is gone"):
        play(environment(make_task(), fake_guest, parts), parts)


@pytest.mark.parametrize(("kind", "words"), [(int, "not int"), (None, "which declares no record")])
def test_a_record_of_another_type_is_a_failure(
    make_task: Callable[..., Task], fake_guest: FakeGuest, kind: Any, words: str
) -> None:
    class Odd(EpisodePart):
        def after(self, step: StepRecord) -> None:
            self.record = "three"

    parts = named(Odd(), record=kind)
    with pytest.raises(PluginError, match=f"the part 'a': its record is 'three', {words}"):
        play(environment(make_task(), fake_guest, parts), parts)
