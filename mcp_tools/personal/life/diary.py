"""When people are busy, so that nobody is in two places at once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta

STEP = timedelta(minutes=30)


class Diary:
    """The times at which the people with calendars are busy, and the days on which they are away."""

    def __init__(self) -> None:
        self._busy: dict[tuple[int, date], list[tuple[datetime, datetime]]] = {}
        self._away: set[tuple[int, date]] = set()

    def is_away(self, person: int, day: date) -> bool:
        """Whether a person is away on a day."""
        return (person, day) in self._away

    def leave(self, people: Iterable[int], first: date, days: int) -> None:
        """Let people be away on some days."""
        people = list(people)
        for offset in range(days):
            self._away.update((person, first + timedelta(days=offset)) for person in people)

    def is_free(self, people: Iterable[int], starts: datetime, minutes: int) -> bool:
        """Whether all of some people have time."""
        ends, day = starts + timedelta(minutes=minutes), starts.date()
        return all(
            (person, day) not in self._away
            and all(ends <= begun or over <= starts for begun, over in self._busy.get((person, day), ()))
            for person in people
        )

    def take(self, people: Iterable[int], starts: datetime, minutes: int) -> None:
        """Let people be busy."""
        span = starts, starts + timedelta(minutes=minutes)
        for person in people:
            self._busy.setdefault((person, starts.date()), []).append(span)

    def find(
        self, people: Iterable[int], day: date, first: time, last: time, minutes: int
    ) -> datetime | None:
        """Return when all of some people have time on a day, beginning from `first` to `last`."""
        people = list(people)
        starts = datetime.combine(day, first)
        while starts <= datetime.combine(day, last):
            if self.is_free(people, starts, minutes):
                return starts
            starts += STEP
        return None
