"""The accessibility tree and the terminal's text, as OSWorld's in-guest server returns them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from testbed.errors import CommandError, GuestError, SetupError
from testbed.guests import Guest

READER: Final = ("/opt/testbed/venv/bin/python", "-S", "-P", "-m", "mcp_tools.computer.accessibility_xml")
READER_FOLDER: Final = "/opt/testbed"
LOOK_SECONDS: Final = 90.0
KEPT: Final = "/run/testbed-osworld"
"""Where evaluators find what was read for them: while they ask, the applications are stopped."""
TREE_GETTERS: Final = frozenset(
    {
        "accessibility_tree",
        "active_tab_html_parse",
        "active_tab_info",
        "active_tab_url_parse",
        "active_url_from_accessTree",
        "macys_product_url_parse",
        "url_dashPart",
        "url_path_parse",
    }
)
"""Getters that read the tree, most of them to find the address of the browser's active tab."""
TERMINAL_GETTERS: Final = frozenset({"vm_terminal_output"})


def expose_elements(guest: Guest) -> None:
    """Let applications that start from now on report their contents, as OSWorld's do. Raises GuestError."""
    answer = guest.call_tool("computer.enable_accessibility", {})
    if answer.is_error:
        raise GuestError(f"accessibility cannot be switched on: {answer.text[:500]}")


def reads_tree(getters: Iterable[Mapping[str, Any]]) -> bool:
    """Whether one of these getters reads the accessibility tree."""
    return any(getter["type"] in TREE_GETTERS for getter in getters)


def accessibility_xml(guest: Guest) -> bytes:
    """Return the whole accessibility tree as XML. Raises CommandError."""
    return _look(guest)


def terminal_json(guest: Guest) -> bytes:
    """Return the text of the terminal that has the focus, or null, as JSON. Raises CommandError."""
    return _look(guest, "terminal")


def keep_for_evaluators(guest: Guest, getters: Iterable[Mapping[str, Any]]) -> None:
    """Write what these getters will ask of the screen to files of root in the guest. Raises SetupError."""
    asked = tuple(getters)
    try:
        if reads_tree(asked):
            guest.write_file(f"{KEPT}/accessibility.xml", accessibility_xml(guest), owner="root")
        if any(getter["type"] in TERMINAL_GETTERS for getter in asked):
            guest.write_file(f"{KEPT}/terminal.json", terminal_json(guest), owner="root")
    except CommandError as error:
        raise SetupError(
            f"what is on the screen cannot be read for the evaluator: {error.message}"
        ) from error


def _look(guest: Guest, *words: str) -> bytes:
    command = ["env", f"PYTHONPATH={READER_FOLDER}", *READER, *words]
    return guest.run(command, as_user=True, timeout=LOOK_SECONDS * guest.slowness).stdout
