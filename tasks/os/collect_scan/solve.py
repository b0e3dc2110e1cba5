from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until

LEASE = "/home/user/Documents/Lease"
SCANS = "/home/user/Scans"
SIGNED = f"{LEASE}/lease-signed.pdf"


def mcp() -> Solution:
    yield from arrival()
    yield move(f"{SCANS}/lease-2026.pdf", SIGNED)


def gui() -> Solution:
    """In the terminal, have the shell wait for the scan, move it and close its window."""
    yield TypeText(
        text=f"until [ -e {SCANS}/lease-2026.pdf ]; do sleep 0.2; done; mv {SCANS}/lease-2026.pdf {SIGNED} && exit"
    )
    yield from act_until(Key(keys=("Return",)), lambda seen: not seen.windows)


def also_by_a_copy(guest: Guest) -> Solution:
    yield from arrival()
    guest.run(["sh", "-c", f"cp {SCANS}/lease-2026.pdf {SIGNED} && rm {SCANS}/lease-2026.pdf"], as_user=True)


def wrong_draft(_guest: Guest) -> Solution:
    yield from arrival()
    yield move(f"{SCANS}/lease-2026-draft.pdf", SIGNED)


def wrong_not_waited_for(_guest: Guest) -> Solution:
    yield move(f"{SCANS}/lease-2025.pdf", SIGNED)


def wrong_scan_stays(guest: Guest) -> Solution:
    yield from arrival()
    guest.run(["cp", f"{SCANS}/lease-2026.pdf", SIGNED], as_user=True)


def wrong_name(_guest: Guest) -> Solution:
    yield from arrival()
    yield move(f"{SCANS}/lease-2026.pdf", f"{LEASE}/lease-2026.pdf")


def wrong_all_scans_moved(guest: Guest) -> Solution:
    yield from arrival()
    guest.run(["sh", "-c", f"mv {SCANS}/lease-2026.pdf {SIGNED} && mv {SCANS}/*.pdf {LEASE}"], as_user=True)


def arrival() -> Solution:
    """Look into the folder until the scan is there."""
    arrived = False
    while not arrived:
        seen = yield ToolCall(name="filesystem_list_directory", arguments={"path": SCANS})
        arrived = "lease-2026.pdf" in seen.results[0].text


def move(source: str, destination: str) -> ToolCall:
    return ToolCall(name="filesystem_move_file", arguments={"source": source, "destination": destination})
