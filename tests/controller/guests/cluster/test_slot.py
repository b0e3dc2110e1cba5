"""A guest slot on its node, without Ray."""

from __future__ import annotations

import pickle
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from controller.guests.cluster import node_state, slot
from controller.guests.cluster.node_state import NodeState, SlotRecord
from controller.guests.cluster.remote import RemoteGuest, RemoteSlot
from controller.guests.cluster.slot import GuestInfo, GuestSlot, SlotInfo
from controller.guests.provider import GuestOptions
from controller.tasks.servers import offer_servers
from controller.tasks.task_servers import TaskServers
from testbed.errors import CommandError, GuestBootError, GuestConnectionError, NodeError, UsageError

READ = ["filesystem_read_text_file", {"path": "/home/user/.profile"}]


@pytest.fixture(autouse=True)
def states(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(node_state, "states_folder", lambda: tmp_path)
    return tmp_path


@pytest.fixture
def opened() -> GuestSlot:
    opened = GuestSlot("node", "fake", GuestOptions(), "run 1")
    assert opened.open().error is None
    return opened


def test_a_slot_says_what_its_provider_is() -> None:
    info = GuestSlot("node", "fake", GuestOptions(), "").open().value
    assert isinstance(info, SlotInfo)
    assert (info.node_id, info.provider, info.image_hash) == ("node", "fake", "fake-1")


def test_a_provider_that_is_not_there_is_an_error_of_the_driver() -> None:
    error = GuestSlot("node", "nothing", GuestOptions(), "").open().error
    assert isinstance(error, UsageError) and "nothing" in error.message


def test_calls_reach_the_guest_and_errors_come_back(opened: GuestSlot) -> None:
    info = opened.start("desktop").value
    assert isinstance(info, GuestInfo)
    opened.call(info.name, "write_file", ["/home/user/a", b"x"], {})
    assert opened.call(info.name, "read_file", ["/home/user/a"], {"limit": 10}).value == b"x"
    failed = opened.call(info.name, "run", [["false"]], {}).error
    assert isinstance(failed, CommandError)
    again = pickle.loads(pickle.dumps(failed))
    assert (type(again), again.message, again.hint) == (CommandError, failed.message, failed.hint)
    assert isinstance(opened.call(info.name, "read_file", ["/none"], {}).error, FileNotFoundError)


def test_only_a_guests_own_methods_can_be_called(opened: GuestSlot) -> None:
    info = opened.start("desktop").value
    with pytest.raises(ValueError, match="may not call '__reduce__'"):
        opened.call(info.name, "__reduce__", [], {})


def test_a_guest_that_was_reset_does_not_answer_for_the_new_one(opened: GuestSlot) -> None:
    old = opened.start("desktop").value
    new = opened.reset("desktop").value
    assert old.name != new.name
    assert isinstance(opened.call(old.name, "call_tool", READ, {}).error, GuestConnectionError)
    assert opened.call(new.name, "call_tool", READ, {}).value
    assert old.tools and new.tools is None  # the tools are sent once


def test_the_node_lists_a_slot_until_it_is_closed(opened: GuestSlot) -> None:
    state = NodeState("node")
    assert [(record.guest, record.run) for record in state.slots()] == [("", "run 1")]
    info = opened.start("desktop").value
    assert [record.guest for record in state.slots()] == [info.name]
    opened.close()
    assert state.slots() == []
    assert isinstance(opened.start("desktop").error, GuestConnectionError)


def test_a_node_without_slots_has_no_folder(states: Path) -> None:
    assert NodeState("node").slots() == [] and not list(states.iterdir())


def test_a_slot_whose_process_has_ended_is_dead(opened: GuestSlot) -> None:
    state = NodeState("node")
    assert state.dead_slots() == []
    gone = SlotRecord(guest="tb-1", pid=2**22 + 1, process="boot:1")
    state.write(gone)
    assert state.dead_slots() == [gone]
    state.forget(gone)
    assert [record.pid for record in state.slots()] != [] and state.dead_slots() == []


def test_a_lost_guest_on_a_host_in_trouble_is_the_nodes_fault(
    opened: GuestSlot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened.start("desktop")
    lost = opened.call("another", "call_tool", READ, {}).error
    assert type(lost) is GuestConnectionError
    monkeypatch.setattr(slot, "host_trouble", lambda _since: "the disk has 3 MiB left")
    blamed = opened.call("another", "call_tool", READ, {}).error
    assert type(blamed) is NodeError and "the disk has 3 MiB left" in blamed.message
    assert "the disk has 3 MiB left" in NodeState("node").last_error


def test_a_node_with_a_full_disk_starts_no_guest(opened: GuestSlot, monkeypatch: pytest.MonkeyPatch) -> None:
    opened.start("desktop")
    assert opened.disk_trouble().value == ""
    monkeypatch.setattr(slot, "disk_trouble", lambda: "the disk of /data has 3 MiB left")
    assert "the disk of /data has 3 MiB left" in opened.disk_trouble().value
    for refused in (opened.start("desktop"), opened.reset("desktop")):
        assert isinstance(refused.error, GuestBootError) and "3 MiB left" in refused.error.message
    assert "3 MiB left" in NodeState("node").last_error


def test_a_node_tells_its_trouble_since_the_guest_started(
    opened: GuestSlot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened.start("desktop")
    monkeypatch.setattr(slot, "host_trouble", lambda _since: "")
    assert opened.host_trouble().value == ""
    monkeypatch.setattr(slot, "host_trouble", lambda _since: "the host was suspended for 9 s")
    assert "the host was suspended for 9 s" in opened.host_trouble().value


def test_nspawn_without_root_is_refused_before_a_guest_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("vm_images.image.find_image", lambda _profile: None)
    error = GuestSlot("node", "nspawn", GuestOptions(), "run").open().error
    assert isinstance(error, UsageError) and "root" in error.message + error.hint
    assert "root" in NodeState("node").last_error


def test_tools_that_a_task_offers_are_listed_by_the_driver(opened: GuestSlot) -> None:
    class Direct(RemoteSlot):
        """A slot in this process."""

        def ask(self, method: str, *arguments: Any, seconds: float) -> Any:
            outcome = getattr(opened, method)(*arguments)
            if outcome.error is not None:
                raise outcome.error
            return outcome.value

    guest = RemoteGuest(Direct(ModuleType("ray"), None, 1), opened.start("headless").value)
    before = {tool.name for tool in guest.list_tools()}
    offer_servers(guest, TaskServers(("calculator",)))
    assert {tool.name for tool in guest.list_tools()} - before == {"calculator_calculate"}
