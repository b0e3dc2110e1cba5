"""States of personal applications in which one call is undone."""

from __future__ import annotations

from pathlib import Path

from checkers.differences.compare import compare
from checkers.differences.databases.personal_state import read_personal_state_tree
from controller.proofs.mutants.personal_state import undone_calls
from mcp_tools.personal.apps import APPS
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree
from tests.mcp_tools.personal.small_state import ADDRESS, JON, call, small_state


def places(one: bytes, other: bytes) -> set[str]:
    trees = (read_personal_state_tree(data, "state.db") for data in (one, other))
    return {change.place.partition("/member")[0] for change in compare(*trees)}


def test_what_one_call_changed_is_as_before_and_all_else_stays(tmp_path: Path) -> None:
    file = tmp_path / "state.db"
    store = Store(file)
    import_tree(store, export_tree(small_state()))
    call(store, APPS["mail"], "send", to=[ADDRESS[JON]], subject="Hall", body="At seven.")
    call(store, APPS["contacts"], "update", card="card-1", note="sings")
    call(store, APPS["contacts"], "delete", card="card-2")
    done = file.read_bytes()
    assert {(mutant.place, *places(done, mutant.made())) for mutant in undone_calls(done)} == {
        ("mail.send", "type mail.message"),  # the only message
        ("contacts.update", "type contacts.card/record card-1"),
        ("contacts.delete", "type contacts.card/record card-2"),
    }


def test_a_call_on_which_later_ones_rest_is_not_undone(tmp_path: Path) -> None:
    file = tmp_path / "state.db"
    store = Store(file)
    import_tree(store, export_tree(small_state()))
    card = call(store, APPS["contacts"], "create", name="Ola Brandt")["id"]
    call(store, APPS["contacts"], "update", card=card, note="sings")
    assert [mutant.place for mutant in undone_calls(file.read_bytes())] == ["contacts.update"]
