"""A desktop that does not come up by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from controller.core.guest import Guest
from controller.core.waiting import wait_until
from controller.guests.link import ready
from tests.guest.desktops import CLOCK, idle_picture
from tests.pictures import Difference, difference
from tests.waiting import poll

pytestmark = pytest.mark.guest


def test_a_shell_that_starts_in_vain_is_started_again(guest: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    before = idle_picture(guest)
    guest.run(["sh", "-c", "pkill -STOP -x gnome-shell; pkill -KILL -f 'gjs .*/[d]ing.js'"])
    monkeypatch.setattr(ready, "ICONS_SECONDS", 2.0)

    def waiting(condition: Callable[[], Any], seconds: float, what: str, every: float = 0.02) -> Any:
        return wait_until(condition, seconds=seconds, what=what, every=every)

    # On a busy machine the shell is started again several times, each time with twice the patience.
    ready.wait_for_desktop(guest, waiting, seconds=300)

    def changed() -> Difference | None:
        return difference(idle_picture(guest), before, leave_out=[CLOCK])

    assert poll(changed, lambda found: found is None, seconds=90, every=0.5) is None
