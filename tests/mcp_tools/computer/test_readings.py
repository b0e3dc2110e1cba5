"""Readings that go on at the same time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from mcp_tools.computer.accessibility_bus import AccessibilityBus, Question
from mcp_tools.computer.dbus_messages import Call
from mcp_tools.computer.readings import Reading, Together, read_together


class Doubling(AccessibilityBus):
    """Answers a question of a number by twice that number, and notes which are asked in one go."""

    def __init__(self) -> None:
        self.silent = set()
        self.rounds: list[list[int]] = []

    def ask(self, questions: Iterable[Question]) -> list[Any]:
        numbers = [int(call.path) for _, call in questions]
        self.rounds.append(sorted(numbers))
        return [2 * number for number in numbers]


def number(value: int) -> Question:
    return "", Call(str(value), "", "")


def double(value: int, times: int = 1) -> Reading:
    for _ in range(times):
        (value,) = yield [number(value)]
    return value


def tree(value: int, depth: int) -> Reading:
    """The doubled value, and below it those of the two that follow from it."""
    doubled = yield from double(value)
    below = yield Together([tree(doubled + 1, depth - 1), tree(doubled + 2, depth - 1)] if depth else [])
    return [doubled, *below]


def test_what_several_ask_is_asked_in_one_go() -> None:
    bus = Doubling()
    assert read_together(bus, [double(1), double(5, times=2), double(7)]) == [2, 20, 14]
    assert bus.rounds == [[1, 5, 7], [10]]


def test_readings_within_readings_keep_their_places() -> None:
    bus = Doubling()
    assert read_together(bus, [tree(1, 2)]) == [[2, [6, [14], [16]], [8, [18], [20]]]]
    assert bus.rounds == [[1], [3, 4], [7, 8, 9, 10]]


def test_nothing_is_asked_for_nothing() -> None:
    def silent() -> Reading:
        assert (yield []) == []
        assert (yield Together([])) == []
        return "done"

    bus = Doubling()
    assert read_together(bus, []) == []
    assert read_together(bus, [silent()]) == ["done"]
    assert bus.rounds == [[]]


def test_what_a_reading_raises_is_raised() -> None:
    def failing() -> Reading:
        yield [number(1)]
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        read_together(Doubling(), [double(3), failing()])
