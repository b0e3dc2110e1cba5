"""Pages of things to do in a town, some of which do not take place on the days of a trip."""

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

TOWNS = ("Delft", "Ghent", "Trieste", "Porto", "Bergen", "Gdansk", "Graz", "Nantes")
SIGHTS = (
    "Harbour cruise", "Clock museum", "Botanical garden", "Night watch walk", "Tile workshop", "Castle concert",
    "Model railway", "Chocolate tour", "Lighthouse", "Puppet theatre", "Street food market", "Map exhibition",
)  # fmt: skip
FOLDERS = ("Trip", "May trip", "To do", "Family outing", "Our days")
COUNT = 7


@dataclass(frozen=True)
class Sight:
    number: int
    name: str
    when: str
    fits: bool

    @property
    def file(self) -> str:
        return f"{self.number}.html"

    @property
    def title(self) -> str:
        return f"{self.number} {self.name}"


@dataclass(frozen=True)
class Facts:
    town: str
    folder: str
    begins: date
    ends: date
    sights: tuple[Sight, ...]
    """In the order of the tabs."""

    @property
    def first_day(self) -> str:
        return in_words(self.begins)

    @property
    def last_day(self) -> str:
        return in_words(self.ends)

    @property
    def kept(self) -> list[Sight]:
        return [sight for sight in self.sights if sight.fits]

    @property
    def closed(self) -> list[Sight]:
        return [sight for sight in self.sights if not sight.fits]


def in_words(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def facts(rng: Random) -> Facts:
    begins = date(2026, 4, 1) + timedelta(days=rng.randint(0, 150))
    ends = begins + timedelta(days=rng.randint(2, 4))
    before = in_words(begins - timedelta(days=rng.randint(1, 9)))
    after = in_words(ends + timedelta(days=rng.randint(1, 9)))
    within = in_words(begins + timedelta(days=1))
    last_year = f"{begins.day} {begins:%B} {begins.year - 1}"
    texts = [
        ("Open every day, all year round.", True),
        (f"Until {in_words(ends + timedelta(days=20))}, every day.", True),
        (f"On {within} only, at 19:30.", True),
        (f"From {in_words(begins)} on, every evening.", True),
        (f"Until {before}, every day.", False),
        (f"Closed for repairs; we open again on {after}.", False),
        (f"From {last_year}, for ten days.", False),
    ]
    rng.shuffle(texts)
    sights = (
        Sight(number, name, when, fits)
        for number, (name, (when, fits)) in enumerate(
            zip(rng.sample(SIGHTS, COUNT), texts, strict=True), start=1
        )
    )
    return Facts(rng.choice(TOWNS), rng.choice(FOLDERS), begins, ends, tuple(sights))


def files(facts: Facts, folder: Path) -> None:
    (folder / "pages").mkdir()
    for sight in facts.sights:
        (folder / "pages" / sight.file).write_text(f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{sight.title}</title>
<style>body {{ font: 18px/1.5 sans-serif; margin: 2em 4em }}</style></head><body>
<h1>{sight.name}</h1>
<p>{facts.town} is glad that you come to see us.</p>
<p>{sight.when}</p>
</body></html>
""")
