"""Servers of the pool in tasks: named in task.toml, offered by the set-up, called by the agent."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

import pytest

from controller.episode.desktop import Desktop
from controller.guests.fake.guest import FakeGuest
from controller.tasks.servers import offer_servers
from controller.tasks.task import Task
from controller.tasks.task_servers import TaskServers
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.registry import make_filter
from mcp_tools.server_pool import OFFERED as READ_IN_GUEST
from testbed.errors import SetupError, TaskError
from vm_images.server_pool import OFFERED_SERVERS

MakeTask = Callable[..., Task]
HEAD = 'instruction = "Add 1 and 2."\napplications = ["os"]\n'


def offered_ids(guest: FakeGuest) -> list[str]:
    tools = Desktop(guest, make_filter("all")).select_tools(FilterRequest("x"))
    return [tool.name for tool in tools if tool.app in ("calculator", "memory")]


def test_the_set_up_offers_the_servers_of_a_task_alone(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event
) -> None:
    task = make_task(toml=HEAD + 'servers = ["calculator"]\n')
    assert task.servers.ids == ("calculator",)
    assert offered_ids(fake_guest) == []
    assert fake_guest.call_tool("calculator_calculate", {"expression": "1+2"}).is_error
    task.set_up(fake_guest, cancel)
    assert offered_ids(fake_guest) == ["calculator_calculate"]
    assert fake_guest.call_tool("calculator_calculate", {"expression": "1+2"}).text == "3"
    assert fake_guest.call_tool("memory_read_graph", {}).is_error


def test_the_file_is_roots_and_the_one_that_the_guest_reads(fake_guest: FakeGuest) -> None:
    offer_servers(fake_guest, TaskServers(("calculator", "memory")))
    assert fake_guest.read_file(OFFERED_SERVERS) == b"calculator\nmemory\n"
    assert str(READ_IN_GUEST) == OFFERED_SERVERS
    assert offered_ids(fake_guest) == ["calculator_calculate", "memory_read_graph"]


def test_a_guest_without_the_server_fails_the_set_up(fake_guest: FakeGuest) -> None:
    with pytest.raises(SetupError, match="does not have the server 'chess'") as raised:
        offer_servers(fake_guest, TaskServers(("chess",)))
    assert "image build" in raised.value.hint


@pytest.mark.parametrize(
    ("servers", "skip_reason"),
    [
        (
            '["calculater"]',
            "server: neither the pool nor --servers has 'calculater' (did you mean 'calculator'?)",
        ),
        ('["zzz"]', "server: neither the pool nor --servers has 'zzz' (servers of your own: --servers FILE)"),
        ('["pandoc"]', "server: the image cannot have pandoc: its dependency"),
    ],
)
def test_a_task_with_a_server_that_nobody_has_cannot_run(
    make_task: MakeTask, fake_guest: FakeGuest, cancel: threading.Event, servers: str, skip_reason: str
) -> None:
    task = make_task(toml=HEAD + f"servers = {servers}\n")
    assert task.skip_reason.startswith(skip_reason)
    with pytest.raises(SetupError, match=re.escape(skip_reason.removeprefix("server: "))):
        task.set_up(fake_guest, cancel)


@pytest.mark.parametrize(
    ("servers", "message"),
    [
        ('["memory", "memory"]', "twice"),
        ('["Memory"]', "'Memory' is no server's id"),
    ],
)
def test_malformed_lists_of_servers_are_refused(make_task: MakeTask, servers: str, message: str) -> None:
    with pytest.raises(TaskError) as raised:
        make_task(toml=HEAD + f"servers = {servers}\n")
    assert message in str(raised.value)
    assert "servers" in str(raised.value)


def test_other_servers_are_another_premise(make_task: MakeTask) -> None:
    hashes = {
        make_task(toml=HEAD + line).initial_state_hash
        for line in ("", 'servers = ["memory"]\n', 'servers = ["calculator"]\n')
    }
    assert len(hashes) == 3
