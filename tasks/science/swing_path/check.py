import csv
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.answers import answer, numbers
from checkers.archives import parsing
from checkers.evidence import judged
from checkers.files import file_is, read_text
from checkers.negation import affirmed

FOLDER = "/home/user/Pictures/swing"
FILM = Path(__file__).with_name("files") / "swing.mp4"
CENTRES = {0: (20, 60), 2: (58, 82), 4: (126, 80), 6: (128, 78)}
LOWEST = max(CENTRES, key=lambda frame: CENTRES[frame][1])
NEAR = 2
"""Pixels."""


@judged
def check(guest: GuestView) -> Score:
    path = f"{FOLDER}/path.csv"
    with parsing(path, "CSV table"):
        rows = [row for row in csv.reader(read_text(guest, path).splitlines()) if row]
    found = [place(row) for row in rows[1:]]
    return Score.all_of(
        claim("the columns have their names", rows[:1] == [["frame", "x", "y"]], rows[:1]),
        claim("the frames are in order", [row[:1] for row in found] == [[frame] for frame in CENTRES], rows),
        claim(
            "the centres are right",
            len(found) == len(CENTRES) and all(map(near, found, CENTRES.values())),
            rows,
        ),
        claim(f"the answer is {LOWEST}", numbers(affirmed(answer(guest))) == [LOWEST], answer(guest)[:80]),
        file_is(guest, f"{FOLDER}/swing.mp4", FILM.read_bytes()),
    )


def place(row: list[str]) -> list[int]:
    """A row's whole numbers; none if it has others."""
    try:
        return [int(value) for value in row]
    except ValueError:
        return []


def near(found: list[int], centre: tuple[int, int]) -> bool:
    return len(found) == 3 and all(
        abs(value - right) <= NEAR for value, right in zip(found[1:], centre, strict=True)
    )
