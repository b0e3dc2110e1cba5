"""When a booting guest is usable: ssh answers, the window manager runs, the MCP server answers, the screen is quiet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from controller.errors import GuestConnectionError, GuestError
from controller.guest import Guest
from controller.ssh import SshConnection

Value = TypeVar("Value")


class WaitAlive(Protocol):
    """Waits for a condition as long as the guest lives; raises GuestBootError when it died or time ran out."""

    def __call__(self, condition: Callable[[], Value | None], seconds: float, what: str) -> Value: ...


def wait_for_ssh(ssh: SshConnection, wait_alive: WaitAlive, *, seconds: float) -> None:
    """Wait until the guest lets root in. Raises GuestBootError."""

    def connected() -> bool:
        try:
            ssh.connect()
        except GuestConnectionError:
            return False
        return True

    wait_alive(connected, seconds, "ssh to answer")


def wait_for_desktop(guest: Guest, wait_alive: WaitAlive, *, seconds: float) -> None:
    """Wait until the desktop is drawn and the tools answer. Raises GuestBootError."""

    def window_manager() -> bool:
        check = guest.run(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], as_user=True, check=False)
        return "window id" in check.text

    def session_running() -> bool:
        bus = ["gdbus", "call", "--session", "--dest", "org.gnome.SessionManager"]
        method = ["--object-path", "/org/gnome/SessionManager", "--method", "org.gnome.SessionManager.IsSessionRunning"]
        return "true" in guest.run([*bus, *method], as_user=True, check=False).text

    def quiet() -> bool:
        seen = guest.call_tool("computer.screenshot", {"settle": True, "limit_seconds": 3.0}, timeout=30.0)
        if seen.is_error or not seen.structured:
            raise GuestError(f"no screenshot: {seen.text}")
        return bool(seen.structured["settled"])

    wait_alive(window_manager, seconds, "the desktop's window manager")
    wait_alive(session_running, seconds, "the desktop session to have started")
    wait_alive(quiet, seconds, "a quiet screen")
