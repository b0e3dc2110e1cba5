"""The country's servers in memory, and how facts describe towns and days to them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache
from typing import Any

from mcp_tools.fixtures.city_guide import CityGuide
from mcp_tools.fixtures.corner_shop import CornerShop
from mcp_tools.fixtures.encyclopedia import Encyclopedia
from mcp_tools.fixtures.forecast_office import ForecastOffice
from mcp_tools.fixtures.transit_desk import TransitDesk
from mcp_tools.personal.life.app_rules import towns_of
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.operations.given import weekday
from plugins.persona.generation.parts import Fact

NEXT_SATURDAY, SATURDAY = timedelta(days=4), 5
"""From when on a journey is asked for, and the day of the week."""
PLACES_OF_TOWN = 50
AS_TEXT = "(.+)"
"""A number becomes a text, which other tools take."""
ADDRESS = "'s present address"
"""How the address is described of who has moved."""
QUESTIONS = ("where", "in which", "at which", "which")


def home(lived: Lived) -> str:
    """Return the main person's town."""
    return towns_of(lived.view)[0]


def saturday(lived: Lived) -> str:
    """Return the day on which one travels."""
    day = date.fromisoformat(lived.today) + NEXT_SATURDAY
    return (day + timedelta(days=(SATURDAY - day.weekday()) % 7)).isoformat()


def saturday_text(lived: Lived) -> str:
    """Return that day as texts have it: "Saturday 30 May"."""
    return weekday(saturday(lived))


def town_elsewhere(lived: Lived, place: Fact) -> tuple[str, str]:
    """Return the town of a place and what it is called; "" for the main person's, and where no town is said."""
    town = place.value.rpartition(", ")[2]
    if town == home(lived) or town not in towns():
        return "", ""
    whose = next((item.wanted for item in place.needs.values()), "")
    if place.unit == "home_of":
        return town, f"the present home town of {whose}"
    if place.wanted.endswith(ADDRESS):
        return town, f"the town where {place.wanted.removesuffix(ADDRESS)} lives now"
    if place.wanted.startswith(QUESTIONS):
        return (town, f"the town where {whose} is") if whose else ("", "")
    return town, f"the town of {place.wanted}"


@cache
def transit() -> TransitDesk:
    """The trains and flights."""
    return TransitDesk(":memory:")


@cache
def weather() -> ForecastOffice:
    """The weather office."""
    return ForecastOffice(":memory:")


@cache
def guide() -> CityGuide:
    """The city guide."""
    return CityGuide(":memory:")


@cache
def encyclopedia() -> Encyclopedia:
    """The encyclopedia."""
    return Encyclopedia(":memory:")


@cache
def towns() -> tuple[str, ...]:
    """The country's towns."""
    return tuple(weather().list_towns())


@cache
def places(town: str) -> Mapping[str, Mapping[str, Any]]:
    """A town's places by name, as the city guide lists them."""
    return {row["name"]: row for row in guide().find_places(town, limit=PLACES_OF_TOWN)}


@cache
def goods() -> Mapping[str, Mapping[str, Any]]:
    """All that the shop says of its goods, by name."""
    return {row["name"]: row for row in CornerShop(":memory:").query("SELECT * FROM products")}
