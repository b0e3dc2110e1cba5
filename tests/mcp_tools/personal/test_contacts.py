"""The address book."""

from __future__ import annotations

from mcp_tools.personal.apps.contacts import CONTACTS
from tests.mcp_tools.personal.small_state import MARA, call, refusal, small_state


def test_cards_are_found_changed_and_merged() -> None:
    store = small_state()
    assert [card["name"] for card in call(store, CONTACTS, "search", words="mara")] == [
        "Mara Lind",
        "Mara Old",
    ]
    assert [card["id"] for card in call(store, CONTACTS, "list_group", group="Choir")] == ["card-1", "card-2"]
    assert "there are: choir, work" in refusal(store, CONTACTS, "list_group", group="chor")
    changed = call(
        store, CONTACTS, "update", card="card-1", add_phones=["021 555"], home="3 Bell Street, Corvin"
    )
    assert (changed["phones"], changed["home"]) == (["021 555"], "3 Bell Street, Corvin")
    merged = call(store, CONTACTS, "merge", card="card-1", other="card-2")
    assert merged["addresses"] == ["mara@home.test", "mara@old.test"] and merged["groups"] == [
        "choir",
        "work",
    ]
    assert "no card 'card-2'" in refusal(store, CONTACTS, "read", card="card-2")
    made = call(store, CONTACTS, "create", name="Ida", birthday="1990-02-28")
    assert made["id"] == "card-3", "an id is given once"
    call(store, CONTACTS, "delete", card="card-3")
    assert call(store, CONTACTS, "create", name="Ida")["id"] == "card-4"


def test_refusals_name_what_is_wrong() -> None:
    store = small_state()
    assert refusal(store, CONTACTS, "update", card="card-1", remove_phones=["1"]) == (
        "the card has no telephone number '1'"
    )
    assert "the same" in refusal(store, CONTACTS, "merge", card="card-1", other="card-1")
    assert "no date" in refusal(store, CONTACTS, "create", name="Ida", birthday="29.2.1990")
    assert refusal(store, CONTACTS, "create", name=" ") == "name is empty"
    assert "no card" in refusal(store, CONTACTS, "read", MARA, card="card-1")
