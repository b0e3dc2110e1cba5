"""A guest as an episode of a task with servers uses it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from controller.core.guest import Tool, ToolResult
from controller.episode.server_guest import ServerGuest, for_task
from controller.guests.fake.guest import FakeGuest
from controller.tasks.task import Task
from controller.tasks.task_servers import TaskServers
from testbed.errors import GuestError, SetupError

MakeTask = Callable[..., Task]
TASK = 'instruction = "Add 1 and 2."\napplications = ["os"]\nservers = ["calculator"]\n'
KEY = "a-key-of-enough-characters"


class Recorder:
    def __init__(self, fault: str = "") -> None:
        self.recorded: list[list[str]] = []
        self._fault = fault

    def record_tools(self, tools: list[Tool]) -> None:
        self.recorded.append([tool.name for tool in tools])

    def record_server_tools(self, tools: list[Tool]) -> None:
        if self._fault:
            raise GuestError(self._fault, hint="compare them")
        self.record_tools(tools)


def test_the_tools_of_servers_alone_are_recorded_once_they_are_offered(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    recorder = Recorder()
    task = make_task(toml=TASK)
    guest = for_task(fake_guest, task, recorder)
    assert guest.list_tools() == fake_guest.list_tools()
    assert recorder.recorded == []
    task.set_up(guest, cancel)
    assert recorder.recorded == [["calculator_calculate"]]
    assert (guest.name, guest.slowness) == (fake_guest.name, fake_guest.slowness)


def test_a_tool_with_an_unusable_schema_is_left_out_and_named(
    make_task: MakeTask,
    fake_guest: FakeGuest,
    cancel: threading.Event,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    task = make_task(toml=TASK)
    task.set_up(fake_guest, cancel)
    listed = fake_guest.list_tools()
    bad = Tool("calculator_bad", "Adds.", {"properties": {"a": {"type": "int"}}}, "calculator")
    monkeypatch.setattr(fake_guest, "list_tools", lambda: [*listed, bad])
    guest = for_task(fake_guest, task, Recorder())
    assert guest.list_tools() == guest.list_tools() == listed
    [warning] = caplog.messages
    assert "calculator_bad is left out: its schema is no JSON Schema: properties.a.type: 'int'" in warning


def test_other_tools_than_earlier_in_the_run_fail_the_set_up(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    task = make_task(toml=TASK)
    guest = for_task(fake_guest, task, Recorder("its tools differ"))
    with pytest.raises(SetupError, match="calculator cannot be offered: its tools differ") as raised:
        task.set_up(guest, cancel)
    assert raised.value.hint == "compare them"


def test_keys_are_removed_from_results(
    make_task: MakeTask, fake_guest: FakeGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def call_tool(
        _name: str, _arguments: Mapping[str, Any] | None = None, *, timeout: float | None = None
    ) -> ToolResult:
        return ToolResult(f"it is {KEY}, within {timeout}", structured={"key": KEY})

    task = make_task(toml=TASK)
    monkeypatch.setattr(TaskServers, "secrets", (KEY,))
    monkeypatch.setattr(fake_guest, "call_tool", call_tool)
    result = for_task(fake_guest, task, Recorder()).call_tool("calculator_calculate", {}, timeout=2)
    assert result == ToolResult("it is [key removed], within 2", structured={"key": "[key removed]"})


def test_a_task_without_servers_has_the_guest_itself(make_task: MakeTask, fake_guest: FakeGuest) -> None:
    task = make_task(toml=TASK.replace("servers", "# servers"))
    assert for_task(fake_guest, task, Recorder()) is fake_guest


def test_ports_are_those_of_the_guest(make_task: MakeTask, fake_guest: FakeGuest) -> None:
    relayed: list[tuple[object, int]] = []
    guest = ServerGuest(fake_guest, make_task(toml=TASK), Recorder())
    with socket.socket() as connection:
        with pytest.raises(ConnectionRefusedError, match="ports of"):
            guest.relay(connection, 80)
        fake_guest.relay = lambda *given: relayed.append(given)  # type: ignore[attr-defined]
        guest.relay(connection, 80)
    assert relayed == [(connection, 80)]
