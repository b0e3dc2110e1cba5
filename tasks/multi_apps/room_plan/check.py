from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import may_change, nothing_else
from checkers.slides import read_presentation

PATH = "Documents/floors.pptx"
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
    slide = read_presentation(guest, f"/home/user/{PATH}").slide(SECOND_FLOOR)
    _title, *rooms = [box.text.strip() for box in slide.boxes if box.text.strip()]
    boxes = (f"slide {SECOND_FLOOR}/shape Rectangle {number}" for number in range(2, len(NOW) + 2))
    return Score.all_of(
        *(
            claim(f"room {number} says {name}", rooms[place : place + 1] == [f"{number}: {name}"], rooms)
            for place, (number, name) in enumerate(NOW.items())
        ),
        nothing_else(guest, may_change(PATH, *boxes, what="text")),
    )
