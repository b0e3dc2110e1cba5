import io
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

import docx

from testbed.tasks import reproducible_zip

EVENTS = (
    "garden party",
    "summer concert",
    "reunion",
    "boat trip",
    "book evening",
    "harvest supper",
    "house concert",
)
NAMES = (
    "Lena",
    "Marek",
    "Nadia",
    "Oscar",
    "Pilar",
    "Quentin",
    "Rosa",
    "Stefan",
    "Tilda",
    "Umberto",
    "Vera",
    "Wanda",
)
PLACES = ("in our garden", "at the old mill", "in the boathouse", "in the school hall", "at my sister's")
WEEK = timedelta(days=7)


@dataclass(frozen=True)
class Facts:
    event: str
    day: date
    last_year: date
    written: date
    guest: str
    host: str
    place: str
    begins: int

    @property
    def file(self) -> str:
        return f"letter-to-{self.guest.lower()}.docx"

    @property
    def postscript(self) -> str:
        return answer_by(self.day - WEEK)


def answer_by(day: date) -> str:
    return f"P.S. Please answer by {in_words(day)}."


def in_words(day: date) -> str:
    return f"{day.day} {day:%B}"


def facts(rng: Random) -> Facts:
    day = date(2026, 5, 1) + timedelta(days=rng.randint(0, 150))
    guest, host = rng.sample(NAMES, 2)
    return Facts(
        event=rng.choice(EVENTS),
        day=day,
        last_year=day - timedelta(days=365 + rng.randint(8, 20)),
        written=day - timedelta(days=rng.randint(25, 50)),
        guest=guest,
        host=host,
        place=rng.choice(PLACES),
        begins=rng.randint(13, 19),
    )


def letter(facts: Facts) -> bytes:
    document = docx.Document()
    for text in (
        f"{in_words(facts.written)} {facts.written.year}",
        f"Dear {facts.guest},",
        f"do you remember the evening of {in_words(facts.last_year)} last year? We stayed until the lamps went out.",
        f"This year the {facts.event} is on {in_words(facts.day)}, {facts.place}. We begin at {facts.begins}:30. "
        "Bring whom you like, and something for the table.",
        "Best wishes",
        facts.host,
    ):
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "letter.docx").write_bytes(letter(facts))
