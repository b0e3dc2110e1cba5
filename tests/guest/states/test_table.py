"""The table is whole: each application of the contract is in it, with all its tools, and its states are told apart."""

from __future__ import annotations

import json

import pytest

from tests.guest.fuzz.promises import Subject
from tests.guest.fuzz.subjects import find_subjects
from tests.guest.states.results import WALKED
from tests.guest.states.table import AppTable, find_tables, promises_of
from tests.guest.states.walker import tool_limits
from tests.guest.tools.contract import CONTRACT

TABLES = find_tables()
WITHOUT_AN_APPLICATION = ("filesystem_", "git_")
"""Servers of files and repositories: they have no window, and no state but their files."""
OF_REPOSITORIES = "osworld_mcp_os.git_operation"
"""The same for this one, which Git alone carries out."""


def test_every_tool_of_an_application_is_in_the_table() -> None:
    called = sorted(promise.tool for app in TABLES for promise in promises_of(app))
    assert called == sorted(
        tool for tool in CONTRACT if not tool.startswith(WITHOUT_AN_APPLICATION) and tool != OF_REPOSITORIES
    )


@pytest.mark.parametrize("app", TABLES)
def test_states_have_one_name_and_one_application(app: str) -> None:
    names = [state.name for state in TABLES[app].states]
    assert len(set(names)) == len(names)
    assert {state.app for state in TABLES[app].states} == {app}
    assert names[0] in ("plain", "playing")


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_text_that_is_typed_is_looked_for_where_it_can_be_read(table: AppTable) -> None:
    typed = [state for state in table.states if state.typed]
    assert not [state.name for state in typed if state.ended or state.readable]


def test_every_tool_has_a_limit_and_every_reader_is_a_tool() -> None:
    limits = tool_limits()
    for app, table in TABLES.items():
        assert all(limits[promise.tool] > 0 for promise in promises_of(app))
        assert not table.reader or table.reader in limits


def test_every_application_with_a_window_has_a_table() -> None:
    subjects: dict[str, type[Subject]] = find_subjects()
    assert set(TABLES) == set(subjects) - {"filesystem", "git"}


def test_what_ci_samples_is_in_the_table() -> None:
    walked: dict[str, dict[str, list[str]]] = json.loads(WALKED.read_text("utf-8"))
    for app, states in walked.items():
        assert states.keys() <= {state.name for state in TABLES[app].states}
        tools = {promise.tool for promise in promises_of(app)}
        assert all(set(names) <= tools for names in states.values())
