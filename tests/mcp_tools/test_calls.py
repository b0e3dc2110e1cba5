"""Calls that something blocks are answered with what blocks them."""

from __future__ import annotations

import asyncio
import threading

import pytest

from mcp_tools import calls
from mcp_tools.calls import LocalTool
from mcp_tools.registry import ToolSpec, blocker_check
from mcp_tools.turns import Turns
from tests.waiting import eventually_async

gate = threading.Event()
dialogs: list[str | None] = []


@blocker_check("an application with dialogs")
def blocker() -> str | None:
    return dialogs.pop(0) if dialogs else None


def wait_for_gate() -> str:
    """Wait until the test lets go."""
    gate.wait(20)
    return "done"


def answer(*blockers: str | None) -> tuple[str, bool]:
    """The answer to a call during which the looks find these dialogs; the gate opens after the last."""
    gate.clear()
    dialogs[:] = blockers
    spec = ToolSpec("test.wait", "an application with dialogs", wait_for_gate, False, False, False, 20)

    async def call() -> tuple[str, bool]:
        running = asyncio.ensure_future(LocalTool(spec, Turns()).call({}))
        await eventually_async(lambda: not dialogs or running.done(), what="the last look at the dialogs")
        if not running.done() and blockers[-2:] != (blockers[-1], blockers[-1]):
            gate.set()
        result = await running
        return getattr(result.content[0], "text", ""), bool(result.is_error)

    try:
        return asyncio.run(call())
    finally:
        gate.set()


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "LONG_SECONDS", 0.05)


def test_a_dialog_that_stays_ends_the_call() -> None:
    assert answer(None, "the dialog X is open", "the dialog X is open") == ("the dialog X is open", True)


def test_dialogs_that_come_and_go_do_not() -> None:
    assert answer("X", None, "X", "Y") == ("done", False)
