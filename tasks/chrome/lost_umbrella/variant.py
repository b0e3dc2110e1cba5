"""What was found on buses; one of the things is the one that was lost."""

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

ITEMS = ("umbrella", "scarf", "rucksack", "hat", "lunch box", "violin case", "rain jacket")
COLOURS = ("blue", "green", "grey", "red", "yellow", "black", "brown")
OTHERS = ("keys", "gloves", "spectacles", "library book", "thermos flask", "walking stick", "purse")


@dataclass(frozen=True)
class Found:
    number: int
    day: date
    line: int
    item: str
    colour: str


@dataclass(frozen=True)
class Facts:
    item: str
    colour: str
    line: int
    lost: date
    found: tuple[Found, ...]
    """In the order of the page, the last day first."""

    @property
    def lost_on(self) -> str:
        return in_words(self.lost)

    @property
    def mine(self) -> Found:
        return next(each for each in self._alike(self.colour, self.line) if each.day >= self.lost)

    @property
    def too_early(self) -> Found:
        """Alike, but found before mine was lost."""
        return next(each for each in self._alike(self.colour, self.line) if each.day < self.lost)

    @property
    def other_line(self) -> Found:
        return next(each for each in self.found if each.item == self.item and each.line != self.line)

    @property
    def other_colour(self) -> Found:
        return next(each for each in self.found if each.item == self.item and each.colour != self.colour)

    def _alike(self, colour: str, line: int) -> list[Found]:
        return [
            each for each in self.found if (each.item, each.colour, each.line) == (self.item, colour, line)
        ]


def in_words(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B}"


def facts(rng: Random) -> Facts:
    item, (colour, other, third) = rng.choice(ITEMS), rng.sample(COLOURS, 3)
    line, other_line, third_line = rng.sample(range(2, 60), 3)
    lost = date(2026, 3, 2) + timedelta(days=rng.randint(0, 80))
    after = rng.randint(1, 2)
    kinds = [
        (after, line, item, colour),
        (-rng.randint(1, 4), line, item, colour),
        (after, other_line, item, colour),
        (after, line, item, other),
        (rng.randint(0, 2), third_line, item, third),
    ]
    kinds += [
        (rng.randint(-5, 2), rng.choice((line, other_line, third_line)), thing, rng.choice(COLOURS))
        for thing in rng.sample(OTHERS, 6)
    ]
    numbers = rng.sample(range(1200, 9800), len(kinds))
    found = [
        Found(number, lost + timedelta(days=days), on_line, thing, its_colour)
        for number, (days, on_line, thing, its_colour) in zip(numbers, kinds, strict=True)
    ]
    found.sort(key=lambda each: (-each.day.toordinal(), each.number))
    return Facts(item, colour, line, lost, tuple(found))


def files(facts: Facts, folder: Path) -> None:
    rows = "\n".join(
        f"<tr><td>{each.number}</td><td>{in_words(each.day)}</td><td>{each.line}</td>"
        f"<td>{each.item}</td><td>{each.colour}</td></tr>"
        for each in facts.found
    )
    (folder / "found.html").write_text(f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Lost property office</title>
<style>body {{ font: 16px/1.6 sans-serif; margin: 1em 4em }} td, th {{ padding-right: 2em; text-align: left }}</style>
</head><body>
<h1>Lost property office</h1>
<table><tr><th>Number</th><th>Found on</th><th>Bus line</th><th>What</th><th>Colour</th></tr>
{rows}
</table>
</body></html>
""")
