import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

from PIL import Image, ImageDraw

SIZE = (320, 240)
FORMATS = {"JPEG": "jpg", "BMP": "bmp", "TIFF": "tif"}
NAMES = (
    "birth certificate",
    "diploma",
    "family tree",
    "floor plan",
    "map 1890",
    "postcard",
    "recipe",
    "school report",
)


@dataclass(frozen=True)
class Scan:
    """A picture of rectangles of these colours, from left to right, each this high."""

    name: str
    bars: tuple[tuple[int, int], ...]

    def picture(self) -> Image.Image:
        image = Image.new("RGB", SIZE, "white")
        draw = ImageDraw.Draw(image)
        width = SIZE[0] // len(self.bars)
        for place, (height, colour) in enumerate(self.bars):
            box = (place * width + 4, SIZE[1] - height, (place + 1) * width - 4, SIZE[1])
            draw.rectangle(box, fill=f"#{colour:06x}")
        return image

    def encoded(self, kind: str) -> bytes:
        out = io.BytesIO()
        self.picture().save(out, kind)
        return out.getvalue()


@dataclass(frozen=True)
class Facts:
    old: str
    scans: tuple[Scan, ...]
    other: Scan
    other_format: str

    @property
    def originals(self) -> dict[str, bytes]:
        """The files in the folder, by name."""
        scans = {f"{scan.name}.{FORMATS[self.old]}": scan.encoded(self.old) for scan in self.scans}
        other = f"{self.other.name}.{FORMATS[self.other_format]}"
        index = "".join(f"{scan.name}\n" for scan in (*self.scans, self.other))
        return {**scans, other: self.other.encoded(self.other_format), "index.txt": index.encode()}


def facts(rng: Random) -> Facts:
    names = rng.sample(NAMES, rng.randint(4, 5))
    other, *scans = (_scan(rng, name) for name in names)
    old, other_format = rng.sample(sorted(FORMATS), 2)
    return Facts(old, tuple(scans), other, other_format)


def _scan(rng: Random, name: str) -> Scan:
    bars = tuple((rng.randint(40, 230), rng.randrange(0x1000000)) for _ in range(rng.randint(4, 7)))
    return Scan(name, bars)


def files(facts: Facts, folder: Path) -> None:
    (folder / "scans").mkdir()
    for name, content in facts.originals.items():
        (folder / "scans" / name).write_bytes(content)
