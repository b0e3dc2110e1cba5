"""Files of the vault that name people and places: courses, projects, books, trips."""

from __future__ import annotations

from collections.abc import Iterator

from plugins.persona.generation.facts.acquaintances import rival
from plugins.persona.generation.facts.beside import properties, shown
from plugins.persona.generation.facts.searching import is_first
from plugins.persona.generation.facts.vault_files import found_in, name_of, the_whole, value_in
from plugins.persona.generation.lived import Happening, Lived, Row
from plugins.persona.generation.parts import Fact, fact


def _rows(lived: Lived, kind: str, folder: str) -> Iterator[tuple[Happening, Row, str]]:
    """Yield the files of a folder that happenings of a kind have left, with what finds them."""
    for happening in lived.happened(kind):
        for row in happening.of("vault.file"):
            words = f"{folder} {name_of(row)}"
            if row[1]["path"].startswith(f"{folder}/") and is_first(lived, "vault_search", words, row[0]):
                yield happening, row, words


def _other(lived: Lived, names: list[str], name: str) -> str:
    """Another person than the one of a name, if possible of some names; "" if it is nobody's name."""
    person = lived.named(name)
    return lived.name(rival(lived, person, *map(lived.named, names))) if person else ""


@fact("file")
def course_file(lived: Lived) -> Iterator[Fact]:
    """The file on a course."""
    for _, row, words in _rows(lived, "course", "Courses"):
        yield the_whole(lived, "course_file", row, words, f'my file on the course "{name_of(row)}"')


@fact("person")
def course_teacher_in_vault(lived: Lived) -> Iterator[Fact]:
    """Who taught a course."""
    people = [lived.name(person) for person in lived.life.people[3:] if lived.card(person)]
    for happening, row, words in _rows(lived, "course", "Courses"):
        pattern = r"\n\n([^\n,]+), "
        name = found_in(row, pattern)
        other = _other(lived, people, name)
        if other:
            yield value_in(
                "course_teacher_in_vault",
                "person",
                row,
                words,
                pattern,
                f'whoever teaches the course "{name_of(row)}"',
                "the teacher",
                others=(other,),
                also=shown("mail.message", happening.of("mail.message")),
            )


@fact("file")
def project_file(lived: Lived) -> Iterator[Fact]:
    """The main person's own file on a project."""
    for _, row, words in _rows(lived, "project", "Projects"):
        yield the_whole(lived, "project_file", row, words, f'my own file on the project "{name_of(row)}"')


@fact("person")
def project_contact(lived: Lived) -> Iterator[Fact]:
    """Whom a project is done for at the client's."""
    pattern = r"Client: \[\[(.+?)\]\]"
    names = [found_in(row, pattern) for _, row, _ in _rows(lived, "project", "Projects")]
    for happening, row, words in _rows(lived, "project", "Projects"):
        name = found_in(row, pattern)
        other = _other(lived, names, name)
        mails = [mail for mail in happening.of("mail.message") if lived.at_address(mail[1]["sender"])]
        from_client = [mail for mail in mails if lived.name(lived.at_address(mail[1]["sender"])) == name]
        people = [item for item in happening.of("vault.file") if item[1]["path"] == f"People/{name}.md"]
        if other:
            yield value_in(
                "project_contact",
                "person",
                row,
                words,
                pattern,
                f'whoever speaks for the client in the project "{name_of(row)}"',
                "the client's contact",
                others=(other,),
                also=(*shown("vault.file", people), *shown("mail.message", from_client)),
            )


@fact("file")
def book_file(lived: Lived) -> Iterator[Fact]:
    """The file with thoughts on a book."""
    for _, row, words in _rows(lived, "reading_list", "Books"):
        yield the_whole(lived, "book_file", row, words, f'my file on the book "{name_of(row)}"')


@fact("code")
def book_passage(lived: Lived) -> Iterator[Fact]:
    """The page of a book that the main person has noted."""
    for happening, row, words in _rows(lived, "reading_list", "Books"):
        pattern = r"(?:Page|See page) (\d+):"
        passage = found_in(row, pattern)
        length = next((page for key, _ in happening.of("notes.page") if (page := _pages(lived, key))), "")
        if passage and length and length != passage:
            yield value_in(
                "book_passage",
                "code",
                row,
                words,
                pattern,
                f'the number of the page that I have noted in my file on "{name_of(row)}"',
                "that page number",
                others=(length,),
            )


def _pages(lived: Lived, page: str) -> str:
    """How many pages a book has."""
    found = properties(lived, page).get("Pages")
    return str(found[1]["value"]) if found else ""


@fact("name")
def trip_hotel(lived: Lived) -> Iterator[Fact]:
    """The hotel of the last trip to a town."""
    hotels = [found_in(row, r"Hotel: (.+?), ") for _, row, _ in _rows(lived, "trip", "Trips")]
    done: set[str] = set()
    for happening, row, _ in _rows(lived, "trip", "Trips"):
        pattern = r"Hotel: (.+?), "
        town, day = name_of(row).rsplit(" ", 1)
        words, hotel = f"Trips {town}", found_in(row, pattern)
        other = next((item for item in hotels if item != hotel), "")
        if town in done or not hotel or not other or not is_first(lived, "vault_search", words, row[0]):
            continue
        done.add(town)
        if day < lived.today:
            yield value_in(
                "trip_hotel",
                "name",
                row,
                words,
                pattern,
                f"the hotel of our last trip to {town}",
                "that hotel",
                others=(other,),
                also=shown("mail.message", happening.of("mail.message")),
            )
