"""What the corner shop says of a thing of the life."""

from __future__ import annotations

from collections.abc import Iterator

from plugins.persona.generation.facts.country_servers import AS_TEXT, QUESTIONS, goods
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Fact, Read, Type, fact

LISTED = ("price", "rating", "stock", "category")
"""What the list of found goods has; the rest is on the thing's own page."""


@fact("price", name=("name",))
def shop_price(lived: Lived, name: Fact) -> Iterator[Fact]:
    """What the corner shop asks for something."""
    yield from _said(lived, name, "shop_price", "price", "price", "what the corner shop asks for {}")


@fact("name", name=("name",))
def shop_rating(lived: Lived, name: Fact) -> Iterator[Fact]:
    """How customers rate something."""
    yield from _said(lived, name, "shop_rating", "name", "rating", "the corner shop's rating of {}")


@fact("name", name=("name",))
def shop_stock(lived: Lived, name: Fact) -> Iterator[Fact]:
    """How many of something the corner shop has."""
    yield from _said(
        lived, name, "shop_stock", "name", "stock", "the number of pieces that the corner shop has left of {}"
    )


@fact("name", name=("name",))
def shop_weight(lived: Lived, name: Fact) -> Iterator[Fact]:
    """What something weighs."""
    yield from _said(
        lived,
        name,
        "shop_weight",
        "name",
        "weight_grams",
        "the weight in grams that the corner shop states for {}",
    )


@fact("name", name=("name",))
def shop_warranty(lived: Lived, name: Fact) -> Iterator[Fact]:
    """How long something has a warranty."""
    yield from _said(
        lived,
        name,
        "shop_warranty",
        "name",
        "warranty_years",
        "the years of warranty that the corner shop gives on {}",
    )


def _said(lived: Lived, name: Fact, unit: str, gives: Type, field: str, what: str) -> Iterator[Fact]:  # noqa: ARG001
    if name.value not in goods() or name.wanted.startswith(QUESTIONS):
        return
    value, thing = str(goods()[name.value][field]), name.value.partition(" ")[2]
    others = [str(row[field]) for other, row in goods().items() if other.endswith(thing)]
    if value == "0":  # an answer would rather say that there is none
        return
    find = {"text": "{name}", "limit": 1}
    called = what.format(name.wanted)
    if field in LISTED:
        calls: tuple[Call, ...] = (
            Call("corner_shop_search_products", find, (Read("value", f"0/{field}", AS_TEXT),)),
        )
    else:
        calls = (
            Call("corner_shop_search_products", find, (Read("product", "0/id"),)),
            Call("corner_shop_get_product", {"product_id": "{product}"}, (Read("value", field, AS_TEXT),)),
        )
    yield Fact(
        unit=unit,
        type=gives,
        value=value,
        wanted=called,
        it=f"that {field.partition('_')[0]}",
        calls=calls,
        claim=f"{called} was found",
        others=tuple(other for other in others if other != value)[:1],
        needs={"name": name},
        kind="generic_search",
    )
