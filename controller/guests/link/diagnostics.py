"""What a guest reports about itself, measured alike whatever runs it: its memory, its session's journal."""

from __future__ import annotations

from controller.core.guest import USER, Guest
from testbed.errors import GuestError

_SUM = """
import glob
total = 0
for name in glob.glob("/proc/[0-9]*/smaps_rollup"):
    try:
        with open(name) as file:
            total += sum(int(line.split()[1]) for line in file if line.startswith("Pss:"))
    except OSError:
        pass
print(total)
"""


def used_mib(guest: Guest) -> int:
    """Measure the proportional memory (PSS) of all its processes, in MiB. Raises GuestError."""
    text = guest.run(["python3", "-I", "-S", "-c", _SUM], timeout=10.0).text
    try:
        return int(text) // 1024
    except ValueError as error:
        raise GuestError(f"{guest.name} reports no memory in use: {text[:80]!r}") from error


def session_journal(guest: Guest) -> str:
    """Return the last lines of its desktop session's journal, or why there are none.

    They say why something in the session did not start; the console has only the messages of root's services.
    """
    return _journal(guest, "session", f"_UID=$(id -u {USER})")


def service_journal(guest: Guest) -> str:
    """Return the last lines of a headless guest's MCP server, or why there are none."""
    return _journal(guest, "MCP server", "_SYSTEMD_UNIT=testbed-headless.service")


def _journal(guest: Guest, whose: str, match: str) -> str:
    command = f"journalctl --no-pager --lines=25 --output=cat {match}"
    try:
        return f"its {whose}'s last lines:\n{guest.run(['sh', '-c', command], check=False).text}"
    except GuestError as error:
        return f"its {whose}'s journal cannot be read: {error.message}"
