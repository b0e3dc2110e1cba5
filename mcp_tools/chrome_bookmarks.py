"""The bookmarks in the browser's files, one a profile; the browser writes a change some seconds later."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout
from mcp_tools.waiting import wait

FOLDER = Path(".config/chromium-testbed")
"""Below the home folder: has a folder for each profile."""
NEW_TABS = frozenset({"chrome://newtab/", "chrome://new-tab-page/", "chrome://new-tab-page-third-party/"})
"""The addresses of the page of a new tab: how it was opened decides under which of them it is bookmarked."""
STORE_SECONDS = scale_timeout(15.0)
DELAY_SECONDS = scale_timeout(4.0)
"""After that the browser has written a change, unless it is very busy."""


@dataclass(frozen=True, slots=True)
class SavedBookmark:
    """One bookmark; `folder` is the path of folders it is in, `guid` tells alike ones apart."""

    url: str
    name: str
    folder: str
    guid: str = ""


def find(url: str) -> list[SavedBookmark]:
    """The bookmarks of a page in all profiles. Raises ToolError when a file is damaged."""
    addresses = NEW_TABS if url in NEW_TABS else {url}
    files = sorted((Path.home() / FOLDER).glob("*/Bookmarks"))
    return [bookmark for file in files for bookmark in _read(file) if bookmark.url in addresses]


def find_added(url: str, before: list[SavedBookmark]) -> SavedBookmark | None:
    """Wait for a bookmark of an address that was not there before, in whichever profile.

    Where the address has a bookmark already, only as long as the browser takes to write another one. Raises ToolError.
    """
    added = wait(
        lambda: [bookmark for bookmark in find(url) if bookmark not in before],
        DELAY_SECONDS if before else STORE_SECONDS,
    )
    return added[0] if added else None


def _read(path: Path) -> list[SavedBookmark]:
    try:
        roots = json.loads(path.read_text(encoding="utf-8"))["roots"]
        return [bookmark for root in roots.values() for bookmark in _inside(root, "")]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ToolError(
            f"the browser's bookmarks in {path} cannot be read; it is damaged, or protected"
        ) from error


def _inside(node: dict[str, Any], folder: str) -> Iterator[SavedBookmark]:
    if node.get("type") == "url":
        yield SavedBookmark(node["url"], node["name"], folder, node.get("guid", ""))
    for child in node.get("children", ()):
        yield from _inside(child, f"{folder}/{node['name']}".lstrip("/"))
