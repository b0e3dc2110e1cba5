import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font
from PIL import Image, ImageDraw, ImageFont

from testbed.tasks import reproducible_zip

PHOTOS = 6
SITES = ("brook", "hedge", "mill", "railway", "school")
BLACK, RED = "#101010", "#c01818"


@dataclass(frozen=True)
class Meter:
    number: int
    plot: int
    old: int
    new: int
    litres: int
    """What its red digits say, from 0 to 999."""


@dataclass(frozen=True)
class Facts:
    site: str
    meters: tuple[Meter, ...]
    """In the order of the rows."""
    shown: tuple[int, ...]
    """The places of the meters in the order of the photographs."""

    @property
    def count(self) -> int:
        return len(self.shown)

    @property
    def file(self) -> str:
        return f"meters-{self.site}.xlsx"

    @property
    def photos(self) -> list[Meter]:
        return [self.meters[place] for place in self.shown]

    @property
    def missing(self) -> Meter:
        return next(meter for meter in self.meters if meter not in self.photos)

    def row(self, meter: Meter) -> int:
        return self.meters.index(meter) + 2


def facts(rng: Random) -> Facts:
    """The meters' numbers differ in their last three digits; some readings begin with a 0."""
    series = rng.randint(310, 790) * 1000
    numbers = rng.sample(range(100, 999), PHOTOS + 1)
    plots = sorted(rng.sample(range(1, 40), PHOTOS + 1))
    meters = []
    for plot, number in zip(plots, numbers, strict=True):
        old = rng.randint(310, 9400)
        meters.append(Meter(series + number, plot, old, old + rng.randint(8, 97), rng.randint(100, 999)))
    return Facts(rng.choice(SITES), tuple(meters), tuple(rng.sample(range(PHOTOS + 1), PHOTOS)))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Meters"
    sheet.append(["Meter", "Plot", "Old", "New", "Used"])
    for meter in facts.meters:
        row = facts.row(meter)
        sheet.append([meter.number, meter.plot, meter.old, None, f'=IF(D{row}="","",D{row}-C{row})'])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter in "ABCDE":
        sheet.column_dimensions[letter].width = 13
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def photo(meter: Meter) -> Image.Image:
    image = Image.new("RGB", (640, 440), "#8d9a86")
    draw = ImageDraw.Draw(image)
    draw.ellipse((120, 20, 520, 420), fill="#e9e6dc", outline="#5c5c58", width=10)
    digits = f"{meter.new:05}{meter.litres:03}"
    font = ImageFont.load_default(40)
    for place, digit in enumerate(digits):
        left = 158 + 41 * place
        draw.rectangle((left, 130, left + 37, 190), fill=BLACK if place < 5 else RED)
        draw.text((left + 18, 160), digit, fill="white", font=font, anchor="mm")
    small = ImageFont.load_default(24)
    draw.text((320, 100), "cubic metres", fill=BLACK, font=small, anchor="mm")
    draw.text((320, 250), "Qn 2.5   PN 16   90 °C", fill="#66665f", font=small, anchor="mm")
    draw.rectangle((215, 290, 425, 340), fill="#f7f7f2", outline=BLACK, width=2)
    draw.text((320, 315), f"No. {meter.number}", fill=BLACK, font=small, anchor="mm")
    return image


def files(facts: Facts, folder: Path) -> None:
    (folder / "meters.xlsx").write_bytes(workbook(facts))
    (folder / "Photos").mkdir()
    for place, meter in enumerate(facts.photos, start=1):
        photo(meter).save(folder / "Photos" / f"photo-{place}.png")
