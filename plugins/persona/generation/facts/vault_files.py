"""Files of the vault: recipes, insurances, people, courses, projects, books."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plugins.persona.generation.facts.acquaintances import called, rival
from plugins.persona.generation.facts.beside import files, shown
from plugins.persona.generation.facts.searching import in_file, is_first, the_file
from plugins.persona.generation.lived import Happening, Lived, Row
from plugins.persona.generation.parts import Change, Fact, Read, Type, fact


def _recipes(lived: Lived) -> Iterator[tuple[Happening, str, Row, str]]:
    """Yield the recipes with the dish and what finds them."""
    for happening in lived.happened("recipe"):
        for row in happening.of("vault.file"):
            dish = name_of(row).lower()
            if is_first(lived, "vault_search", f"Recipes {dish}", row[0]):
                yield happening, dish, row, f"Recipes {dish}"


def found_in(row: Row, pattern: str) -> str:
    """What a pattern takes out of a file's text; "" for nothing."""
    found = re.search(pattern, row[1]["text"])
    return found[1] if found else ""


def name_of(row: Row) -> str:
    """A file's name without folder and ending."""
    return str(row[1]["path"]).rpartition("/")[2].removesuffix(".md")


def the_whole(lived: Lived, unit: str, row: Row, words: str, wanted: str) -> Fact:
    """The fact that is a file itself."""
    folder = row[1]["path"].partition("/")[0]
    others = [data["path"] for key, data in files(lived, folder) if key != row[0]]
    return Fact(
        unit=unit,
        type="file",
        value=row[1]["path"],
        wanted=wanted,
        it="that file",
        calls=the_file(words),
        claim=f'the file "{name_of(row)}" was found',
        shown=(f"vault.file {row[0]}",),
        others=tuple(others[:1]),
    )


def value_in(
    unit: str,
    type_: Type,
    row: Row,
    words: str,
    pattern: str,
    wanted: str,
    it: str,
    *,
    others: tuple[str, ...],
    also: tuple[str, ...] = (),
) -> Fact:
    """The fact that is a value in a file; in another state its first wrong value stands there."""
    value = found_in(row, pattern)
    found = re.search(pattern, row[1]["text"])
    assert found, "the caller has found it"
    old = found[0]
    new = old.replace(value, others[0])
    return Fact(
        unit=unit,
        type=type_,
        value=value,
        wanted=wanted,
        it=it,
        calls=in_file(words, Read("value", "text", pattern)),
        claim=f'what "{name_of(row)}" says was read',
        shown=(f"vault.file {row[0]}", *also),
        others=others,
        change=Change(f"vault.file {row[0]}", "text", old, new),
    )


@fact("file")
def recipe_file(lived: Lived) -> Iterator[Fact]:
    """A recipe."""
    for _, dish, row, words in _recipes(lived):
        yield the_whole(lived, "recipe_file", row, words, f"my recipe for {dish} in the vault")


@fact("code")
def recipe_minutes(lived: Lived) -> Iterator[Fact]:
    """How long a dish cooks, in minutes."""
    pattern = r"(?:Bake|Cook) (\d+) minutes"
    for happening, dish, row, words in _recipes(lived):
        if minutes := found_in(row, pattern):
            cooked = [item for item in happening.of("feed.post") if minutes in item[1]["text"]]
            yield value_in(
                "recipe_minutes",
                "code",
                row,
                words,
                pattern,
                f"the cooking time in my recipe for {dish}",
                "that cooking time",
                others=(str(int(minutes) + 15),),
                also=(*_chats(happening, minutes), *shown("feed.post", cooked)),
            )


@fact("code")
def recipe_degrees(lived: Lived) -> Iterator[Fact]:
    """At how many degrees a dish cooks."""
    pattern = r"minutes at (\d+) degrees"
    for happening, dish, row, words in _recipes(lived):
        if degrees := found_in(row, pattern):
            yield value_in(
                "recipe_degrees",
                "code",
                row,
                words,
                pattern,
                f"the temperature in my recipe for {dish}",
                "that temperature",
                others=(str(int(degrees) + 20),),
                also=_chats(happening, f"{degrees} degrees"),
            )


@fact("person")
def recipe_from(lived: Lived) -> Iterator[Fact]:
    """Who gave the main person a recipe."""
    pattern = r"(?:From|After) \[\[(.+?)\]\]"
    names = [found_in(row, pattern) for _, _, row, _ in _recipes(lived)]
    for happening, dish, row, words in _recipes(lived):
        name = found_in(row, pattern)
        if person := lived.named(name):
            other = lived.name(rival(lived, person, *map(lived.named, names)))
            yield value_in(
                "recipe_from",
                "person",
                row,
                words,
                pattern,
                f"whoever my recipe for {dish} comes from",
                "the cook",
                others=(other,),
                also=shown("messenger.message", happening.of("messenger.message")[:3]),
            )


def _insurances(lived: Lived) -> Iterator[tuple[Happening, str, Row, str]]:
    """Yield the last file on each insurance with its kind and what finds it."""
    for happening in lived.happened("insurance_letter"):
        for row in happening.of("vault.file"):
            kind = name_of(row).partition(" insurance")[0].lower()
            words = f"Papers {kind} insurance"
            if is_first(lived, "vault_search", words, row[0]):
                yield happening, kind, row, words


@fact("file")
def insurance_file(lived: Lived) -> Iterator[Fact]:
    """The file on an insurance."""
    for _, kind, row, words in _insurances(lived):
        yield the_whole(lived, "insurance_file", row, words, f"the latest file on our {kind} insurance")


@fact("code")
def insurance_number(lived: Lived) -> Iterator[Fact]:
    """The number of an insurance's policy."""
    pattern = r"Policy ([A-Z]{2}-\d+)"
    numbers = [found_in(row, pattern) for _, _, row, _ in _insurances(lived)]
    for happening, kind, row, words in _insurances(lived):
        number = found_in(row, pattern)
        other = next((item for item in numbers if item != number), "")
        if number and other:
            yield value_in(
                "insurance_number",
                "code",
                row,
                words,
                pattern,
                f"the policy number of our {kind} insurance",
                "that number",
                others=(other,),
                also=(
                    *shown("mail.message", happening.of("mail.message")),
                    *_chats(happening, number),
                ),
            )


@fact("price")
def insurance_limit(lived: Lived) -> Iterator[Fact]:
    """Up to what sum an insurance pays; what it costs is the trap."""
    for _, kind, row, words in _insurances(lived):
        premium = found_in(row, r", (\d+) euros a year")
        if premium and found_in(row, r"(?:Covers|Pays) up to (\d+) euros"):
            yield value_in(
                "insurance_limit",
                "price",
                row,
                words,
                r"(?:Covers|Pays) up to (\d+) euros",
                f"the most that our {kind} insurance pays",
                "that sum",
                others=(premium,),
            )


@fact("price")
def insurance_premium(lived: Lived) -> Iterator[Fact]:
    """What an insurance costs a year; its limit is the trap."""
    for happening, kind, row, words in _insurances(lived):
        limit = found_in(row, r"(?:Covers|Pays) up to (\d+) euros")
        if limit and found_in(row, r", (\d+) euros a year"):
            yield value_in(
                "insurance_premium",
                "price",
                row,
                words,
                r", (\d+) euros a year",
                f"what our {kind} insurance costs a year",
                "that sum",
                others=(limit,),
                also=shown("mail.message", happening.of("mail.message")),
            )


@fact("place")
def home_in_file(lived: Lived) -> Iterator[Fact]:
    """Where a friend lives since a move, as the friend's file says."""
    pattern = r"(?:Lives|New home): (.+?), \w+ floor"
    for happening in lived.happened("house_move"):
        for row in happening.of("vault.file"):
            person, home = lived.named(name_of(row)), found_in(row, pattern)
            words = f"People {name_of(row)}"
            if not person or not home or not is_first(lived, "vault_search", words, row[0]):
                continue
            card = lived.card(person)
            if not card or lived.record("contacts.card", card).get("home") != home:
                continue
            yield value_in(
                "home_in_file",
                "place",
                row,
                words,
                pattern,
                f"the address to which {called(lived, person)} moved",
                "that address",
                others=(f"{home.split()[0]} Lane 7, {home.rpartition(', ')[2]}",),
                also=(
                    f"contacts.card {card}",
                    *shown("mail.message", happening.of("mail.message")),
                    *shown("calendar.event", happening.of("calendar.event")),
                    *_chats(happening, home),
                ),
            )


def _chats(happening: Happening, text: str) -> tuple[str, ...]:
    """The messages of a happening that have a text."""
    rows = [row for row in happening.of("messenger.message") if text in row[1]["text"]]
    return shown("messenger.message", rows)
