"""Calls: arguments are checked, a refused or interrupted call changes nothing, and the log tells what happened."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sqlite3
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.personal.apps import APPS
from mcp_tools.personal.apps.calendar import CALENDAR
from mcp_tools.personal.apps.contacts import CONTACTS, Card
from mcp_tools.personal.apps.feed import FEED
from mcp_tools.personal.apps.mail import MAIL
from mcp_tools.personal.apps.team import TEAM
from mcp_tools.personal.calls import execute
from mcp_tools.personal.declaration import Action, App, record_types
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree
from mcp_tools.personal.world import World
from tests.mcp_tools.personal.feed_records import TREE as FEED_TREE
from tests.mcp_tools.personal.random_calls import Call, check_calls, random_calls
from tests.mcp_tools.personal.small_state import ADDRESS, MARA, ROBIN, call, refusal, small_state
from tests.mcp_tools.personal.team_records import TREE as TEAM_TREE

ACTIONS = [(app, action) for app in APPS.values() for action in app.actions.values()]
VOLATILE = {kind.name: kind.volatile for kind in record_types()}


@pytest.mark.parametrize(
    ("app", "action"), ACTIONS, ids=[f"{app.id}.{action.name}" for app, action in ACTIONS]
)
def test_every_tool_has_a_valid_closed_schema_and_a_description(app: App, action: Action) -> None:
    tool = action.tool()
    jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
    assert tool["inputSchema"]["additionalProperties"] is False and len(tool["description"]) > 10
    assert tool["annotations"]["readOnlyHint"] is (action.effect == "read")
    assert json.loads(json.dumps(tool)) == json.loads(json.dumps(tool, sort_keys=True))
    assert app.purpose


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("serch", {}, "Contacts has no tool 'serch'; did you mean search?"),
        ("search", {}, "search needs words"),
        ("search", {"word": "x"}, "search takes no 'word'; did you mean words?; it takes: words, limit"),
        ("search", {"words": 5}, "words must be a text"),
        ("search", {"words": "x", "limit": True}, "limit must be a whole number"),
        ("search", {"words": "x", "limit": 51}, "limit is 51, not from 1 to 50"),
        ("create", {"name": "x" * 1_000_000}, "name has 1000000 characters, at most 120 are allowed"),
        ("create", {"name": "a\x00b"}, "name has a control character or half a character"),
        ("create", {"name": "a\nb"}, "name must be one line"),
        ("create", {"name": "a", "phones": "021"}, "phones must be a list"),
        ("create", {"name": "a", "phones": ["1", " 1"]}, "phones has an item twice"),
    ],
)
def test_wrong_arguments_are_refused_by_name(tool: str, arguments: dict[str, Any], message: str) -> None:
    outcome = execute(small_state(), CONTACTS, tool, arguments, ROBIN)
    assert outcome.refused == message


def test_null_is_an_absent_argument_and_markup_is_text() -> None:
    store = small_state()
    made = call(store, CONTACTS, "create", name="<b>Ida</b> &amp;", note=None)
    assert (made["name"], made["note"]) == ("<b>Ida</b> &amp;", "")


def test_somebody_who_is_not_there_calls_nothing() -> None:
    assert execute(small_state(), CONTACTS, "search", {"words": "m"}, "person-9").refused == (
        "there is no person 'person-9'"
    )


def test_the_logs_have_changes_reads_and_refusals_and_are_no_state() -> None:
    store = small_state()
    before = store.digest(VOLATILE)
    call(store, CONTACTS, "search", words="mara")
    refusal(store, CONTACTS, "read", card="card-9")
    assert store.digest(VOLATILE) == before
    call(store, CONTACTS, "update", card="card-1", note="met at the choir")
    (change,) = store.log("changes")
    assert (change["actor"], change["action"], change["type"], change["id"]) == (
        ROBIN,
        "contacts.update",
        "contacts.card",
        "card-1",
    )
    assert json.loads(change["after"]) == json.loads(change["before"]) | {"note": "met at the choir"}
    assert [line["id"] for line in store.log("reads")] == ["card-1", "card-2", "card-1"]
    assert [line["refused"] for line in store.log("calls")] == ["", "there is no card 'card-9'", ""]


def _end_in_a_call(path: Path) -> None:
    store = Store(path)

    def end(world: World) -> None:
        """Make a card and end the process."""
        world.create(Card, owner=ROBIN, name="half")
        os.kill(os.getpid(), signal.SIGKILL)

    app = App("broken", "Broken", "Ends its process")
    app.action("create")(end)
    execute(store, app, "end", {}, ROBIN)


def test_a_process_that_is_killed_in_a_call_leaves_nothing_of_it(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    store = Store(path)
    import_tree(store, export_tree(small_state()))
    before = store.digest({})
    store.close()
    process = multiprocessing.get_context("spawn").Process(target=_end_in_a_call, args=(path,))
    process.start()
    process.join()
    assert process.exitcode == -9
    again = Store(path)
    assert again.digest({}) == before and again.log("changes") == []
    assert [line["action"] for line in again.log("calls")] == ["broken.end"]
    call(again, CONTACTS, "create", name="whole")


def test_an_action_that_fails_changes_nothing_and_its_error_is_not_hidden() -> None:
    store = small_state()
    before = store.digest({})

    def fail(world: World) -> None:
        """Make a card, then fail."""
        world.create(Card, owner=ROBIN, name="half")
        raise ZeroDivisionError

    app = App("broken", "Broken", "Fails")
    app.action("create")(fail)
    with pytest.raises(ZeroDivisionError):
        execute(store, app, "fail", {}, ROBIN)
    assert store.digest({}) == before and store.log("changes") == []
    assert [card["id"] for card in call(store, CONTACTS, "search", words="mara")] == ["card-1", "card-2"]


def test_a_second_process_waits_for_the_first(tmp_path: Path) -> None:
    store = Store(tmp_path / "state.db")
    import_tree(store, export_tree(small_state()))
    other = sqlite3.connect(tmp_path / "state.db", isolation_level=None, timeout=0.01)
    with store.transaction(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    other.close()


DAYS = ("2026-05-14", "2026-05-14T10:00", "2026-05-14T12:00")
WORDS = st.sampled_from(["", "mara", "x", "Re", *DAYS, *ADDRESS.values()])
IDS = st.builds("{}-{}".format, st.sampled_from(["card", "mail", "event", "calendar"]), st.integers(1, 3))


@given(
    random_calls(
        MAIL,
        CALENDAR,
        CONTACTS,
        texts=st.one_of(WORDS, IDS),
        items=st.sampled_from([*ADDRESS.values(), "choir"]),
    )
)
def test_any_calls_keep_the_state_sound_and_the_log_undoes_them(calls: list[Call]) -> None:
    check_calls(small_state, calls)


def test_a_persons_tree_has_what_their_tools_may_show_and_no_more() -> None:
    store = small_state()
    for tree in (FEED_TREE, TEAM_TREE):
        import_tree(store, tree)
    posts = {person: set(export_tree(store, person)["feed"]["posts"]) for person in ADDRESS}
    for person, seen in posts.items():
        found = call(store, FEED, "search", person, limit=50)
        assert {row["id"] for row in found} == seen
    assert posts[ROBIN] != posts[MARA]
    channels = {person: set(export_tree(store, person)["team"]["channels"]) for person in ADDRESS}
    for person, seen in channels.items():
        listed = [
            *call(store, TEAM, "list_channels", person),
            *call(store, TEAM, "list_channels", person, all_public=True),
        ]
        assert {row["id"] for row in listed} == seen


def test_mail_of_one_person_is_not_in_the_results_of_another() -> None:
    store = small_state()
    call(store, MAIL, "save_draft", to=[], subject="canary-7301", body="")
    for app, action in ACTIONS:
        outcome = execute(
            store, app, action.name, {"words": "canary", "message": "mail-1", "card": "card-1"}, MARA
        )
        assert "canary-7301" not in json.dumps(outcome.result)
