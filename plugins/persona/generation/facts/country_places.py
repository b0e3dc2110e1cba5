"""What the city guide says of a place that is known by its name, and of the best places of another town."""

from __future__ import annotations

from collections.abc import Iterator

from plugins.persona.generation.facts.country_servers import (
    AS_TEXT,
    PLACES_OF_TOWN,
    QUESTIONS,
    guide,
    home,
    places,
    saturday,
    saturday_text,
    town_elsewhere,
)
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import AFTER_COMMA, BEFORE_COMMA, Call, Fact, Read, Type, fact


@fact("place", place=("place",))
def address_of_place(lived: Lived, place: Fact) -> Iterator[Fact]:
    """The address of a place."""
    yield from _listed(lived, place, "address_of_place", "place", "address", "the address")


@fact("name", place=("place",))
def rating_of_place(lived: Lived, place: Fact) -> Iterator[Fact]:
    """How guests rate a place."""
    yield from _listed(lived, place, "rating_of_place", "name", "rating", "the city guide's rating")


@fact("code", place=("place",))
def phone_of_place(lived: Lived, place: Fact) -> Iterator[Fact]:
    """The telephone number of a place."""
    for number, others in _numbers(lived, place):
        value, *rest = (str(guide().get_place(key)["phone"]) for key in (number, *others))
        call = Call("city_guide_get_place", {"place_id": "{number}"}, (Read("value", "phone"),))
        what = f"the telephone number of {place.wanted}"
        yield _of_number(lived, place, "phone_of_place", "code", value, rest, what, call)


@fact("time", place=("place",))
def place_opens(lived: Lived, place: Fact) -> Iterator[Fact]:
    """When a place opens on a Saturday."""
    yield from _hours(lived, place, "place_opens", "opens", "the opening time")


@fact("time", place=("place",))
def place_closes(lived: Lived, place: Fact) -> Iterator[Fact]:
    """When a place closes on a Saturday."""
    yield from _hours(lived, place, "place_closes", "closes", "the closing time")


@fact("name", place=("place",))
def pharmacy_near_place(lived: Lived, place: Fact) -> Iterator[Fact]:
    """The pharmacy that is nearest to a place."""
    for number, _ in _numbers(lived, place):
        near = guide().find_nearby(number, "pharmacy")
        if len(near) < 2 or near[0]["walk_km"] == near[1]["walk_km"]:
            continue
        call = Call(
            "city_guide_find_nearby",
            {"place_id": "{number}", "kind": "pharmacy", "limit": 1},
            (Read("value", "0/name"),),
        )
        what = f"the name of the pharmacy nearest to {place.wanted}"
        others = [near[-1]["name"]]
        yield _of_number(lived, place, "pharmacy_near_place", "name", near[0]["name"], others, what, call)


@fact("name", place=("place",))
def best_hotel(lived: Lived, place: Fact) -> Iterator[Fact]:
    """The best hotel in the town of a place."""
    yield from _best(lived, place, "best_hotel", "hotel")


@fact("name", place=("place",))
def best_restaurant(lived: Lived, place: Fact) -> Iterator[Fact]:
    """The best restaurant in the town of a place."""
    yield from _best(lived, place, "best_restaurant", "restaurant")


@fact("name", place=("place",))
def best_museum(lived: Lived, place: Fact) -> Iterator[Fact]:
    """The best museum in the town of a place."""
    yield from _best(lived, place, "best_museum", "museum")


def _town_and_name(lived: Lived, place: Fact) -> tuple[str, str, str, str]:
    """A place's town and name, and how calls take them; all "" if the guide does not have it."""
    name, _, town = place.value.partition(", ")
    if place.wanted.startswith(QUESTIONS) or name not in places(town or home(lived)):
        return "", "", "", ""
    if town:
        return town, name, f"{{place{AFTER_COMMA}}}", f"{{place{BEFORE_COMMA}}}"
    return home(lived), name, home(lived), "{place}"


def _listed(lived: Lived, place: Fact, unit: str, gives: Type, field: str, what: str) -> Iterator[Fact]:
    """What the list of a town's places has."""
    town, name, argument, path = _town_and_name(lived, place)
    if not town:
        return
    value = str(places(town)[name][field])
    others = [str(row[field]) for row in places(town).values() if str(row[field]) != value]
    yield Fact(
        unit=unit,
        type=gives,
        value=value,
        wanted=f"{what} of {place.wanted}",
        it=f"that {field}",
        calls=(
            Call(
                "city_guide_find_places",
                {"town": argument, "limit": PLACES_OF_TOWN},
                (Read("value", f"name={path}/{field}", AS_TEXT),),
            ),
        ),
        claim=f"{what} of {place.wanted} was found",
        others=tuple(others[:1]),
        needs={"place": place},
        kind="generic_search",
    )


def _numbers(lived: Lived, place: Fact) -> Iterator[tuple[int, list[int]]]:
    """The guide's number of a place, with that of another one; none if it does not have it."""
    town, name, _, _ = _town_and_name(lived, place)
    if town:
        others = [row["id"] for other, row in places(town).items() if other != name]
        yield places(town)[name]["id"], others[:1]


def _of_number(
    lived: Lived, place: Fact, unit: str, gives: Type, value: str, others: list[str], what: str, call: Call
) -> Fact:
    """What the guide says of a place by its number."""
    _, _, argument, path = _town_and_name(lived, place)
    find = Call(
        "city_guide_find_places",
        {"town": argument, "limit": PLACES_OF_TOWN},
        (Read("number", f"name={path}/id"),),
    )
    return Fact(
        unit=unit,
        type=gives,
        value=value,
        wanted=what,
        it={"code": "that number", "time": "that time", "name": "that pharmacy"}[gives],
        calls=(find, call),
        claim=f"{what.replace(_on_saturday(lived), '')} was found",
        others=tuple(other for other in others if other != value),
        needs={"place": place},
        kind="generic_search",
    )


def _hours(lived: Lived, place: Fact, unit: str, field: str, what: str) -> Iterator[Fact]:
    day = saturday(lived)
    for number, others in _numbers(lived, place):
        value, *rest = (guide().get_opening_hours(key, day)[field] for key in (number, *others))
        if value is None:
            continue
        arguments = {"place_id": "{number}", "day": day}
        call = Call("city_guide_get_opening_hours", arguments, (Read("value", field),))
        asked = f"{what}{_on_saturday(lived)} of {place.wanted}"
        yield _of_number(lived, place, unit, "time", value, [time for time in rest if time], asked, call)


def _on_saturday(lived: Lived) -> str:
    return f" on {saturday_text(lived)}"


def _best(lived: Lived, place: Fact, unit: str, kind: str) -> Iterator[Fact]:
    town, called = town_elsewhere(lived, place)
    rows = guide().find_places(town, kind) if town else []
    if len(rows) < 2 or rows[0]["rating"] == rows[1]["rating"] or rows[0]["name"] in place.value:
        return
    what = f"the name of the best-rated {kind} in {called}"
    yield Fact(
        unit=unit,
        type="name",
        value=rows[0]["name"],
        wanted=what,
        it=f"that {kind}",
        calls=(
            Call(
                "city_guide_find_places",
                {"town": f"{{place{AFTER_COMMA}}}", "kind": kind, "limit": 1},
                (Read("value", "0/name"),),
            ),
        ),
        claim=f"{what} was found",
        others=(rows[-1]["name"],),
        needs={"place": place},
        kind="generic_search",
    )
