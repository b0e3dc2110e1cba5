"""A small state of three people, for tests."""

from __future__ import annotations

from typing import Any

from mcp_tools.personal.apps.mail import STANDARD
from mcp_tools.personal.calls import execute
from mcp_tools.personal.declaration import App
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import import_tree

ROBIN, MARA, JON = "person-1", "person-2", "person-3"
ADDRESS = {ROBIN: "robin@home.test", MARA: "mara@home.test", JON: "jon@work.test"}


def small_state() -> Store:
    """Robin and Mara have mailboxes and calendars; Jon has an address alone."""
    store = Store()
    people = {
        ROBIN: {"name": "Robin Vale", "address": ADDRESS[ROBIN], "phone": "021 5550 1"},
        MARA: {"name": "Mara Lind", "address": ADDRESS[MARA], "phone": "021 5550 2"},
        JON: {"name": "Jon Ferro", "address": ADDRESS[JON], "phone": "031 5550 3"},
    }
    for person, name in ((ROBIN, "robin"), (MARA, "mara"), (JON, "jon")):
        number = person.removeprefix("person-")
        people[person] |= {"account": f"u-{number}00", "member": f"M{number}", "handle": f"@{name}"}
    folders: dict[str, Any] = {}
    for index, owner in enumerate((ROBIN, MARA)):
        for place, name in enumerate(STANDARD, start=1):
            folders[f"folder-{index * len(STANDARD) + place}"] = {"owner": owner, "name": name}
    calendars = {
        "calendar-1": {"owner": ROBIN, "name": "Robin"},
        "calendar-2": {"owner": MARA, "name": "Mara", "members": []},
    }
    cards = {
        "card-1": {"owner": ROBIN, "name": "Mara Lind", "addresses": [ADDRESS[MARA]], "groups": ["choir"]},
        "card-2": {
            "owner": ROBIN,
            "name": "Mara Old",
            "addresses": ["mara@old.test"],
            "groups": ["choir", "work"],
        },
    }
    import_tree(
        store,
        {
            "people": {"people": people},
            "mail": {"folders": folders},
            "calendar": {"calendars": calendars},
            "contacts": {"cards": cards},
        },
    )
    return store


def call(store: Store, app: App, tool: str, person: str = ROBIN, /, **arguments: Any) -> Any:
    """The result of a call that is not refused."""
    outcome = execute(store, app, tool, arguments, person)
    assert not outcome.refused, outcome.refused
    return outcome.result


def refusal(store: Store, app: App, tool: str, person: str = ROBIN, /, **arguments: Any) -> str:
    """Why a call is refused; it has changed nothing."""
    before = store.digest({})
    outcome = execute(store, app, tool, arguments, person)
    assert outcome.refused and outcome.result is None
    assert store.digest({}) == before
    return outcome.refused
