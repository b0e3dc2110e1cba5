"""Notes: pages under pages, properties of a kind, and notebooks that only their members see."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.personal.apps.notes import NOTES
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import import_tree
from tests.mcp_tools.personal.notes_records import TREE
from tests.mcp_tools.personal.random_calls import Call, check_calls, random_calls
from tests.mcp_tools.personal.small_state import JON, MARA, call, refusal, small_state


def notes_state() -> Store:
    """The small state with the notebooks."""
    store = small_state()
    import_tree(store, TREE)
    return store


def titles(rows: list[dict[str, Any]]) -> list[str]:
    """The titles of pages."""
    return [row["title"] for row in rows]


def test_notebooks_and_pages_are_listed_and_read() -> None:
    store = notes_state()
    assert call(store, NOTES, "list_notebooks") == [
        {"id": "notebook-1", "name": "Home", "owner": "Robin Vale", "members": ["Mara Lind"], "pages": 4}
    ]
    top = call(store, NOTES, "list_pages", notebook="notebook-1")
    assert [(row["title"], row["subpages"]) for row in top] == [("Choir trip", 1), ("Recipes", 0)]
    assert titles(call(store, NOTES, "list_pages", under="page-1", notebook="notebook-1")) == ["Packing"]
    assert call(store, NOTES, "read_page", page="page-2") == {
        "id": "page-2",
        "title": "Packing",
        "notebook": "notebook-1",
        "body": "- shoes\n  - laces",
        "at": "2026-05-03T10:00",
        "edited": "2026-05-11T08:00",
        "path": ["Home", "Choir trip"],
        "properties": [{"name": "Status", "kind": "choice", "value": "Done"}],
        "subpages": [{"id": "page-3", "title": "First aid"}],
    }
    assert {line["type"] for line in store.log("reads") if line["call"] == 4} == {
        "notes.page",
        "notes.property",
    }


def test_search_takes_words_a_notebook_and_a_property() -> None:
    store = notes_state()
    assert titles(call(store, NOTES, "search")) == ["Packing", "Choir trip", "Recipes", "First aid"]
    assert titles(call(store, NOTES, "search", words="tent choir")) == ["Choir trip"]
    assert titles(call(store, NOTES, "search", MARA, words="s")) == ["Packing", "Diary", "Recipes"]
    assert titles(call(store, NOTES, "search", MARA, notebook="notebook-2", limit=1)) == ["Diary"]
    assert titles(call(store, NOTES, "search", property="status = done")) == ["Packing"]
    assert titles(call(store, NOTES, "search", property="Cost=240.50")) == ["Choir trip"]
    assert call(store, NOTES, "search", words="lentils", property="Cost=240.5") == []
    assert "such as Status=Done" in refusal(store, NOTES, "search", property="Status")
    assert refusal(store, NOTES, "search", property="State=Done") == (
        "no page has a property 'State'; there are: Cost, Due, Status"
    )
    assert "property is 'soon', which is no date" in refusal(store, NOTES, "search", property="due=soon")
    assert "there are: none" in refusal(store, NOTES, "search", MARA, notebook="notebook-2", property="a=b")


def test_text_is_appended_and_replaced_exactly() -> None:
    store = notes_state()
    call(store, NOTES, "append", page="page-2", text="  - laces, long\n")
    call(store, NOTES, "append", page="page-3", text="Plasters")
    assert call(store, NOTES, "read_page", page="page-2")["body"] == "- shoes\n  - laces\n  - laces, long"
    assert call(store, NOTES, "read_page", page="page-3")["body"] == "Plasters"
    call(store, NOTES, "replace_text", page="page-1", old="tent, ", new="")
    assert call(store, NOTES, "read_page", page="page-1")["body"].endswith("Bring: lamp, tent pegs")
    edit = {"page": "page-2", "new": "x"}
    assert refusal(store, NOTES, "replace_text", old="laces", **edit) == (
        "old occurs 2 times in page-2; it must occur once"
    )
    assert "occurs 0 times" in refusal(store, NOTES, "replace_text", old="Shoes", **edit)
    assert refusal(store, NOTES, "replace_text", old=" ", **edit) == "old is empty"
    call(store, NOTES, "append", page="page-3", text="aaa")
    assert "2 times" in refusal(store, NOTES, "replace_text", page="page-3", old="aa", new="")
    assert "at most 20000" in refusal(store, NOTES, "append", page="page-3", text="x" * 20_000)
    call(store, NOTES, "rename_page", page="page-3", title="Aid")
    assert titles(call(store, NOTES, "search", words="aid")) == ["Aid"]


@pytest.mark.parametrize(
    ("name", "kind", "value", "stored"),
    [
        ("Guests", "number", "+012.50", "12.5"),
        ("Guests", "number", "-0.0", "0"),
        ("Guests", "number", "1000", "1000"),
        ("due", "", "2026-06-07", "2026-06-07"),
        ("Paid", "checkbox", "True", "true"),
        ("Status", "choice", "in PROGRESS", "In progress"),
        ("Status", "", "Waiting", "Waiting"),
        ("Where", "text", "By the lake", "By the lake"),
    ],
)
def test_a_property_has_the_canonical_form_of_its_kind(name: str, kind: str, value: str, stored: str) -> None:
    store = notes_state()
    row = call(store, NOTES, "set_property", page="page-4", name=name, kind=kind, value=value)
    (own,) = row["properties"]
    assert own["value"] == stored and own["name"] == {"due": "Due"}.get(name, name)
    assert row["edited"] == "2026-05-12T09:00:30"


def test_properties_are_changed_removed_and_checked() -> None:
    store = notes_state()
    own = {"page": "page-1"}
    call(store, NOTES, "set_property", name="cost", value="300", **own)
    row = call(store, NOTES, "set_property", name="Due", value="", **own)
    assert row["properties"] == [
        {"name": "Status", "kind": "choice", "value": "In progress"},
        {"name": "Cost", "kind": "number", "value": "300"},
    ]
    assert refusal(store, NOTES, "set_property", name="Due", value="", **own) == (
        "page-1 has no property 'Due'"
    )
    assert refusal(store, NOTES, "set_property", name="Cost", value="300", kind="text", **own) == (
        "kind is text, but Cost is a number in this notebook"
    )
    assert "give its kind: text, number" in refusal(
        store, NOTES, "set_property", name="New", value="x", **own
    )
    assert "no number; give it as 12 or 12.5" in refusal(
        store, NOTES, "set_property", name="Cost", value="1,200", **own
    )
    assert "no date" in refusal(store, NOTES, "set_property", name="Day", value="1 May", kind="date", **own)
    assert "not one of: true, false" in refusal(
        store, NOTES, "set_property", name="Paid", value="yes", kind="checkbox", **own
    )
    assert "must have no =" in refusal(store, NOTES, "set_property", name="a=b", value="x", **own)


def test_pages_are_made_moved_with_what_is_below_them_and_deleted() -> None:
    store = notes_state()
    made = call(store, NOTES, "create_page", MARA, title="Songs", under="page-2", body="Alto")
    assert made["id"] == "page-6" and made["path"] == ["Home", "Choir trip", "Packing"]
    assert refusal(store, NOTES, "create_page", title="x") == "give notebook, or under: the page above"
    assert refusal(store, NOTES, "move_page", MARA, page="page-4", notebook="notebook-1", under="page-5") == (
        "page-5 is in notebook-2, not in notebook-1"
    )
    for under in ("page-1", "page-6"):
        assert refusal(store, NOTES, "move_page", page="page-1", under=under) == (
            f"under is {under}, which is page-1 itself or a page below it"
        )
    moved = call(store, NOTES, "move_page", MARA, page="page-2", under="page-5")
    assert (moved["notebook"], moved["path"]) == ("notebook-2", ["Own", "Diary"])
    assert "no page 'page-6'" in refusal(store, NOTES, "read_page", page="page-6")
    call(store, NOTES, "move_page", MARA, page="page-2", notebook="notebook-1")
    assert call(store, NOTES, "read_page", page="page-6")["path"] == ["Home", "Packing"]
    assert refusal(store, NOTES, "delete_page", page="page-2") == (
        "page-2 has 2 pages below it; with_subpages=true deletes them as well"
    )
    gone = call(store, NOTES, "delete_page", page="page-2", with_subpages=True)
    assert gone["deleted"] == ["page-2", "page-3", "page-6"]
    assert call(store, NOTES, "delete_page", page="page-4")["deleted"] == ["page-4"]
    assert titles(call(store, NOTES, "search")) == ["Choir trip"]


def test_only_members_see_a_notebook() -> None:
    store = notes_state()
    assert call(store, NOTES, "list_notebooks", JON) == call(store, NOTES, "search", JON) == []
    assert [row["name"] for row in call(store, NOTES, "list_notebooks", MARA)] == ["Home", "Own"]
    others: dict[str, dict[str, Any]] = {
        "read_page": {},
        "append": {"text": "x"},
        "replace_text": {"old": "late", "new": "early"},
        "set_property": {"name": "a", "value": "b", "kind": "text"},
        "rename_page": {"title": "x"},
        "move_page": {"notebook": "notebook-1"},
        "delete_page": {},
    }
    for tool, arguments in others.items():
        assert refusal(store, NOTES, tool, page="page-5", **arguments) == "there is no page 'page-5'"
    assert "no page" in refusal(store, NOTES, "create_page", title="x", under="page-5")
    assert "no page" in refusal(store, NOTES, "move_page", page="page-4", under="page-5")
    for tool in ("list_pages", "search"):
        assert "no notebook" in refusal(store, NOTES, tool, notebook="notebook-2")
    assert "no notebook" in refusal(store, NOTES, "create_page", title="x", notebook="notebook-2")


def test_pages_under_each_other_end_no_call() -> None:
    store = notes_state()
    import_tree(
        store,
        {"notes": {"notebooks": {"notebook-1": TREE["notes"]["notebooks"]["notebook-1"] | {"pages": {
            "page-8": {"title": "A", "above": "page-9", "at": "2026-05-01T10:00", "edited": "2026-05-01T10:00"},
            "page-9": {"title": "B", "above": "page-8", "at": "2026-05-01T10:00", "edited": "2026-05-01T10:00"},
        }}}}},
    )  # fmt: skip
    assert call(store, NOTES, "read_page", page="page-8")["path"] == ["Home", "B"]
    assert "itself or a page below it" in refusal(store, NOTES, "move_page", page="page-8", under="page-9")
    call(store, NOTES, "move_page", page="page-8", notebook="notebook-1")
    assert call(store, NOTES, "read_page", page="page-9")["path"] == ["Home", "A"]


TEXTS = st.sampled_from(
    ["", "tent", "tent, ", "s", "Status", "Status=done", "Cost", "2026-05-01", "12", "true"]
)
PAGES = st.builds("page-{}".format, st.integers(1, 7))
NOTEBOOKS = st.builds("notebook-{}".format, st.integers(1, 2))
BY_NAME = {"page": PAGES, "under": PAGES, "notebook": NOTEBOOKS}


@given(random_calls(NOTES, texts=TEXTS, items=TEXTS, by_name=BY_NAME))
def test_any_calls_keep_the_state_sound(calls: list[Call]) -> None:
    check_pages(check_calls(notes_state, calls))


def check_pages(store: Store) -> None:
    """A page is in the notebook of the one above it, under a page at the top; it has no property twice."""
    pages = store.records("notes.page")
    for page in pages.values():
        above = page
        for _ in pages:
            above = pages[above["above"]] if above["above"] else above
            assert above["notebook"] == page["notebook"]
        assert not above["above"]
    names = [(item["page"], item["name"].casefold()) for item in store.records("notes.property").values()]
    assert len(set(names)) == len(names)
