"""The games of a league in two seasons: a workbook with both, and a folder with the table of the former."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import permutations
from pathlib import Path
from random import Random

import openpyxl

from testbed.tasks import reproducible_zip

CLUBS = {
    "Otterby": 'Mill meadow "B"',
    "Linden": "School field",
    "Harrow": "Old brickworks",
    "Westmere": "Quarry, upper field",
    "Ashford": "Ropewalk",
    "Brackley": "Station field, behind the shed",
    "Cold Ferry": 'The "Saucer"',
    "Dunmore": "Castle green",
}
HEADINGS = ("Date", "Home", "Away", "Ground")
README = "README.txt"

Game = tuple[str, str, str, str]


@dataclass(frozen=True)
class Facts:
    season: int
    games: tuple[Game, ...]
    last_games: tuple[Game, ...]

    @property
    def last_season(self) -> int:
        return self.season - 1

    @property
    def table(self) -> str:
        """The name that the README's rule gives to the table."""
        return f"games_{self.season}.csv"

    @property
    def last_table(self) -> str:
        return f"games_{self.last_season}.csv"

    @property
    def rows(self) -> list[list[str]]:
        return [list(HEADINGS), *map(list, self.games)]

    @property
    def website(self) -> dict[str, bytes]:
        """What is in the folder at first, by name."""
        readme = (Path(__file__).parent / "files" / "website" / README).read_text()
        return {
            README: readme.replace("games_2025.csv", self.last_table).encode(),
            self.last_table: _csv([HEADINGS, *self.last_games]),
        }


def facts(rng: Random) -> Facts:
    season = rng.randint(2024, 2029)
    clubs = rng.sample(list(CLUBS), 4)
    return Facts(season, _games(rng, season, clubs, 6), _games(rng, season - 1, clubs[:3], 4))


def _games(rng: Random, season: int, clubs: Sequence[str], count: int) -> tuple[Game, ...]:
    day = date(season, 4, rng.randint(5, 15))
    games = []
    for home, away in rng.sample(list(permutations(clubs, 2)), count):
        games.append((day.isoformat(), home, away, CLUBS[home]))
        day += timedelta(days=rng.choice((7, 14)))
    return tuple(games)


def _csv(rows: Sequence[Sequence[str]]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for season, games in ((facts.last_season, facts.last_games), (facts.season, facts.games)):
        sheet = book.create_sheet(str(season))
        for row in (HEADINGS, *games):
            sheet.append(row)
        for letter, width in zip("ABCD", (13, 14, 14, 30), strict=True):
            sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "fixtures.xlsx").write_bytes(workbook(facts))
    for name, content in facts.website.items():
        (folder / "website" / name).write_bytes(content)
