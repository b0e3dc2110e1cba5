"""What the weather office says of the day of an event, and of a Saturday in another town."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from plugins.persona.generation.facts.country_servers import (
    AS_TEXT,
    home,
    saturday,
    saturday_text,
    town_elsewhere,
    towns,
    weather,
)
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import AFTER_COMMA, Call, Change, Fact, Read, Type, fact

SKIES = ("sunny", "cloudy", "overcast", "rain")
ELSEWHERE = ("train", "arrival")
"""Events that are not in the main person's town alone."""
NONE = ("0.0", "-")
"""How values begin that an answer would rather put in words."""
FORECAST, SUN = "get_forecast", "get_sun_times"


@fact("name", event=("event",))
def warmest_on_day(lived: Lived, event: Fact) -> Iterator[Fact]:
    """How warm it gets on the day of an event."""
    yield from _on_day(lived, event, "warmest_on_day", "name", FORECAST, "high", "the highest temperature")


@fact("name", event=("event",))
def coldest_on_day(lived: Lived, event: Fact) -> Iterator[Fact]:
    """How cold it gets on the day of an event."""
    yield from _on_day(lived, event, "coldest_on_day", "name", FORECAST, "low", "the lowest temperature")


@fact("name", event=("event",))
def wind_on_day(lived: Lived, event: Fact) -> Iterator[Fact]:
    """The strongest wind on the day of an event."""
    yield from _on_day(
        lived, event, "wind_on_day", "name", FORECAST, "wind_kmh", "the strongest wind in km/h"
    )


@fact("name", event=("event",))
def rain_on_day(lived: Lived, event: Fact) -> Iterator[Fact]:
    """The rain on the day of an event."""
    yield from _on_day(lived, event, "rain_on_day", "name", FORECAST, "rain_mm", "the rain in millimetres")


@fact("name", event=("event",))
def sky_on_day(lived: Lived, event: Fact) -> Iterator[Fact]:
    """The sky on the day of an event."""
    yield from _on_day(lived, event, "sky_on_day", "name", FORECAST, "sky", "the sky")


@fact("time", event=("event",))
def sunset_on_day(lived: Lived, event: Fact) -> Iterator[Fact]:
    """When the sun sets on the day of an event."""
    yield from _on_day(lived, event, "sunset_on_day", "time", SUN, "sunset", "the time of sunset")


@fact("time", event=("event",))
def sunrise_on_day(lived: Lived, event: Fact) -> Iterator[Fact]:
    """When the sun rises on the day of an event."""
    yield from _on_day(lived, event, "sunrise_on_day", "time", SUN, "sunrise", "the time of sunrise")


@fact("name", place=("place",))
def warmest_in_town(lived: Lived, place: Fact) -> Iterator[Fact]:
    """How warm it gets in the town of a place."""
    yield from _in_town(lived, place, "warmest_in_town", "high", "the highest temperature")


@fact("name", place=("place",))
def coldest_in_town(lived: Lived, place: Fact) -> Iterator[Fact]:
    """How cold it gets in the town of a place."""
    yield from _in_town(lived, place, "coldest_in_town", "low", "the lowest temperature")


@fact("name", place=("place",))
def wind_in_town(lived: Lived, place: Fact) -> Iterator[Fact]:
    """The strongest wind in the town of a place."""
    yield from _in_town(lived, place, "wind_in_town", "wind_kmh", "the strongest wind in km/h")


@fact("name", place=("place",))
def sky_in_town(lived: Lived, place: Fact) -> Iterator[Fact]:
    """The sky in the town of a place."""
    yield from _in_town(lived, place, "sky_in_town", "sky", "the sky")


def _on_day(
    lived: Lived, event: Fact, unit: str, gives: Type, tool: str, field: str, what: str
) -> Iterator[Fact]:
    """What the weather office says for the main person's town and the day of an event."""
    day = str(lived.record("calendar.event", event.value)["starts"])[:10]
    if event.unit in ELSEWHERE or day <= lived.today:
        return
    town, known = home(lived), {}
    for days in range(-10, 11):
        other = (date.fromisoformat(day) + timedelta(days=days)).isoformat()
        known[other] = str(getattr(weather(), tool)(town, other)[field])
    differing = [other for other, value in known.items() if value != known[day] and other > lived.today]
    if not differing or known[day].startswith(NONE):
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


def _in_town(lived: Lived, place: Fact, unit: str, field: str, what: str) -> Iterator[Fact]:
    """What the weather office says for the town of a place and a Saturday."""
    (town, called), day = town_elsewhere(lived, place), saturday(lived)
    if not town:
        return
    known = {other: str(weather().get_forecast(other, day)[field]) for other in (home(lived), *towns())}
    others = [value for value in known.values() if value != known[town]]
    if not others or known[town].startswith(NONE):
        return
    yield Fact(
        unit=unit,
        type="name",
        value=known[town],
        wanted=f"{what} that is forecast for {saturday_text(lived)} in {called}",
        it="that forecast",
        calls=(
            Call(
                "forecast_office_get_forecast",
                {"town": f"{{place{AFTER_COMMA}}}", "day": day},
                (Read("value", field, AS_TEXT),),
            ),
        ),
        claim=f"{what} in {called} was found",
        others=tuple(others[:1]),
        needs={"place": place},
        kind="generic_search",
    )
