"""Guests that are paused while the agent decides, and at no other time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.core.actions import Action, Terminate, ToolCall
from controller.core.agent import Decision
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from controller.episode.bounds import EpisodeLimits
from controller.episode.declared_part import PartAttempt, PartCheck, PartRun
from controller.episode.loop import Episode
from controller.episode.parts import EpisodeParts, NamedPart
from controller.episode.server_guest import ServerGuest
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from controller.models.client import ModelClient
from controller.parts import idle as declaration
from controller.parts.idle import PART, IdleOptions, IdleRecord
from controller.parts.idle.part import PausedGuest
from controller.records.episode_recorder import NullRecorder
from controller.records.run_options import RunOptions
from controller.tasks.task import Task
from controller.tool_filter.registry import make_filter
from testbed.errors import AgentError, GuestConnectionError, UsageError

WRITE = ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/note.txt", "content": "done"})
DONE = Terminate(status="success")
RECLAIMED = 5


class Pausable(FakeGuest):
    """Writes down when it is paused, resumed and used."""

    def __init__(self) -> None:
        super().__init__("fake", GuestOptions(), Faults())
        self.notes: list[str] = []
        self.paused = False

    def pause(self, *, reclaim: bool = False) -> None:
        self.paused = True
        self.notes.append("reclaim" if reclaim else "freeze")

    def resume(self) -> int:
        self.paused = False
        self.notes.append("resume")
        return RECLAIMED

    def call_tool(self, name: str, *arguments: Any, **options: Any) -> ToolResult:
        assert not self.paused, name
        return super().call_tool(name, *arguments, **options)

    def run(self, *arguments: Any, **options: Any) -> Any:
        assert not self.paused, arguments
        return super().run(*arguments, **options)

    def read_file(self, *arguments: Any, **options: Any) -> bytes:
        assert not self.paused, arguments
        self.notes.append("read")
        return super().read_file(*arguments, **options)


class Deciding:
    """Notes that it decides; its decisions are a script's, an error among them is raised."""

    def __init__(self, guest: Pausable, *decisions: Sequence[Action] | Exception) -> None:
        self._guest = guest
        self._decisions = list(decisions)

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        assert observation.screenshot and tools
        self._guest.notes.append("decide" if self._guest.paused else "decide while it runs")
        decision = self._decisions.pop(0)
        if isinstance(decision, Exception):
            raise decision
        return Decision(tuple(decision))


@pytest.fixture
def guest() -> Pausable:
    return Pausable()


@pytest.fixture
def play(make_task: Callable[..., Task], cancel: threading.Event) -> Callable[..., Episode]:
    def make(guest: Any, agent: Any, *, reclaim: bool = False) -> Episode:
        return Episode(
            make_task(),
            guest,
            agent,
            make_filter("all"),
            EpisodeLimits(steps=10),
            NullRecorder(),
            cancel,
            lambda _step, _action: None,
            EpisodeParts([NamedPart("idle", PART, PausedGuest(reclaim=reclaim))]),
        )

    return make


@pytest.mark.parametrize(("reclaim", "pause"), [(False, "freeze"), (True, "reclaim")])
def test_it_stands_still_for_decisions_alone(
    play: Callable[..., Episode], guest: Pausable, reclaim: bool, pause: str
) -> None:
    episode = play(guest, Deciding(guest, [WRITE], [DONE]), reclaim=reclaim)
    assert episode.run().score.value == 1.0
    assert guest.notes == [*[pause, "decide", "resume"] * 2, "read"]
    record = episode.progress.parts["idle"]
    assert (record.pauses, record.reclaimed_bytes) == (2, 2 * RECLAIMED)
    assert record.seconds > 0


def test_a_failed_decision_leaves_no_judging_of_a_paused_guest(
    play: Callable[..., Episode], guest: Pausable
) -> None:
    with pytest.raises(AgentError):
        play(guest, Deciding(guest, ValueError("broken"))).run()
    assert guest.notes == ["freeze", "decide"], "its provider stops it"


def test_a_guest_that_has_ended_is_a_failure_of_the_guest(
    play: Callable[..., Episode], guest: Pausable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise GuestConnectionError("it has been stopped")

    monkeypatch.setattr(guest, "pause", fail)
    with pytest.raises(GuestConnectionError):
        play(guest, Deciding(guest)).run()


def test_guests_of_others_are_left_alone(play: Callable[..., Episode], fake_guest: FakeGuest) -> None:
    class Quitter:
        def act(self, observation: Observation, tools: list[Tool]) -> Decision:
            return Decision((DONE,))

    episode = play(fake_guest, Quitter())
    episode.run()
    assert episode.progress.parts == {}


def test_a_guest_of_a_task_with_servers_is_paused_if_it_can_be(
    make_task: Callable[..., Task], play: Callable[..., Episode], guest: Pausable, fake_guest: FakeGuest
) -> None:
    class Recorder:
        def record_server_tools(self, tools: list[Tool]) -> None: ...

        def record_tools(self, tools: list[Tool]) -> None: ...

    seen = ServerGuest(guest, make_task(), Recorder())
    play(seen, Deciding(guest, [DONE])).run()
    assert guest.notes[:3] == ["freeze", "decide", "resume"]
    other = play(ServerGuest(fake_guest, make_task(), Recorder()), Deciding(guest, [DONE]))
    other.run()
    assert other.progress.parts == {}


def run_options(**values: Any) -> RunOptions:
    return RunOptions.model_validate({"agent": "anthropic", "provider": "nspawn"} | values)


@pytest.mark.parametrize(
    ("agent", "idle", "paused"),
    [
        ("anthropic", "freeze", True),
        ("anthropic", "none", False),
        ("oracle", "freeze", False),
        ("human", "reclaim", False),
    ],
)
def test_agents_that_use_the_guest_while_they_decide_have_it(
    make_task: Callable[..., Task], tmp_path: Path, agent: str, idle: str, paused: bool
) -> None:
    given = IdleOptions.model_validate({"idle": idle})
    run = PartRun(given, run_options(agent=agent), tmp_path, lambda _label, _line: None)
    part = PART.open(run)(PartAttempt(make_task(), 1, "os/a"))
    assert isinstance(part, PausedGuest) is paused


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"provider": "libvirt"}, "the guests of the provider libvirt cannot be paused"),
        ({"provider": "ssh:lab1,lab2"}, "the guests of the provider ssh cannot be paused"),
        ({"provider": "fake"}, "cannot be paused, but --idle freeze is given"),
        ({"cluster": "auto"}, "--idle freeze needs guests of this host"),
    ],
)
def test_guests_that_cannot_be_paused_are_refused_before_a_run(
    tmp_path: Path, changed: dict[str, str], message: str
) -> None:
    def check(idle: str, **options: str) -> None:
        given = IdleOptions.model_validate({"idle": idle})
        PART.check(PartCheck(given, run_options(**options), tmp_path, (), ModelClient()))

    with pytest.raises(UsageError, match=message):
        check("freeze", **changed)
    check("none", **changed)
    check("freeze", **changed, replay="runs/a")
    check("freeze")
    check("reclaim", provider="frozen")


def test_a_host_without_swap_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    swaps = tmp_path / "swaps"
    monkeypatch.setattr(declaration, "SWAPS", swaps)
    heading = "Filename Type Size Used Priority\n"
    swaps.write_text(heading)
    reclaim = IdleOptions(idle="reclaim")
    [line] = PART.advice(reclaim, ())
    assert "no swap" in line
    assert list(PART.advice(IdleOptions(idle="freeze"), ())) == []
    swaps.write_text(f"{heading}/dev/zram0 partition 1024 0 100\n")
    assert list(PART.advice(reclaim, ())) == []


def test_a_record_in_words() -> None:
    record = IdleRecord(pauses=2, seconds=10.25, reclaimed_bytes=3 * 2**20)
    frozen = IdleRecord(pauses=1, seconds=2.0)
    assert PART.explain(PART.total([record, frozen])) == "paused 3 times, 12.2 s, 3 MiB given back"
    assert PART.explain(frozen) == "paused 1 time, 2.0 s"
    assert PART.explain(IdleRecord()) == ""
