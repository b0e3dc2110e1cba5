"""The first keys on a fresh desktop."""

from __future__ import annotations

import pytest

from controller.guests.provider import Provider

pytestmark = pytest.mark.guest


def test_the_shell_has_read_the_keyboard_before_the_first_action(provider: Provider) -> None:
    guest = provider.start()
    # GNOME writes this for each shortcut when it reads a keyboard anew, and misses keys meanwhile.
    count = ["sh", "-c", "journalctl --boot | grep --count 'Overwriting existing binding'"]

    def readings() -> int:
        return int(guest.run(count, check=False).text)

    try:
        before = readings()
        assert not guest.call_tool("computer.key", {"keys": ["ctrl"]}).is_error
        assert guest.call_tool("computer.screenshot").images
        assert (before > 0, readings()) == (True, before)
    finally:
        provider.stop(guest)
