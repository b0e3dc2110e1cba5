"""The accessibility tree and the terminal's text, as OSWorld's in-guest server tells them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from controller.core.guest import Guest
from testbed.errors import CommandError, SetupError

READER: Final = ("/opt/testbed/venv/bin/python", "-S", "-P", "-m", "mcp_tools.computer.accessibility_xml")
READER_FOLDER: Final = "/opt/testbed"
LOOK_SECONDS: Final = 90.0
KEPT: Final = "/run/testbed-osworld"
"""Where evaluators find what was read for them: while they ask, the applications are stopped."""
TREE_GETTERS: Final = frozenset({"accessibility_tree", "active_url_from_accessTree"})
TERMINAL_GETTERS: Final = frozenset({"vm_terminal_output"})


def accessibility_xml(guest: Guest) -> bytes:
    """Return the whole accessibility tree as XML. Raises CommandError."""
    return _look(guest)


def terminal_json(guest: Guest) -> bytes:
    """Return the text of the terminal that has the focus, or null, as JSON. Raises CommandError."""
    return _look(guest, "terminal")


def keep_for_evaluators(guest: Guest, getters: Iterable[Mapping[str, Any]]) -> None:
    """Write what these getters will ask of the screen to files of root in the guest. Raises SetupError."""
    types = {getter["type"] for getter in getters}
    try:
        if types & TREE_GETTERS:
            guest.write_file(f"{KEPT}/accessibility.xml", accessibility_xml(guest), owner="root")
        if types & TERMINAL_GETTERS:
            guest.write_file(f"{KEPT}/terminal.json", terminal_json(guest), owner="root")
    except CommandError as error:
        raise SetupError(
            f"what is on the screen cannot be read for the evaluator: {error.message}"
        ) from error


def _look(guest: Guest, *words: str) -> bytes:
    command = ["env", f"PYTHONPATH={READER_FOLDER}", *READER, *words]
    return guest.run(command, as_user=True, timeout=LOOK_SECONDS * guest.slowness).stdout
