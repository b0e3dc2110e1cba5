import re

from checkers import Claim, GuestView, Score, claim
from checkers.documents import parse_pdf
from checkers.evidence import fetch, judged
from checkers.nothing_else import may_add, nothing_else

FILE = "Documents/weekend.pdf"
EVENTS = {
    "Saturday": ("Market of the guilds", "Choirs from four villages", "Lantern parade"),
    "Sunday": ("Concert in the chapel", "Farewell with cake"),
}


@judged
def check(guest: GuestView) -> Score:
    data = fetch(guest, f"/home/user/{FILE}")
    pages = [" ".join(page.split()) for page in parse_pdf(data, FILE)]
    return Score.all_of(
        claim("the PDF has two pages", len(pages) == 2, len(pages)),
        *(
            claim(f"page {number} has {day}", len(pages) >= number and shows(pages[number - 1], day), pages)
            for number, day in enumerate(EVENTS, start=1)
        ),
        is_landscape(data),
        nothing_else(guest, may_add(FILE)),
    )


def shows(page: str, day: str) -> bool:
    return day in page and all(event in page for event in EVENTS[day])


def is_landscape(data: bytes) -> Claim:
    """By the size that each page has, as the browser writes it."""
    boxes = re.findall(rb"/MediaBox ?\[ ?0 0 (\d{1,5})(?:\.\d+)? (\d{1,5})(?:\.\d+)? ?\]", data[:1_000_000])
    return claim(
        "its pages are wider than high", boxes != [] and all(int(x) > int(y) for x, y in boxes), boxes
    )
