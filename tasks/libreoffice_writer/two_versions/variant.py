import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import docx

from testbed.tasks import reproducible_zip

POINTS = {
    "bicycles": (
        "Bicycles stand in the yard, at the {side} wall.",
        "Bicycles stand in the cellar, in the {side} room, and nowhere else.",
    ),
    "laundry": (
        "The machine may run until {hour} o'clock on every day of the week.",
        "The machine may run until {hour} o'clock, but not on Sundays.",
    ),
    "quiet": (
        "From {hour} o'clock on nobody plays an instrument.",
        "From {hour} o'clock on instruments are played behind closed windows alone.",
    ),
    "stairs": (
        "Every household sweeps the stairs for {weeks} weeks in turn.",
        "A company sweeps the stairs every {weeks} weeks, and all households pay the same for it.",
    ),
    "garden": (
        "The beds at the {side} fence belong to the ground floor.",
        "The beds at the {side} fence are given out by lot for {weeks} years.",
    ),
    "visitors": (
        "Visitors may park in the yard until {hour} o'clock.",
        "Visitors may park in the yard for {weeks} days, with a card.",
    ),
}
HOUSES = ("Ash", "Birch", "Cedar", "Elm", "Hazel", "Linden")
MARKS = ("(A)", "(B)")


@dataclass(frozen=True)
class Point:
    name: str
    versions: tuple[str, str]
    taken: int

    @property
    def choice(self) -> str:
        return ("the first version, A", "the second version, B")[self.taken]

    @property
    def marked(self) -> list[str]:
        """The paragraphs of the versions, as they are at first."""
        return [f"{mark} {text}" for mark, text in zip(MARKS, self.versions, strict=True)]


@dataclass(frozen=True)
class Facts:
    house: str
    points: tuple[Point, Point, Point]
    settled: tuple[Point, ...]
    """The points with one version, the first one."""

    @property
    def file(self) -> str:
        return f"rules-{self.house.lower()}-house.docx"

    @property
    def first_name(self) -> str:
        return self.points[0].name

    @property
    def first_choice(self) -> str:
        return self.points[0].choice

    @property
    def second_name(self) -> str:
        return self.points[1].name

    @property
    def second_choice(self) -> str:
        return self.points[1].choice

    @property
    def third_name(self) -> str:
        return self.points[2].name

    @property
    def third_choice(self) -> str:
        return self.points[2].choice


def facts(rng: Random) -> Facts:
    """Not all three points are settled alike."""
    words = {"side": rng.choice(("north", "south", "east", "west"))}
    points = []
    for name in rng.sample(list(POINTS), 5):
        words |= {"hour": str(rng.randint(18, 22)), "weeks": str(rng.randint(2, 9))}
        one, other = (text.format(**words) for text in POINTS[name])
        points.append((name, (one, other)))
    taken = list(rng.choice(((0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0))))
    first, second, third = (Point(*point, place) for point, place in zip(points[:3], taken, strict=True))
    settled = tuple(Point(*point, 0) for point in points[3:])
    return Facts(rng.choice(HOUSES), (first, second, third), settled)


def lines(facts: Facts, *, draft: bool = False) -> list[str]:
    """The paragraphs of the draft, or what it has to become."""
    result = [f"House rules of {facts.house} House"]
    first, second, third = facts.points
    for point in (first, facts.settled[0], second, third, facts.settled[1]):
        result.append(point.name.capitalize())
        if point in facts.settled:
            result.append(point.versions[0])
        else:
            result += point.marked if draft else [point.versions[point.taken]]
    return [
        *result,
        "Whoever sees the rules otherwise may say so at the next meeting (B. Klein has the list).",
    ]


def files(facts: Facts, folder: Path) -> None:
    document = docx.Document()
    for text in lines(facts, draft=True):
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    (folder / "rules.docx").write_bytes(reproducible_zip(out.getvalue()))
