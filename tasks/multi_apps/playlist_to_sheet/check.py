from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.nothing_else import cells, may_change, nothing_else
from checkers.spreadsheets import read_workbook, same_values

PATH = "Documents/programme.xlsx"
FILMS = {
    "opening-titles.mp4": 45,
    "small-orchestra.mp4": 524,
    "harvest-day.mp4": 372,
    "night-ferry.mp4": 218,
    "credits.mp4": 63,
}


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, f"/home/user/{PATH}").sheet("Programme")
    programme = [*FILMS.items(), ("Total", sum(FILMS.values()))]
    rows = [[sheet[f"{letter}{row}"].value for letter in "AB"] for row in range(2, len(programme) + 2)]
    return Score.all_of(
        claim(
            "rows 2 to 7 list the playlist in its order, and the total",
            all(same_values(row, film) for row, film in zip(rows, programme, strict=True)),
            rows,
        ),
        nothing_else(guest, may_change(PATH, *cells("Programme", "A2:B7"), what=("value", "formula"))),
    )
