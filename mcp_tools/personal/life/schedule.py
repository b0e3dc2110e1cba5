"""Which life events happen on which days of a year."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from mcp_tools.personal.life.book import TODAY
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.seeded import draw

Write = Callable[[Scene], None]
YEAR = 365
ANY_DAY = (0, 1, 2, 3, 4, 5, 6)
WORKDAYS = (0, 1, 2, 3, 4)
WEEKEND = (5, 6)
FAR_AHEAD = 10
"""Kinds that reach so many days ahead have `sure` events there."""
FIRST_DAY = TODAY - timedelta(days=YEAR)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of life events.

    Attributes:
        write: The function that writes one.
        times: How many there are, at least and at most; None for one on each of the weekdays.
        weekdays: Days of the week on which it begins.
        ahead: Days after today up to which some of them lie.
        sure: How many more lie after today, if `ahead` is far enough.
        is_today: Whether one more begins today.
    """

    write: Write
    times: tuple[int, int] | None
    weekdays: tuple[int, ...] = ANY_DAY
    ahead: int = 0
    sure: int = 1
    is_today: bool = False

    @property
    def name(self) -> str:
        """Its name."""
        return self.write.__name__

    def days(self, number: int) -> list[date]:
        """Return the days of a life on which one begins, spread over the year."""
        if not self.times:
            whole = (FIRST_DAY + timedelta(days=offset) for offset in range(6, YEAR + self.ahead))
            return [day for day in whole if day.weekday() in self.weekdays]
        random = draw(number, "days", self.name)
        count = random.randint(*self.times)
        span = YEAR - 8 + self.ahead
        offsets = [round((index + random.uniform(0.1, 0.9)) * span / count) + 6 for index in range(count)]
        if self.ahead >= FAR_AHEAD:
            offsets += [YEAR + random.randint(2, self.ahead) for _ in range(self.sure)]
        days = [self._fitting(FIRST_DAY + timedelta(days=offset)) for offset in offsets]
        return [TODAY, *days] if self.is_today else days

    def _fitting(self, day: date) -> date:
        """The last day up to a day that is one of the weekdays; the next one for the days after today."""
        step = 1 if day > TODAY else -1
        while day.weekday() not in self.weekdays:
            day += timedelta(days=step)
        return day
