"""Ending an application in a guest, to its very end."""

from __future__ import annotations

from controller.core.guest import Guest

NAME_LENGTH = 15
"""The kernel keeps no more characters of a process's name."""
END_SECONDS = 90.0


def end_application(guest: Guest, process: str, *, port: int | None = None) -> None:
    """End the user's processes of this name; returns when they are gone, and what listens on `port` too."""
    name = process[:NAME_LENGTH]
    guest.run(["pkill", "--uid", "user", "--exact", name], check=False)
    has_ended = f"! pgrep --uid user --exact '{name}'"
    if port is not None:
        has_ended += f" && ! ss -Hltn 'sport = :{port}' | grep -q ."
    guest.run(["sh", "-c", f"until {has_ended}; do sleep 0.05; done"], timeout=END_SECONDS)
