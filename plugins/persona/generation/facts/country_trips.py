"""Trains and flights from the main person's town to that of a place, on a Saturday."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from mcp_tools.fixtures.towns import TOWNS
from mcp_tools.fixtures.transit_desk import Order
from plugins.persona.generation.facts.country_servers import (
    AS_TEXT,
    home,
    saturday,
    saturday_text,
    town_elsewhere,
    transit,
)
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import AFTER_COMMA, Call, Fact, Read, Type, fact

AIRPORTS = tuple(town.name for town in TOWNS if town.airport)
"""Towns with flights."""
SHORT = {
    "departs": "that departure",
    "arrives": "that arrival",
    "fare": "that fare",
    "minutes": "that travel time",
    "number": "that number",
}
"""What a second sentence calls a trip's fields."""
Mode = Literal["trains", "flights"]


@fact("time", place=("place",))
def first_train(lived: Lived, place: Fact) -> Iterator[Fact]:
    """When the first train leaves for the town of a place."""
    yield from _trip(
        lived,
        place,
        "first_train",
        "time",
        "trains",
        "departure",
        "departs",
        "the departure of the first train",
    )


@fact("time", place=("place",))
def first_train_arrives(lived: Lived, place: Fact) -> Iterator[Fact]:
    """When the first train is in the town of a place."""
    yield from _trip(
        lived,
        place,
        "first_train_arrives",
        "time",
        "trains",
        "departure",
        "arrives",
        "the arrival of the first train",
    )


@fact("name", place=("place",))
def first_train_number(lived: Lived, place: Fact) -> Iterator[Fact]:
    """Which train is the first to the town of a place."""
    yield from _trip(
        lived,
        place,
        "first_train_number",
        "name",
        "trains",
        "departure",
        "number",
        "the number of the first train",
    )


@fact("price", place=("place",))
def cheapest_train(lived: Lived, place: Fact) -> Iterator[Fact]:
    """What the cheapest train to the town of a place costs."""
    yield from _trip(
        lived, place, "cheapest_train", "price", "trains", "price", "fare", "the fare of the cheapest train"
    )


@fact("time", place=("place",))
def cheapest_train_leaves(lived: Lived, place: Fact) -> Iterator[Fact]:
    """When the cheapest train leaves for the town of a place."""
    yield from _trip(
        lived,
        place,
        "cheapest_train_leaves",
        "time",
        "trains",
        "price",
        "departs",
        "the departure of the cheapest train",
    )


@fact("name", place=("place",))
def quickest_train(lived: Lived, place: Fact) -> Iterator[Fact]:
    """How long the quickest train to the town of a place takes."""
    yield from _trip(
        lived,
        place,
        "quickest_train",
        "name",
        "trains",
        "duration",
        "minutes",
        "the travel time in minutes of the quickest train",
    )


@fact("time", place=("place",))
def quickest_train_leaves(lived: Lived, place: Fact) -> Iterator[Fact]:
    """When the quickest train leaves for the town of a place."""
    yield from _trip(
        lived,
        place,
        "quickest_train_leaves",
        "time",
        "trains",
        "duration",
        "departs",
        "the departure of the quickest train",
    )


@fact("time", place=("place",))
def first_flight(lived: Lived, place: Fact) -> Iterator[Fact]:
    """When the first flight leaves for the town of a place."""
    yield from _trip(
        lived,
        place,
        "first_flight",
        "time",
        "flights",
        "departure",
        "departs",
        "the departure of the first flight",
    )


@fact("price", place=("place",))
def cheapest_flight(lived: Lived, place: Fact) -> Iterator[Fact]:
    """What the cheapest flight to the town of a place costs."""
    yield from _trip(
        lived,
        place,
        "cheapest_flight",
        "price",
        "flights",
        "price",
        "fare",
        "the fare of the cheapest flight",
    )


def _trip(
    lived: Lived, place: Fact, unit: str, gives: Type, mode: Mode, order: Order, field: str, what: str
) -> Iterator[Fact]:
    origin, day = home(lived), saturday(lived)
    town, called = town_elsewhere(lived, place)
    if not town or (mode == "flights" and not {origin, town} <= {*AIRPORTS}):
        return
    search = transit().search_trains if mode == "trains" else transit().search_flights
    trips = search(origin, town, day, order)
    values = list(dict.fromkeys(str(trip[field]) for trip in trips))
    key = {"departure": "departs", "price": "fare", "duration": "minutes"}[order]
    if len(values) < 2 or [trip[key] for trip in trips].count(trips[0][key]) > 1:
        return
    yield Fact(
        unit=unit,
        type=gives,
        value=values[0],
        wanted=f"{what} on {saturday_text(lived)} from {origin} to {called}",
        it=SHORT[field],
        calls=(
            Call(
                f"transit_desk_search_{mode}",
                {
                    "origin": origin,
                    "destination": f"{{place{AFTER_COMMA}}}",
                    "day": day,
                    "order": order,
                    "limit": 1,
                },
                (Read("value", f"0/{field}", AS_TEXT),),
            ),
        ),
        claim=f"{what} to {called} was found",
        others=(values[-1],),
        needs={"place": place},
        kind="generic_search",
    )
