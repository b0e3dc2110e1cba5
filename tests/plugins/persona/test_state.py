"""States of lives, as guests get them."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from mcp_tools.personal.life.life import make_life
from mcp_tools.personal.service import PERSON
from plugins.persona.state import life_state
from testbed.errors import TaskError


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
