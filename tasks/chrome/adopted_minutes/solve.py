from testbed.actions import Key, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

FILES = "/home/user/Documents/board/files"
DOWNLOADS = "/home/user/Downloads"


def gui() -> Solution:
    """Find the meeting in the page; the third link behind it is the one. The list of downloads has the file then."""
    yield Key(keys=("ctrl", "f"))
    yield TypeText(text="Fees for guests\n")
    yield Key(keys=("Escape",))
    yield Key(keys=("Tab",), repeat=3)
    yield Key(keys=("Return",))
    yield from act_until(Key(keys=("ctrl", "j")), in_front("Download"))


def also_copied(guest: Guest) -> Solution:
    yield from copy(guest, "b-36.docx")


def wrong_draft(guest: Guest) -> Solution:
    yield from copy(guest, "b-35.docx")


def wrong_other_meeting(guest: Guest) -> Solution:
    yield from copy(guest, "b-33.docx")


def wrong_both(guest: Guest) -> Solution:
    yield from copy(guest, "b-35.docx", "b-36.docx")


def wrong_draft_under_its_name(guest: Guest) -> Solution:
    guest.run(["cp", f"{FILES}/b-35.docx", f"{DOWNLOADS}/b-36.docx"], as_user=True)
    yield from ()


def copy(guest: Guest, *names: str) -> Solution:
    guest.run(["cp", *(f"{FILES}/{name}" for name in names), DOWNLOADS], as_user=True)
    yield from ()
