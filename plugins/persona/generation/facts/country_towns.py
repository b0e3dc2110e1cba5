"""What the encyclopedia says of the town of a place."""

from __future__ import annotations

from collections.abc import Iterator

from plugins.persona.generation.facts.country_servers import AS_TEXT, encyclopedia, home, town_elsewhere
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import AFTER_COMMA, Call, Fact, Read, fact


@fact("name", place=("place",))
def population_of_town(lived: Lived, place: Fact) -> Iterator[Fact]:
    """How many people live in the town of a place."""
    yield from _box(lived, place, "population_of_town", "Population", "the population", "that population")


@fact("name", place=("place",))
def age_of_town(lived: Lived, place: Fact) -> Iterator[Fact]:
    """When the town of a place is first mentioned."""
    yield from _box(
        lived, place, "age_of_town", "First mentioned", "the year of the first mention", "that year"
    )


@fact("name", place=("place",))
def height_of_town(lived: Lived, place: Fact) -> Iterator[Fact]:
    """How high the town of a place lies."""
    yield from _box(
        lived, place, "height_of_town", "Elevation in metres", "the elevation in metres", "that elevation"
    )


@fact("name", place=("place",))
def river_of_town(lived: Lived, place: Fact) -> Iterator[Fact]:
    """The river of the town of a place."""
    yield from _box(lived, place, "river_of_town", "River", "the river", "that river")


def _box(lived: Lived, place: Fact, unit: str, field: str, what: str, it: str) -> Iterator[Fact]:
    """A fact of the article on the town."""
    town, called = town_elsewhere(lived, place)
    value, here = (_facts(name).get(field, "none") for name in (town, home(lived)))
    if "none" in (value, here) or value == here:
        return
    yield Fact(
        unit=unit,
        type="name",
        value=value,
        wanted=f"{what} of {called}" if field != "River" else f"the name of the river in {called}",
        it=it,
        calls=(
            Call(
                "encyclopedia_get_facts",
                {"title": f"{{place{AFTER_COMMA}}}"},
                (Read("value", f"facts/{field}", AS_TEXT),),
            ),
        ),
        claim=f"{what} of {called} was found",
        others=(here,),
        needs={"place": place},
        kind="generic_search",
    )


def _facts(town: str) -> dict[str, str]:
    return dict(encyclopedia().get_facts(town)["facts"]) if town else {}
