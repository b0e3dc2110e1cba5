import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

TEAMS = (
    "Badgers", "Comets", "Falcons", "Harriers", "Kingfishers", "Lanterns", "Otters", "Rovers", "Swifts", "Wanderers",
)  # fmt: skip
COLUMNS = ("Time", "Court", "Home", "Guests", "Referee", "Result")
REFEREES = ("Ivers", "Jansen", "Kowal", "Lindqvist", "Moreau", "Novak")


@dataclass(frozen=True)
class Match:
    time: str
    court: int
    home: str
    guests: str
    referee: str


@dataclass(frozen=True)
class Facts:
    event: str
    sheet: str
    matches: tuple[Match, ...]
    last: str
    """The last column of the title."""
    column: str
    width: float
    row: int
    height: float
    frozen: int
    zoom: int

    @property
    def file(self) -> str:
        return f"{self.event}.xlsx"

    @property
    def title_cells(self) -> str:
        return f"A1:{self.last}1"


def facts(rng: Random) -> Facts:
    count = rng.randint(12, 18)
    matches = []
    for number in range(count):
        home, guests = rng.sample(TEAMS, 2)
        matches.append(
            Match(
                f"{9 + number // 3}:{20 * (number % 3):02}",
                number % 3 + 1,
                home,
                guests,
                rng.choice(REFEREES),
            )
        )
    frozen = rng.randint(2, 4)
    return Facts(
        event=rng.choice(("tournament", "league", "cup")),
        sheet=rng.choice(("Saturday", "Sunday")),
        matches=tuple(matches),
        last=rng.choice("DEF"),
        column=rng.choice("CDE"),
        width=rng.randint(8, 14) / 2,
        row=rng.randint(1, frozen),
        height=rng.randint(6, 10) / 4,
        frozen=frozen,
        zoom=rng.choice((75, 150)),
    )


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = facts.sheet
    sheet["A1"] = f"Volleyball {facts.event}: matches of {facts.sheet}"
    sheet["A1"].font = Font(bold=True)
    for number in range(2, facts.frozen):
        sheet[f"A{number}"] = ("The referees meet at 8:45", "The café is open from 10:00")[number - 2]
    for column, title in enumerate(COLUMNS, start=1):
        sheet.cell(facts.frozen, column, title).font = Font(bold=True)
    for match in facts.matches:
        sheet.append([match.time, match.court, match.home, match.guests, match.referee])
    teams = book.create_sheet("Teams")
    teams.append(["Team", "Players"])
    for number, name in enumerate(TEAMS):
        teams.append([name, 7 + number % 4])
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "matches.xlsx").write_bytes(workbook(facts))
