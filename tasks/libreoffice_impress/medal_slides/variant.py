"""The results of a race as slides, with a certificate to copy."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pptx
from pptx.util import Cm, Pt

from testbed.tasks import reproducible_zip

RACES = ("ten-mile run", "lake swim", "hill climb", "river race", "sledge race", "ski marathon")
PEOPLE = (
    "Anouk Meyer", "Bjarne Holt", "Carla Ruiz", "Dov Levin", "Elsa Lund", "Fatima Sayed", "Gino Bassi", "Hana Sato",
    "Igor Novak", "Julia Wolf",
)  # fmt: skip
CLUBS = ("Northside", "Harbour AC", "Old Town", "Millers", "Blue Star", "Forest Runners")
PLACES = ("1st", "2nd", "3rd")
GAPS = ("NAME of CLUB", "PLACE")
STARTED = 7
FIRST_NUMBER = 11


@dataclass(frozen=True)
class Runner:
    name: str
    club: str
    seconds: int

    @property
    def time(self) -> str:
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


@dataclass(frozen=True)
class Facts:
    race: str
    year: int
    runners: tuple[Runner, ...]
    """In the order of their numbers."""
    disqualified: int

    @property
    def file(self) -> str:
        return f"race-{self.year}.pptx"

    @property
    def winners(self) -> list[Runner]:
        return self._fastest([r for n, r in enumerate(self.runners) if n != self.disqualified])

    @property
    def winners_on_paper(self) -> list[Runner]:
        """As if nobody were disqualified."""
        return self._fastest(self.runners)

    def _fastest(self, runners: "list[Runner] | tuple[Runner, ...]") -> list[Runner]:
        return sorted(runners, key=lambda runner: runner.seconds)[: len(PLACES)]


def facts(rng: Random) -> Facts:
    seconds = [rng.randint(2900, 3100)]
    for _ in range(STARTED - 1):
        seconds.append(seconds[-1] + rng.randint(2, 40))
    order = rng.sample(range(STARTED), STARTED)
    names = rng.sample(PEOPLE, STARTED)
    runners = tuple(Runner(names[n], rng.choice(CLUBS), seconds[order[n]]) for n in range(STARTED))
    return Facts(rng.choice(RACES), rng.randint(2024, 2029), runners, order.index(rng.randint(0, 1)))


def certificate(runner: Runner, place: str) -> list[str]:
    """The texts of a certificate."""
    return ["Certificate", *gaps_of(runner, place)]


def gaps_of(runner: Runner, place: str) -> tuple[str, str]:
    """What stands in the two boxes of GAPS."""
    return f"{runner.name} of {runner.club}", place


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = facts.race.capitalize()
    first.placeholders[1].text = f"Prize-giving, {facts.year}"
    finish = deck.slides.add_slide(deck.slide_layouts[1])
    finish.shapes.title.text = "Finish"
    lines = [f"{n}: {r.name} of {r.club}, {r.time}" for n, r in enumerate(facts.runners, start=FIRST_NUMBER)]
    finish.placeholders[1].text = "\n".join(lines)
    for paragraph in finish.placeholders[1].text_frame.paragraphs:
        paragraph.runs[0].font.size = Pt(24)
    out_of_race = facts.disqualified + FIRST_NUMBER
    note = f"The jury has disqualified number {out_of_race}, who took a short cut. All behind move up."
    finish.notes_slide.notes_text_frame.text = note
    template = deck.slides.add_slide(deck.slide_layouts[5])
    template.shapes.title.text = "Certificate"
    for number, text in enumerate(GAPS):
        box = template.shapes.add_textbox(Cm(5), Cm(6 + 3 * number), Cm(15), Cm(1.5))
        box.text_frame.text = text
        box.text_frame.paragraphs[0].runs[0].font.size = Pt(28)
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "race.pptx").write_bytes(presentation(facts))
