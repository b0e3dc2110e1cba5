"""The timetable of a ferry, as a page."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

ISLANDS = ("Aldsey", "Brenholm", "Corvay", "Dunlin Isle", "Eldra", "Farholm", "Gannet Rock", "Hestoy")
PIERS = ("Old Pier", "North Pier", "Fish Quay", "Harbour Steps", "Mill Quay", "Customs Quay")
DAYS = ("Monday to Friday", "Saturday", "Sunday")
DEPARTURES = 9


@dataclass(frozen=True)
class Table:
    """Departures on some days, in minutes after midnight; `only_in_july` are the places of those that have a star."""

    day: str
    departures: tuple[int, ...]
    crossing: int
    only_in_july: tuple[int, ...]


@dataclass(frozen=True)
class Facts:
    island: str
    pier: str
    tables: tuple[Table, ...]
    day: str
    by: int

    @property
    def deadline(self) -> str:
        return clock(self.by)

    @property
    def table(self) -> Table:
        return next(table for table in self.tables if table.day == self.day)

    @property
    def in_time(self) -> list[int]:
        """The departures of the day, in May, that arrive in time."""
        table = self.table
        runs = [time for place, time in enumerate(table.departures) if place not in table.only_in_july]
        return [time for time in runs if time + table.crossing <= self.by]

    @property
    def last(self) -> int:
        return self.in_time[-1]

    @property
    def starred(self) -> int:
        """The departure that would be in time, too, if it were July."""
        table = self.table
        return max(time for time in table.departures if time + table.crossing <= self.by)


def clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


def facts(rng: Random) -> Facts:
    tables = []
    for day in DAYS:
        time = rng.randint(72, 80) * 5
        departures = [time]
        for _ in range(DEPARTURES - 1):
            time += rng.randint(12, 18) * 5
            departures.append(time + rng.randrange(1, 5))
        tables.append((day, departures, rng.randint(7, 12) * 5))
    day = rng.choice(DAYS[1:])
    starred = rng.randrange(5, 8)
    made = tuple(
        Table(name, tuple(departures), crossing, (2, starred) if name == day else (3,))
        for name, departures, crossing in tables
    )
    wanted = next(table for table in made if table.day == day)
    by = wanted.departures[starred] + wanted.crossing + rng.randint(0, 25)
    return Facts(rng.choice(ISLANDS), rng.choice(PIERS), made, day, by)


def page(facts: Facts) -> str:
    rows = []
    for table in facts.tables:
        rows.append(
            f"<h2>{table.day}</h2>\n<table>\n<tr><th>from {facts.island}</th><th>at {facts.pier}</th></tr>"
        )
        for place, time in enumerate(table.departures):
            star = "*" if place in table.only_in_july else ""
            rows.append(f"<tr><td>{clock(time)}{star}</td><td>{clock(time + table.crossing)}</td></tr>")
        rows.append("</table>")
    style = "body { font: 15px sans-serif; margin: 1em 3em } td, th { padding: 0 2em 0 0; text-align: left }"
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>Ferry from {facts.island}</title>',
            f"<style>{style}</style></head><body>",
            f"<h1>Ferry from {facts.island} to {facts.pier}</h1>",
            *rows,
            "<p>* only in July and August</p>",
            "</body></html>",
            "",
        ]
    )


def files(facts: Facts, folder: Path) -> None:
    (folder / "ferry.html").write_text(page(facts))
