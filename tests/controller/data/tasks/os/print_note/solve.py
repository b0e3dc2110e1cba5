from testbed.actions import Terminate
from testbed.tasks import Guest, Solution


def gui() -> Solution:
    yield Terminate(status="failure")


def wrong_faked(guest: Guest) -> Solution:
    guest.write_file("/home/user/printed.txt", b"")
    yield Terminate(status="failure")


def wrong_claimed(guest: Guest) -> Solution:
    yield from ()
