"""Whether an application whose window is there takes input: some show their window long before they do."""

from __future__ import annotations

from collections.abc import Sequence

from controller.applications.registry import APPLICATIONS
from controller.core.guest import Guest

PROBE_SECONDS = 60.0


def is_app_ready(app: str, files: Sequence[str], guest: Guest) -> bool:
    """Ask an application's probe.

    Args:
        app: The application's id.
        files: The files and addresses it was opened with.
        guest: The guest it was opened in.

    Returns:
        Whether it takes input and shows the files; always true for an application without a probe.

    Raises:
        GuestError: The guest cannot be asked.
    """
    probe = APPLICATIONS[app].ready
    if not probe:
        return True
    return guest.run([*probe, *files], as_user=True, check=False, timeout=PROBE_SECONDS).exit_code == 0
