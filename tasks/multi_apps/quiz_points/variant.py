import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
import pptx
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

TEAMS = (
    "The Badgers", "The Comets", "The Dynamos", "The Falcons", "The Herons", "The Lanterns", "The Otters",
    "The Rockets",
)  # fmt: skip
PUBS = ("anchor", "bell", "crown", "lamb", "plough", "swan")
ROUNDS = 5
GAP = "? points"


@dataclass(frozen=True)
class Team:
    name: str
    points: tuple[int, ...]
    joker: int
    """The number of the round, from 1."""

    @property
    def total(self) -> int:
        return sum(self.points) + self.points[self.joker - 1]


@dataclass(frozen=True)
class Facts:
    pub: str
    teams: tuple[Team, ...]
    """In the order of the sheet."""
    order: tuple[int, ...]
    """The places of the teams in the order of the slides."""

    @property
    def file(self) -> str:
        return f"points-{self.pub}.xlsx"

    @property
    def deck(self) -> str:
        return f"quiz-{self.pub}.pptx"

    @property
    def shown(self) -> list[Team]:
        """The teams in the order of the slides, the first of which is slide 2."""
        return [self.teams[place] for place in self.order]

    @property
    def winner(self) -> Team:
        return max(self.teams, key=lambda team: team.total)

    @property
    def winner_without_jokers(self) -> Team:
        return max(self.teams, key=lambda team: sum(team.points))


def facts(rng: Random) -> Facts:
    """Without the jokers another team would win."""
    names = rng.sample(TEAMS, 4)
    while True:
        teams = tuple(
            Team(name, tuple(rng.randint(2, 12) for _ in range(ROUNDS)), rng.randint(1, ROUNDS))
            for name in names
        )
        drawn = Facts(rng.choice(PUBS), teams, tuple(rng.sample(range(4), 4)))
        totals = [team.total for team in teams]
        plain = [sum(team.points) for team in teams]
        clear = len({*totals}) == len({*plain}) == len(names)
        if clear and drawn.winner != drawn.winner_without_jokers:
            return drawn


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Points"
    sheet.append(["Team", *(f"Round {number}" for number in range(1, ROUNDS + 1)), "Joker"])
    for team in facts.teams:
        sheet.append([team.name, *team.points, team.joker])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    sheet.column_dimensions["A"].width = 18
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def slides(facts: Facts, *, gaps: bool = False) -> list[tuple[str, str]]:
    """Title and text of each slide, with the gaps or filled in."""
    teams = [(team.name, GAP if gaps else f"{team.total} points") for team in facts.shown]
    return [
        ("Quiz night", f"At the {facts.pub.capitalize()}"),
        *teams,
        ("The winner", "?" if gaps else facts.winner.name),
    ]


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    for number, (title, text) in enumerate(slides(facts, gaps=True)):
        slide = deck.slides.add_slide(deck.slide_layouts[min(number, 1)])
        slide.shapes.title.text = title
        slide.placeholders[1].text = text
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "points.xlsx").write_bytes(workbook(facts))
    (folder / "quiz.pptx").write_bytes(presentation(facts))
