"""What is drawn for a life event: options, moments, sentences, free time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import TypeVar

from mcp_tools.personal.life.book import Draft
from mcp_tools.personal.life.cast import Somebody
from mcp_tools.personal.life.grammar import expand, fitting
from mcp_tools.personal.life.seeded import draw
from mcp_tools.personal.life.shelf import Shelf

Item = TypeVar("Item")
FIRST_HOUR, LAST_HOUR = 7, 22


class Choices:
    """What is drawn for one life event."""

    def __init__(self, shelf: Shelf, kind: str, day: date, index: int) -> None:
        self.shelf = shelf
        self.cast = shelf.cast
        self.kind = kind
        self.day = day
        self.random = draw(shelf.number, kind, index)
        self.drafts: list[Draft] = []

    def pick(self, options: Sequence[Item]) -> Item:
        """Return one of some options."""
        return options[int(self.random.random() * len(options))]

    def some(self, options: Sequence[Item], least: int, most: int) -> list[Item]:
        """Return several of some options."""
        count = min(len(options), self.random.randint(least, most))
        return self.random.sample(options, count)

    def chance(self, share: float) -> bool:
        """Return true in a share of all cases."""
        return self.random.random() < share

    def clock(self, day: date, first: int, last: int) -> datetime:
        """Return a moment of a day between two hours."""
        return datetime.combine(
            day, time(self.random.randint(first, max(first, last - 1)), self.random.randint(0, 59))
        )

    def before(self, day: date, least: int, most: int, first: int = 8, last: int = 20) -> datetime:
        """Return a moment some days before a day."""
        return self.clock(day - timedelta(days=self.random.randint(least, most)), first, last)

    def later(self, at: datetime, least: int = 2, most: int = 40) -> datetime:
        """Return a moment some minutes later, by day."""
        after = at + timedelta(minutes=self.random.randint(least, most))
        if FIRST_HOUR <= after.hour < LAST_HOUR:
            return after
        next_day = after.date() + timedelta(days=after.hour >= LAST_HOUR)
        return datetime.combine(next_day, time(FIRST_HOUR, self.random.randint(2, 55)))

    def say(self, writer: Somebody, options: Sequence[str], /, **values: object) -> str:
        """Return a sentence or more in the manner of a writer."""
        return expand(self.pick(fitting(options, writer.style)), self.random, values)

    def phrase(self, template: str, /, **values: object) -> str:
        """Return a phrase, with a small letter where the template has one."""
        return expand(f"={template}", self.random, values)[1:]

    def fresh(self, place: str, template: str, /, **values: object) -> str:
        """Return a phrase that has not been used for the same before, if the template has one left."""
        for _ in range(60):
            text = self.phrase(template, **values)
            if (place, text) not in self.shelf.used:
                break
        self.shelf.used.add((place, text))
        return text

    def free(
        self, people: Sequence[Somebody], day: date, first: time, last: time, minutes: int, days: int = 12
    ) -> datetime | None:
        """Return when those of some people who have calendars have time, on a day or soon after it."""
        numbers = [person.number for person in people if person.number <= len(self.cast.owners)]
        begin = time(self.random.randint(first.hour, last.hour), first.minute)
        for offset in range(days):
            for earliest in (begin, first):
                found = self.shelf.diary.find(numbers, day + timedelta(days=offset), earliest, last, minutes)
                if found:
                    return found
        return None

    def least_used(self, place: str, options: Sequence[Item]) -> Item:
        """Return one of those options that were taken least for the same before."""
        counts = self.shelf.taken
        fewest = min(counts[place, str(option)] for option in options)
        option = self.pick([item for item in options if counts[place, str(item)] == fewest])
        counts[place, str(option)] += 1
        return option
