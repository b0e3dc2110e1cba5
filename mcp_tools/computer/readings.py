"""Readings of the accessibility tree that go on at the same time: what all of them ask next is asked in one go.

A reading is a generator. It yields questions and is sent their answers, or yields `Together` with further readings and
is sent their results; what it returns is its result.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any, NamedTuple

from mcp_tools.computer.accessibility_bus import AccessibilityBus, Question


class Together(NamedTuple):
    """Readings that go on at the same time."""

    readings: Sequence[Reading]


Reading = Generator[Sequence[Question] | Together, Any, Any]


class _Running:
    """A reading that has begun, with the place of its result among those that another one waits for."""

    __slots__ = ("missing", "parent", "place", "reading", "results")

    def __init__(self, reading: Reading, parent: _Running | None, place: int) -> None:
        self.reading = reading
        self.parent = parent
        self.place = place
        self.results: list[Any] = []
        self.missing = 0


def read_together(bus: AccessibilityBus, readings: Iterable[Reading]) -> list[Any]:
    """Return the results of readings, in their order."""
    first = _Running(_all(readings), None, 0)
    ready: list[tuple[_Running, Any]] = [(first, None)]
    asked: list[tuple[_Running, Sequence[Question]]] = []
    while ready or asked:
        if not ready:
            answers = iter(bus.ask(question for _, questions in asked for question in questions))
            ready = [(running, [next(answers) for _ in questions]) for running, questions in asked]
            asked = []
        running, value = ready.pop()
        try:
            wanted = running.reading.send(value)
        except StopIteration as end:
            if running.parent is None:
                return list(end.value)
            running.parent.results[running.place] = end.value
            running.parent.missing -= 1
            if not running.parent.missing:
                ready.append((running.parent, running.parent.results))
            continue
        if not isinstance(wanted, Together):
            asked.append((running, wanted))
        elif wanted.readings:
            running.results, running.missing = [None] * len(wanted.readings), len(wanted.readings)
            ready += [(_Running(inner, running, place), None) for place, inner in enumerate(wanted.readings)]
        else:
            ready.append((running, []))
    raise AssertionError("a reading waits for nothing")


def _all(readings: Iterable[Reading]) -> Reading:
    results: list[Any] = yield Together(list(readings))
    return results
