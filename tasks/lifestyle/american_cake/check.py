from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

CAKE = "Documents/cake-metric.txt"
LINES = [
    "Aunt Dora's buttermilk cake",
    "Oven: 163 C",
    "Tin: 23 cm wide",
    "Flour: 354 g",
    "Buttermilk: 355 ml",
    "Vanilla: 10 ml",
    "Bake for 45 min",
]


@judged
def check(guest: GuestView) -> Score:
    text = read_text(guest, f"/home/user/{CAKE}")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return Score.all_of(
        claim("the lines are those of the cake, in order", names(lines) == names(LINES), lines),
        claim("the numbers and units are right", lines == LINES, lines),
        nothing_else(guest, may_add(CAKE)),
    )


def names(lines: list[str]) -> list[str]:
    return [line.partition(":")[0].partition(" for ")[0] for line in lines]
