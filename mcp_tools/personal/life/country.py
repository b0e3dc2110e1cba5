"""Places, goods and trains of the invented country, as its servers have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from mcp_tools.fixtures.goods import DELIVERY, FREE_DELIVERY, goods
from mcp_tools.fixtures.places import places_of
from mcp_tools.fixtures.timetable import after, offer, trips
from mcp_tools.fixtures.towns import TOWNS, Town


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the city guide. `closed_on` is a day of the week, -1 for none."""

    town: str
    kind: str
    name: str
    address: str
    opens: str
    closes: str
    closed_on: int
    phone: str


@dataclass(frozen=True, slots=True)
class Product:
    """A product of the corner shop."""

    number: int
    name: str
    category: str
    price: float


@dataclass(frozen=True, slots=True)
class Train:
    """A train of the transit desk."""

    number: str
    origin: str
    destination: str
    departs: str
    arrives: str
    minutes: int
    base_fare: float
    weekdays: str

    def runs(self, day: date) -> bool:
        """Whether it runs on a date."""
        return self.weekdays[day.weekday()] == "1"

    def fare(self, day: date) -> float:
        """Return the fare for one seat on a date."""
        return offer(self.number, self.base_fare, day)[0]


@cache
def places(town: str) -> tuple[Place, ...]:
    """Return the places of a town."""
    index, found = next((index, item) for index, item in enumerate(TOWNS) if item.name == town)
    return tuple(_place(row) for row in places_of(index, found))


def open_places(town: str, kinds: Sequence[str], day: date, first: str, last: str) -> list[Place]:
    """Return the places of some kinds that are open on a date from a time to another, such as 18:00."""
    return [
        place
        for place in places(town)
        if place.kind in kinds
        and place.closed_on != day.weekday()
        and place.opens <= first
        and place.closes >= last
    ]


@cache
def products() -> tuple[Product, ...]:
    """Return the goods of the shop."""
    return tuple(_product(item) for item, _ in goods())


@cache
def trains() -> dict[tuple[str, str], tuple[Train, ...]]:
    """Return the trains by origin and destination."""
    by_pair: dict[tuple[str, str], tuple[Train, ...]] = {}
    for row in trips():
        if row[1] == "train":
            train = _train(row)
            pair = train.origin, train.destination
            by_pair[pair] = (*by_pair.get(pair, ()), train)
    return by_pair


def delivery(value: float) -> float:
    """Return what the shop takes for delivery of an order of a value."""
    return 0.0 if value >= FREE_DELIVERY else DELIVERY


def town_code(town: str) -> str:
    """Return the area code of a town's telephone numbers."""
    return f"0{[item.name for item in TOWNS].index(town) + 2}1"


def towns() -> tuple[Town, ...]:
    """Return the towns."""
    return TOWNS


def _place(row: tuple[object, ...]) -> Place:
    _, town, kind, name, address, _, _, _, _, phone, opens, closes, closed_on, _ = map(str, row)
    return Place(town, kind, name, address, opens, closes, int(closed_on), phone)


def _product(row: Sequence[object]) -> Product:
    number, name, _, category, price, *_ = map(str, row)
    return Product(int(number), name, category, float(price))


def _train(row: tuple[object, ...]) -> Train:
    number, _, origin, destination, departs, minutes, fare, weekdays, *_ = map(str, row)
    arrives = after(departs, int(minutes))
    return Train(number, origin, destination, departs, arrives, int(minutes), float(fare), weekdays)
