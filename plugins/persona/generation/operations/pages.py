"""Notes: pages of notebooks."""

from __future__ import annotations

from collections.abc import Iterator

from plugins.persona.generation.lived import Lived, Row
from plugins.persona.generation.operations.given import (
    VALUES,
    changed,
    created,
    deleted,
    kept_and,
    rows_of,
    said,
    short,
    told,
    told_too,
    words,
)
from plugins.persona.generation.operations.literals import ANY, BELOW, LINES, LISTS, PAGES, TITLES, pick
from plugins.persona.generation.parts import Call, Fact, Operation, Read, operation


@operation(fact=VALUES)
def new_page(lived: Lived, fact: Fact) -> Iterator[Operation]:
    """Keep a value on a new page of a notebook."""
    text, other = said("fact", fact)
    notebooks = _own_notebooks(lived)
    for name, titles in PAGES.items():
        if name not in notebooks:
            continue
        title = pick(lived, fact, {ANY: titles})
        yield Operation(
            unit="new_page",
            kind="create",
            asked=f'On a new page "{title}" of my notebook {name}, note {{fact}}.',
            takes={"fact": fact},
            lookups=(find_notebook(name),),
            effect=Call("notes_create_page", {"title": title, "notebook": "{notebook}", "body": text}),
            also={"body": other},
            wrong={
                "in_another_notebook": {
                    "notebook": next(key for key in notebooks.values() if key != notebooks[name])
                }
            },
            claim=f"the new page {title!r} has it",
            check=created(
                "notes.page", {"notebook": notebooks[name], "title": words(title)}, {"body": told(fact)}
            ),
        )


@operation(page=("page",), fact=VALUES)
def append_to_page(lived: Lived, page: Fact, fact: Fact) -> Iterator[Operation]:
    """Add a value to a page."""
    text, other = said("fact", fact)
    for key, data in pages_of(lived, page)[:1]:
        if fact.value in data["body"]:
            continue
        yield Operation(
            unit="append_to_page",
            kind="modify",
            asked="At the end of {page}, note {fact}.",
            takes={"page": page, "fact": fact},
            effect=Call("notes_append", {"page": "{page}", "text": text}),
            also={"text": other},
            claim=f"the page {short(data['title'])!r} has it too",
            check=changed("notes.page", key, {"body": told_too(fact, data["body"])}),
            record=f"notes.page {key}",
        )


@operation(page=("page",))
def line_on_page(lived: Lived, page: Fact) -> Iterator[Operation]:
    """Add a line to a page."""
    line = pick(lived, page, LINES)
    for key, data in pages_of(lived, page)[:1]:
        yield Operation(
            unit="line_on_page",
            kind="modify",
            asked=f'Add the line "{line}" at the end of {{page}}.',
            takes={"page": page},
            effect=Call("notes_append", {"page": "{page}", "text": line}),
            also={"text": f"- {line}."},
            wrong={"in_other_words": {"text": "Nothing to do"}},
            claim=f"the page {short(data['title'])!r} has the line",
            check=changed("notes.page", key, {"body": kept_and(data["body"], words(line))}),
            record=f"notes.page {key}",
        )


@operation(page=("page",), fact=VALUES)
def page_under(lived: Lived, page: Fact, fact: Fact) -> Iterator[Operation]:
    """Keep a value on a new page under a page."""
    text, other = said("fact", fact)
    title = pick(lived, page, BELOW)
    for key, data in pages_of(lived, page)[:1]:
        yield Operation(
            unit="page_under",
            kind="create",
            asked=f'Make a page "{title}" under {{page}} that says {{fact}}.',
            takes={"page": page, "fact": fact},
            effect=Call("notes_create_page", {"title": title, "under": "{page}", "body": text}),
            also={"body": other},
            claim=f"there is a page under {short(data['title'])!r}",
            check=created("notes.page", {"above": key, "title": words(title)}, {"body": told(fact)}),
            record=f"notes.page {key}",
        )


@operation(page=("page",))
def list_under(lived: Lived, page: Fact) -> Iterator[Operation]:
    """Make an empty page under a page."""
    title = pick(lived, page, LISTS)
    for key, data in pages_of(lived, page)[:1]:
        yield Operation(
            unit="list_under",
            kind="create",
            asked=f'Make an empty page "{title}" under {{page}}.',
            takes={"page": page},
            effect=Call("notes_create_page", {"title": title, "under": "{page}"}),
            wrong={"with_another_title": {"title": "Other"}},
            claim=f"there is an empty page under {short(data['title'])!r}",
            check=created("notes.page", {"above": key, "title": words(title)}, {"body": ""}),
            record=f"notes.page {key}",
        )


@operation(page=("page",))
def rename_page(lived: Lived, page: Fact) -> Iterator[Operation]:
    """Give a page another title."""
    title = pick(lived, page, TITLES)
    for key, data in pages_of(lived, page)[:1]:
        yield Operation(
            unit="rename_page",
            kind="modify",
            asked=f'Rename {{page}} to "{title}".',
            takes={"page": page},
            effect=Call("notes_rename_page", {"page": "{page}", "title": title}),
            wrong={"to_another_title": {"title": "Other"}},
            claim=f"the page {short(data['title'])!r} has another title",
            check=changed("notes.page", key, {"title": words(title)}),
            record=f"notes.page {key}",
        )


@operation(page=("page",))
def move_page(lived: Lived, page: Fact) -> Iterator[Operation]:
    """Move a page into another notebook."""
    above = {data["above"] for data in lived.view.records["notes.page"].values()}
    for name, notebook in _own_notebooks(lived).items():
        for key, data in pages_of(lived, page)[:1]:
            if key in above or data["notebook"] == notebook:
                continue
            values = {"notebook": notebook} | ({"above": ""} if data["above"] else {})
            yield Operation(
                unit="move_page",
                kind="modify",
                asked=f"Move {{page}} into my notebook {name}.",
                takes={"page": page},
                lookups=(find_notebook(name),),
                effect=Call("notes_move_page", {"page": "{page}", "notebook": "{notebook}"}),
                claim=f"the page {short(data['title'])!r} is in {name}",
                check=changed("notes.page", key, values),
                record=f"notes.page {key}",
            )


@operation(page=("page",))
def delete_page(lived: Lived, page: Fact) -> Iterator[Operation]:
    """Delete a page that has neither properties nor pages under it."""
    pages = lived.view.records["notes.page"].values()
    properties = lived.view.records["notes.property"].values()
    above = {data["above"] for data in pages}
    for key, data in pages_of(lived, page)[:1]:
        others = {*page.others}
        if ({key} | others) & above or any(item["page"] == key for item in properties):
            continue
        yield Operation(
            unit="delete_page",
            kind="delete",
            asked="Delete {page}.",
            takes={"page": page},
            effect=Call("notes_delete_page", {"page": "{page}"}),
            claim=f"the page {short(data['title'])!r} is gone",
            check=deleted("notes.page", key),
            record=f"notes.page {key}",
        )


def find_notebook(name: str) -> Call:
    """Return the call that finds a notebook's id."""
    return Call("notes_list_notebooks", {}, (Read("notebook", f"name={name}/id"),))


def pages_of(lived: Lived, page: Fact) -> list[Row]:
    """Return a fact's page and those taken for it; none if the main person cannot change one of them."""
    notebooks = lived.view.records["notes.notebook"]

    def is_open(_: str, data: dict[str, object]) -> bool:
        notebook = notebooks[str(data["notebook"])]
        return lived.me in (notebook["owner"], *notebook["members"])

    return rows_of(lived, page, is_open)


def _own_notebooks(lived: Lived) -> dict[str, str]:
    """The ids of the main person's notebooks by name."""
    return {
        data["name"]: key
        for key, data in lived.view.records["notes.notebook"].items()
        if data["owner"] == lived.me
    }
