from __future__ import annotations

import struct
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents.person_input import (
    LONGEST_PATH,
    Gestures,
    Input,
    KeyInput,
    PointerInput,
    read_input,
)
from controller.core.actions import Action, Click, Drag, Key, Point, Scroll, TypeText

SHIFT, CTRL, SUPER, RETURN, LEFT = 0xFFE1, 0xFFE3, 0xFFEB, 0xFF0D, 0xFF51


def keys(*keysyms: int, at: float = 0.0) -> list[Input]:
    return [KeyInput(at, down, keysym) for keysym in keysyms for down in (True, False)]


def hold(modifier: int, inside: Sequence[Input]) -> list[Input]:
    return [KeyInput(0, True, modifier), *inside, KeyInput(0, False, modifier)]


def type_text(text: str) -> list[Input]:
    return keys(*(ord(sign) if ord(sign) < 0x100 else 0x0100_0000 + ord(sign) for sign in text))


def press(x: int, y: int, button: int = 1, at: float = 0.0) -> list[Input]:
    return [PointerInput(at, x, y, button), PointerInput(at, x, y, 0)]


def actions(*parts: list[Input]) -> list[Action]:
    gestures = Gestures()
    for part in parts:
        for one in part:
            gestures.add(one)
    assert not gestures.busy
    return gestures.take()


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([press(3, 4)], [Click(x=3, y=4)]),
        ([press(3, 4, 2)], [Click(x=3, y=4, button="middle")]),
        ([press(3, 4, 4)], [Click(x=3, y=4, button="right")]),
        ([press(3, 4), press(4, 4, at=0.3)], [Click(x=3, y=4, count=2)]),
        ([press(3, 4), press(3, 4, at=0.2), press(3, 4, at=0.4)], [Click(x=3, y=4, count=3)]),
        ([press(3, 4), press(3, 4, at=2)], [Click(x=3, y=4), Click(x=3, y=4)]),
        ([press(3, 4), press(30, 4, at=0.1)], [Click(x=3, y=4), Click(x=30, y=4)]),
        ([hold(CTRL, press(3, 4))], [Click(x=3, y=4, modifiers=("ctrl",))]),
        (
            [[PointerInput(0, 3, 4, 1), PointerInput(0, 60, 4, 1), PointerInput(0, 90, 9, 0)]],
            [Drag(path=(Point(x=3, y=4), Point(x=60, y=4), Point(x=90, y=9)))],
        ),
        ([press(3, 4, 16), press(3, 4, 16, at=0.5)], [Scroll(x=3, y=4, dy=2)]),
        ([press(3, 4, 8), press(3, 4, 16, at=0.5)], [Scroll(x=3, y=4, dy=0)]),
        ([press(3, 4, 64)], [Scroll(x=3, y=4, dx=1)]),
        ([press(3, 4, 16), press(3, 4, 16, at=5)], [Scroll(x=3, y=4, dy=1), Scroll(x=3, y=4, dy=1)]),
        ([type_text("Grüße, 世")], [TypeText(text="Grüße, 世")]),
        ([hold(SHIFT, type_text("A B"))], [TypeText(text="A B")]),
        (
            [type_text("ab"), keys(RETURN), type_text("c")],
            [TypeText(text="ab"), Key(keys=("Return",)), TypeText(text="c")],
        ),
        ([keys(LEFT, LEFT, LEFT)], [Key(keys=("Left",), repeat=3)]),
        ([hold(SHIFT, keys(LEFT))], [Key(keys=("shift", "Left"))]),
        ([hold(CTRL, type_text("s"))], [Key(keys=("ctrl", "s"))]),
        ([hold(CTRL, hold(SHIFT, type_text("Z")))], [Key(keys=("ctrl", "shift", "Z"))]),
        ([keys(SUPER)], [Key(keys=("super",))]),
        ([keys(SHIFT), keys(CTRL)], []),
        ([hold(SUPER, type_text("a"))], [Key(keys=("super", "a"))]),
        ([hold(0xFE03, type_text("€"))], [TypeText(text="€")]),
        ([keys(0xFFB1, 0xFFAB)], [TypeText(text="1+")]),
        ([keys(0xFFC2)], [Key(keys=("F5",))]),
        ([keys(0x1008FF11)], [Key(keys=("0x1008ff11",))]),
        ([[PointerInput(0, 3, 4, 0), PointerInput(1, 9, 9, 0)]], []),
        ([press(3, 4), type_text("a"), press(3, 4)], [Click(x=3, y=4), TypeText(text="a"), Click(x=3, y=4)]),
    ],
)
def test_input_becomes_actions(parts: list[list[Input]], expected: list[Action]) -> None:
    assert actions(*parts) == expected


def test_what_was_taken_is_not_continued() -> None:
    gestures = Gestures()
    for one in type_text("a"):
        gestures.add(one)
    assert gestures.take() == [TypeText(text="a")]
    for one in type_text("b"):
        gestures.add(one)
    assert gestures.take() == [TypeText(text="b")]


def test_while_something_is_held_nothing_is_certain() -> None:
    gestures = Gestures()
    for one in (PointerInput(0, 1, 1, 1), KeyInput(0, True, CTRL)):
        gestures.add(one)
    assert gestures.busy
    assert gestures.take() == []


def test_a_long_drag_keeps_its_ends() -> None:
    path = [PointerInput(0, x, x % 7, 1) for x in range(500)]
    [drag] = actions([*path, PointerInput(0, 600, 0, 0)])
    assert isinstance(drag, Drag)
    assert len(drag.path) == LONGEST_PATH
    assert (drag.path[0], drag.path[-1]) == (Point(x=0, y=0), Point(x=600, y=0))


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (struct.pack(">BBxxI", 4, 1, 0x61), KeyInput(2.0, True, 0x61)),
        (struct.pack(">BBHII", 255, 0, 0, 0x61, 30), KeyInput(2.0, False, 0x61)),
        (struct.pack(">BBHH", 5, 5, 3, 4), PointerInput(2.0, 3, 4, 5)),
        (struct.pack(">Bxxxi", 6, 4) + b"text", None),
        (struct.pack(">BBxx", 250, 1), None),
    ],
)
def test_messages_are_read(message: bytes, expected: Input | None) -> None:
    assert read_input(message, 2.0) == expected


_INPUTS = st.one_of(
    st.builds(
        KeyInput,
        st.just(0.0),
        st.booleans(),
        st.integers(0, 2**32 - 1) | st.sampled_from([SHIFT, CTRL, SUPER]),
    ),
    st.builds(PointerInput, st.just(0.0), st.integers(0, 2000), st.integers(0, 2000), st.integers(0, 255)),
)


@given(st.lists(_INPUTS, max_size=40))
def test_any_input_makes_whole_actions(inputs: list[Input]) -> None:
    gestures = Gestures()
    for one in inputs:
        gestures.add(one)
    assert gestures.waiting == len(gestures.take())
    assert gestures.waiting == 0
