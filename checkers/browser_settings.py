"""What is set in the browser: its preferences, which it writes to two files as it ends."""

from __future__ import annotations

import json

from checkers.base import Claim, GuestView
from checkers.browser import PROFILE
from checkers.evidence import Unusable, examine, fetch

FILE_LIMIT = 4 * 2**20
FILES = ("Secure Preferences", "Preferences")
"""The first holds those that other programs must not change."""


def preferences(guest: GuestView) -> tuple[dict[str, object], ...]:
    """The content of both files; call `checkers.browser.quit_browser` first. Raises Unusable."""
    return tuple(_parsed(fetch(guest, f"{PROFILE}/Default/{name}", limit=FILE_LIMIT), name) for name in FILES)


def preference_is(guest: GuestView, path: str, value: object, *, default: object = None) -> Claim:
    """Claim that a preference such as "browser.show_home_button" has exactly this value (1 is not true).

    Args:
        guest: The guest; the browser was ended before.
        path: The names from the outermost object on, with dots between them.
        value: The value.
        default: What a preference that is not in the files stands for.
    """

    def look() -> tuple[bool, object]:
        current = _value(preferences(guest), path, default)
        return type(current) is type(value) and current == value, current

    return examine(f"the browser's setting {path} is {value!r}", look)


def _value(files: tuple[dict[str, object], ...], path: str, default: object) -> object:
    for preferences_file in files:
        node: object = preferences_file
        for name in path.split("."):
            node = node.get(name) if isinstance(node, dict) else None
        if node is not None:
            return node
    return default


def _parsed(data: bytes, name: str) -> dict[str, object]:
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Unusable(f"the browser's {name} are well-formed", error) from error
    if not isinstance(content, dict):
        raise Unusable(f"the browser's {name} are well-formed", "they are no object")
    return content
