"""What the country's servers say of a day, a place or a thing of the life: weather, trains, addresses and prices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import cache

from mcp_tools.fixtures.city_guide import CityGuide
from mcp_tools.fixtures.corner_shop import CornerShop
from mcp_tools.fixtures.forecast_office import ForecastOffice
from mcp_tools.fixtures.transit_desk import Order, TransitDesk
from mcp_tools.personal.life.app_rules import towns_of
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.given import weekday
from plugins.persona.generation.parts import AFTER_COMMA, BEFORE_COMMA, Call, Change, Fact, Read, Type, fact

SKIES = ("sunny", "cloudy", "overcast", "rain")
NEXT_SATURDAY, SATURDAY = timedelta(days=4), 5
"""From when on a journey is asked for, and the day of the week."""
PLACES_OF_TOWN = 50
AS_TEXT = "(.+)"
"""A number becomes a text, which other tools take."""
ELSEWHERE = ("train", "arrival")
"""Events that are not in the main person's town alone."""


@fact("name", event=("event",))
def warmest_on_day(lived: Lived, event: Fact) -> Iterator[Fact]:
    """How warm it gets on the day of an event."""
    yield from _on_day(
        lived, event, "warmest_on_day", "name", "get_forecast", "high", "the highest temperature"
    )


@fact("name", event=("event",))
def sky_on_day(lived: Lived, event: Fact) -> Iterator[Fact]:
    """The sky on the day of an event."""
    yield from _on_day(lived, event, "sky_on_day", "name", "get_forecast", "sky", "the sky")


@fact("time", event=("event",))
def sunset_on_day(lived: Lived, event: Fact) -> Iterator[Fact]:
    """When the sun sets on the day of an event."""
    yield from _on_day(lived, event, "sunset_on_day", "time", "get_sun_times", "sunset", "the time of sunset")


@fact("time", place=("place",))
def first_train(lived: Lived, place: Fact) -> Iterator[Fact]:
    """When the first train leaves for the town of a place."""
    yield from _train(
        lived, place, "first_train", "time", "departure", "departs", "the departure of the first train"
    )


@fact("price", place=("place",))
def cheapest_train(lived: Lived, place: Fact) -> Iterator[Fact]:
    """What the cheapest train to the town of a place costs."""
    yield from _train(
        lived, place, "cheapest_train", "price", "price", "fare", "the fare of the cheapest train"
    )


@fact("place", place=("place",))
def address_of_place(lived: Lived, place: Fact) -> Iterator[Fact]:
    """The address of a place that is known by its name."""
    name, _, town = place.value.partition(", ")
    argument, path = (
        (f"{{place{AFTER_COMMA}}}", f"{{place{BEFORE_COMMA}}}") if town else (_home(lived), "{place}")
    )
    known = _places(town or _home(lived))
    if name not in known or place.wanted.startswith(("where", "in which")):
        return
    yield Fact(
        unit="address_of_place",
        type="place",
        value=known[name],
        wanted=f"the address of {place.wanted}",
        it="that address",
        calls=(
            Call(
                "city_guide_find_places",
                {"town": argument, "limit": PLACES_OF_TOWN},
                (Read("value", f"name={path}/address"),),
            ),
        ),
        claim=f"the address of {place.wanted} was found",
        others=tuple(address for other, address in known.items() if other != name)[:1],
        needs={"place": place},
        kind="generic_search",
    )


@fact("price", name=("name",))
def shop_price(lived: Lived, name: Fact) -> Iterator[Fact]:  # noqa: ARG001
    """What the corner shop asks for something."""
    prices = _prices()
    if name.value not in prices or name.wanted.startswith("which"):
        return
    thing = name.value.partition(" ")[2]
    others = [
        price for other, price in prices.items() if other.endswith(thing) and price != prices[name.value]
    ]
    yield Fact(
        unit="shop_price",
        type="price",
        value=prices[name.value],
        wanted=f"what the corner shop asks for {name.wanted}",
        it="that price",
        calls=(
            Call(
                "corner_shop_search_products",
                {"text": "{name}", "limit": 1},
                (Read("value", "0/price", AS_TEXT),),
            ),
        ),
        claim=f"the price of {name.wanted} was found",
        others=tuple(others[:1]),
        needs={"name": name},
        kind="generic_search",
    )


def _on_day(
    lived: Lived, event: Fact, unit: str, gives: Type, tool: str, field: str, what: str
) -> Iterator[Fact]:
    """What the weather office says for the main person's town and the day of an event."""
    day = str(lived.record("calendar.event", event.value)["starts"])[:10]
    if event.unit in ELSEWHERE or day <= lived.today:
        return
    town, known = _home(lived), {}
    for days in range(-10, 11):
        other = (date.fromisoformat(day) + timedelta(days=days)).isoformat()
        known[other] = str(getattr(_weather(), tool)(town, other)[field])
    differing = [other for other, value in known.items() if value != known[day] and other > lived.today]
    if not differing or known[day].startswith("-"):
        return
    others = SKIES if field == "sky" else [known[other] for other in differing]
    wanted = f"{what} that is forecast for {town} on the day of {event.wanted}"
    yield Fact(
        unit=unit,
        type=gives,
        value=known[day],
        wanted=wanted if gives != "time" else f"{what} in {town} on the day of {event.wanted}",
        it={"name": "that forecast", "time": "that time"}[gives],
        calls=(
            Call("calendar_read_event", {"event": "{event}"}, (Read("day", "starts", "^(.{10})"),)),
            Call(f"forecast_office_{tool}", {"town": town, "day": "{day}"}, (Read("value", field, AS_TEXT),)),
        ),
        claim=f"{what} on the day of {event.wanted} was found",
        others=tuple(value for value in others if value != known[day])[:1],
        change=Change(f"calendar.event {event.value}", "starts", day, differing[-1]),
        needs={"event": event},
        kind="generic_search",
    )


def _train(
    lived: Lived, place: Fact, unit: str, gives: Type, order: Order, field: str, what: str
) -> Iterator[Fact]:
    """A train from the main person's town to that of a place, on a Saturday."""
    home, town = _home(lived), place.value.rpartition(", ")[2]
    if town == home or town not in _towns():
        return
    day = date.fromisoformat(lived.today) + NEXT_SATURDAY
    day += timedelta(days=(SATURDAY - day.weekday()) % 7)
    trains = _transit().search_trains(home, town, day.isoformat(), order)
    values = list(dict.fromkeys(str(train[field]) for train in trains))
    if len(values) < 2:
        return
    yield Fact(
        unit=unit,
        type=gives,
        value=values[0],
        wanted=f"{what} on {weekday(day.isoformat())} from {home} to the town of {place.wanted}",
        it={"time": "that departure", "price": "that fare"}[gives],
        calls=(
            Call(
                "transit_desk_search_trains",
                {
                    "origin": home,
                    "destination": f"{{place{AFTER_COMMA}}}",
                    "day": day.isoformat(),
                    "order": order,
                    "limit": 1,
                },
                (Read("value", f"0/{field}", AS_TEXT),),
            ),
        ),
        claim=f"{what} to the town of {place.wanted} was found",
        others=(values[-1],),
        needs={"place": place},
        kind="generic_search",
    )


def _home(lived: Lived) -> str:
    return towns_of(lived.view)[0]


@cache
def _transit() -> TransitDesk:
    return TransitDesk(":memory:")


@cache
def _weather() -> ForecastOffice:
    return ForecastOffice(":memory:")


@cache
def _towns() -> tuple[str, ...]:
    return tuple(_weather().list_towns())


@cache
def _places(town: str) -> Mapping[str, str]:
    """The addresses of a town's places by name."""
    rows = CityGuide(":memory:").find_places(town, limit=PLACES_OF_TOWN)
    return {row["name"]: row["address"] for row in rows}


@cache
def _prices() -> Mapping[str, str]:
    """The prices of the shop's goods by name."""
    shop = CornerShop(":memory:")
    goods = shop.query("SELECT name, price FROM products")
    return {row["name"]: str(row["price"]) for row in goods}
