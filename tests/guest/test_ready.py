"""A desktop that does not come up by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from controller.core.guest import Guest
from controller.core.waiting import wait_until
from controller.guests.link import ready
from tests.guest.desktops import picture

pytestmark = pytest.mark.guest


def test_a_shell_that_starts_in_vain_is_started_again(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    before = picture(guest)
    guest.run(["sh", "-c", "pkill -STOP -x gnome-shell; pkill -KILL -f 'gjs .*/[d]ing.js'"])
    monkeypatch.setattr(ready, "ICONS_SECONDS", 2.0)

    def waiting(condition: Callable[[], Any], seconds: float, what: str, every: float = 0.02) -> Any:
        return wait_until(condition, seconds=seconds, what=what, every=every)

    ready.wait_for_desktop(guest, waiting, seconds=60)
    clock = (600, 0, 760, 32)
    after = picture(guest)
    for seen in (before, after):
        seen.paste(0, clock)
    assert after.tobytes() == before.tobytes()
