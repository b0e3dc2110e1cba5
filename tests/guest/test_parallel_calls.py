"""Calls of several servers that an agent asks for together are in the guest at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from controller.core.actions import ToolCall
from controller.core.guest import HOME, ToolResult
from controller.episode.desktop import Desktop
from controller.episode.groups import reaches_guest, run_together
from controller.guests.provider import HEADLESS, Provider
from controller.tasks.servers import offer_servers
from controller.tasks.task_servers import TaskServers
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.registry import make_filter

pytestmark = pytest.mark.guest

SERVERS = ("desktop-commander", "word", "excel-haris")
MET = "the other calls are there"
LONG, SHORT = 60_000, 500
"""Milliseconds for which the first call waits for the effects of the others."""


@pytest.fixture(scope="module")
def desktop(provider: Provider) -> Iterator[Desktop]:
    guest = provider.start(HEADLESS)
    offer_servers(guest, TaskServers(tuple(SERVERS)))
    desktop = Desktop(guest, make_filter("all"), "mcp")
    desktop.select_tools(FilterRequest("any"))
    yield desktop
    provider.stop(guest)


def calls(name: str, milliseconds: int) -> list[ToolCall]:
    """Calls of three servers; the first one ends only when the two others have had their effects."""
    letter, book = f"{HOME}/{name}.docx", f"{HOME}/{name}.xlsx"
    command = f"until [ -e {letter} ] && [ -e {book} ]; do sleep 0.05; done; echo {MET}"
    return [
        ToolCall(
            name="desktop_commander_start_process",
            arguments={"command": command, "timeout_ms": milliseconds},
        ),
        ToolCall(name="word_create_document", arguments={"filename": letter}),
        ToolCall(name="excel_haris_create_workbook", arguments={"path": book}),
    ]


def has_met(result: ToolResult | None) -> bool:
    """Whether a line of the first call's output says so; the command itself, which may be quoted, has the words too."""
    return result is not None and any(line.strip() == MET for line in result.text.splitlines())


def test_calls_of_three_servers_meet_in_the_guest(desktop: Desktop) -> None:
    outcomes = run_together(desktop.act, calls("together", LONG), partial(reaches_guest, desktop))
    results = [outcome.result for outcome in outcomes]
    assert [result is not None and not result.is_error for result in results] == [True] * 3, results
    assert has_met(results[0]), results[0]
    assert max(outcome.seconds for outcome in outcomes[1:]) <= outcomes[0].seconds


def test_one_after_the_other_they_do_not(desktop: Desktop) -> None:
    results = [desktop.act(call) for call in calls("in_turn", SHORT)]
    assert [result.is_error for result in results] == [False] * 3, results
    assert not has_met(results[0])
