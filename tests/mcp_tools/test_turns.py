"""Calls that touch one application are executed one at a time, in the order they came."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from mcp_tools import turns as turns_module
from mcp_tools.calls import LocalTool
from mcp_tools.registry import ToolSpec, one_process
from mcp_tools.turns import Turns
from tests.waiting import eventually_async, limit

gate = threading.Event()
inside: list[int] = []
most: list[int] = []

one_process("test_sheets", "test_slides")


def enter(number: int) -> str:
    """Note that the call is inside, and how many are."""
    inside.append(number)
    running.add(number)
    most.append(len(running))
    gate.wait()
    running.discard(number)
    return "done"


running: set[int] = set()


def tool(turns: Turns, name: str = "test.enter", app: str = "test_sheets", seconds: float = 600) -> LocalTool:
    return LocalTool(ToolSpec(name, app, enter, False, False, False, seconds), turns)


async def text_of(call: Any) -> str:
    return str(getattr((await call).content[0], "text", ""))


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    gate.clear()
    for notes in (inside, most, running):
        notes.clear()
    yield
    gate.set()


def test_forty_calls_of_one_process_run_one_at_a_time_in_order() -> None:
    async def go() -> None:
        turns = Turns()
        tools = [tool(turns), tool(turns, app="test_slides")]
        calls = [asyncio.ensure_future(tools[n % 2].call({"number": n})) for n in range(40)]
        await eventually_async(lambda: inside, what="the first call")
        gate.set()
        assert {await text_of(call) for call in calls} == {"done"}

    asyncio.run(go())
    assert inside == list(range(40)) and max(most) == 1


@pytest.mark.parametrize("other", [{"app": "test_player"}, {"name": "computer.look"}])
def test_another_application_and_the_screen_do_not_wait(other: dict[str, str]) -> None:
    async def go() -> None:
        turns = Turns()
        calls = [
            asyncio.ensure_future(one.call({"number": n}))
            for n, one in enumerate((tool(turns), tool(turns, **other)))  # type: ignore[arg-type]
        ]
        await eventually_async(lambda: len(running) == 2, what="both calls inside")
        gate.set()
        await asyncio.gather(*calls)

    asyncio.run(go())


def test_after_a_call_that_goes_on_the_next_is_refused_until_it_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns_module, "ABANDONED_SECONDS", 0.1)
    monkeypatch.setattr(turns_module, "LOOK_SECONDS", 0.05)

    async def go() -> None:
        turns = Turns()
        assert "did not finish within its limit" in await text_of(
            tool(turns, seconds=0.2).call({"number": 1})
        )
        refusal = await text_of(tool(turns).call({"number": 2}))
        assert "test.enter did not finish in time and still runs, so nothing was done" in refusal
        monkeypatch.setattr(turns_module, "ABANDONED_SECONDS", 600.0)
        third = asyncio.ensure_future(tool(turns).call({"number": 3}))
        gate.set()
        assert await text_of(third) == "done"

    asyncio.run(go())
    assert inside == [1, 3]


def test_waiting_is_bounded_and_does_not_count_as_execution(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns_module, "WAIT_SECONDS", 0.5)
    monkeypatch.setattr(turns_module, "LOOK_SECONDS", 0.05)

    async def go() -> None:
        turns = Turns()
        first = asyncio.ensure_future(tool(turns).call({"number": 1}))
        second = asyncio.ensure_future(tool(turns, seconds=0.3).call({"number": 2}))
        assert "nothing was done: test.enter" in await text_of(second)
        monkeypatch.setattr(turns_module, "WAIT_SECONDS", 600.0)
        execution = limit(0.5)
        third = asyncio.ensure_future(tool(turns, seconds=execution).call({"number": 3}))
        await asyncio.wait({third}, timeout=2 * execution)
        gate.set()
        assert [await text_of(call) for call in (first, third)] == ["done", "done"]

    asyncio.run(go())
    assert inside == [1, 3]


def test_a_caller_that_goes_away_gives_up_its_place() -> None:
    async def go() -> None:
        turns = Turns()
        calls = [asyncio.ensure_future(tool(turns).call({"number": n})) for n in range(3)]
        await eventually_async(lambda: inside, what="the first call")
        calls[1].cancel()
        gate.set()
        assert [await text_of(call) for call in (calls[0], calls[2])] == ["done", "done"]

    asyncio.run(go())
    assert inside == [0, 2]
