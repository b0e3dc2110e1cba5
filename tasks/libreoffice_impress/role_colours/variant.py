"""Slides with a scene of a play: who speaks which role, what they say, and the colours of the roles."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pptx
from pptx.util import Cm, Pt

from testbed.tasks import reproducible_zip

THEATRES = ("school play", "barn theatre", "puppet theatre", "radio play", "winter play", "open-air theatre")
ROLES = ("BAKER", "CAPTAIN", "DOCTOR", "GHOST", "GRANNY", "JUDGE", "PIRATE", "POSTMAN", "QUEEN", "SCOUT")
ACTORS = ("Amir", "Bela", "Clara", "Dunja", "Emil", "Fenna", "Goran", "Hanne", "Ines", "Jarek")
COLOURS = (0x1B9E77, 0xD95F02, 0x7570B3, 0xE7298A, 0x66A61E, 0xA6761D, 0x377EB8, 0xE41A1C)
LINES = (
    "Who left the lamp on in the attic?",
    "Not me, I was out all night.",
    "There is a letter under the door.",
    "Read it aloud, my eyes are tired.",
    "It says we have until Friday.",
    "Then we still have time for soup.",
    "I hear somebody on the stairs.",
    "That is only the wind.",
    "The wind does not wear boots.",
    "Hide the map, quick!",
    "It is too late for that.",
    "Good evening. Am I disturbing you?",
)
CAST = 5
SPEAKING = 4
"""How many of the roles speak, a line on each slide."""
SCENES = 3


@dataclass(frozen=True)
class Facts:
    theatre: str
    year: int
    roles: tuple[str, ...]
    printed: tuple[str, ...]
    """Who speaks these roles according to the first slide."""
    swapped: tuple[int, int]
    """The roles whose actors have changed places since: the first one's actor is the one to look for."""
    also: int
    """The second role of that actor, which is not swapped."""
    colours: tuple[int, ...]
    order: tuple[tuple[int, ...], ...]
    """The roles of each slide's lines."""

    @property
    def file(self) -> str:
        return f"scene-{self.year}.pptx"

    @property
    def actor(self) -> str:
        return self.printed[self.swapped[0]]

    @property
    def mine(self) -> tuple[int, int]:
        """The roles that the actor speaks."""
        return self.swapped[1], self.also

    @property
    def lines(self) -> tuple[tuple[tuple[int, str], ...], ...]:
        """Role and text of the lines of each slide."""
        texts = iter(LINES)
        return tuple(
            tuple((role, f"{self.roles[role]}: {next(texts)}") for role in slide) for slide in self.order
        )


def facts(rng: Random) -> Facts:
    """Of five roles four speak; one actor has two of them."""
    actors = rng.sample(ACTORS, CAST - 1)
    one, other, also, rest, silent = rng.sample(range(CAST), CAST)
    printed = {one: actors[0], also: actors[0], other: actors[1], rest: actors[2], silent: actors[3]}
    order = tuple(tuple(rng.sample((one, other, also, rest), SPEAKING)) for _ in range(SCENES))
    return Facts(
        rng.choice(THEATRES),
        rng.randint(2024, 2029),
        tuple(rng.sample(ROLES, CAST)),
        tuple(printed[role] for role in range(CAST)),
        (one, other),
        also,
        tuple(rng.sample(COLOURS, CAST)),
        order,
    )


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    one, other = (facts.roles[role] for role in facts.swapped)
    cast = [f"{role}: {actor}" for role, actor in zip(facts.roles, facts.printed, strict=True)]
    first = add(deck, "Who speaks", cast)
    first.notes_slide.notes_text_frame.text = (
        f"Since the last rehearsal the {one} and the {other} have changed places: "
        "who spoke the one speaks the other."
    )
    for number, lines in enumerate(facts.lines, start=1):
        add(deck, f"Scene {number}", [text for _, text in lines])
    colours = [f"{role}: #{colour:06X}" for role, colour in zip(facts.roles, facts.colours, strict=True)]
    add(deck, "Colours", colours)
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def add(deck: pptx.presentation.Presentation, title: str, texts: list[str]) -> pptx.slide.Slide:
    """A slide with a title and a box for each text."""
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = title
    for number, text in enumerate(texts):
        box = slide.shapes.add_textbox(Cm(2), Cm(4.5 + 2.3 * number), Cm(21), Cm(1.5))
        box.text_frame.word_wrap = True
        box.text_frame.text = text
        box.text_frame.paragraphs[0].runs[0].font.size = Pt(24)
    return slide


def files(facts: Facts, folder: Path) -> None:
    (folder / "scene.pptx").write_bytes(presentation(facts))
