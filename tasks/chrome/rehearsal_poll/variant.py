"""A calendar, and a poll for dates some of which collide with it."""

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

GROUPS = ("choir", "string quartet", "theatre group", "chess team", "book circle", "parents' council")
NAMES = ("Amelie Roth", "Bastian Kuhl", "Cora Winter", "Dennis Abt", "Edda Sommer", "Fabian Lenz")
ERRANDS = (
    "Dentist", "Swimming", "Call with Lisbon", "Parents' evening", "Car to the garage", "Visit from Jo", "Yoga",
    "Tax adviser", "Concert", "Repair café", "Walk with Ines", "Language course", "Haircut",
)  # fmt: skip
DATES = 7


@dataclass(frozen=True)
class Span:
    """Some time on a day, in minutes after midnight."""

    day: date
    begins: int
    ends: int

    @property
    def words(self) -> str:
        return f"{self.day:%A} {self.day.day} {self.day:%B}, {clock(self.begins)} to {clock(self.ends)}"


@dataclass(frozen=True)
class Entry:
    span: Span
    errand: str
    cancelled: bool


@dataclass(frozen=True)
class Facts:
    group: str
    name: str
    dates: tuple[Span, ...]
    """In the order of the poll."""
    calendar: tuple[Entry, ...]

    @property
    def free(self) -> list[Span]:
        return [span for span in self.dates if not self._taken(span, cancelled=False)]

    @property
    def free_without_cancelled(self) -> list[Span]:
        """As if what is cancelled took place."""
        return [span for span in self.dates if not self._taken(span, cancelled=True)]

    @property
    def free_at_begin(self) -> list[Span]:
        """Those at whose beginning nothing else goes on."""
        return [
            span
            for span in self.dates
            if not self._taken(Span(span.day, span.begins, span.begins + 1), cancelled=False)
        ]

    def _taken(self, span: Span, *, cancelled: bool) -> bool:
        return any(
            entry.span.day == span.day
            and entry.span.begins < span.ends
            and span.begins < entry.span.ends
            and (cancelled or not entry.cancelled)
            for entry in self.calendar
        )


def clock(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02}"


def facts(rng: Random) -> Facts:
    first = date(2026, 9, 7) + timedelta(days=7 * rng.randint(0, 20))
    days = [first + timedelta(days=number) for number in sorted(rng.sample(range(14), DATES))]
    errands = iter(rng.sample(ERRANDS, len(ERRANDS)))
    dates, calendar = [], []
    for day, kind in zip(
        days, rng.sample(("free", "free", "before", "cancelled", "begin", "end", "end"), DATES), strict=True
    ):
        begins = 15 * rng.randint(64, 76)
        ends = begins + 15 * rng.randint(6, 8)
        dates.append(Span(day, begins, ends))
        if kind in ("before", "cancelled", "begin"):
            until = begins - 15 * rng.randint(1, 2) if kind == "before" else begins + 15 * rng.randint(1, 3)
            calendar.append(
                Entry(Span(day, until - 15 * rng.randint(5, 7), until), next(errands), kind == "cancelled")
            )
        if kind == "end":
            later = ends - 15 * rng.randint(1, 3)
            calendar.append(Entry(Span(day, later, later + 60), next(errands), cancelled=False))
    for day in rng.sample(days, 2):
        calendar.append(Entry(Span(day, 8 * 60 + 15, 9 * 60 + 30), next(errands), cancelled=False))
    calendar.sort(key=lambda entry: (entry.span.day.toordinal(), entry.span.begins))
    return Facts(rng.choice(GROUPS), rng.choice(NAMES), tuple(dates), tuple(calendar))


def frame(title: str, content: str) -> str:
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body {{ font: 16px/1.5 sans-serif; margin: 1em 4em }} td {{ padding-right: 2em }} label {{ display: block }}
.off {{ text-decoration: line-through }}</style></head><body>
<h1>{title}</h1>
{content}
</body></html>
"""


def files(facts: Facts, folder: Path) -> None:
    rows = "\n".join(
        f"<tr><td>{entry.span.words}</td><td{' class=off' if entry.cancelled else ''}>{entry.errand}</td>"
        f"<td>{'cancelled' if entry.cancelled else ''}</td></tr>"
        for entry in facts.calendar
    )
    (folder / "calendar.html").write_text(frame("My calendar", f"<table>\n{rows}\n</table>"))
    boxes = "\n".join(
        f'<label><input type="checkbox" name="date" value="{span.day.isoformat()}"> {span.words}</label>'
        for span in facts.dates
    )
    form = f"""<form method="post" action="/poll">
<p><label>Your name <input name="name" required></label></p>
<p>On which dates can you come, from the beginning to the end?</p>
{boxes}
<p><button>Send</button></p>
</form>"""
    (folder / "site").mkdir()
    (folder / "site" / "index.html").write_text(frame(f"Poll: {facts.group}", form))
    (folder / "site" / "poll-sent.html").write_text(frame("Thank you", "<p>We have your answer.</p>"))
