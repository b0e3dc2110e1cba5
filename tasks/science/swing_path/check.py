import csv

from checkers import GuestView, Score, claim
from checkers.archives import parsing
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else
from checkers.values import Number, value_claim

FOLDER = "Pictures/swing"
CENTRES = {0: (20, 60), 2: (58, 82), 4: (126, 80), 6: (128, 78)}
LOWEST = max(CENTRES, key=lambda frame: CENTRES[frame][1])
NEAR = 2
"""Pixels."""


@judged
def check(guest: GuestView) -> Score:
    """OpenCV's server keeps the frames, and leaves what it shows beside them."""
    path = f"/home/user/{FOLDER}/path.csv"
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
        value_claim(
            guest,
            f"the answer is frame {LOWEST}",
            Number(LOWEST, "frame", ordinal=True),
            given="; ".join(str(row[1:]) for row in found),
        ),
        nothing_else(
            guest,
            *(
                may_add(f"{FOLDER}/{name}")
                for name in ("path.csv", "*frame_*.jpg", "*frames", "swing_frames_*")
            ),
        ),
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
