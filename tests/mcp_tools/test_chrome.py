"""What of Chrome's tools needs no browser; the tools themselves are tested in tests/guest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcp_tools import chrome, chrome_bookmarks
from mcp_tools.chrome_address import whole_address
from mcp_tools.chrome_bookmarks import SavedBookmark
from mcp_tools.chrome_loading import is_page
from mcp_tools.registry import ToolError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("entered", "address"),
    [
        ("https://example.org/a?b#c", "https://example.org/a?b#c"),
        (" example.org ", "https://example.org"),
        ("example.org:8080/x", "https://example.org:8080/x"),
        ("localhost:8000", "http://localhost:8000"),
        ("127.0.0.1:8765/form", "http://127.0.0.1:8765/form"),
        ("file:///etc/passwd", "file:///etc/passwd"),
        ("chrome://version", "chrome://version"),
        ("about:blank", "about:blank"),
    ],
)
def test_what_a_person_enters_becomes_an_address(entered: str, address: str) -> None:
    assert whole_address(entered) == address


def test_a_path_becomes_an_address(home: Path) -> None:
    page = home / "My notes#1.html"
    page.write_text("")
    assert whole_address(str(page)) == page.as_uri()


def test_the_home_folder_may_be_a_tilde(home: Path) -> None:
    (home / "a.html").write_text("")
    assert whole_address("~/a.html") == f"file://{home}/a.html"


@pytest.mark.parametrize("entered", ["javascript:alert(1)", "JavaScript:1", "data:text/html,x", "", "  "])
def test_scripts_and_nothing_are_refused(entered: str) -> None:
    with pytest.raises(ToolError):
        whole_address(entered)


@pytest.mark.parametrize(
    ("entered", "reason"),
    [
        ("http://", "names no host"),
        ("https:///path", "names no host"),
        ("http://exa mple/", "names no host"),
        ("http://[", "no address"),
        ("http://a:99999/", "no address"),
        ("http://a/" + "x" * 1_000_000, "longer than 8,000"),
        ("chrome://quit", "no page of the browser"),
        ("about:crash", "no page of the browser"),
        ("mailto:a@b.c", "mailto:"),
        ("foo://bar", "foo:"),
        ("a\x00b", "control characters"),
        ("file://host/a", "of this computer"),
        ("/no/such/page.html", "ERR_FILE_NOT_FOUND"),
        ("/dev/zero", "neither a file nor a folder"),
        ("/a\x00b", "not a path"),
        ("/" + "a/" * 3000, "longer than|no file"),
    ],
)
def test_what_the_browser_shows_no_page_for_is_refused(entered: str, reason: str) -> None:
    with pytest.raises(ToolError, match=reason) as refusal:
        whole_address(entered)
    assert len(str(refusal.value)) < 300


def test_without_a_browser_the_tool_that_opens_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chrome, "PORT", 1)
    with pytest.raises(ToolError, match=r"chrome_open_tabs_setup"):
        chrome.open_bookmarks()


def store(home: Path, profile: str, text: str) -> None:
    path = home / chrome_bookmarks.FOLDER / profile / "Bookmarks"
    path.parent.mkdir(parents=True)
    path.write_text(text)


def test_a_bookmark_is_found_with_its_folder_in_any_profile(home: Path) -> None:
    page = {"type": "url", "url": "u:1", "name": "One"}
    inner = {"type": "folder", "name": "Work", "children": [page]}
    bar = {"type": "folder", "name": "Bookmarks bar", "children": [inner]}
    assert chrome_bookmarks.find("u:1") == []
    store(home, "Other", json.dumps({"roots": {"bookmark_bar": bar}}))
    expected = SavedBookmark("u:1", "One", "Bookmarks bar/Work")
    assert chrome_bookmarks.find("u:1") == [expected]
    assert chrome_bookmarks.find("u:2") == []
    assert chrome_bookmarks.find_added("u:1", []) == expected


def test_damaged_bookmarks_are_an_error(home: Path) -> None:
    store(home, "Default", "{")
    with pytest.raises(ToolError, match="cannot be read"):
        chrome_bookmarks.find("u:1")


def test_the_page_of_a_new_tab_is_found_under_any_of_its_addresses(home: Path) -> None:
    saved = "chrome://new-tab-page-third-party/"
    bar = {"type": "folder", "name": "Bar", "children": [{"type": "url", "url": saved, "name": "New Tab"}]}
    store(home, "Default", json.dumps({"roots": {"bookmark_bar": bar}}))
    for page in ("chrome://newtab/", "chrome://new-tab-page/", saved):
        assert [bookmark.url for bookmark in chrome_bookmarks.find(page)] == [saved]
    assert chrome_bookmarks.find("about:blank") == []


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"Content-Type": "text/html; charset=utf-8"}, True),
        ({"content-type": "Image/SVG+XML", "Content-Disposition": "inline"}, True),
        ({"Content-Type": "text/html", "Content-Disposition": "Attachment; filename=a.html"}, False),
        ({"Content-Type": "text/html", "Location": "/data.zip"}, False),
        ({"Content-Type": "application/zip"}, False),
        ({}, False),
    ],
)
def test_a_page_is_told_from_a_download(headers: dict[str, str], expected: bool) -> None:
    listed = [{"name": name, "value": value} for name, value in headers.items()]
    assert is_page({"responseHeaders": listed}) is expected
