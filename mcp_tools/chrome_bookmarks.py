"""The bookmarks that the browser has stored; it writes them a few seconds after a change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp_tools.registry import ToolError

FILE = Path(".config/chromium-testbed/Default/Bookmarks")
"""Below the home folder."""


@dataclass(frozen=True, slots=True)
class SavedBookmark:
    """One bookmark; `folder` is the path of folders it is in, `guid` tells alike ones apart."""

    url: str
    name: str
    folder: str
    guid: str = ""


def find(url: str) -> SavedBookmark | None:
    """The stored bookmark of an address, if there is one. Raises ToolError when the file is damaged."""
    return next((bookmark for bookmark in read_stored() if bookmark.url == url), None)


def read_stored() -> list[SavedBookmark]:
    """All stored bookmarks. Raises ToolError when the file is damaged."""
    path = Path.home() / FILE
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
