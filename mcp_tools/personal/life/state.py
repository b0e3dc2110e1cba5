"""The file of a state in which a life has got to its present day."""

from __future__ import annotations

from pathlib import Path

from mcp_tools.personal.life.life import Life
from mcp_tools.personal.service import PERSON
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import import_tree


def write_state(life: Life, file: Path, person: str = "") -> None:
    """Write a new file, in which calls are made for a person, by default the life's main one."""
    store = Store(file)
    import_tree(store, life.tree)
    with store.transaction():
        store.set("now", life.now)
        store.set(PERSON, person or life.person)
    store.close()
