"""AT-SPI's bus, asked many questions at a time: an application answers a thousand in a row in the time of few in turn.

Applications are asked over the connection that each offers beside the bus, as libatspi does; those without one, over
the bus. Interfaces and methods: https://gitlab.gnome.org/GNOME/at-spi2-core/-/tree/main/xml
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from itertools import islice
from select import select
from typing import Any, Final

from mcp_tools.computer.dbus_connection import BusConnectionError, Connection
from mcp_tools.computer.dbus_messages import Call
from mcp_tools.computer.dbus_values import ValueFormatError

ANSWER_SECONDS: Final = 5.0
"""How long one application may take for one answer, such as the list of its elements in an emulated guest."""
_AT_ONCE: Final = 100
"""How many questions are made before looking for answers."""
ROOT: Final = "/org/a11y/atspi/accessible/root"
ATSPI: Final = "org.a11y.atspi."
"""What the names of AT-SPI's interfaces begin with."""

Address = tuple[str, str]
"""The bus name of an application and the path of an element."""
Question = tuple[str, Call]
"""The bus name of an application and what it is asked."""


class AccessibilityBus:
    """The applications, each over a connection of its own.

    Attributes:
        silent: Bus names of applications that left a question without an answer or have gone; they are asked no more.

    Raises:
        BusConnectionError: The session has no such bus.
    """

    def __init__(self, answer_seconds: float = ANSWER_SECONDS) -> None:
        """`answer_seconds` is how long one application may say nothing."""
        self._answer_seconds = answer_seconds
        session = Connection(os.environ["DBUS_SESSION_BUS_ADDRESS"], answer_seconds, "org.a11y.Bus")
        self.silent: set[str] = set()
        self._connections = {"": session}
        (self._address,) = self.ask([("", Call("/org/a11y/bus", "org.a11y.Bus", "GetAddress"))])

    def close(self) -> None:
        for connection in self._connections.values():
            connection.close()

    def ask(self, questions: Iterable[Question]) -> list[Any]:
        """Ask all questions, each as soon as it is made; the answers in their order.

        None where the element has disappeared, lacks the method, or its application does not answer.
        """
        answers: list[Any] = []
        unasked = iter(questions)
        asked: dict[str, Connection] = {}
        while True:
            size = len(answers)
            for name, call in islice(unasked, _AT_ONCE):
                if name not in self._connections and name not in self.silent:
                    self._connect(name)
                    for connection in asked.values():
                        connection.heard = time.monotonic()  # nobody listened meanwhile
                if name not in self.silent:
                    if name not in asked:
                        asked[name] = self._connections[name]
                        asked[name].heard = time.monotonic()
                    asked[name].put(call, len(answers))
                answers.append(None)
            is_over = len(answers) == size
            if is_over and not asked:
                return answers
            self._exchange(asked, answers, self._answer_seconds if is_over else 0)

    def _exchange(self, asked: dict[str, Connection], answers: list[Any], seconds: float) -> None:
        """Send and receive what is possible, after waiting for it; take those that have no more to answer out."""
        sockets = {connection.socket: name for name, connection in asked.items()}
        sending = [connection.socket for connection in asked.values() if connection.is_sending]
        readable, writable, _ = select(sockets, sending, [], seconds)
        for name in {sockets[one] for one in (*readable, *writable)}:
            try:
                for index, values in asked[name].exchange():
                    answers[index] = values[0] if values and len(values) == 1 else values
            except (BusConnectionError, ValueFormatError):
                self._give_up(name)
        latest = time.monotonic() - self._answer_seconds
        for name, connection in list(asked.items()):
            if connection.is_waiting and connection.heard < latest:
                self._give_up(name)
            if name in self.silent or not connection.is_waiting:
                del asked[name]

    def _connect(self, name: str) -> None:
        """Connect to an application, which is silent if it cannot be reached."""
        self._connections[name] = Connection(self._address, self._answer_seconds, name)
        if not name.startswith(":"):
            return
        (address,) = self.ask([(name, Call(ROOT, f"{ATSPI}Application", "GetApplicationBusAddress"))])
        if address:
            self._connections[name].close()
            try:
                self._connections[name] = Connection(address, self._answer_seconds)
            except BusConnectionError:
                self._give_up(name)

    def _give_up(self, name: str) -> None:
        self.silent.add(name)
        if connection := self._connections.pop(name, None):
            connection.close()
