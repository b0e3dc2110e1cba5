from pathlib import Path

from checkers import GuestView, Score
from checkers.files import file_is, tree_is

FILES = Path(__file__).parent / "files"
LEASE = "/home/user/Documents/Lease"
SCANS = "/home/user/Scans"


def check(guest: GuestView) -> Score:
    others = sorted((FILES / "scans").iterdir())
    return Score.all_of(
        tree_is(guest, LEASE, ["inventory.txt", "lease-signed.pdf"]),
        file_is(guest, f"{LEASE}/lease-signed.pdf", (FILES / "lease-2026.pdf").read_bytes()),
        file_is(guest, f"{LEASE}/inventory.txt", (FILES / "inventory.txt").read_bytes()),
        tree_is(guest, SCANS, [scan.name for scan in others]),
        *(file_is(guest, f"{SCANS}/{scan.name}", scan.read_bytes()) for scan in others),
    )
