import csv

from checkers import GuestView, Score, claim
from checkers.archives import parsing
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

REPORT = "Documents/station-si.csv"
ROWS = [
    ("air pressure", 1000.0, "hectopascal"),
    ("wind", 15.95, "meters per second"),
    ("catchment", 16.58, "square kilometer"),
    ("snow", 232.27, "kilograms per cubic meter"),
    ("load on the mast", 391.44, "newtons"),
    ("aspect", 77.35, "degrees"),
    ("recordings", 1792.0, "megabytes"),
]


@judged
def check(guest: GuestView) -> Score:
    with parsing(REPORT, "CSV table"):
        rows = [row for row in csv.reader(read_text(guest, f"/home/user/{REPORT}").splitlines()) if row]
    values = [row[1] if len(row) == 3 else "" for row in rows[1:]]
    return Score.all_of(
        claim("the titles are right", rows[:1] == [["quantity", "value", "unit"]], rows[:1]),
        claim("the quantities are in order", [row[0] for row in rows[1:]] == [row[0] for row in ROWS], rows),
        claim("the units have their names", [row[-1] for row in rows[1:]] == [row[2] for row in ROWS], rows),
        claim(
            "the values are converted",
            len(values) == len(ROWS) and all(map(near, values, [row[1] for row in ROWS])),
            values,
        ),
        nothing_else(guest, may_add(REPORT)),
    )


def near(text: str, expected: float) -> bool:
    try:
        return abs(float(text) - expected) <= 0.0051
    except ValueError:
        return False
