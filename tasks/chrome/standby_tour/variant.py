"""The page of guided tours: at first all are full, then places come back, first on a day that is of no use."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

PLACES = (
    "waterworks",
    "bell tower",
    "tram depot",
    "old observatory",
    "planetarium",
    "salt store",
    "brick kiln",
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
NAMES = ("Agnes Lindqvist", "Bram Hendriks", "Chiara Fonti", "Deniz Aksoy", "Elif Sandberg", "Frank Obermann")
TOURS = 5


@dataclass(frozen=True)
class Tour:
    day: str
    hour: str
    guide: str


@dataclass(frozen=True)
class Facts:
    place: str
    name: str
    tours: tuple[Tour, ...]
    wanted: int
    """Which of the tours."""
    early: int
    """The one that has a place first."""
    last: int
    """One that has a place, too, when the wanted one has."""

    @property
    def day(self) -> str:
        return self.tours[self.wanted].day


def code(tour: Tour) -> str:
    """How the form names a tour."""
    return f"{tour.day[:3]} {tour.hour}"


def facts(rng: Random) -> Facts:
    days = [DAYS[number] for number in sorted(rng.sample(range(len(DAYS)), TOURS))]
    hours = [f"{rng.randint(9, 16)}:{rng.choice(('00', '15', '30', '45'))}" for _ in days]
    guides = rng.sample(("Ms Abel", "Mr Bonn", "Ms Chen", "Mr Dietz", "Ms Ek", "Mr Foss"), TOURS)
    wanted, early, last = rng.sample(range(TOURS), 3)
    tours = tuple(Tour(*each) for each in zip(days, hours, guides, strict=True))
    return Facts(rng.choice(PLACES), rng.choice(NAMES), tours, wanted, early, last)


def page(facts: Facts, *free: int) -> str:
    rows = "\n".join(
        f"<tr><td>{tour.day}</td><td>{tour.hour}</td><td>{tour.guide}</td>"
        f"<td>{'1 place' if number in free else 'full'}</td></tr>"
        for number, tour in enumerate(facts.tours)
    )
    title = f"Tours: {'a place' if free else 'all full'}"
    if len(free) > 1:
        title = f"Tours: {len(free)} places"
    options = "\n".join(
        f"<option>{code(tour)}</option>" for number, tour in enumerate(facts.tours) if number in free
    )
    form = f"""<form method="post" action="/place">
<label>Tour <select name="tour" required><option value="">choose</option>
{options}
</select></label>
<label>Name <input name="name" required></label>
<label>Places <select name="places"><option>1</option><option>2</option></select></label>
<button>Book</button>
</form>"""
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title} ({facts.place})</title>
<style>body {{ font: 16px/1.5 sans-serif; margin: 2em 4em }} td, th {{ padding-right: 2em; text-align: left }}
label {{ display: block; margin: .4em 0 }}</style></head><body>
<h1>Tours of the {facts.place}, next week</h1>
<table><tr><th>Day</th><th>Begins</th><th>Guide</th><th>Free</th></tr>
{rows}
</table>
{form if free else "<p>Nothing can be booked now. Load this page again later.</p>"}
</body></html>
"""


def files(facts: Facts, folder: Path) -> None:
    free = {"site": (), "first": (facts.early,), "second": (facts.early, facts.wanted, facts.last)}
    for name, tours in free.items():
        (folder / name).mkdir()
        (folder / name / "index.html").write_text(page(facts, *tours))
    (folder / "site" / "place-sent.html").write_text(
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Booked</title></head>'
        "<body><h1>Booked</h1><p>Please be at the gate ten minutes before the tour.</p></body></html>\n"
    )
