from controller.core.actions import Terminate
from controller.core.guest import Guest
from controller.tasks.solutions import Solution


def gui() -> Solution:
    yield Terminate(status="failure")


def wrong_faked(guest: Guest) -> Solution:
    guest.write_file("/home/user/printed.txt", b"")
    yield Terminate(status="failure")


def wrong_claimed(guest: Guest) -> Solution:
    yield from ()
