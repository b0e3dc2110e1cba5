"""Notes: properties of pages."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from plugins.persona.generation.lived import Lived, Row
from plugins.persona.generation.operations.given import changed, created, short, told
from plugins.persona.generation.operations.literals import ANY, BOXES, PROPERTIES, pick_free
from plugins.persona.generation.operations.pages import pages_of
from plugins.persona.generation.parts import Call, Fact, Operation, Type, operation

KINDS: dict[Type, str] = {"day": "date", "price": "number", "place": "text", "code": "text", "name": "text"}
"""The kinds of properties that take the values of facts, by type."""
SUMS = ("Cost", "Price", "Total", "Budget", "Collected")
"""Properties that are sums of money."""


@operation(page=("page",), fact=tuple(KINDS))
def set_property(lived: Lived, page: Fact, fact: Fact) -> Iterator[Operation]:
    """Set a property that a page has to a value."""
    kind, pages = KINDS[fact.type], pages_of(lived, page)
    if not pages or len({data["notebook"] for _, data in pages}) > 1:
        return
    ((key, data), *_) = pages
    value = _stored(kind, fact.value)
    for own, item in _properties(lived, key):
        if (
            item["kind"] != kind
            or item["value"] == value
            or not value
            or (kind == "number" and item["name"] not in SUMS)
        ):
            continue
        name = item["name"]
        yield Operation(
            unit="set_property",
            kind="modify",
            asked=f'Set the property "{name}" of {{page}} to {{fact}}.',
            takes={"page": page, "fact": fact},
            effect=Call(
                "notes_set_property", {"page": "{page}", "name": name, "value": "{fact}", "kind": kind}
            ),
            claim=f"the property {name} of {short(data['title'])!r} has it",
            check=changed("notes.property", own, {"value": told(fact)}),
            record=f"notes.property {own}",
        )


@operation(page=("page",), fact=tuple(KINDS))
def new_property(lived: Lived, page: Fact, fact: Fact) -> Iterator[Operation]:
    """Give a page a property with a value."""
    kind = KINDS[fact.type]
    value = _stored(kind, fact.value)
    name = pick_free(lived, fact, {ANY: PROPERTIES[kind]}, _names(lived))
    if not value or not name:
        return
    for key, data in pages_of(lived, page)[:1]:
        yield Operation(
            unit="new_property",
            kind="modify",
            asked=f'Give {{page}} a {kind} property "{name}" with {{fact}}.',
            takes={"page": page, "fact": fact},
            effect=Call(
                "notes_set_property", {"page": "{page}", "name": name, "value": "{fact}", "kind": kind}
            ),
            wrong={"under_another_name": {"name": "Value"}},
            claim=f"{short(data['title'])!r} has a property {name}",
            check=created(
                "notes.property",
                {"page": key, "name": name},
                {"kind": kind, "value": told(fact)},
            ),
            record=f"notes.page {key}",
        )


@operation(page=("page",))
def tick_property(lived: Lived, page: Fact) -> Iterator[Operation]:
    """Tick a box that a page has, or take the tick off."""
    pages = pages_of(lived, page)
    if not pages or len({data["notebook"] for _, data in pages}) > 1:
        return
    ((key, data), *_) = pages
    for own, item in _properties(lived, key):
        if item["kind"] != "checkbox":
            continue
        name, new = item["name"], "false" if item["value"] == "true" else "true"
        asked = f'Tick "{name}" on {{page}}.' if new == "true" else f'Take the tick off "{name}" on {{page}}.'
        yield Operation(
            unit="tick_property",
            kind="modify",
            asked=asked,
            takes={"page": page},
            effect=Call(
                "notes_set_property", {"page": "{page}", "name": name, "value": new, "kind": "checkbox"}
            ),
            claim=f"the box {name} of {short(data['title'])!r} is changed",
            check=changed("notes.property", own, {"value": new}),
            record=f"notes.property {own}",
        )


@operation(page=("page",))
def new_tick(lived: Lived, page: Fact) -> Iterator[Operation]:
    """Give a page a box with a tick."""
    name = pick_free(lived, page, BOXES, _names(lived))
    if not name:
        return
    for key, data in pages_of(lived, page)[:1]:
        yield Operation(
            unit="new_tick",
            kind="modify",
            asked=f'Give {{page}} a checkbox "{name}", with a tick.',
            takes={"page": page},
            effect=Call(
                "notes_set_property",
                {"page": "{page}", "name": name, "value": "true", "kind": "checkbox"},
            ),
            wrong={"without_a_tick": {"value": "false"}},
            claim=f"{short(data['title'])!r} has a tick at {name}",
            check=created("notes.property", {"page": key, "name": name}, {"value": "true"}),
            record=f"notes.page {key}",
        )


def _stored(kind: str, value: str) -> str:
    """A value as the property has it; "" if its kind does not take it."""
    if kind != "number":
        return value
    try:
        return f"{(Decimal(value) + 0).normalize():f}"
    except InvalidOperation:
        return ""


def _properties(lived: Lived, page: str) -> list[Row]:
    return [(key, data) for key, data in lived.view.records["notes.property"].items() if data["page"] == page]


def _names(lived: Lived) -> set[str]:
    """The names of the properties that any page has."""
    return {data["name"] for data in lived.view.records["notes.property"].values()}
