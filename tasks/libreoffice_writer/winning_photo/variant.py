import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import docx
from PIL import Image, ImageDraw

from testbed.tasks import reproducible_zip

TITLES = (
    "Mist over the weir", "Two herons", "Late tram", "The ferryman", "Rain on slate", "Orchard in March",
    "Stairs", "Market at six", "Frost", "The last kiln",
)  # fmt: skip
MEMBERS = (
    "Anneke Bos", "Carl Dietz", "Eve Farrow", "Goran Hill", "Ines Jahn", "Karel Lund", "Mia Norris", "Olof Pine",
)  # fmt: skip
SIZE = (360, 240)


@dataclass(frozen=True)
class Entry:
    number: int
    title: str
    member: str
    votes: int
    sky: tuple[int, int, int]
    ground: tuple[int, int, int]


@dataclass(frozen=True)
class Facts:
    season: str
    year: int
    entries: tuple[Entry, ...]

    @property
    def file(self) -> str:
        return f"contest-{self.season}.docx"

    @property
    def folder(self) -> str:
        return f"{self.season}-{self.year}"

    @property
    def winner(self) -> int:
        return max(self.entries, key=lambda entry: entry.votes).number

    @property
    def line(self) -> int:
        """The blank paragraph, from 0."""
        return paragraphs(self).index("")

    @property
    def texts(self) -> list[str]:
        return [text for text in paragraphs(self) if text]


def facts(rng: Random) -> Facts:
    count = rng.randint(5, 7)
    numbers, votes = rng.sample(range(11, 60), count), rng.sample(range(4, 38), count)
    entries = tuple(
        Entry(number, title, member, vote, _colour(rng, 150, 250), _colour(rng, 10, 110))
        for number, title, member, vote in zip(
            numbers, rng.sample(TITLES, count), rng.sample(MEMBERS, count), votes, strict=True
        )
    )
    return Facts(rng.choice(("spring", "summer", "autumn", "winter")), rng.randint(2022, 2027), entries)


def _colour(rng: Random, low: int, high: int) -> tuple[int, int, int]:
    return rng.randint(low, high), rng.randint(low, high), rng.randint(low, high)


def paragraphs(facts: Facts) -> list[str]:
    return [
        f"Photo contest, {facts.season} {facts.year}",
        "These were the entries:",
        *(
            f"Entry {entry.number}, {entry.title}, by {entry.member}: {entry.votes} votes"
            for entry in facts.entries
        ),
        "The winning picture:",
        "",
        "It hangs in the library until the next contest. All entries can be seen at our evening.",
    ]


def picture(facts: Facts, number: int) -> Image.Image:
    """A sun over a hill; its place and the colours are the entry's."""
    entry = next(entry for entry in facts.entries if entry.number == number)
    image = Image.new("RGB", SIZE, entry.sky)
    draw = ImageDraw.Draw(image)
    left = 20 + 4 * entry.number
    draw.ellipse((left, 20, left + 60, 80), fill=(250, 230, 120))
    draw.polygon(((0, 240), (0, 150), (left, 110 + entry.votes), (360, 170), (360, 240)), fill=entry.ground)
    return image


def files(facts: Facts, folder: Path) -> None:
    document = docx.Document()
    for text in paragraphs(facts):
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    (folder / "contest.docx").write_bytes(reproducible_zip(out.getvalue()))
    (folder / "entries").mkdir()
    for entry in facts.entries:
        picture(facts, entry.number).save(folder / "entries" / f"entry-{entry.number}.png")
