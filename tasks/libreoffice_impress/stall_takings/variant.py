"""What the stalls of a market took, as slides; a part of it is given away."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pptx
from pptx.util import Cm, Pt

from testbed.tasks import reproducible_zip

MARKETS = ("spring market", "summer fair", "Christmas market", "harvest market", "book market")
STALLS = ("Waffles", "Soup", "Candles", "Books", "Pottery", "Tombola", "Jam", "Plants", "Toys", "Knitting")
GIVEN_TO = ("hospice", "food bank", "lifeboat", "women's shelter", "school library")
SHOWN = 6
GAP = "..."


@dataclass(frozen=True)
class Stall:
    name: str
    taken: int
    spent: int
    is_guest: bool
    """It belongs to somebody else, who keeps what it took."""


@dataclass(frozen=True)
class Facts:
    market: str
    given_to: str
    year: int
    stalls: tuple[Stall, ...]
    share: int
    """One of so many parts is given."""
    last_year: int

    @property
    def file(self) -> str:
        return f"market-{self.year}.pptx"

    @property
    def left(self) -> int:
        """What our stalls took, less what they spent."""
        return sum(stall.taken - stall.spent for stall in self.stalls if not stall.is_guest)

    @property
    def amount(self) -> int:
        return self.left // self.share

    @property
    def with_guests(self) -> int:
        return sum(stall.taken - stall.spent for stall in self.stalls) // self.share

    @property
    def without_costs(self) -> int:
        return sum(stall.taken for stall in self.stalls if not stall.is_guest) // self.share


def facts(rng: Random) -> Facts:
    share = rng.choice((2, 3, 4))
    guests = set(rng.sample(range(SHOWN), 2))
    stalls = [
        Stall(name, rng.randint(14, 60) * 12, rng.randint(2, 10) * 12, number in guests)
        for number, name in enumerate(rng.sample(STALLS, SHOWN))
    ]
    return Facts(
        rng.choice(MARKETS),
        rng.choice(GIVEN_TO),
        rng.randint(2024, 2029),
        tuple(stalls),
        share,
        rng.randint(30, 80) * 7,
    )


def sentence(facts: Facts, amount: str) -> str:
    """What the box with the gap says."""
    return f"This year the {facts.given_to} gets {amount} euros from us."


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = f"After the {facts.market}"
    first.placeholders[1].text = f"Meeting of all helpers, {facts.year}"
    takings = deck.slides.add_slide(deck.slide_layouts[1])
    takings.shapes.title.text = "Takings"
    lines = [f"{s.name}{' *' if s.is_guest else ''}: {s.taken} taken, {s.spent} spent" for s in facts.stalls]
    takings.placeholders[1].text = "\n".join([*lines, "* guests' stalls"])
    for paragraph in takings.placeholders[1].text_frame.paragraphs:
        paragraph.runs[0].font.size = Pt(24)
    parts = {2: "half", 3: "a third", 4: "a quarter"}
    takings.notes_slide.notes_text_frame.text = (
        f"We give {parts[facts.share]} of what is left when all that was spent is taken off. "
        "Guests keep what their stalls took and pay what they spent: leave their stalls out."
    )
    giving = deck.slides.add_slide(deck.slide_layouts[5])
    giving.shapes.title.text = "What we give"
    texts = (
        f"Last year it was {facts.last_year} euros.",
        sentence(facts, GAP),
        "Thanks to all who stood there!",
    )
    for number, text in enumerate(texts):
        box = giving.shapes.add_textbox(Cm(3), Cm(6 + 3 * number), Cm(20), Cm(1.5))
        box.text_frame.text = text
        box.text_frame.paragraphs[0].runs[0].font.size = Pt(24)
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "market.pptx").write_bytes(presentation(facts))
