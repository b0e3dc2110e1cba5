"""Arguments are taken by the schema's words: no text as a number, no truth value, nothing unknown."""

from __future__ import annotations

import asyncio
import math
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from mcp_tools.calls import LocalTool
from mcp_tools.registry import ToolError, ToolSpec
from mcp_tools.turns import Turns


class Place(BaseModel):
    x: int
    y: float = 0.0


def take(
    count: int = 0,
    size: Annotated[float, Field(ge=0)] = 0.0,
    flag: bool = False,
    names: list[str] | None = None,
    cells: list[str | float | bool | None] | None = None,
    place: Place | None = None,
    text: str = "",
) -> str:
    """Say what was given."""
    if text == "fail":
        raise ToolError("it failed: " + "x" * 5_000 + " end")
    if text == "crash":
        raise OSError(36, "File name too long", "n" * 5_000)
    return f"{count!r} {size!r} {flag!r} {names!r} {cells!r} {place!r} {text}"


def answer(**arguments: Any) -> tuple[str, bool]:
    tool = LocalTool(ToolSpec("test.take", "os", take, False, False, False, 5.0), Turns())
    result = asyncio.run(tool.call(arguments))
    return getattr(result.content[0], "text", ""), bool(result.is_error)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"count": True}, "count: should be a valid integer, but got true"),
        ({"count": "2"}, 'count: should be a valid integer, but got "2"'),
        ({"count": 2.5}, "count: should be a valid integer"),
        ({"count": 2**53 + 1}, "count: should be a number from -2^53 to 2^53"),
        ({"count": 10**400}, "bits"),
        ({"count": None}, "count: should be a valid integer, but got null"),
        ({"size": "1"}, "size: should be a valid number"),
        ({"size": False}, "size: should be a valid number"),
        ({"size": math.nan}, "size: should be a finite number, but got nan"),
        ({"size": math.inf}, "size: should be a finite number, but got inf"),
        ({"size": -1}, "size: should be greater than or equal to 0, but got -1"),
        ({"flag": 1}, "flag: should be a valid boolean, but got 1"),
        ({"flag": "yes"}, "flag: should be a valid boolean"),
        ({"names": '["a"]'}, "names: should be a valid array"),
        ({"names": ["a", 1]}, "names.1: should be a valid string"),
        ({"cells": [[1]]}, "cells.0"),
        ({"place": {"x": 1, "z": 2}}, "place: should be object {x: integer, y: number} or null"),
        ({"place": {"x": "1"}}, "place.x: should be a valid integer"),
        ({"text": "a\ud800"}, "half a character"),
        ({"Count": 1}, "there is no argument 'Count' (did you mean 'count'?)"),
    ],
)
def test_a_value_that_the_schema_does_not_take_is_refused(arguments: dict[str, Any], problem: str) -> None:
    text, failed = answer(**arguments)
    assert failed and problem in text and "Expected: count (integer" in text


def test_what_the_schema_takes_is_taken() -> None:
    text, failed = answer(count=2.0, size=3, names=None, cells=[1, 2.5, True, None, "x"], place={"x": 4})
    assert not failed
    assert text == "2 3.0 False None [1.0, 2.5, True, None, 'x'] Place(x=4, y=0.0) "


@pytest.mark.parametrize(
    "arguments",
    [
        {"x" * 1_000_000: 1},
        {"count": "x" * 1_000_000},
        {"names": [1] * 10_000},
        {"names": [{"x" * 100_000: 1}]},
        {"place": {"x" * 100_000: 1, "x": 1}},
        {"text": "x y " * 250_000},
        {"text": "fail"},
        {"text": "crash"},
    ],
)
def test_an_answer_is_bounded_whatever_was_sent(arguments: dict[str, Any]) -> None:
    text, _ = answer(**arguments)
    assert len(text) <= 2_000
    assert max(len(word) for word in text.split()) <= 300


def test_an_echoed_argument_is_shortened_with_its_length_and_control_characters_are_escaped() -> None:
    assert answer(text="x" * 100)[0].endswith(f"'{'x' * 58}'... (100 characters)")
    assert answer(text="\x1b[31m\x00")[0].endswith(r"\x1b[31m\x00")
    assert answer(count="\x1b")[0].isprintable()


def test_an_operating_systems_error_is_answered_with_cause_and_remedy() -> None:
    text, failed = answer(text="crash")
    assert failed and "a name has at most 255 bytes" in text and "5,000 characters" in text
    assert "Errno" not in text
