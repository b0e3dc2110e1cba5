from checkers import GuestView, Score, claim
from checkers.evidence import judged
from checkers.spreadsheets import read_workbook, same_values

PROGRAMME = (
    ("opening-titles.mp4", 45),
    ("small-orchestra.mp4", 524),
    ("harvest-day.mp4", 372),
    ("night-ferry.mp4", 218),
    ("credits.mp4", 63),
    ("Total", 45 + 524 + 372 + 218 + 63),
)


@judged
def check(guest: GuestView) -> Score:
    sheet = read_workbook(guest, "/home/user/Documents/programme.xlsx").sheet("Programme")
    rows = [row[:2] for row in sheet.rows(2)]
    return Score.all_of(
        claim("the headings are unchanged", sheet.row(1)[:2] == ["File", "Length (seconds)"], sheet.row(1)),
        claim(
            "rows 2 to 7 list the playlist in its order, and the total",
            len(rows) == len(PROGRAMME)
            and all(same_values(row, film) for row, film in zip(rows, PROGRAMME, strict=True)),
            rows,
        ),
    )
