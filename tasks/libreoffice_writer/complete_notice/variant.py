import io
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

import docx

from testbed.tasks import reproducible_zip

SOCIETIES = (
    "Allotment Society",
    "Rowing Club",
    "Village Choir",
    "Chess Circle",
    "Cycling Club",
    "Reading Room",
    "Amateur Theatre",
    "Beekeepers",
)
PLACES = (
    "in the boathouse",
    "at the old mill",
    "in the school library",
    "above the bakery",
    "in the fire station",
    "at the Blue Heron",
)
SECRETARIES = ("Agnes Birch", "Bruno Castell", "Clara Dunmore", "Dario Ekman", "Edith Falk", "Felix Gorman")


@dataclass(frozen=True)
class Facts:
    society: str
    secretary: str
    met: date
    meets: date
    last_place: str
    place: str
    last_hour: str
    hour: str

    @property
    def file(self) -> str:
        return f"notice-{self.meets.year}.docx"

    @property
    def day(self) -> str:
        return in_words(self.meets)


def in_words(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B}"


def facts(rng: Random) -> Facts:
    meets = date(2026, 9, 1) + timedelta(days=rng.randint(0, 90))
    last_place, place = rng.sample(PLACES, 2)
    last_hour, hour = rng.sample(range(14, 21), 2)
    return Facts(
        society=rng.choice(SOCIETIES),
        secretary=rng.choice(SECRETARIES),
        met=meets - timedelta(days=364 - 7 * rng.randint(1, 3)),
        meets=meets,
        last_place=last_place,
        place=place,
        last_hour=f"{last_hour}:30",
        hour=f"{hour}:15",
    )


def paragraphs(facts: Facts, day: str, place: str, hour: str) -> list[str]:
    """The notice's texts with these words in its gaps."""
    return [
        facts.society,
        f"Notice of the annual meeting {facts.meets.year}",
        f"We meet on {day}, {place}. The meeting begins at {hour}.",
        f"In {facts.met.year} we met on {in_words(facts.met)}, {facts.last_place}, and began at {facts.last_hour}.",
        "Agenda: report of the year, accounts, elections, any other business.",
        f"{facts.secretary}, secretary",
    ]


def files(facts: Facts, folder: Path) -> None:
    document = docx.Document()
    for text in paragraphs(facts, "[day]", "[place]", "[hour]"):
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    (folder / "notice.docx").write_bytes(reproducible_zip(out.getvalue()))
