"""States of lives, as guests get them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mcp_tools.personal.apps import APPS
from mcp_tools.personal.calls import execute
from mcp_tools.personal.life.life import make_life
from mcp_tools.personal.service import PERSON
from mcp_tools.personal.store import Store
from plugins.persona.state import STATE, explored, life_state
from testbed.errors import TaskError
from tests.checkers.guests import FileGuest


def setting(state: bytes, name: str) -> str:
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(state)
        return str(database.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()[0])


def test_the_tools_act_for_the_main_person_or_the_one_that_is_named() -> None:
    life = make_life(7)
    assert setting(life_state(7), PERSON) == life.person
    assert setting(life_state(7), "now") == life.now
    other = next(key for key in life.people if key != life.person)
    assert setting(life_state(7, other), PERSON) == other
    with pytest.raises(TaskError, match="life 7 has no tools for 'person-x'") as raised:
        life_state(7, "person-x")
    assert other in (raised.value.hint or "")


def test_records_count_as_explored_that_were_shown_before_the_first_change(tmp_path: Path) -> None:
    file = tmp_path / "state.db"
    file.write_bytes(life_state(0))
    store, person = Store(file), make_life(0).person
    cards = [card["id"] for card in execute(store, APPS["contacts"], "search", {"words": "a"}, person).result]
    read, late = (f"contacts.card {key}" for key in cards[:2])

    def share(*records: str) -> float | None:
        return explored(FileGuest({STATE: file.read_bytes()}), records)  # type: ignore[arg-type]

    assert share() is None
    assert share(read) == 1.0, "a search shows what it finds"
    assert share("contacts.card card-0", read) == 0.5
    execute(store, APPS["contacts"], "update", {"card": cards[0], "note": "x"}, person)
    events = execute(
        store, APPS["calendar"], "list_events", {"first_day": "2026-05-12", "last_day": "2026-05-20"}, person
    ).result
    assert share(read, late, f"calendar.event {events[0]['id']}") == pytest.approx(2 / 3)
    assert explored(FileGuest(), [read]) == 0.0  # type: ignore[arg-type]
