import io
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

HARBOURS = ("Aldersound", "Brackwick", "Coldharbour", "Dunmouth", "Eelpool", "Fallow Quay")
BOATS = ("Heron", "Kingfisher", "Otter", "Pike", "Swan", "Teal")
DAYS = 18
"""So many days the table has, from the first of the month on."""


@dataclass(frozen=True)
class HighWater:
    minutes: int
    """After midnight."""
    decimetres: int

    @property
    def time(self) -> str:
        return f"{self.minutes // 60:02}:{self.minutes % 60:02}"

    @property
    def height(self) -> float:
        return self.decimetres / 10


@dataclass(frozen=True)
class Outing:
    day: int
    boat: str


@dataclass(frozen=True)
class Facts:
    first: date
    harbours: tuple[str, str]
    tides: tuple[tuple[HighWater, ...], ...]
    """Those at the first harbour, day by day."""
    later: int
    """By so many minutes at the second harbour."""
    outings: tuple[Outing, ...]

    @property
    def month(self) -> str:
        return f"{self.first:%B}"

    @property
    def year(self) -> int:
        return self.first.year

    @property
    def harbour(self) -> str:
        """Ours: the second one of the table."""
        return self.harbours[1]

    def day(self, number: int) -> date:
        return self.first + timedelta(days=number - 1)

    def tide(self, number: int, harbour: int = 1) -> HighWater | None:
        """The high water by day, at a harbour of the table; None if there is none."""
        tides = (here(each, self.later * harbour) for each in self.tides[number - 1])
        return next((each for each in tides if 8 * 60 <= each.minutes <= 18 * 60), None)


def here(tide: HighWater, later: int) -> HighWater:
    """That tide at a harbour where it comes later and is 4 dm lower."""
    return HighWater(tide.minutes + later, tide.decimetres - 4) if later else tide


def facts(rng: Random) -> Facts:
    """The high waters come 50 minutes later each day; on some days of the table none is by day."""
    start = rng.randint(30, 200)
    tides = []
    for day in range(DAYS):
        first = (start + 50 * day) % 745
        both = (first, first + 745)
        tides.append(tuple(HighWater(minutes, rng.randint(31, 48)) for minutes in both if minutes < 1380))
    later = rng.randint(25, 48)
    drawn = Facts(
        date(rng.randint(2026, 2029), rng.randint(4, 9), 1), _two(rng, HARBOURS), tuple(tides), later, ()
    )
    without = [day for day in range(1, DAYS + 1) if drawn.tide(day) is None]
    by_day = [day for day in range(1, DAYS + 1) if drawn.tide(day) and drawn.tide(day, 0)]
    days = sorted([*rng.sample(without, 1), *rng.sample(by_day, 7)])
    outings = tuple(Outing(day, rng.choice(BOATS)) for day in days)
    return Facts(drawn.first, drawn.harbours, drawn.tides, later, outings)


def _two(rng: Random, names: tuple[str, ...]) -> tuple[str, str]:
    one, other = rng.sample(names, 2)
    return one, other


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Outings"
    sheet.append(["Day", "Boat", "High water", "Height (m)"])
    for outing in facts.outings:
        sheet.append([facts.day(outing.day), outing.boat])
        sheet.cell(sheet.max_row, 1).number_format = "YYYY-MM-DD"
        sheet.cell(sheet.max_row, 3).number_format = "@"
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter, width in zip("ABCD", (14, 14, 14, 14), strict=True):
        sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def page(facts: Facts) -> str:
    rows = []
    for day in range(1, DAYS + 1):
        cells = "".join(
            f"<td>{_cell(here(tides[place], later)) if place < len(tides) else '-'}</td>"
            for tides, later in ((facts.tides[day - 1], 0), (facts.tides[day - 1], facts.later))
            for place in range(2)
        )
        rows.append(f"<tr><th>{facts.day(day):%a} {day}</th>{cells}</tr>")
    heads = "".join(f'<th colspan="2">{name}</th>' for name in facts.harbours)
    body = "\n".join(rows)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tide table, {facts.month} {facts.year}</title>
<style>
body {{ font: 15px sans-serif; margin: 10px 30px; }}
h1 {{ font-size: 19px; margin: 4px 0 8px; }}
table {{ border-collapse: collapse; }}
td, th {{ border: 1px solid #aaa; padding: 1px 16px; text-align: left; }}
</style></head><body>
<h1>High waters, {facts.month} {facts.year} (time, height in metres)</h1>
<table><tr><th></th>{heads}</tr>
{body}
</table></body></html>
"""


def _cell(tide: HighWater) -> str:
    return f"{tide.time} &nbsp; {tide.height:.1f}"


def files(facts: Facts, folder: Path) -> None:
    (folder / "outings.xlsx").write_bytes(workbook(facts))
    (folder / "tides.html").write_text(page(facts))
