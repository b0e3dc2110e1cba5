from testbed.actions import Key, Screenshot, TypeText
from testbed.tasks import Guest, Solution

DOWNLOADS = "/home/user/Downloads"


def gui() -> Solution:
    yield from fill("Ines Calderón Ruiz", "1991-04-09", "ines.calderon@example.org", kind="Supporting")


def wrong_kind_of_membership(guest: Guest) -> Solution:
    yield from fill("Ines Calderón Ruiz", "1991-04-09", "ines.calderon@example.org", kind="Regular")


def wrong_day_and_month_swapped(guest: Guest) -> Solution:
    yield from fill("Ines Calderón Ruiz", "1991-09-04", "ines.calderon@example.org", kind="Supporting")


def wrong_boat_ticked(guest: Guest) -> Solution:
    yield from fill(
        "Ines Calderón Ruiz", "1991-04-09", "ines.calderon@example.org", kind="Supporting", boat=True
    )


def wrong_card_written_by_hand(guest: Guest) -> Solution:
    card = "Name: Ines Calderón Ruiz\nBorn: 1991-04-09\nE-mail: ines.calderon@example.org\nMembership: Supporting\n"
    guest.write_file(
        f"{DOWNLOADS}/membership-card.txt", f"{card}Own boat: no\nCard number: RC-0001\n".encode()
    )
    yield Screenshot()


def fill(name: str, birth: str, email: str, *, kind: str, boat: bool = False) -> Solution:
    """The first field has the focus; Tab goes on, a letter chooses from the list, the space bar ticks."""
    yield TypeText(text=f"{name}\t{birth}\t{email}\t{kind[0]}\t{' ' if boat else ''}\t")
    yield Key(keys=("Return",))
    yield Screenshot()
