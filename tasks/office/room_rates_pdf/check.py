from checkers import GuestView, Score, claim
from checkers.documents import read_pdf
from checkers.evidence import judged
from checkers.nothing_else import may_add, nothing_else

RATES = "Documents/rates.pdf"
LINES = [
    "Room rates 2027",
    "Blue room: 85 euros a day",
    "Hall: 210 euros a day",
    "Workshop: 120 euros a day",
    "Roof terrace: 64.5 euros a day",
    "Prices include heating.",
]


@judged
def check(guest: GuestView) -> Score:
    pages = read_pdf(guest, f"/home/user/{RATES}")
    lines = [bare for page in pages for line in page.splitlines() if (bare := line.strip(" •-\t"))]
    return Score.all_of(
        claim("the PDF has the heading, the rooms and the last line", lines == LINES, lines),
        nothing_else(guest, may_add(RATES)),
    )
