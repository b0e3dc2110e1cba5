"""Opening an application until it is idle, for a snapshot that has it open."""

from __future__ import annotations

from controller.applications.readiness import is_app_ready
from controller.applications.registry import SNAPSHOTS
from controller.core.guest import Guest
from controller.core.waiting import wait_until
from controller.core.windows import windows_of
from testbed.errors import GuestError

OPEN_SECONDS = 600.0
"""How long an application may take to show its window; emulated processors are slow."""
QUIET_SCREENSHOTS = 3


def open_and_idle(app: str, guest: Guest) -> None:
    """Open an application; returns when its window is in front and the screen stays as it is.

    Raises GuestError, also for an application that has no snapshot.
    """
    if app not in SNAPSHOTS:
        raise GuestError(
            f"there is no snapshot {app!r}", hint=f"snapshots: desktop, headless, {', '.join(SNAPSHOTS)}"
        )
    guest.run(["testbed-open", app], as_user=True, timeout=60)

    def in_front() -> bool:
        return any(window.active and window.app == app for window in windows_of(guest))

    wait_until(in_front, seconds=OPEN_SECONDS, what=f"an active window of {app}", every=0.5)
    wait_until(lambda: is_app_ready(app, (), guest), seconds=OPEN_SECONDS, what=f"{app} to work", every=0.5)
    same, picture = 0, b""

    def quiet() -> bool:
        nonlocal same, picture
        screenshot = guest.call_tool("computer.screenshot", {"limit_seconds": 10.0}).images[0]
        same, picture = (same + 1, screenshot) if screenshot == picture else (0, screenshot)
        return same >= QUIET_SCREENSHOTS

    wait_until(quiet, seconds=OPEN_SECONDS, what=f"{app} to be idle", every=1.0)
