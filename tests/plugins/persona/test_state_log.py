"""What each call showed and changed, and why an episode failed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mcp_tools.personal.apps import APPS
from mcp_tools.personal.calls import execute
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree
from plugins.persona.failures import failure_of
from plugins.persona.state_log import STATE, StateLog, read_log
from tests.checkers.guests import FileGuest
from tests.mcp_tools.personal.small_state import ADDRESS, JON, ROBIN, small_state

CARDS = ("contacts.card card-1", "contacts.card card-2")


class Used:
    """A small state in a file, and what is called on it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "state.db"
        self.store = Store(self.file)
        import_tree(self.store, export_tree(small_state()))
        self.steps: list[tuple[int, str, dict[str, Any]]] = []

    def call(self, tool: str, **arguments: Any) -> None:
        self.steps.append((len(self.steps) + 1, tool, arguments))
        app, _, name = tool.partition("_")
        execute(self.store, APPS[app], name, arguments, ROBIN)

    def log(self) -> StateLog:
        return read_log(FileGuest({STATE: self.file.read_bytes()}))  # type: ignore[arg-type]


@pytest.fixture
def used(tmp_path: Path) -> Used:
    return Used(tmp_path)


def test_records_count_as_explored_that_were_shown_before_the_first_change(used: Used) -> None:
    used.call("contacts_read", card="card-1")
    assert used.log().explored([]) is None
    assert used.log().explored(CARDS) == 0.5
    used.call("contacts_update", card="card-1", note="sings")
    used.call("contacts_read", card="card-2")
    assert used.log().explored(CARDS) == 0.5
    assert read_log(FileGuest()).explored(CARDS) == 0.0  # type: ignore[arg-type]


def test_each_change_belongs_to_the_step_that_made_it(used: Used) -> None:
    used.call("contacts_read", card="card-1")
    used.call("mail_send", to=[ADDRESS[JON]], subject="Hall", body="At seven.")
    used.call("contacts_delete", card="card-2")
    steps = [
        (1, "computer.screenshot", {}),
        *((number + 1, tool, given) for number, tool, given in used.steps),
    ]
    by_step = dict(used.log().by_step(steps))
    assert {step: call.tool for step, call in by_step.items()} == {
        2: "contacts_read",
        3: "mail_send",
        4: "contacts_delete",
    }
    assert by_step[2].changes == ()
    assert str(by_step[4].changes[0]).startswith("contacts.card card-2 removed: ")
    assert "subject: Hall" in str(by_step[3].changes[0])


def test_a_changed_field_is_told_with_both_values(used: Used) -> None:
    used.call("contacts_update", card="card-1", note="sings")
    [call] = used.log().calls
    assert [str(change) for change in call.changes] == ["contacts.card card-1: note was '', is 'sings'"]


@pytest.mark.parametrize(
    ("credits", "collateral", "explored", "unknown", "failure"),
    [
        ([1, 1], False, 0.5, True, ""),
        ([1, 0], False, 0.5, True, "skipped_dependency"),
        ([1, 0.5], False, 0.5, False, "under_exploration"),
        ([1, 0.5], True, 1.0, False, "wrong_value"),
        ([1, 1], True, None, False, "collateral"),
        ([1, 0], False, None, False, "not_done"),
    ],
)
def test_the_first_class_that_fits_is_why_an_episode_failed(
    credits: list[float], collateral: bool, explored: float | None, unknown: bool, failure: str, used: Used
) -> None:
    if unknown:
        used.call("contacts_read", card="card-99")
    assert failure_of(credits, collateral, explored, used.log()) == failure
