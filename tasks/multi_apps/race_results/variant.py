import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import docx
import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

FIRST = ("Ada", "Bela", "Carla", "Dario", "Elif", "Femi", "Greta", "Hugo", "Ines", "Jonas", "Kofi", "Lea")
LAST = (
    "Albrecht", "Bianchi", "Costa", "Dvorak", "Engel", "Fuchs", "Garcia", "Haas", "Ivanova", "Jansen", "Kraus",
    "Larsen", "Moser", "Novotny",
)  # fmt: skip
PLACES = ("Reed Lake", "Castle Hill", "Old Quarry", "Heron Meadow", "Mill Valley", "Pine Ridge")


@dataclass(frozen=True)
class Runner:
    number: int
    name: str
    seconds: int
    remark: str = ""

    @property
    def time(self) -> str:
        """As the sheet has it; who did not finish has none."""
        return "" if self.remark == "dnf" else f"{self.seconds // 60}:{self.seconds % 60:02}"


@dataclass(frozen=True)
class Facts:
    place: str
    year: int
    runners: tuple[Runner, ...]
    last_year: tuple[Runner, ...]

    @property
    def file(self) -> str:
        return f"times-{self.place.lower().replace(' ', '-')}.xlsx"

    @property
    def report(self) -> str:
        return f"run-{self.year}.docx"

    @property
    def finishers(self) -> int:
        return sum(runner.remark != "dnf" for runner in self.runners)

    @property
    def gaps(self) -> dict[str, str]:
        """What belongs into the report."""
        return gaps(winners(self.runners), self.finishers)


def gaps(best: list[Runner], finishers: int) -> dict[str, str]:
    return {
        "[WINNER]": best[0].name,
        "[BEST TIME]": best[0].time,
        "[SECOND]": best[1].name,
        "[THIRD]": best[2].name,
        "[FINISHERS]": str(finishers),
    }


def winners(runners: tuple[Runner, ...]) -> list[Runner]:
    return sorted((each for each in runners if not each.remark), key=lambda each: each.seconds)[:3]


def facts(rng: Random) -> Facts:
    year = rng.randint(2025, 2029)
    return Facts(rng.choice(PLACES), year, _runners(rng), _runners(rng))


def _runners(rng: Random) -> tuple[Runner, ...]:
    """One of the disqualified is the fastest of all, and another one slow; all times differ."""
    count = rng.randint(11, 14)
    names = [
        f"{first} {last}"
        for first, last in zip(_some(rng, FIRST, count), _some(rng, LAST, count), strict=True)
    ]
    seconds = rng.sample(range(1900, 3500), count)
    numbers = rng.sample(range(11, 99), count)
    fastest = min(range(count), key=lambda place: seconds[place])
    others = rng.sample([place for place in range(count) if place != fastest], 3)
    remarks = {fastest: "dsq", others[0]: "dnf", others[1]: "dnf"}
    if rng.random() < 0.5:
        remarks[others[2]] = "dsq"
    return tuple(
        Runner(number, name, time, remarks.get(place, ""))
        for place, (number, name, time) in enumerate(zip(numbers, names, seconds, strict=True))
    )


def _some(rng: Random, names: tuple[str, ...], count: int) -> list[str]:
    return [*rng.sample(names, min(count, len(names))), *rng.sample(names, max(0, count - len(names)))]


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for year, runners in ((facts.year - 1, facts.last_year), (facts.year, facts.runners)):
        sheet = book.create_sheet(str(year))
        sheet.append(["Number", "Name", "Time", "Remark"])
        for runner in runners:
            sheet.append([runner.number, runner.name, runner.time or None, runner.remark or None])
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for letter, width in zip("ABCD", (9, 22, 9, 10), strict=True):
            sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def lines(facts: Facts, words: dict[str, str]) -> list[str]:
    """The report's texts with these words in its gaps."""
    texts = [
        f"The run around {facts.place} {facts.year}",
        "[WINNER] was the first at the finish this year, after [BEST TIME].",
        "[SECOND] came second and [THIRD] third.",
        "[FINISHERS] runners finished. We thank the fire brigade for the tea.",
        f"In {facts.year - 1} the winner was {winners(facts.last_year)[0].name}.",
    ]
    for gap, word in words.items():
        texts = [text.replace(gap, word) for text in texts]
    return texts


def files(facts: Facts, folder: Path) -> None:
    (folder / "times.xlsx").write_bytes(workbook(facts))
    document = docx.Document()
    for text in lines(facts, {}):
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    (folder / "report.docx").write_bytes(reproducible_zip(out.getvalue()))
