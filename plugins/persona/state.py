"""States of the personal applications: made of lives on this host, and read from guests."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path

from mcp_tools.personal.life.life import make_life
from mcp_tools.personal.life.state import write_state

from testbed.errors import TaskError
from testbed.guests import GuestView

STATE = "/var/lib/testbed-personal/state.db"
MOST_BYTES = 32 * 2**20
_FIRST_CHANGE = "SELECT coalesce(min(call), 9e18) FROM changes"
_SHOWN = "SELECT 1 FROM reads WHERE type || ' ' || id = ? AND call < ? LIMIT 1"


@lru_cache(maxsize=8)
def life_state(number: int, person: str = "") -> bytes:
    """Return the file of a life's state, in which the tools act for a person, its main one by default.

    Raises TaskError.
    """
    life = make_life(number)
    if person and person not in life.people:
        raise TaskError(
            f"life {number} has no tools for {person!r}", hint=f"it has them for {', '.join(life.people)}"
        )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "state.db")
        write_state(life, file, person)
        return file.read_bytes()


def explored(view: GuestView, records: Sequence[str]) -> float | None:
    """Return the share of records that tools had shown before the first call that changed one; None without records."""
    if not records:
        return None
    try:
        data = view.read_file(STATE, limit=MOST_BYTES)
    except FileNotFoundError:
        return 0.0
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(data)
        (first,) = database.execute(_FIRST_CHANGE).fetchone()
        return sum(bool(database.execute(_SHOWN, (key, first)).fetchone()) for key in records) / len(records)
