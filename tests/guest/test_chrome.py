"""Chrome's tools on a real guest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from checkers.base import Termination
from checkers.browser import bookmarks, quit_browser, tabs
from controller.guest import Guest

FOLDER = "/home/user/chrome-tests"
PREFIX = "osworld_mcp_google_chrome."


class View:
    """The guest as a checker sees it."""

    termination: Termination | None = None

    def __init__(self, guest: Guest) -> None:
        self.run = guest.run
        self.read_file = guest.read_file


class Chrome:
    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.view = View(guest)

    def call(self, tool: str, **arguments: object) -> dict[str, Any]:
        result = self.guest.call_tool(PREFIX + tool, arguments, timeout=90)
        assert not result.is_error, result.text
        assert result.structured is not None
        return dict(result.structured)

    def refusal(self, tool: str, **arguments: object) -> str:
        result = self.guest.call_tool(PREFIX + tool, arguments, timeout=90)
        assert result.is_error, result.text
        return result.text

    @property
    def urls(self) -> set[str]:
        return {tab.url for tab in tabs(self.view)}

    def press(self, *keys: str) -> None:
        self.guest.call_tool("computer.key", {"keys": list(keys)})


@pytest.fixture
def chrome(guest: Guest) -> Iterator[Chrome]:
    for name in ("one", "two"):
        guest.write_file(f"{FOLDER}/{name}.html", f"<title>Page {name}</title><h1>{name}</h1>".encode())
    chrome = Chrome(guest)
    yield chrome
    quit_browser(chrome.view)
    guest.run(["rm", "-rf", FOLDER, "/home/user/.config/chromium-testbed"])


def page(name: str) -> str:
    return f"file://{FOLDER}/{name}.html"


def test_a_closed_browser_is_named_with_the_tool_that_opens_it(chrome: Chrome) -> None:
    for tool in ("open_bookmarks", "bookmark_page", "bring_back_last_tab", "print"):
        assert "chrome_open_tabs_setup" in chrome.refusal(tool)


def test_pages_are_opened_bookmarked_closed_and_brought_back(chrome: Chrome) -> None:
    shown = chrome.call("chrome_open_tabs_setup", url=f"{FOLDER}/one.html")
    assert shown == {"url": page("one"), "title": "Page one"}
    chrome.call("chrome_open_tabs_setup", url=page("two"))
    assert chrome.urls == {page("one"), page("two")}

    assert chrome.call("bookmark_page")["url"] == page("two")
    chrome.press("Return")
    assert "already" in chrome.call("bookmark_page")["note"]

    chrome.press("ctrl", "w")
    back = chrome.call("bring_back_last_tab")
    assert [tab["url"] for tab in back["tabs"]] == [page("two")]
    assert chrome.urls == {page("one"), page("two")}

    quit_browser(chrome.view)
    assert [bookmark.url for bookmark in bookmarks(chrome.view)] == [page("two")]


def test_a_page_that_cannot_be_loaded_is_an_error(chrome: Chrome) -> None:
    assert "ERR_FILE_NOT_FOUND" in chrome.refusal("chrome_open_tabs_setup", url=f"{FOLDER}/none.html")


@pytest.mark.parametrize(
    ("tool", "url"),
    [
        ("open_appearance_settings", "chrome://settings/appearance"),
        ("open_bookmarks", "chrome://bookmarks/"),
        ("open_extensions", "chrome://extensions/"),
        ("open_password_settings", "chrome://settings/autofill"),
        ("open_privacy_settings", "chrome://settings/privacy"),
        ("open_profile_settings", "chrome://settings/people"),
        ("open_search_engine_settings", "chrome://settings/search"),
        ("delete_browsing_data", "chrome://settings/clearBrowserData"),
    ],
)
def test_settings_pages_open_in_front_and_only_once(chrome: Chrome, tool: str, url: str) -> None:
    chrome.call("chrome_open_tabs_setup", url=page("one"))
    title = chrome.call(tool)["title"]
    assert chrome.call(tool)["title"] == title
    assert sorted(tab.url for tab in tabs(chrome.view)) == sorted([page("one"), url])
    shown = chrome.guest.call_tool("computer.windows").structured
    assert shown is not None
    assert any(title in window["title"] for window in shown["windows"])


def test_the_print_dialog_opens(chrome: Chrome) -> None:
    chrome.call("chrome_open_tabs_setup", url=page("one"))
    assert chrome.call("print")["title"] == "Page one"
    chrome.press("Escape")
