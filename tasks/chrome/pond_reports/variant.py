"""The diary of a bird club's counts, and the form in which the county wants them."""

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

PONDS = ("Heron Pond", "Mill Pond", "Long Mere", "Reed Pool", "Quarry Lake", "Monk's Pond")
BIRDS = (
    "coot",
    "dunlin",
    "garganey",
    "goldeneye",
    "mallard",
    "moorhen",
    "pochard",
    "shoveler",
    "teal",
    "wigeon",
)
COUNTERS = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
SPECIES = 4


@dataclass(frozen=True)
class Count:
    day: date
    pond: str
    bird: str
    number: int
    counter: str


@dataclass(frozen=True)
class Facts:
    pond: str
    date: date
    counts: tuple[Count, ...]
    """In the order of the diary."""

    @property
    def day(self) -> str:
        return in_words(self.date)

    @property
    def of_the_day(self) -> list[Count]:
        return [count for count in self.counts if count.pond == self.pond and count.day == self.date]

    @property
    def reports(self) -> dict[str, int]:
        """The number of each species, the highest where it was counted twice."""
        birds = dict.fromkeys(count.bird for count in self.of_the_day)
        return {bird: max(count.number for count in self.of_the_day if count.bird == bird) for bird in birds}

    @property
    def sums(self) -> dict[str, int]:
        """As `reports`, with the counts of a species added up."""
        return {bird: sum(c.number for c in self.of_the_day if c.bird == bird) for bird in self.reports}


def in_words(day: date) -> str:
    return f"{day.day} {day:%B}"


def facts(rng: Random) -> Facts:
    pond, other, third = rng.sample(PONDS, 3)
    day = date(2026, 2, 1) + timedelta(days=rng.randint(0, 80))
    birds = rng.sample(BIRDS, SPECIES)
    places = [(day, pond, bird) for bird in birds]
    places += [(day, pond, bird) for bird in rng.sample(birds, 2)]
    places += [(day, other, bird) for bird in rng.sample(BIRDS, 4)]
    places += [(day - timedelta(days=1), pond, bird) for bird in rng.sample(BIRDS, 4)]
    places += [(day + timedelta(days=1), third, bird) for bird in rng.sample(BIRDS, 3)]
    rng.shuffle(places)
    numbers = rng.sample(range(2, 90), len(places))
    counts = [
        Count(*place, number, rng.choice(COUNTERS))
        for place, number in zip(sorted(places, key=lambda place: place[0]), numbers, strict=True)
    ]
    return Facts(pond, day, tuple(counts))


def diary(facts: Facts) -> str:
    rows = "\n".join(
        f"<tr><td>{in_words(count.day)}</td><td>{count.pond}</td><td>{count.bird}</td><td>{count.number}</td>"
        f"<td>{count.counter}</td></tr>"
        for count in facts.counts
    )
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Diary of counts</title>
<style>body {{ font: 14px/1.35 sans-serif; margin: .5em 3em }} td, th {{ padding-right: 2em; text-align: left }}
h1 {{ font-size: 18px }}</style></head><body>
<h1>Diary of counts</h1>
<table><tr><th>Day</th><th>Place</th><th>Species</th><th>Number</th><th>Counted by</th></tr>
{rows}
</table>
</body></html>
"""


def form(facts: Facts) -> str:
    ponds = sorted({count.pond for count in facts.counts})
    options = "\n".join(f"<option>{pond}</option>" for pond in ponds)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Report to the county</title>
<style>body {{ font: 16px/1.5 sans-serif; margin: 2em 4em }}
label {{ display: block; margin: .4em 0 }}</style></head><body>
<h1>Report to the county</h1>
<p>One form for each species, place and day. If a species was counted more than once at a place on one day, report the
highest number; do not add the numbers up.</p>
<form method="post" action="/report" autocomplete="off">
<label>Species <input name="species" required></label>
<label>Place <select name="place" required><option value="">-</option>
{options}
</select></label>
<label>Day of the month <input name="day" required inputmode="numeric"></label>
<label>Month <input name="month" required placeholder="January"></label>
<label>Number <input name="number" required inputmode="numeric"></label>
<button>Send</button>
</form>
</body></html>
"""


def files(facts: Facts, folder: Path) -> None:
    (folder / "diary.html").write_text(diary(facts))
    (folder / "site").mkdir()
    (folder / "site" / "index.html").write_text(form(facts))
    (folder / "site" / "report-sent.html").write_text(
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Received</title></head>'
        '<body><h1>Received</h1><p>Thank you. <a href="/">Send another report</a></p></body></html>\n'
    )
