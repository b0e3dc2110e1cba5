"""A person's state as a tree, and paths in it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mcp_tools.personal.apps.calendar import CALENDAR
from mcp_tools.personal.apps.mail import MAIL
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import (
    create_entity,
    delete_entity,
    export_tree,
    get_entity,
    import_tree,
    list_entities,
    update_entity,
)
from tests.mcp_tools.personal.small_state import ADDRESS, JON, MARA, ROBIN, call, small_state

WHEN = {"starts": "2026-05-13T19:00", "ends": "2026-05-13T21:00"}
EVENT = {"title": "Choir", **WHEN, "organiser": "a@b.test", "series": "s"}


def test_a_tree_has_records_within_records_and_what_its_person_sees() -> None:
    store = small_state()
    call(store, MAIL, "send", to=[ADDRESS[MARA]], subject="Hello", body="there")
    own, hers = export_tree(store, ROBIN), export_tree(store, MARA)
    assert own["mail"]["folders"]["folder-2"]["messages"]["mail-2"]["subject"] == "Hello"
    assert "folder" not in own["mail"]["folders"]["folder-2"]["messages"]["mail-2"]
    assert hers["mail"]["folders"].keys().isdisjoint(own["mail"]["folders"])
    assert "contacts" not in hers and set(own["contacts"]["cards"]) == {"card-1", "card-2"}
    assert own["people"] == hers["people"]
    copy = Store()
    import_tree(copy, json.loads(json.dumps(export_tree(store))))
    assert export_tree(copy) == export_tree(store)
    assert call(copy, MAIL, "save_draft", to=[], subject="", body="")["id"] == "mail-3", "ids go on"


def test_paths_get_list_create_update_and_delete() -> None:
    store = small_state()
    made = create_entity(store, "calendar.calendars[calendar-1].events[event-5]", EVENT)
    assert made.data["calendar"] == "calendar-1"
    assert get_entity(store, "calendar.calendars[calendar-1].events[event-5]").data["title"] == "Choir"
    assert [item.path for item in list_entities(store, "calendar.calendars[*].events[*]", title="Choir")] == [
        "calendar.calendars[calendar-1].events[event-5]"
    ]
    assert list_entities(store, "calendar.calendars[calendar-2].events") == []
    assert len(list_entities(store, "mail.folders[*]", limit=3, owner=ROBIN)) == 3
    update_entity(
        store, "calendar.calendars[*].events[event-5]".replace("*", "calendar-1"), {"place": "Hall"}
    )
    (event,) = call(store, CALENDAR, "search", words="hall")
    assert event["id"] == "event-5"
    delete_entity(store, "calendar.calendars[calendar-1].events[event-5]")
    assert list_entities(store, "calendar.calendars[*].events") == []


def test_brackets_are_read_before_dots() -> None:
    store = small_state()
    create_entity(store, "calendar.calendars[robin@home.test]", {"owner": ROBIN, "name": "By address"})
    create_entity(store, "calendar.calendars[robin@home.test].events[a.b]", EVENT)
    assert get_entity(store, "calendar.calendars[robin@home.test].events[a.b]").key == "a.b"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("mail", "is no path"),
        ("mail.folders[folder-1", "is no path"),
        ("mail.messages[mail-1]", "there is no messages there"),
        ("mail.folders[folder-1][folder-2]", "an id in a wrong place"),
        ("mail.folders[folder-99]", "no single record"),
        ("mail.folders[*]", "no single record"),
        ("post.folders[folder-1]", "there is no folders there"),
    ],
)
def test_wrong_paths_are_refused(path: str, message: str) -> None:
    with pytest.raises(Refused, match=message):
        get_entity(small_state(), path)


def test_a_record_needs_its_parent_and_is_not_deleted_while_it_is_referred_to() -> None:
    store = small_state()
    with pytest.raises(Refused, match="no single record"):
        create_entity(store, "calendar.calendars[calendar-9].events[event-1]", EVENT)
    with pytest.raises(Refused, match="names no new record"):
        create_entity(store, "calendar.calendars[calendar-1]", {"owner": ROBIN, "name": "again"})
    with pytest.raises(Refused, match=r"\[calendar-1\] refers to it"):
        delete_entity(store, f"people.people[{ROBIN}]")
    with pytest.raises(Refused, match="owner: there is no person 'person-9'"):
        update_entity(store, "mail.folders[folder-1]", {"owner": "person-9"})
    delete_entity(store, f"people.people[{JON}]")


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ({"mail": {"letters": {}}}, r"there is no 'mail\.letters' in a tree; there are: people\.people"),
        ({"mail": []}, "mail must be a map"),
        (
            {"contacts": {"cards": {"card-9": {"nam": "x"}}}},
            r"contacts\.card\[card-9\]: .* no field 'nam'",
        ),
        ({"contacts": {"cards": {"card-9": {"owner": ROBIN}}}}, "name of the card is missing"),
        (
            {"contacts": {"cards": {"card-9": {"owner": "person-9"}}}},
            "owner: there is no person 'person-9'",
        ),
        ({"contacts": {"cards": {"a[b": {"owner": ROBIN}}}}, r"'a\[b' is no id"),
        (
            {"mail": {"folders": {"folder-1": {"messages": {"mail-1": 5}}}}},
            r"messages\[mail-1\] must be a map",
        ),
    ],
)
def test_a_tree_that_breaks_a_rule_is_refused_as_a_whole(tree: dict[str, Any], message: str) -> None:
    store = small_state()
    before = store.digest({})
    good = {"people": {"people": {"person-7": {"name": "New"}}}}
    with pytest.raises(Refused, match=message):
        import_tree(store, good | tree)
    assert store.digest({}) == before
