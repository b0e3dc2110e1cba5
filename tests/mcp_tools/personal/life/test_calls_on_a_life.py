"""The actions of all applications on a life: any calls keep the state sound, and plain ones find what is there."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcp_tools.personal.apps import APPS
from mcp_tools.personal.life import make_life
from mcp_tools.personal.life.view import View
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import import_tree
from tests.mcp_tools.personal.random_calls import Call, check_calls, random_calls
from tests.mcp_tools.personal.small_state import call

PREFIXES = ("mail", "event", "msg", "chat", "post", "page", "card")
IDS = st.sampled_from([f"{prefix}-{number}" for prefix in PREFIXES for number in (1, 7, 40)])
TEXTS = st.one_of(
    st.sampled_from(["weekly", "Inbox", "general", "", "2026-05-14", "2026-05-14T10:00", "People"]), IDS
)


@cache
def packed_life() -> Path:
    """The file of life 0, which is copied much faster than its tree is read."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    store = Store(Path(folder.name) / "life.db")
    import_tree(store, make_life(0).tree)
    store.close()
    return Path(folder.name) / "life.db"


def state() -> Store:
    path = packed_life()
    copied = path.with_name(f"{len(list(path.parent.iterdir()))}.db")
    shutil.copyfile(path, copied)
    return Store(copied)


CALLS = random_calls(*APPS.values(), texts=TEXTS, items=IDS)


@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(CALLS)
def test_any_calls_keep_a_life_sound(calls: list[Call]) -> None:
    check_calls(state, calls)


def test_each_application_shows_what_a_life_has() -> None:
    store, view = state(), View(make_life(0))
    folders = {item["name"]: item["messages"] for item in call(store, APPS["mail"], "list_folders")}
    assert folders["Inbox"] > 50 and folders["Sent"] > 50 and folders["Drafts"] > 0
    ahead = call(store, APPS["calendar"], "list_events", first_day="2026-05-12", last_day="2026-06-12")
    assert len(ahead) >= 10
    assert len(call(store, APPS["contacts"], "list_group", group="Friends")) >= 14
    chats = call(store, APPS["messenger"], "list_conversations", limit=50)
    assert len(chats) >= 30
    borrowed = next(person for person in view.people.values() if "." in person["account"])
    found = call(store, APPS["messenger"], "find_account", query=borrowed["name"])
    assert [item["account"] for item in found] == [borrowed["account"]]
    channels = {item["name"] for item in call(store, APPS["team"], "list_channels")}
    assert "general" in channels and "pay-round" not in channels
    assert len(call(store, APPS["notes"], "list_notebooks")) == 4
    assert any(row["path"] == "Papers/Papers overview.md" for row in call(store, APPS["vault"], "list_files"))
    assert call(store, APPS["feed"], "home") and call(store, APPS["feed"], "list_notifications")
    assert {row["name"] for row in call(store, APPS["forum"], "list_boards")} >= {
        "Kitchen table",
        "Home repairs",
    }
