"""Slides about trips that a class could make, of which some cost the same and some go the same way."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pptx
from pptx.util import Pt

from testbed.tasks import reproducible_zip

PLACES = (
    "Salt mine", "Seal island", "Glassworks", "Planetarium", "Roman camp", "Paper mill", "Bird rock", "Tram museum",
    "Cheese dairy", "Old fort",
)  # fmt: skip
WAYS = ("by train", "by boat", "on foot", "by bus", "by bicycle")
TRIPS = 5


@dataclass(frozen=True)
class Trip:
    place: str
    by: str
    price: int


@dataclass(frozen=True)
class Facts:
    form: str
    year: int
    trips: tuple[Trip, ...]
    chosen: int
    same_way: int
    same_price: int

    @property
    def file(self) -> str:
        return f"trips-{self.year}.pptx"

    @property
    def by(self) -> str:
        return self.trips[self.chosen].by

    @property
    def price(self) -> int:
        return self.trips[self.chosen].price

    @property
    def others(self) -> list[int]:
        """The slides of the other trips, from 1."""
        return self.all_but(self.chosen)

    def all_but(self, kept: int) -> list[int]:
        """Trip 0 is on slide 3."""
        return [number + 3 for number in range(len(self.trips)) if number != kept]


def facts(rng: Random) -> Facts:
    way, *ways = rng.sample(WAYS, 4)
    price, *prices = rng.sample(range(9, 40), 4)
    kinds = [(way, price), (way, prices[0]), (ways[0], price), (ways[1], prices[1]), (ways[2], prices[2])]
    order = rng.sample(range(TRIPS), TRIPS)
    places = rng.sample(PLACES, TRIPS)
    trips = tuple(Trip(places[n], *kinds[order[n]]) for n in range(TRIPS))
    form = f"{rng.randint(5, 9)}{rng.choice('abc')}"
    return Facts(form, rng.randint(2024, 2029), trips, order.index(0), order.index(1), order.index(2))


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = f"The trip of class {facts.form}"
    first.placeholders[1].text = f"Parents' evening, {facts.year}"
    texts = [("For all trips", ["we meet at 7:45 at the school", "sturdy shoes", "no telephones"])]
    texts += [
        (trip.place, [f"we go there {trip.by}", f"{trip.price} euros for each child", "back by 18:00"])
        for trip in facts.trips
    ]
    texts.append(("Who can come along?", ["two parents", "please tell us by Friday"]))
    for title, lines in texts:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = "\n".join(lines)
        for paragraph in slide.placeholders[1].text_frame.paragraphs:
            paragraph.runs[0].font.size = Pt(28)
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "trips.pptx").write_bytes(presentation(facts))
