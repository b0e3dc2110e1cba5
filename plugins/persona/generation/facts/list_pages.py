"""Pages that are lists: last winter's presents, books to read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plugins.persona.generation.facts.acquaintances import called, rival
from plugins.persona.generation.facts.beside import pages, shown
from plugins.persona.generation.facts.searching import is_first, on_page
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Change, Fact, Read, fact


@fact("name")
def winter_present(lived: Lived) -> Iterator[Fact]:
    """What somebody got last winter, by the list that stands beside that of the winter before."""
    lists = {page["title"][-4:]: (key, page) for key, page in pages(lived, "Winter presents ")}
    if not {"2024", "2025"} <= lists.keys():
        return
    key, page = lists["2025"]
    before = dict(re.findall(r"- (.+?): (.+)", lists["2024"][1]["body"]))
    if not is_first(lived, "notes_search", "Winter presents 2025", key):
        return
    for name, present in re.findall(r"- (.+?): (.+)", page["body"]):
        person = lived.named(name)
        if not person or before.get(name, present) == present:
            continue
        yield Fact(
            unit="winter_present",
            type="name",
            value=present,
            wanted=f"what last winter's list of presents has for {called(lived, person)}",
            it="that present",
            calls=on_page("Winter presents 2025", Read("value", "body", rf"- {re.escape(name)}: (.+)")),
            claim=f"the list of last winter was read for {name}",
            shown=(f"notes.page {key}",),
            others=(before[name],),
            change=Change(f"notes.page {key}", "body", f"{name}: {present}", f"{name}: {before[name]}"),
        )


@fact("person")
def book_recommended_by(lived: Lived) -> Iterator[Fact]:
    """Who recommended a book, by the page of the reading list."""
    for happening in lived.happened("reading_list"):
        for key, page in happening.of("notes.page"):
            found = re.search(r"recommended by (.+?) on ", page["body"])
            person = lived.named(found[1]) if found else ""
            if not found or not person or not is_first(lived, "notes_search", page["title"], key):
                continue
            other = lived.name(rival(lived, person))
            yield Fact(
                unit="book_recommended_by",
                type="person",
                value=found[1],
                wanted=f'whoever recommended "{page["title"]}" to me',
                it="the one who recommended it",
                calls=on_page(page["title"], Read("value", "body", r"recommended by (.+?) on ")),
                claim=f'who recommended "{page["title"]}" was read',
                shown=(
                    f"notes.page {key}",
                    *shown("vault.file", happening.of("vault.file")),
                    *shown("messenger.message", happening.of("messenger.message")[:1]),
                ),
                others=(other,),
                change=Change(f"notes.page {key}", "body", found[1], other),
            )
