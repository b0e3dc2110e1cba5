"""The browser's open tabs and stored bookmarks."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, TypeAdapter, ValidationError

from checkers.base import Claim, GuestView
from checkers.evidence import Unusable, ask, bring_about, examine
from checkers.guest_scripts import PYTHON, guest_script
from testbed.errors import CommandError, FileTooLargeError

PROFILE = "/home/user/.config/chromium-testbed"
FILE_LIMIT = 8 * 2**20
MAX_DEPTH = 50

# Bookmarks are written 2.5 s after a change; an end before that, orderly or not, loses them. Once the file has been
# written, or that time has passed twice over, it holds every change from before this began.
_LET_WRITE = """
import os, sys, time
profile, began = sys.argv[1], time.time()
while os.path.islink(profile + "/SingletonLock") and time.time() < began + 6:
    try:
        if os.stat(profile + "/Default/Bookmarks").st_mtime > began:
            break
    except FileNotFoundError:
        pass
    time.sleep(0.05)
"""

# The lock is a symbolic link to "host-pid". An orderly end makes the browser write its settings.
_QUIT = """
import os, signal, sys, time
try:
    pid = int(os.readlink(sys.argv[1] + "/SingletonLock").rpartition("-")[2])
    os.kill(pid, signal.SIGTERM)
except (FileNotFoundError, ProcessLookupError):
    sys.exit()
def runs():
    # Ended it is a zombie until the session's service manager sees to it, which is stopped meanwhile.
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False
deadline = time.monotonic() + 15
while runs():
    if time.monotonic() > deadline:
        sys.exit("the browser did not end")
    time.sleep(0.05)
"""


class BrowserTab(BaseModel):
    """A tab with its address and title."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    type: str
    url: str
    title: Annotated[str, AfterValidator(html.unescape)]  # DevTools escapes it


@dataclass(frozen=True, slots=True)
class Bookmark:
    """One bookmark; `folder` is the path of folders it is in."""

    url: str
    name: str
    folder: str


def tabs(guest: GuestView) -> list[BrowserTab]:
    """List the open tabs, in no particular order; none if the browser is closed. Raises Unusable."""
    script = guest_script(Path(__file__).with_name("browser_tabs.py"))
    listing = ask(guest, [*PYTHON, PROFILE], stdin=script)
    try:
        open_tabs = TypeAdapter(list[BrowserTab]).validate_json(listing.stdout)
    except ValidationError as error:
        raise Unusable("the browser's list of tabs is well-formed", str(error)[:300]) from error
    return [tab for tab in open_tabs if tab.type == "page" and not tab.url.startswith("chrome://print/")]


def quit_browser(guest: GuestView) -> None:
    """End the browser so that it writes its bookmarks to disk. Read its tabs before.

    Raises Unusable if it does not end.
    """
    ask(guest, ["/usr/bin/python3", "-I", "-c", _LET_WRITE, PROFILE])
    bring_about(guest, ["python3", "-I", "-c", _QUIT, PROFILE], as_user=True)


def bookmarks(guest: GuestView) -> list[Bookmark]:
    """List all bookmarks the browser has stored; call `quit_browser` first. Raises Unusable."""
    try:
        data = guest.read_file(f"{PROFILE}/Default/Bookmarks", limit=FILE_LIMIT)
    except FileNotFoundError:
        return []
    except (FileTooLargeError, CommandError) as error:
        raise Unusable("the file of bookmarks can be read", error) from error
    try:
        roots = json.loads(data)["roots"]
        return [bookmark for root in roots.values() for bookmark in _inside(root, "", 0)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unusable("the file of bookmarks is well-formed", repr(error)) from error


def tabs_are(guest: GuestView, *urls: str) -> Claim:
    """Claim that exactly these addresses are open, each in one tab, in any order."""

    def look() -> tuple[bool, object]:
        urls_open = sorted(tab.url for tab in tabs(guest))
        return urls_open == sorted(urls), urls_open

    return examine(f"the open tabs are {', '.join(urls)}", look)


def bookmarks_are(guest: GuestView, *urls: str) -> Claim:
    """Claim that exactly these addresses are bookmarked, each once. Ends the browser."""

    def look() -> tuple[bool, object]:
        quit_browser(guest)
        bookmarked = sorted(bookmark.url for bookmark in bookmarks(guest))
        return bookmarked == sorted(urls), bookmarked

    expected = ", ".join(urls) or "none"
    return examine(f"the bookmarked pages are: {expected}", look)


def _inside(node: dict[str, object], folder: str, depth: int) -> Iterator[Bookmark]:
    if depth > MAX_DEPTH:
        raise ValueError("folders are nested too deep")
    if node.get("type") == "url":
        yield Bookmark(str(node["url"]), str(node["name"]), folder)
    children = node.get("children", [])
    if not isinstance(children, list):
        raise TypeError("children is no list")
    for child in children:
        yield from _inside(child, f"{folder}/{node.get('name', '')}".lstrip("/"), depth + 1)
