"""The browser's settings, bookmarks and search engines as trees."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from typing import Any

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.settings.browser import read_local_state_tree, read_preferences_tree
from checkers.differences.settings.browser_data import (
    read_bookmarks_tree,
    read_passwords_tree,
    read_search_engines_tree,
)
from checkers.evidence import Unusable

PREFERENCES: dict[str, Any] = {
    "homepage": "https://a.test/",
    "bookmark_bar": {"show_on_all_tabs": False},
    "session": {"startup_urls": ["https://a.test/", "https://b.test/"]},
    "webkit": {"webprefs": {"default_font_size": 16}},
    "partition": {
        "default_zoom_level": {"x": 1.2},
        "per_host_zoom_levels": {"x": {"a.test": {"zoom_level": 2.2}}},
    },
    "default_search_provider_data": {"template_url_data": {"keyword": "a.test", "last_visited": "1"}},
    "extensions": {
        "settings": {
            "aaaa": {"location": 4, "state": 1, "manifest": {"name": "Dark", "version": "1"}},
            "bbbb": {"location": 5, "manifest": {"name": "PDF Viewer"}},
        }
    },
    "profile": {
        "name": "Ada",
        "exit_type": "Crashed",
        "content_settings": {
            "exceptions": {
                "notifications": {"https://a.test:443,*": {"last_modified": "1", "setting": 1}},
                "site_engagement": {"https://a.test:443,*": {"setting": {"rawScore": 1}}},
            }
        },
    },
    "browser": {"window_placement": {"top": 1}},
    "in_product_help": {"session_number": 1},
}
ZOOM = "setting partition.default_zoom_level.x"
NOTIFICATIONS = "permission notifications of https://a.test:443,*"


def changed_at(content: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """Return the content with another value at a place; ">" is between the names that lead there."""
    new = deepcopy(content)
    *outer, last = path.split(">")
    node = new
    for name in outer:
        node = node.setdefault(name, {})
    node[last] = value
    return new


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[Change]:
    return list(
        compare(
            *(read_preferences_tree(json.dumps(data).encode(), "Preferences") for data in (before, after))
        )
    )


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (
            "homepage",
            "https://b.test/",
            [Change("setting homepage", "value", "https://a.test/", "https://b.test/")],
        ),
        ("homepage_is_newtabpage", False, [Change("setting homepage_is_newtabpage", "value", None, False)]),
        (
            "bookmark_bar>show_on_all_tabs",
            True,
            [Change("setting bookmark_bar.show_on_all_tabs", "value", False, True)],
        ),
        (
            "session>startup_urls",
            ["https://b.test/", "https://a.test/"],
            [
                Change(
                    "setting session.startup_urls",
                    "value",
                    '["https://a.test/", "https://b.test/"]',
                    '["https://b.test/", "https://a.test/"]',
                )
            ],
        ),
        (
            "webkit>webprefs>default_font_size",
            20,
            [Change("setting webkit.webprefs.default_font_size", "value", 16, 20)],
        ),
        (
            "partition>default_zoom_level>x",
            2.2,
            [Change(ZOOM, "value", 1.2, 2.2)],
        ),
        (
            "default_search_provider_data>template_url_data",
            {"keyword": "b.test", "last_visited": "2"},
            [
                Change(
                    "setting default_search_provider_data.template_url_data.keyword",
                    "value",
                    "a.test",
                    "b.test",
                )
            ],
        ),
        (
            "profile>content_settings>exceptions>notifications>https://a.test:443,*",
            {"last_modified": "2", "setting": 2},
            [Change(NOTIFICATIONS, "value", 1, 2)],
        ),
        ("profile>content_settings>exceptions>notifications", {}, [Change(NOTIFICATIONS, "value", 1, None)]),
        ("profile>name", "Bo", [Change("setting profile.name", "value", "Ada", "Bo")]),
        ("extensions>settings>aaaa>state", 0, [Change("extension aaaa", "state", 1, 0)]),
        (
            "extensions>settings>aaaa>disable_reasons",
            [1],
            [Change("extension aaaa", "disabled because", None, "[1]")],
        ),
        (
            "pinned_tabs",
            [{"url": "https://a.test/"}],
            [Change("setting pinned_tabs", "value", None, '[{"url": "https://a.test/"}]')],
        ),
        ("pinned_tabs", [], []),
        ("extensions>settings>bbbb>location", 10, []),
        ("extensions>settings>bbbb>state", 0, []),
        ("profile>exit_type", "Normal", []),
        ("partition>per_host_zoom_levels>x>a.test>zoom_level", 1.5, []),
        ("profile>content_settings>exceptions>site_engagement", {}, []),
        ("browser>window_placement>top", 5, []),
        ("in_product_help>session_number", 2, []),
        ("intl>selected_languages", "en-US,en", []),
    ],
)
def test_one_setting_is_told_and_what_is_written_in_use_is_not(
    path: str, value: object, expected: list[Change]
) -> None:
    after = changed_at(PREFERENCES, path, value)
    assert after != PREFERENCES
    assert changes(PREFERENCES, after) == expected


def test_local_state_has_the_settings_of_all_profiles() -> None:
    before = {"hardware_acceleration_mode": {"enabled": True}, "variations_seed_date": "1"}
    after = {"hardware_acceleration_mode": {"enabled": False}, "variations_seed_date": "2"}
    trees = [read_local_state_tree(json.dumps(data).encode(), "Local State") for data in (before, after)]
    assert list(compare(*trees)) == [
        Change("setting hardware_acceleration_mode.enabled", "value", True, False)
    ]


BOOKMARKS: dict[str, Any] = {
    "checksum": "1",
    "roots": {
        "bookmark_bar": {
            "children": [
                {"type": "url", "id": "4", "guid": "a", "name": "Ferry", "url": "https://ferry.test/"},
                {"type": "url", "id": "5", "guid": "b", "name": "Tides", "url": "https://tides.test/"},
                {
                    "type": "folder",
                    "id": "6",
                    "name": "Garden",
                    "children": [{"type": "url", "name": "Seeds", "url": "https://seeds.test/"}],
                },
            ]
        },
        "other": {"children": []},
        "synced": {"children": []},
    },
    "version": 1,
}
BAR = "folder Bookmarks bar"


def _bar(act: Callable[[list[Any]], object]) -> dict[str, Any]:
    after = deepcopy(BOOKMARKS)
    act(after["roots"]["bookmark_bar"]["children"])
    return after


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (
            _bar(lambda bar: bar[0].update(name="Boat")),
            [Change(f"{BAR}/bookmark https://ferry.test/", "text", "Ferry", "Boat")],
        ),
        (
            _bar(lambda bar: bar[2]["children"][0].update(name="Seed shop")),
            [Change(f"{BAR}/folder Garden/bookmark https://seeds.test/", "text", "Seeds", "Seed shop")],
        ),
        (
            _bar(lambda bar: bar.append({"type": "url", "name": "Hut", "url": "https://hut.test/"})),
            [Change(f"{BAR}/bookmark https://hut.test/", "added", None, "Hut")],
        ),
        (_bar(lambda bar: bar.pop(1)), [Change(f"{BAR}/bookmark https://tides.test/", "removed", "Tides")]),
        (
            _bar(lambda bar: bar.insert(0, bar.pop(1))),
            [Change(f"{BAR}/bookmark https://tides.test/", "order", "Tides")],
        ),
        (
            _bar(lambda bar: bar[2]["children"].append(bar.pop(0))),
            [
                Change(f"{BAR}/bookmark https://ferry.test/", "removed", "Ferry"),
                Change(f"{BAR}/folder Garden/bookmark https://ferry.test/", "added", None, "Ferry"),
            ],
        ),
        (_bar(lambda bar: bar[0].update(id="9", guid="z", date_last_used="3", meta_info={"a": "b"})), []),
        ({**BOOKMARKS, "checksum": "2", "sync_metadata": "x"}, []),
    ],
)
def test_one_change_of_bookmarks_is_told(after: dict[str, Any], expected: list[Change]) -> None:
    trees = [read_bookmarks_tree(json.dumps(data).encode(), "Bookmarks") for data in (BOOKMARKS, after)]
    assert list(compare(*trees)) == expected


def test_the_first_bookmark_is_added_to_its_folder() -> None:
    first = _bar(lambda bar: bar.__delitem__(slice(1, None)))
    trees = [
        read_bookmarks_tree(b"", "Bookmarks"),
        read_bookmarks_tree(json.dumps(first).encode(), "Bookmarks"),
    ]
    assert list(compare(*trees)) == [Change(f"{BAR}/bookmark https://ferry.test/", "added", None, "Ferry")]


def web_data(*statements: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(
            "create table keywords (id integer primary key, short_name, keyword, url, safe_for_autoreplace, is_active,"
            " starter_pack_id, prepopulate_id, last_visited);"
            "insert into keywords values (2, 'Duck', 'duck.test', 'd', 1, 0, 0, 92, 0),"
            " (12, 'Tabs', '@tabs', 't', 1, 1, 3, 0, 0);"
            "create table autofill (name, value);" + ";".join(statements)
        )
        return database.serialize()


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (
            "insert into keywords values (20, 'Library', 'lib', 'http://l/?q={searchTerms}', 0, 1, 0, 0, 0)",
            [Change("search engine lib", "added")],
        ),
        (
            "update keywords set is_active = 2 where id = 12",
            [Change("search engine @tabs", "added")],
        ),
        (
            "insert into keywords values (20, 'Shop', 'shop.test', 's', 1, 0, 0, 0, 5)",
            [],
        ),
        ("update keywords set last_visited = 5", []),
        ("insert into autofill values ('name', 'Ada')", []),
    ],
)
def test_search_engines_that_a_user_added_or_switched_are_told(
    statement: str, expected: list[Change]
) -> None:
    trees = [read_search_engines_tree(data, "Web Data") for data in (web_data(), web_data(statement))]
    assert list(compare(*trees)) == expected


def login_data(*statements: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(
            "create table logins (id integer primary key, signon_realm, username_value, password_value,"
            " blacklisted_by_user, times_used);"
            "insert into logins values (1, 'https://a.test/', 'ada', x'01', 0, 0);" + ";".join(statements)
        )
        return database.serialize()


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (
            "insert into logins values (2, 'https://b.test/', '', x'', 1, 0)",
            [("password https://b.test/", "added")],
        ),
        ("delete from logins", [("password https://a.test/ ada", "removed")]),
        ("update logins set password_value = x'02'", [("password https://a.test/ ada", "password")]),
        ("update logins set times_used = 3", []),
    ],
)
def test_passwords_that_a_user_saved_are_told(statement: str, expected: list[tuple[str, str]]) -> None:
    trees = [read_passwords_tree(data, "Login Data") for data in (login_data(), login_data(statement))]
    assert [(change.place, change.what) for change in compare(*trees)] == expected


@pytest.mark.parametrize(
    "data", [b"{", b"[]", json.dumps({"homepage": 1}).encode()[:-1], b'{"a":' * 90 + b"1" + b"}" * 90]
)
def test_damaged_settings_are_unusable(data: bytes) -> None:
    with pytest.raises(Unusable):
        read_preferences_tree(data, "Preferences")


@pytest.mark.parametrize("children", ["[1]", '[{"type": "folder", "children": ' * 60 + "[]" + "}]" * 60])
def test_damaged_bookmarks_are_unusable(children: str) -> None:
    with pytest.raises(Unusable):
        read_bookmarks_tree(f'{{"roots": {{"other": {{"children": {children}}}}}}}'.encode(), "Bookmarks")
