import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from checkers import browser
from tests.checkers.guests import LocalGuest


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "profile"
    (path / "Default").mkdir(parents=True)
    monkeypatch.setattr(browser, "PROFILE", str(path))
    return path


@pytest.fixture
def running_browser(profile: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that stands for the browser: it ends in order when asked to."""
    with subprocess.Popen(["sleep", "60"]) as process:
        (profile / "SingletonLock").symlink_to(f"some-host-{process.pid}")
        # Reaped at once, as the session's service manager does.
        signal.signal(signal.SIGCHLD, lambda *_: process.poll())
        yield process
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        process.kill()


def listing(guest: LocalGuest, text: str) -> LocalGuest:
    """A guest whose browser lists this."""
    (guest.programs.parent / "listing").write_text(text)
    guest.program("python3", f"cat >/dev/null; cat {guest.programs.parent}/listing")
    return guest


def tab(url: str, kind: str = "page") -> dict[str, str]:
    return {"type": kind, "url": url, "title": url, "id": "1"}


def bookmark(url: str) -> dict[str, str]:
    return {"type": "url", "url": url, "name": url}


def store(profile: Path, *nodes: object) -> None:
    roots = {"bookmark_bar": {"type": "folder", "name": "Bar", "children": nodes}}
    (profile / "Default" / "Bookmarks").write_text(json.dumps({"roots": roots}))


def test_tabs_are_pages_in_any_order(local_guest: LocalGuest) -> None:
    tabs = [tab("file:///b"), tab("file:///a"), tab("file:///w", "service_worker"), tab("chrome://print/")]
    guest = listing(local_guest, json.dumps(tabs))
    assert browser.tabs_are(guest, "file:///a", "file:///b").holds
    assert not browser.tabs_are(guest, "file:///a").holds


def test_a_title_is_as_the_page_has_it(local_guest: LocalGuest) -> None:
    guest = listing(local_guest, json.dumps([{**tab("file:///a"), "title": "&#39;x&#39; &amp; y"}]))
    assert [one.title for one in browser.tabs(guest)] == ["'x' & y"]


def test_the_same_page_twice_is_two_tabs(local_guest: LocalGuest) -> None:
    guest = listing(local_guest, json.dumps([tab("file:///a"), tab("file:///a")]))
    assert not browser.tabs_are(guest, "file:///a").holds


@pytest.mark.parametrize(
    "text", ["", "{}", "[{}]", '[{"type": "page", "url": 1, "title": ""}]', "[" * 200_000]
)
def test_a_malformed_list_of_tabs_fails_the_claim(local_guest: LocalGuest, text: str) -> None:
    assert not browser.tabs_are(listing(local_guest, text)).holds


def test_bookmarks_in_folders_are_found(local_guest: LocalGuest, profile: Path) -> None:
    store(profile, bookmark("u:1"), {"type": "folder", "name": "Sub", "children": [bookmark("u:2")]})
    assert browser.bookmarks_are(local_guest, "u:1", "u:2").holds
    assert [each.folder for each in browser.bookmarks(local_guest)] == ["Bar", "Bar/Sub"]
    assert not browser.bookmarks_are(local_guest, "u:1").holds


def test_a_browser_that_never_stored_bookmarks_has_none(local_guest: LocalGuest, profile: Path) -> None:
    assert browser.bookmarks_are(local_guest).holds
    assert not browser.bookmarks_are(local_guest, "u:1").holds


@pytest.mark.slow
def test_the_browser_ends_before_its_bookmarks_are_read(
    local_guest: LocalGuest, profile: Path, running_browser: subprocess.Popen[bytes]
) -> None:
    browser.bookmarks_are(local_guest)
    assert running_browser.wait(5) == -signal.SIGTERM
    assert not Path(f"/proc/{running_browser.pid}").exists()


@pytest.mark.slow
def test_a_forged_lock_fails_the_claim(local_guest: LocalGuest, profile: Path) -> None:
    (profile / "SingletonLock").symlink_to("host-x")
    assert not browser.bookmarks_are(local_guest).holds


def nested(depth: int) -> dict[str, object]:
    node: dict[str, object] = dict(bookmark("u:1"))
    for _ in range(depth):
        node = {"type": "folder", "name": "f", "children": [node]}
    return node


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"roots": []}',
        b'{"roots": {"bar": 1}}',
        b'{"roots": {"bar": {"children": 1}}}',
        b'{"roots": {"bar": {"type": "url"}}}',
        json.dumps({"roots": {"bar": nested(200)}}).encode(),
        b"[" * 200_000,
    ],
)
def test_malformed_bookmarks_fail_the_claim(local_guest: LocalGuest, profile: Path, data: bytes) -> None:
    (profile / "Default" / "Bookmarks").write_bytes(data)
    assert not browser.bookmarks_are(local_guest).holds


def test_a_browser_ends_though_its_parent_is_stopped(local_guest: LocalGuest, profile: Path) -> None:
    with subprocess.Popen(["sleep", "60"]) as process:
        (profile / "SingletonLock").symlink_to(f"some-host-{process.pid}")
        browser.quit_browser(local_guest)
        assert process.wait() == -signal.SIGTERM
