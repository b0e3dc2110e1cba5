import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import docx

from testbed.tasks import reproducible_zip

LINE = 3
"""The paragraph of the formula, from 0."""
TOPICS = (
    "mean speed",
    "prices of mixtures",
    "levers",
    "springs",
    "electric current",
    "pressure",
    "map scales",
)
CLASSES = ("7a", "7b", "8a", "8c", "9b")


@dataclass(frozen=True)
class Facts:
    topic: str
    school_class: str
    letter: str
    top: str
    second: str
    bottom: str
    values: tuple[int, int, int]

    @property
    def file(self) -> str:
        return f"worksheet-{self.school_class}.docx"


def facts(rng: Random) -> Facts:
    letter, top, second, bottom = rng.sample("abcdghkmnpqrtuvwxyz", 4)
    values = tuple(rng.sample(range(2, 60), 3))
    return Facts(
        rng.choice(TOPICS),
        rng.choice(CLASSES),
        letter,
        top,
        second,
        bottom,
        (values[0], values[1], values[2]),
    )


def paragraphs(facts: Facts) -> list[str]:
    one, two, three = facts.values
    return [
        f"Worksheet on {facts.topic}, class {facts.school_class}",
        "Name: ____________________",
        "Read the formula aloud first. Write down what each letter stands for.",
        "Formula: ",
        f"1. Let {facts.top} be {one}, {facts.second} {two} and {facts.bottom} {three}. How large is {facts.letter}?",
        f"2. Now {facts.bottom} is twice as large. What becomes of {facts.letter}?",
        f"3. Write the formula for {facts.bottom}.",
    ]


def files(facts: Facts, folder: Path) -> None:
    document = docx.Document()
    for text in paragraphs(facts):
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    (folder / "worksheet.docx").write_bytes(reproducible_zip(out.getvalue()))
