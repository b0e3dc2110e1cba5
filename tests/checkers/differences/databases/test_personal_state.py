"""What agents have changed in the state of the personal applications, as trees."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from checkers.differences.compare import compare
from checkers.differences.databases.personal_state import read_personal_state_tree
from checkers.evidence import Unusable
from mcp_tools.personal.apps.contacts import CONTACTS
from mcp_tools.personal.calls import execute
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree
from tests.mcp_tools.personal.small_state import ROBIN, small_state


def test_each_field_of_each_record_has_a_place(tmp_path: Path) -> None:
    file = tmp_path / "state.db"
    store = Store(file)
    import_tree(store, export_tree(small_state()))
    before = read_personal_state_tree(file.read_bytes(), "state.db")
    execute(store, CONTACTS, "read", {"card": "card-1"}, ROBIN)
    assert list(compare(before, read_personal_state_tree(file.read_bytes(), "state.db"))) == []
    execute(store, CONTACTS, "update", {"card": "card-1", "note": "moved"}, ROBIN)
    made = execute(store, CONTACTS, "create", {"name": "Ola Brandt"}, ROBIN)
    changes = compare(before, read_personal_state_tree(file.read_bytes(), "state.db"))
    assert {(change.place, change.what, change.after) for change in changes} == {
        ("type contacts.card/record card-1/member note", "value", "moved"),
        (f"type contacts.card/record {made.result['id']}", "added", None),
    }


def test_a_state_that_is_none_is_refused() -> None:
    with pytest.raises(Unusable, match="is a database"):
        read_personal_state_tree(b"x", "state.db")
    for columns in ("type TEXT, id TEXT, data TEXT", "type TEXT, id TEXT, data TEXT, PRIMARY KEY (type, id)"):
        with closing(sqlite3.connect(":memory:")) as database:
            database.execute(f"CREATE TABLE records ({columns})")
            database.execute("INSERT INTO records VALUES ('mail.message', 'mail-1', '{')")
            data = database.serialize()
        with pytest.raises(Unusable, match="state of personal applications"):
            read_personal_state_tree(data, "state.db")
