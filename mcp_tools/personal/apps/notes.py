"""Notes: notebooks that several people share, with pages under pages; a page has properties of certain kinds."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from mcp_tools.messages import shorten
from mcp_tools.personal.apps.text_parts import NewPart, Part, replace_once
from mcp_tools.personal.apps.words import Limit, Words, contains
from mcp_tools.personal.declaration import App, Record, Row
from mcp_tools.personal.fields import LONGEST_TEXT, Choice, Day, Flag, Many, Moment, Ref, Text
from mcp_tools.personal.people import Person, PersonId
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.world import World

NOTES = App("notes", "Notes", "Notebooks that the user has or shares: pages, sub-pages, properties")
KINDS = TEXT, NUMBER, DATE, CHECKBOX, CHOICE = ("text", "number", "date", "checkbox", "choice")
NotebookId = Annotated[str, Ref(record_type="notes.notebook", description="A notebook's id.")]
PageId = Annotated[str, Ref(record_type="notes.page", description="A page's id.")]
InNotebook = Annotated[str, Ref(record_type="notes.notebook", optional=True, description="A notebook's id.")]
UnderPage = Annotated[
    str, Ref(record_type="notes.page", optional=True, description="The id of the page above.")
]
Title = Annotated[str, Text(longest=120, shortest=1)]
Body = Annotated[str, Text(longest=LONGEST_TEXT, lines=True)]
PropertyName = Annotated[str, Text(longest=60, shortest=1)]
SUMMARY = ("title", "notebook", "edited")
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,9})?")


@NOTES.record("notebook", "notebooks", prefix="notebook")
@dataclass(frozen=True, kw_only=True)
class Notebook(Record):
    """A notebook of its owner, which its members read and write as well."""

    owner: PersonId
    name: Annotated[str, Text(longest=60, shortest=1)]
    members: Annotated[Sequence[str], Many(item=Ref(record_type="people.person"))] = ()


@NOTES.record("page", "pages", prefix="page", parent="notebook", volatile=("at", "edited"))
@dataclass(frozen=True, kw_only=True)
class Page(Record):
    """A page. `above` is the page of the same notebook that it is under, if it is under one."""

    notebook: NotebookId
    title: Title
    body: Body = ""
    above: UnderPage = ""
    at: Annotated[str, Moment()]
    edited: Annotated[str, Moment()]


@NOTES.record("property", "properties", prefix="property", parent="page")
@dataclass(frozen=True, kw_only=True)
class Property(Record):
    """A property of a page, such as Status. Its value is a text as `canonical` returns it for its kind."""

    page: PageId
    name: PropertyName
    kind: Annotated[str, Choice(options=KINDS)]
    value: Annotated[str, Text()]


@NOTES.action("read")
def list_notebooks(world: World) -> list[Row]:
    """List the notebooks that the user has or is a member of, with the numbers of their pages."""
    return [
        world.show(notebook, "name")
        | {
            "owner": world.get(Person, notebook.owner).name,
            "members": [world.get(Person, member).name for member in notebook.members],
            "pages": len(world.find(Page, notebook=notebook.id)),
        }
        for notebook in world.find(Notebook)
    ]


@NOTES.action("read")
def list_pages(world: World, notebook: InNotebook = "", under: UnderPage = "") -> list[Row]:
    """List the pages at the top of a notebook, or those directly under a page."""
    return [
        world.show(page, *SUMMARY) | {"subpages": len(world.find(Page, above=page.id))}
        for page in world.find(Page, **_place(world, notebook, under))
    ]


@NOTES.action("read")
def search(
    world: World,
    words: Words = "",
    notebook: InNotebook = "",
    property: Annotated[str, Text(description="Only pages with this property: name=value.")] = "",
    limit: Limit = 20,
) -> list[Row]:
    """Find pages that have all words in title or text, the last edited first. Without a notebook, in all of them."""
    within = world.find(Page, notebook=world.get(Notebook, notebook).id) if notebook else world.find(Page)
    ids = {page.id for page in within}
    wanted = _with_property(world, ids, property) if property else ids
    matches = [page for page in within if page.id in wanted and contains(f"{page.title}\n{page.body}", words)]
    matches.sort(key=lambda page: page.edited, reverse=True)
    return [world.show(page, *SUMMARY) for page in matches[:limit]]


@NOTES.action("read")
def read_page(world: World, page: PageId) -> Row:
    """Show a page: its text, its properties, its sub-pages, and the titles of what it is in."""
    shown = world.get(Page, page)
    return world.show(shown, "title", "notebook", "body", "at", "edited") | {
        "path": _titles_above(world, shown),
        "properties": _properties(world, shown),
        "subpages": [world.show(item, "title") for item in world.find(Page, above=shown.id)],
    }


@NOTES.action("create")
def create_page(
    world: World, title: Title, notebook: InNotebook = "", under: UnderPage = "", body: Body = ""
) -> Row:
    """Make a page at the top of a notebook, or under a page."""
    now, place = world.moment(), _place(world, notebook, under)
    made = world.create(Page, title=title, body=body, at=now, edited=now, **place)
    return world.show(made, *SUMMARY) | {"path": _titles_above(world, made)}


@NOTES.action("modify")
def append(world: World, page: PageId, text: Part) -> Row:
    """Add lines at the end of the text of a page."""
    old = world.get(Page, page)
    return world.show(_edit(world, old, body=f"{old.body}\n{text}"), *SUMMARY)


@NOTES.action("modify")
def replace_text(world: World, page: PageId, old: Part, new: NewPart) -> Row:
    """Replace a part of the text of a page, which must occur in it exactly once. An empty `new` deletes it."""
    changed = world.get(Page, page)
    return world.show(_edit(world, changed, body=replace_once(changed.body, old, new, page)), *SUMMARY)


@NOTES.action("modify")
def set_property(
    world: World,
    page: PageId,
    name: PropertyName,
    value: Annotated[str, Text(description="A date as YYYY-MM-DD, a checkbox as true or false.")],
    kind: Annotated[
        str, Choice(options=("", *KINDS), description="Needed if no page of the notebook has it yet.")
    ] = "",
) -> Row:
    """Set a property of a page; an empty value removes it. It has one kind on all pages of a notebook."""
    if "=" in name:
        raise Refused(f"name is {shorten(name)}, which must have no =")
    changed = world.get(Page, page)
    alike = _alike(world, changed, name)
    own = next((item for item in alike if item.page == changed.id), None)
    if not value and own is None:
        raise Refused(f"{page} has no property {shorten(name)}")
    if not value and own is not None:
        world.delete(own)
    else:
        kind = _kind(alike, name, kind)
        spelled = _spelled(canonical(kind, value, "value"), kind, alike)
        if own is not None:
            world.update(own, value=spelled)
        else:
            called = alike[0].name if alike else name
            world.create(Property, page=changed.id, name=called, kind=kind, value=spelled)
    edited = _edit(world, changed)
    return world.show(edited, *SUMMARY) | {"properties": _properties(world, edited)}


@NOTES.action("modify")
def rename_page(world: World, page: PageId, title: Title) -> Row:
    """Give a page another title."""
    return world.show(_edit(world, world.get(Page, page), title=title), *SUMMARY)


@NOTES.action("modify")
def move_page(world: World, page: PageId, notebook: InNotebook = "", under: UnderPage = "") -> Row:
    """Move a page with its sub-pages to the top of a notebook, or under a page."""
    moved, place = world.get(Page, page), _place(world, notebook, under)
    whole = _with_subpages(world, moved)
    if any(item.id == under for item in whole):
        raise Refused(f"under is {under}, which is {page} itself or a page below it")
    for item in whole[1:]:
        world.update(item, notebook=place["notebook"])
    moved = world.update(moved, **place)
    return world.show(moved, *SUMMARY) | {"path": _titles_above(world, moved)}


@NOTES.action("delete")
def delete_page(world: World, page: PageId, with_subpages: Annotated[bool, Flag()] = False) -> Row:
    """Delete a page. One that has sub-pages is deleted only with all pages below it, if `with_subpages` is true."""
    gone = world.get(Page, page)
    whole = _with_subpages(world, gone)
    if len(whole) > 1 and not with_subpages:
        raise Refused(f"{page} has {len(whole) - 1} pages below it; with_subpages=true deletes them as well")
    row = world.show(gone, *SUMMARY) | {"deleted": [item.id for item in whole]}
    for item in reversed(whole):
        for own in world.find(Property, page=item.id):
            world.delete(own)
        world.delete(item)
    return row


def canonical(kind: str, value: str, name: str) -> str:
    """Return the value of a property in the form in which it is stored. Raises Refused, which begins with the name."""
    if kind == NUMBER:
        if not _NUMBER.fullmatch(value):
            raise Refused(f"{name} is {shorten(value)}, which is no number; give it as 12 or 12.5")
        return f"{(Decimal(value) + 0).normalize():f}"
    if kind == DATE:
        return str(Day().check(value, name))
    if kind == CHECKBOX:
        return str(Choice(options=("true", "false")).check(value.lower(), name))
    return value


def _alike(world: World, page: Page, name: str) -> list[Property]:
    """The properties of that name in the notebook of a page, its own first."""
    pages = {item.id for item in world.find(Page, notebook=page.notebook)}
    return sorted(
        (item for item in _named(world, name) if item.page in pages), key=lambda item: item.page != page.id
    )


def _kind(alike: Sequence[Property], name: str, kind: str) -> str:
    if not alike and not kind:
        raise Refused(f"no page of the notebook has {shorten(name)} yet; give its kind: {', '.join(KINDS)}")
    if alike and kind not in ("", alike[0].kind):
        raise Refused(f"kind is {kind}, but {alike[0].name} is a {alike[0].kind} in this notebook")
    return alike[0].kind if alike else kind


def _spelled(value: str, kind: str, alike: Sequence[Property]) -> str:
    """A choice as it is spelled on other pages."""
    same = (item.value for item in alike if item.value.casefold() == value.casefold())
    return next(same, value) if kind == CHOICE else value


def _with_property(world: World, pages: Collection[str], wanted: str) -> set[str]:
    """Those of some pages on which a property has a value, which is given as name=value."""
    name, equals, value = wanted.partition("=")
    if not equals:
        raise Refused(f"property is {shorten(wanted)}; give it as name=value, such as Status=Done")
    matches = [item for item in _named(world, name.strip()) if item.page in pages]
    if not matches:
        known = sorted({item.name for item in world.find(Property) if item.page in pages})
        raise Refused(f"no page has a property {shorten(name)}; there are: {', '.join(known) or 'none'}")
    return {
        item.page
        for item in matches
        if item.value.casefold() == canonical(item.kind, value.strip(), "property").casefold()
    }


def _named(world: World, name: str) -> list[Property]:
    return [item for item in world.find(Property) if item.name.casefold() == name.casefold()]


def _properties(world: World, page: Page) -> list[Row]:
    """What tools show of the properties: not their ids, which no tool takes."""
    rows = [world.show(item, "name", "kind", "value") for item in world.find(Property, page=page.id)]
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


def _place(world: World, notebook: str, under: str) -> dict[str, str]:
    """The fields of a page at the top of a notebook or under a page."""
    if under:
        above = world.get(Page, under)
        if notebook not in ("", above.notebook):
            raise Refused(f"{under} is in {above.notebook}, not in {notebook}")
        return {"notebook": above.notebook, "above": under}
    if not notebook:
        raise Refused("give notebook, or under: the page above")
    return {"notebook": world.get(Notebook, notebook).id, "above": ""}


def _titles_above(world: World, page: Page) -> list[str]:
    chain = [page]
    while chain[-1].above and all(item.id != chain[-1].above for item in chain):
        chain.append(world.get(Page, chain[-1].above))
    return [world.get(Notebook, page.notebook).name, *(item.title for item in reversed(chain[1:]))]


def _with_subpages(world: World, page: Page) -> list[Page]:
    """The page and all pages below it, each after the one that it is under."""
    whole = [page]
    for item in whole:
        whole += [below for below in world.find(Page, above=item.id) if below not in whole]
    return whole


def _edit(world: World, page: Page, **values: object) -> Page:
    return world.update(page, edited=world.moment(), **values)
