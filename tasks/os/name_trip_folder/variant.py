from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

PLACES = ("Brockhill", "Ebbing Sands", "Lake Orrin", "Saltmere", "Thornfield", "Upper Wick", "Zell")


@dataclass(frozen=True)
class Day:
    day: date
    pictures: tuple[bytes, ...]

    @property
    def folder(self) -> str:
        return self.day.isoformat()

    @property
    def files(self) -> dict[str, bytes]:
        return {f"IMG_{number:04}.jpg": picture for number, picture in enumerate(self.pictures, start=1)}


@dataclass(frozen=True)
class Facts:
    place: str
    trip: Day
    others: tuple[Day, ...]

    @property
    def weekday(self) -> str:
        return f"{self.trip.day:%A}"

    @property
    def month(self) -> str:
        return f"{self.trip.day:%B}"

    @property
    def count(self) -> int:
        return len(self.trip.pictures)

    @property
    def new_name(self) -> str:
        return f"{self.trip.folder} {self.place}"

    @property
    def days(self) -> list[Day]:
        return sorted([self.trip, *self.others], key=lambda item: item.day)


def facts(rng: Random) -> Facts:
    """The trip shares its weekday and month with one other day, and its number of pictures with another."""
    first = date(rng.randint(2023, 2026), rng.randint(3, 10), 1)
    trip = first + timedelta(days=rng.randint(0, 12))
    alike = trip + timedelta(days=14)
    count = rng.randint(4, 8)
    far = [trip + timedelta(days=60 + rng.randint(0, 20)), trip - timedelta(days=40 + rng.randint(0, 20))]
    others = (
        _day(rng, alike, count + rng.choice((-2, 1, 2))),
        _day(rng, far[0], count),
        _day(rng, far[1], rng.randint(3, 9)),
        _day(rng, trip + timedelta(days=1), count),
    )
    return Facts(rng.choice(PLACES), _day(rng, trip, count), others)


def _day(rng: Random, day: date, count: int) -> Day:
    return Day(day, tuple(rng.randbytes(rng.randint(300, 900)) for _ in range(count)))


def files(facts: Facts, folder: Path) -> None:
    for item in facts.days:
        place = folder / "photos" / item.folder
        place.mkdir(parents=True)
        for name, picture in item.files.items():
            (place / name).write_bytes(picture)
