"""AT-SPI's bus, asked many questions at a time: an application answers a thousand in a row in the time of few in turn.

Interfaces and methods are those of at-spi2-core, https://gitlab.gnome.org/GNOME/at-spi2-core/-/tree/main/xml
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gi.repository import Gio, GLib

ANSWER_MILLISECONDS: Final = 1500
"""How long one application may take for one answer."""
_UNANSWERED: Final = 200
"""Most questions that wait for an answer: the time of each begins when it is sent."""
_PREFIX: Final = "org.a11y.atspi."

Address = tuple[str, str]
"""The bus name of an application and the path of an element."""


@dataclass(frozen=True, slots=True)
class Question:
    """A method of an element; `interface` as in "Component", or with dots for one that is not AT-SPI's."""

    address: Address
    interface: str
    method: str
    arguments: GLib.Variant | None = None


class AccessibilityBus:
    """A connection of its own to AT-SPI's bus.

    Attributes:
        silent: Bus names of applications that left a question without an answer; they are asked no more.
    """

    def __init__(self) -> None:
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        launcher = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
        (address,) = session.call_sync(
            *launcher, None, None, Gio.DBusCallFlags.NONE, ANSWER_MILLISECONDS, None
        )
        flags = Gio.DBusConnectionFlags
        self._connection = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None
        )
        self.silent: set[str] = set()

    def ask(self, questions: Sequence[Question]) -> list[Any]:
        """Ask all questions; the answers in their order, each with the types of Python.

        None where the element has disappeared, lacks the method, or its application does not answer.
        """
        answers: list[Any] = [None] * len(questions)
        context = GLib.MainContext.default()
        waiting = 0

        def receive(connection: Any, result: Any, index: int) -> None:
            nonlocal waiting
            waiting -= 1
            try:
                values = connection.call_finish(result).unpack()
            except GLib.Error as error:
                if error.matches(Gio.io_error_quark(), Gio.IOErrorEnum.TIMED_OUT):
                    self.silent.add(questions[index].address[0])
                return
            answers[index] = values[0] if len(values) == 1 else values

        for index, question in enumerate(questions):
            name, path = question.address
            while waiting >= _UNANSWERED:
                context.iteration(True)
            if name in self.silent:
                continue
            interface = question.interface if "." in question.interface else f"{_PREFIX}{question.interface}"
            waiting += 1
            self._connection.call(
                *(name, path, interface, question.method, question.arguments, None),
                *(Gio.DBusCallFlags.NO_AUTO_START, ANSWER_MILLISECONDS, None, receive, index),
            )
        while waiting:
            context.iteration(True)
        return answers
