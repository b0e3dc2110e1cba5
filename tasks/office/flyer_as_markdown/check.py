import re

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

FLYER = "Documents/flyer.md"
RULE = "|-|"
LINES = [
    "# Repair café",
    "Bring what is broken on **Saturday 13 March**, from 10 to 16.",
    "## What we mend",
    "* Lamps",
    "* Bicycles",
    "* Trousers",
    "|Table|Who|",
    RULE,
    "|Electric|Nils|",
    "|Cloth|Wanda|",
]


@judged
def check(guest: GuestView) -> Score:
    lines = [line for line in map(plain, read_text(guest, f"/home/user/{FLYER}").splitlines()) if line]
    return Score.all_of(
        claim(
            "the headings are there",
            [line for line in lines if line[0] == "#"] == [LINES[0], LINES[2]],
            lines,
        ),
        claim("the list is there", [line for line in lines if line[:2] == "* "] == LINES[3:6], lines),
        claim("the table is there", [line for line in lines if line[0] == "|"] == LINES[6:], lines),
        claim("the sentence has the new date in bold", LINES[1] in lines, lines),
        claim("there is nothing else, and all in order", lines == LINES, lines),
        nothing_else(guest, may_add(FLYER)),
    )


def plain(line: str) -> str:
    """A line of Markdown in one of the ways to write it: a table's rule as `RULE`."""
    line = re.sub(r"\s*\|\s*", "|", line.strip()).replace("__", "**")
    return RULE if re.fullmatch(r"\|[-:| ]+\|", line) else re.sub(r"^[-+*]\s+", "* ", line)
