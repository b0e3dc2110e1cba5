"""States of lives and of files, as guests get them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mcp_tools.personal.life.life import make_life
from mcp_tools.personal.service import PERSON
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree
from plugins.persona.state import file_state, life_state, read_tree
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


def written(folder: Path, tree: object) -> Path:
    file = folder / "context.json"
    file.write_text(tree if isinstance(tree, str) else json.dumps(tree))
    return file


def test_records_of_a_file_are_those_of_the_state_also_by_user(tmp_path: Path) -> None:
    life = make_life(7)
    whole = Store()
    import_tree(whole, life.tree)
    one = file_state(written(tmp_path, life.tree), life.person)
    assert setting(one, PERSON) == life.person and setting(one, "now")
    by_user = {person: export_tree(whole, person) for person in life.people}
    joined = Store()
    import_tree(joined, read_tree(written(tmp_path, by_user)))
    for person in life.people:
        assert export_tree(joined, person) == by_user[person]


@pytest.mark.parametrize(
    ("tree", "problem"),
    [
        ("{", "it is no JSON"),
        ("[]", "a map of applications"),
        ({"mail": {"letters": {}}}, r"there is no .mail\.letters"),
        ({"people": {"people": {"person-1": {"name": "Jon", "shoe": 43}}}}, "shoe"),
        ({"people": {}}, "there is no person 'person-1'; there is nobody"),
        ({"a": {"notes": {"x": 1}}, "b": {"notes": {"x": 2}}}, r"b\.notes\.x is '2', another user sees '1'"),
        ({"a": 5}, "a must be a map"),
    ],
)
def test_a_file_that_cannot_be_a_state_is_refused_with_its_place(
    tree: object, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(TaskError, match=f"context.json: .*{problem}") as raised:
        file_state(written(tmp_path, tree), "person-1")
    assert raised.value.hint
