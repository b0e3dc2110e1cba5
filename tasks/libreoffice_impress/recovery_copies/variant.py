"""A talk with hidden slides, and how often LibreOffice is to save it by itself."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pptx

from testbed.tasks import reproducible_zip

PLACES = ("adult school", "boathouse", "library", "museum", "parish hall", "town hall", "village school")
TALKS = ("bats", "bridges", "dunes", "glass", "maps", "mosses", "owls", "sundials", "tides", "violins")


@dataclass(frozen=True)
class Facts:
    place: str
    talk: str
    short: int
    long: int
    shown: int
    hidden: int
    long_minutes: int
    middle_minutes: int
    short_minutes: int

    @property
    def file(self) -> str:
        return f"{self.talk}.pptx"

    @property
    def count(self) -> int:
        return self.shown + self.hidden

    @property
    def minutes(self) -> int:
        return self.minutes_for(self.count)

    def minutes_for(self, slides: int) -> int:
        if slides > self.long:
            return self.long_minutes
        return self.middle_minutes if slides > self.short else self.short_minutes


def facts(rng: Random) -> Facts:
    """Only with the hidden slides the presentation is longer than one of the limits."""
    short = rng.randint(8, 14)
    long = short + rng.randint(6, 10)
    limit = rng.choice((short, long))
    shown = limit - rng.randint(0, 2)
    hidden = limit - shown + rng.randint(1, 3)
    minutes = sorted(rng.sample((2, 3, 4, 6, 7, 8, 11, 12, 13, 14, 16, 18, 20), 3))
    return Facts(
        rng.choice(PLACES), rng.choice(TALKS), short, long, shown, hidden, minutes[0], minutes[1], minutes[2]
    )


def presentation(facts: Facts) -> bytes:
    """Every third slide is hidden until there are enough of them."""
    deck = pptx.Presentation()
    hidden = facts.hidden
    for number in range(1, facts.count + 1):
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = f"About {facts.talk}, {number}"
        if hidden and number % 3 == 0:
            slide.element.set("show", "0")
            hidden -= 1
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "talk.pptx").write_bytes(presentation(facts))
