from pathlib import Path

from checkers import GuestView, Score
from checkers.files import absent, file_is
from checkers.nothing_else import may_add, may_remove, nothing_else

LEASE = Path(__file__).parent / "files" / "lease-2026.pdf"
ARRIVED = "Scans/lease-2026.pdf"
SIGNED = "Documents/Lease/lease-signed.pdf"


def check(guest: GuestView) -> Score:
    return Score.all_of(
        file_is(guest, f"/home/user/{SIGNED}", LEASE.read_bytes()),
        absent(guest, f"/home/user/{ARRIVED}"),
        nothing_else(guest, may_remove(ARRIVED), may_add(SIGNED)),
    )
