import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

VARIETIES = (
    "Alba", "Beacon", "Celeste", "Dawn", "Ember", "Fanfare", "Glacier", "Halo", "Iolanthe", "Jubilee", "Kismet",
    "Lantern", "Mistral", "Nocturne", "Orpheus", "Pilgrim",
)  # fmt: skip
BEDS = ("Bench", "Fountain", "Gate", "Hedge", "Pond", "Steps", "Terrace", "Wall")
COLOURS = ("white", "yellow", "red", "blue", "violet", "orange")
MONTHS = ("February", "March", "April", "May")
PLACES = ("park", "cemetery", "school", "hospital", "museum")


@dataclass(frozen=True)
class Bulb:
    name: str
    month: str
    colour: str
    height: int
    pack: int
    """So many bulbs are in a pack."""

    def packs(self, bulbs: int) -> int:
        return -(-bulbs // self.pack)


@dataclass(frozen=True)
class Bed:
    name: str
    month: str
    highest: int
    bulbs: int
    fits: Bulb
    other_colour: Bulb
    too_high: Bulb


@dataclass(frozen=True)
class Facts:
    place: str
    beds: tuple[Bed, ...]
    others: tuple[Bulb, ...]
    """Those that fit no bed."""

    @property
    def file(self) -> str:
        return f"{self.place}-beds.xlsx"

    @property
    def first_bed(self) -> str:
        return self.beds[0].name

    @property
    def second_bed(self) -> str:
        return self.beds[1].name

    @property
    def third_bed(self) -> str:
        return self.beds[2].name

    @property
    def fourth_bed(self) -> str:
        return self.beds[3].name

    @property
    def first_colour(self) -> str:
        return self.beds[0].fits.colour

    @property
    def second_colour(self) -> str:
        return self.beds[1].fits.colour

    @property
    def third_colour(self) -> str:
        return self.beds[2].fits.colour

    @property
    def fourth_colour(self) -> str:
        return self.beds[3].fits.colour


def facts(rng: Random) -> Facts:
    """In each bed's month one variety has another colour, and one of the right colour is too high."""
    names = rng.sample(VARIETIES, 15)
    beds = []
    for bed, month in zip(rng.sample(BEDS, 4), rng.sample(MONTHS, 4), strict=True):
        highest = rng.randrange(20, 46, 5)
        colour, other = rng.sample(COLOURS, 2)
        fits, unlike, high = names.pop(), names.pop(), names.pop()
        pack = rng.choice((8, 10, 12, 15, 25))
        beds.append(
            Bed(
                bed,
                month,
                highest,
                pack * rng.randint(2, 6) + rng.randint(1, pack - 1),
                Bulb(fits, month, colour, highest - rng.randrange(0, 11, 5), pack),
                Bulb(unlike, month, other, highest - rng.randrange(0, 11, 5), rng.choice((10, 20))),
                Bulb(high, month, colour, highest + rng.randrange(5, 21, 5), rng.choice((10, 20))),
            )
        )
    others = tuple(Bulb(name, "June", rng.choice(COLOURS), rng.randrange(15, 60, 5), 10) for name in names)
    return Facts(rng.choice(PLACES), tuple(beds), others)


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Beds"
    sheet.append(["Bed", "Month", "At most (cm)", "Bulbs", "Variety", "Packs"])
    for bed in facts.beds:
        sheet.append([bed.name, bed.month, bed.highest, bed.bulbs, None, None])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter in "ABCDEF":
        sheet.column_dimensions[letter].width = 14
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def page(facts: Facts) -> str:
    bulbs = [*facts.others]
    for bed in facts.beds:
        bulbs += [bed.fits, bed.other_colour, bed.too_high]
    rows = "\n".join(
        f"<tr><td>{each.name}</td><td>{each.colour}</td><td>{each.height} cm</td><td>{each.month}</td>"
        f"<td>{each.pack}</td></tr>"
        for each in sorted(bulbs, key=lambda each: each.name)
    )
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Bulbs of the nursery</title>
<style>
body {{ font: 15px sans-serif; margin: 10px 30px; }}
h1 {{ font-size: 19px; margin: 4px 0 8px; }}
table {{ border-collapse: collapse; }}
td, th {{ border: 1px solid #aaa; padding: 2px 16px; text-align: left; }}
</style></head><body>
<h1>Our bulbs</h1>
<table><tr><th>Variety</th><th>Colour</th><th>Height</th><th>Flowers in</th><th>Bulbs in a pack</th></tr>
{rows}
</table></body></html>
"""


def files(facts: Facts, folder: Path) -> None:
    (folder / "beds.xlsx").write_bytes(workbook(facts))
    (folder / "nursery.html").write_text(page(facts))
