from functools import partial
from pathlib import Path

from checkers import GuestView, Score
from checkers.evidence import examine, judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

LIBRARY = "Documents/library"
FORM = Path(__file__).parent / "files" / "letter.txt"
LETTERS = {
    "faro": ("Ida Faro", "The Tin Boat", "2027-03-01", "5.00"),
    "fraser": ("Emil Fraser", "Owls at Noon", "2027-03-11", "4.00"),
    "kroll": ("Anja Kroll", "Night Trains", "2027-03-17", "2.80"),
    "wim": ("Lotte Wim", "The Glass Fish", "2027-03-16", "3.00"),
}


@judged
def check(guest: GuestView) -> Score:
    form = FORM.read_text()
    letters = [
        examine(f"the letter to {filled[0]} is right", partial(same, guest, name, form, filled))
        for name, filled in LETTERS.items()
    ]
    return Score.all_of(
        *letters,
        nothing_else(guest, *(may_add(f"{LIBRARY}/letters/{name}.txt") for name in LETTERS)),
    )


def same(guest: GuestView, name: str, form: str, filled: tuple[str, str, str, str]) -> tuple[bool, object]:
    """Whether a letter is the form with its words filled in, whatever the space at the ends of its lines."""
    expected = form
    for word, value in zip(("NAME", "TITLE", "DUE", "FEE"), filled, strict=True):
        expected = expected.replace(word, value)
    found = read_text(guest, f"/home/user/{LIBRARY}/letters/{name}.txt")
    return lines(found) == lines(expected), found[:300]


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]
