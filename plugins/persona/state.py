"""The state of the personal applications that a guest begins with, made of a life on this host."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

from mcp_tools.personal.life.life import make_life
from mcp_tools.personal.life.state import write_state
from testbed.errors import TaskError


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
