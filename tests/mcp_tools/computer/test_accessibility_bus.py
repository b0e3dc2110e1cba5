from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from mcp_tools.computer import accessibility_bus
from mcp_tools.computer.accessibility_bus import AccessibilityBus, Question
from mcp_tools.computer.dbus_connection import BusConnectionError, Connection
from mcp_tools.computer.dbus_messages import Call
from tests.mcp_tools.computer.dbus_bytes import message
from tests.mcp_tools.computer.dbus_peer import Answer, Peer

RETURN, ERROR, SIGNAL = 2, 3, 4
DIRECT, ON_BUS, SILENT, GONE, GARBLED = ":1.2", ":1.3", ":1.4", ":1.5", ":1.6"


def element(serial: int, destination: str, method: str, arguments: tuple[Any, ...]) -> bytes:
    """What an application answers."""
    if method == "GetName":
        return message(SIGNAL, 0) + message(RETURN, serial, "s", f"{destination or 'direct'} {arguments[0]}")
    return message(ERROR, serial, "s", "no such method")


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AccessibilityBus]:
    addresses: dict[str, str] = {}

    def bus_answer(serial: int, destination: str, method: str, arguments: tuple[Any, ...]) -> bytes:
        if method == "Hello":
            return message(RETURN, serial, "s", ":1.99")
        if method == "GetAddress":
            return message(RETURN, serial, "s", addresses["bus"])
        if method == "GetApplicationBusAddress" and destination in addresses:
            return message(RETURN, serial, "s", addresses[destination])
        return b"" if destination == SILENT else element(serial, destination, method, arguments)

    answers: dict[str, Answer] = {
        "bus": bus_answer,
        DIRECT: element,
        GARBLED: lambda *_: b"no message of D-Bus",
    }
    with ExitStack() as stack:
        for number, (name, answer) in enumerate(answers.items()):
            peer = Peer(tmp_path / str(number), answer)
            stack.callback(peer.close)
            addresses[name] = peer.address
        addresses[GONE] = f"unix:path={tmp_path}/gone"
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", addresses["bus"])
        yield stack.enter_context(closing(AccessibilityBus()))


def ask_name(name: str, number: int = 0) -> Question:
    return name, Call("/e", "org.a11y.atspi.Action", "GetName", "i", (number,))


def test_many_answers_come_in_the_order_of_the_questions(bus: AccessibilityBus) -> None:
    names = [DIRECT, ON_BUS] * 1500
    answers = bus.ask(ask_name(name, number) for number, name in enumerate(names))
    told = {DIRECT: "direct", ON_BUS: ON_BUS}
    assert answers == [f"{told[name]} {number}" for number, name in enumerate(names)]


def test_an_error_is_no_answer(bus: AccessibilityBus) -> None:
    assert bus.ask([(DIRECT, Call("/e", "i.f", "None")), ask_name(DIRECT)]) == [None, "direct 0"]
    assert not bus.silent


@pytest.mark.parametrize("name", [SILENT, GONE, GARBLED])
def test_who_does_not_answer_is_asked_no_more(
    bus: AccessibilityBus, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bus.ask([ask_name(DIRECT), ask_name(ON_BUS)]) == ["direct 0", f"{ON_BUS} 0"]
    monkeypatch.setattr(accessibility_bus, "ANSWER_SECONDS", 1.0)  # long for those that do answer
    assert bus.ask([ask_name(DIRECT), ask_name(name), ask_name(ON_BUS)]) == [
        "direct 0",
        None,
        f"{ON_BUS} 0",
    ]
    assert bus.silent == {name}
    assert bus.ask([ask_name(name)]) == [None]


def test_nothing_to_ask(bus: AccessibilityBus) -> None:
    assert bus.ask([]) == []


def test_addresses_that_nobody_is_at(tmp_path: Path) -> None:
    for address in (f"unix:path={tmp_path}/none", "tcp:host=localhost,port=1", ""):
        with pytest.raises(BusConnectionError):
            Connection(address, 1)


def test_a_user_who_is_refused(tmp_path: Path) -> None:
    peer = Peer(tmp_path / "peer", element, b"REJECTED EXTERNAL\r\n")
    with pytest.raises(BusConnectionError, match="REJECTED"):
        Connection(peer.address, 1)
    peer.close()
