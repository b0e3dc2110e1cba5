"""What a guest's desktop session said last: why something in it did not come up."""

from __future__ import annotations

from controller.core.guest import USER, Guest
from testbed.errors import GuestError


def session_journal(guest: Guest) -> str:
    """Its journal's last lines, or why there are none; the console holds only what root's services say."""
    command = f"journalctl --no-pager --lines=25 --output=cat _UID=$(id -u {USER})"
    try:
        return f"its session's last lines:\n{guest.run(['sh', '-c', command], check=False).text}"
    except GuestError as error:
        return f"its session's journal cannot be read: {error.message}"
