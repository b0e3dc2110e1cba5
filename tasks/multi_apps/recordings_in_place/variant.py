import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

PIECES = (
    "Ave Maria", "Calypso", "Drunken Sailor", "Evening Song", "Fields of Gold", "Greensleeves", "Hallelujah",
    "Irish Blessing", "Kumbaya", "Locus Iste", "Moon River", "Nightingale", "Over the Sea", "Panis Angelicus",
    "Shenandoah", "Skye Boat Song", "Sumer Is Icumen", "The Water Is Wide", "Wild Mountain Thyme",
)  # fmt: skip


@dataclass(frozen=True)
class Recording:
    piece: str
    folder: str
    state: str
    other: str
    """The folder in which the file is instead, or is too; or ""."""

    @property
    def file(self) -> str:
        return f"{self.piece.lower().replace(' ', '-')}.wav"

    @property
    def on_disk(self) -> list[str]:
        """The paths of its files; one that is missing may have a part."""
        places = {
            "Here": [f"{self.folder}/{self.file}"],
            "Elsewhere": [f"{self.other}/{self.file}"],
            "Missing": [f"{self.folder}/{self.file}.part"],
        }[self.state]
        copy = [f"{self.other}/{self.file}"] if self.state == "Here" and self.other else []
        return [*places, *copy]


@dataclass(frozen=True)
class Facts:
    choir: str
    recordings: tuple[Recording, ...]

    @property
    def file(self) -> str:
        return f"{self.choir}-recordings.xlsx"

    @property
    def states(self) -> list[str]:
        return [each.state for each in self.recordings]


def facts(rng: Random) -> Facts:
    year = rng.randint(2019, 2023)
    folders = [f"{year + place}/{name}" for place, name in enumerate(("spring", "summer", "advent"))]
    count = rng.randint(9, 11)
    states = ["Missing"] * rng.randint(2, 3) + ["Elsewhere"] * 2
    states += ["Here"] * (count - len(states))
    rng.shuffle(states)
    twice = states.index("Here")
    recordings = [
        _recording(rng, piece, state, folders, twice=place == twice or rng.random() < 0.2)
        for place, (piece, state) in enumerate(zip(rng.sample(PIECES, count), states, strict=True))
    ]
    return Facts(rng.choice(("harbour", "minster", "valley", "village", "works")), tuple(recordings))


def _recording(rng: Random, piece: str, state: str, folders: list[str], *, twice: bool) -> Recording:
    folder, other = rng.sample(folders, 2)
    return Recording(piece, folder, state, other if state == "Elsewhere" or twice else "")


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Recordings"
    sheet.append(["Number", "Piece", "Folder", "File", "State"])
    for number, each in enumerate(facts.recordings, start=1):
        sheet.append([number, each.piece, each.folder, each.file, None])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter, width in zip("ABCDE", (9, 24, 16, 30, 12), strict=True):
        sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def paths(facts: Facts) -> list[str]:
    """The files below the folder of the recordings."""
    return sorted(path for each in facts.recordings for path in each.on_disk)


def files(facts: Facts, folder: Path) -> None:
    (folder / "list.xlsx").write_bytes(workbook(facts))
    for number, path in enumerate(paths(facts)):
        target = folder / "Recordings" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(b"RIFF" + bytes([number]) * 40)
