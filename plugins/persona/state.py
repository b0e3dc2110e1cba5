"""The state of the personal applications that a guest begins with, made on this host of a life or of a JSON file."""

from __future__ import annotations

import json
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from mcp_tools.personal.declaration import record_types
from mcp_tools.personal.life.life import make_life
from mcp_tools.personal.life.state import write_state
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.service import PERSON
from mcp_tools.personal.store import START, Store
from mcp_tools.personal.tree import Tree, import_tree
from testbed.errors import TaskError

MOST_BYTES = 32 * 2**20


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


def file_state(path: Path, person: str) -> bytes:
    """Return the file of a state with the records of a JSON file, as `read_tree` has them, at the usual moment.

    Raises TaskError.
    """
    try:
        tree = read_tree(path)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "state.db")
            store = Store(file)
            import_tree(store, tree)
            if person not in store.records("people.person"):
                known = ", ".join(store.records("people.person")) or "nobody"
                raise Refused(f"there is no person {person!r}; there is {known}")
            with store.transaction():
                store.set("now", START)
                store.set(PERSON, person)
            store.close()
            return file.read_bytes()
    except Refused as refusal:
        raise TaskError(
            f"{path}: {refusal}", hint="correct the file; `personas load` reads it without a guest"
        ) from None


def read_tree(path: Path) -> Tree:
    """Return the records in a JSON file: by application, type and id, or those that each of several users sees.

    Raises Refused, with the place in it.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise Refused(f"it is larger than {MOST_BYTES >> 20} MiB")
        given = json.loads(path.read_bytes())
    except OSError as error:
        raise Refused(f"it cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise Refused(f"it is no JSON: {error}") from error
    if not isinstance(given, dict):
        raise Refused("it must be a map of applications")
    apps = {kind.name.partition(".")[0] for kind in record_types()}
    if not given or set(given) & apps:
        return given
    joined: Tree = {}
    for user, tree in given.items():
        _join(joined, tree, user)
    return joined


def _join(joined: Tree, tree: Any, place: str) -> None:
    """Add what one user sees to what others see; a record that both see must be the same."""
    if not isinstance(tree, dict):
        raise Refused(f"{place} must be a map")
    for key, value in tree.items():
        known = joined.setdefault(key, {} if isinstance(value, dict) else value)
        if isinstance(value, dict) and isinstance(known, dict):
            _join(known, value, f"{place}.{key}")
        elif known != value:
            raise Refused(f"{place}.{key} is {str(value)[:60]!r}, another user sees {str(known)[:60]!r}")
