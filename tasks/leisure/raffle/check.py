import re
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.files import read_text
from checkers.nothing_else import may_add, nothing_else

DRAW = "Documents/party/draw.txt"
GUESTS = Path(__file__).with_name("files") / "guests.txt"
NAMES = ["winners", "seats", "prize", "start", "code", "music"]


@judged
def check(guest: GuestView) -> Score:
    everyone = GUESTS.read_text().split("\n")[:-1]
    text = read_text(guest, f"/home/user/{DRAW}")
    lines = [line.partition(":") for line in text.strip().splitlines()]
    drawn = {name.strip(): text.strip() for name, _, text in lines}
    winners, seats = listed(drawn.get("winners", "")), listed(drawn.get("seats", ""))
    music = drawn.get("music", "")
    return Score.all_of(
        claim("there are the six lines, in order", [name.strip() for name, _, _ in lines] == NAMES, lines),
        claim(
            "three different guests win",
            len(set(winners)) == len(winners) == 3 and set(winners) <= set(everyone),
            winners,
        ),
        claim("all guests have a seat, each one", sorted(seats) == sorted(everyone), seats),
        claim("they do not sit as they are listed", seats not in ([], everyone), seats),
        claim(
            "the prize is one of the three",
            drawn.get("prize") in ("waffles", "tea", "honey"),
            drawn.get("prize"),
        ),
        claim(
            "the start is from 1 to 8",
            re.fullmatch("[1-8]", drawn.get("start", "")) is not None,
            drawn.get("start"),
        ),
        claim("the code has 16 hexadecimal digits", hexadecimal(drawn.get("code", "")), drawn.get("code")),
        claim(
            "the music is from 0.5 to 0.9",
            re.fullmatch(r"0\.\d\d", music) is not None and 0.5 <= float(music) <= 0.9,
            music,
        ),
        nothing_else(guest, may_add(DRAW)),
    )


def listed(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def hexadecimal(code: str) -> bool:
    return re.fullmatch(r"[0-9a-f]{16}", code, re.I) is not None and len(set(code)) > 2
