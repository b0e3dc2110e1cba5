from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.slides import parse_presentation, read_presentation
from checkers.spreadsheets import parse_workbook, read_workbook, untouched_claim

FILES = Path(__file__).parent / "files"
DOCUMENTS = "/home/user/Documents"
SECOND_FLOOR = 3
"""The number of its slide."""
NOW = {
    201: "Berg",
    202: "free",
    203: "Ito",
    204: "Okafor",
    205: "Sand",
    206: "Lindt",
    207: "Marsh",
    208: "Pereira",
}


@judged
def check(guest: GuestView) -> Score:
    deck = read_presentation(guest, f"{DOCUMENTS}/floors.pptx")
    before = parse_presentation((FILES / "floors.pptx").read_bytes(), "floors.pptx")
    rooms = [box.text.strip() for box in deck.slide(SECOND_FLOOR).boxes if box.text.strip()]
    title, *_, corridor = before.slide(SECOND_FLOOR).texts
    others = [slide.texts for number, slide in enumerate(deck.slides, 1) if number != SECOND_FLOOR]
    kept = [slide.texts for number, slide in enumerate(before.slides, 1) if number != SECOND_FLOOR]
    hidden = [number for number, slide in enumerate(deck.slides, 1) if slide.hidden]
    book = read_workbook(guest, f"{DOCUMENTS}/rooms.xlsx")
    original = parse_workbook((FILES / "rooms.xlsx").read_bytes(), "rooms.xlsx")
    return Score.all_of(
        *(
            claim(f"room {number} says {name}", rooms[place : place + 1] == [f"{number}: {name}"], rooms)
            for place, (number, name) in enumerate(NOW.items(), start=1)
        ),
        claim(
            "the rest of the slide is as it was",
            [*rooms[:1], *rooms[len(NOW) + 1 :]] == [title, corridor],
            rooms,
        ),
        claim("the other slides are as they were", others == kept, others),
        claim("no slide is hidden", not hidden, hidden),
        untouched_claim(book, original, text="the workbook is as it was"),
        claim("the sheets keep their names", book.sheet_names == original.sheet_names, book.sheet_names),
    )
