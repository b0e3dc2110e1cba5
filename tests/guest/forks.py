"""What holds of copies in mid-work with any provider, beyond `forks_in_mid_work` of its self-check."""

from __future__ import annotations

from controller.core.guest import Guest
from controller.guests.provider import ForkingProvider
from tests.waiting import eventually

COUNT = "/home/user/count"
"""A file to which a process of the guest adds."""
_LOOP = f"i=0; while sleep 0.1; do i=$((i+1)); echo $i >>{COUNT}; done"


def assert_processes_go_on(provider: ForkingProvider) -> None:
    """A process of a guest is in its copy and in the copy's, each of them goes on, and ends alone."""
    guests = [provider.start()]
    guests[0].run(["systemd-run", "--quiet", "--unit=count", "sh", "-c", _LOOP])
    for _ in range(2):
        goes_on(guests[-1])
        before = counted(guests[-1])
        checkpoint = provider.checkpoint(guests[-1])
        guests.append(provider.start(checkpoint))
        provider.discard(checkpoint)
        assert counted(guests[-1]) >= before
    numbers = {each.run(["systemctl", "show", "--property=MainPID", "count"]).text for each in guests}
    assert len(numbers) == 1
    for left in reversed(guests):
        left.run(["systemctl", "stop", "count"])
        stopped = counted(left)
        for other in guests[: guests.index(left)]:
            goes_on(other)
        assert counted(left) == stopped
    for each in guests:
        provider.stop(each)


def goes_on(guest: Guest) -> None:
    """Wait until the process counts further."""
    before = counted(guest)
    eventually(lambda: counted(guest) > before, what="the count to go on", seconds=60)


def counted(guest: Guest) -> int:
    """How many lines the process has written."""
    return len(guest.run(["cat", COUNT], check=False).text.splitlines())
