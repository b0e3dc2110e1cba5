"""Pages of the household's and the private notebook: loans, contracts, repairs, presents, books."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.acquaintances import called, rival
from plugins.persona.generation.facts.beside import pages, properties, shown
from plugins.persona.generation.facts.searching import is_first, on_page, the_page
from plugins.persona.generation.lived import Happening, Lived
from plugins.persona.generation.parts import Change, Fact, Read, fact

_LOAN = re.compile(r"(Lent|Borrowed): (.+) \(.+\)")


def _loans(lived: Lived) -> Iterator[tuple[Happening, str, Data, str, str]]:
    """Yield the loans that are not over, with page, how the page begins, and the thing."""
    things = [found[2] for _, page in pages(lived, "") if (found := _LOAN.fullmatch(page["title"]))]
    for happening in lived.happened("loan"):
        for key, page in happening.of("notes.page"):
            found = _LOAN.fullmatch(page["title"])
            returned = properties(lived, key).get("Returned")
            if not found or not returned or returned[1]["value"] == "true" or things.count(found[2]) > 1:
                continue
            if is_first(lived, "notes_search", f"{found[1]} {found[2]}", key):
                yield happening, key, page, found[1], found[2]


@fact("page")
def loan_page(lived: Lived) -> Iterator[Fact]:
    """The page on something that is lent or borrowed."""
    others = [key for key, page in pages(lived, "") if _LOAN.fullmatch(page["title"])]
    for _, key, _, how, thing in _loans(lived):
        yield Fact(
            unit="loan_page",
            type="page",
            value=key,
            wanted=f"the page on the {thing} that we have {how.lower()}",
            it="that page",
            calls=the_page(f"{how} {thing}"),
            claim=f"the page on the {thing} was found",
            shown=(f"notes.page {key}",),
            others=tuple(other for other in others if other != key)[:1],
        )


@fact("day")
def loan_due(lived: Lived) -> Iterator[Fact]:
    """The day on which a thing that is lent or borrowed is due."""
    for happening, key, _, how, thing in _loans(lived):
        due, data = properties(lived, key)["Due"]
        day = data["value"]
        yield Fact(
            unit="loan_due",
            type="day",
            value=day,
            wanted=f"the day on which {'we get' if how == 'Lent' else 'we give'} the {thing} back",
            it="that day",
            calls=on_page(f"{how} {thing}", Read("value", "properties/name=Due/value")),
            claim=f"the page on the {thing} with its due day was read",
            shown=(
                f"notes.property {due}",
                *shown("calendar.event", happening.of("calendar.event")),
                *shown("messenger.message", happening.of("messenger.message")[:1]),
            ),
            others=(happening.day.isoformat(),),
            change=Change(f"notes.property {due}", "value", day, happening.day.isoformat()),
        )


@fact("person")
def loan_partner(lived: Lived) -> Iterator[Fact]:
    """Who has a thing of the household, or has lent it one."""
    for happening, key, page, how, thing in _loans(lived):
        name = page["body"].partition(", since")[0]
        person = lived.named(name)
        if not person:
            continue
        other = rival(lived, person)
        yield Fact(
            unit="loan_partner",
            type="person",
            value=name,
            wanted=f"whoever has our {thing}" if how == "Lent" else f"whoever lent us the {thing}",
            it="the borrower" if how == "Lent" else "the lender",
            calls=on_page(f"{how} {thing}", Read("value", "body", r"^(.+?), since")),
            claim=f"the page on the {thing} says who it is",
            shown=(
                f"notes.page {key}",
                *shown("calendar.event", happening.of("calendar.event")),
                *shown("messenger.message", happening.of("messenger.message")[:1]),
            ),
            others=(lived.name(other),),
            change=Change(f"notes.page {key}", "body", name, lived.name(other)),
        )


def _contracts(lived: Lived) -> Iterator[tuple[Happening, str, Data, str]]:
    """Yield the last page of each contract, and what the contract is for."""
    for happening in lived.happened("subscription"):
        for key, page in happening.of("notes.page"):
            found = re.match(r"Contract: (.+) \(\d{4}\)", page["title"])
            if found and is_first(lived, "notes_search", f"Contract {found[1]}", key):
                yield happening, key, page, found[1]


@fact("page")
def contract_page(lived: Lived) -> Iterator[Fact]:
    """The page on a contract; of several years the last."""
    others = [key for key, _ in pages(lived, "Contract: ")]
    for _, key, _, what in _contracts(lived):
        yield Fact(
            unit="contract_page",
            type="page",
            value=key,
            wanted=f"the latest page on our contract for {what}",
            it="that page",
            calls=the_page(f"Contract {what}"),
            claim=f"the page on the contract for {what} was found",
            shown=(f"notes.page {key}",),
            others=tuple(other for other in others if other != key)[:1],
        )


@fact("price")
def contract_price_in_notes(lived: Lived) -> Iterator[Fact]:
    """What a contract costs a month since its renewal."""
    for happening, key, page, what in _contracts(lived):
        found = re.search(r"(?:Costs|Price): (\d+\.\d\d) euros a month, \w+ (\d+\.\d\d)", page["body"])
        if found is None:
            continue
        price, before = found.groups()
        yield Fact(
            unit="contract_price_in_notes",
            type="price",
            value=price,
            wanted=f"the monthly price of {what} since the renewal",
            it="that price",
            calls=on_page(
                f"Contract {what}", Read("value", "body", r"(?:Costs|Price): (\d+\.\d\d) euros a month")
            ),
            claim=f"the price of {what} was read",
            shown=(
                f"notes.page {key}",
                *shown("notes.property", [properties(lived, key)["Price"]]),
                *shown("mail.message", happening.of("mail.message")),
                *shown("messenger.message", happening.of("messenger.message")),
            ),
            others=(before,),
            change=Change(f"notes.page {key}", "body", f"{price} euros", f"{float(price) + 6:.2f} euros"),
        )


@fact("code")
def contract_number_in_notes(lived: Lived) -> Iterator[Fact]:
    """The number of a contract."""
    numbers = [page["body"][7:12] for _, page in pages(lived, "Contract: ")]
    for happening, key, page, what in _contracts(lived):
        number = page["body"][7:12]
        yield Fact(
            unit="contract_number_in_notes",
            type="code",
            value=number,
            wanted=f"the number of our latest contract for {what}",
            it="that number",
            calls=on_page(f"Contract {what}", Read("value", "body", r"^Number (\d+)")),
            claim=f"the number of the contract for {what} was read",
            shown=(f"notes.page {key}", *shown("mail.message", happening.of("mail.message"))),
            others=tuple(other for other in numbers if other != number)[:1],
            change=Change(f"notes.page {key}", "body", number, f"{int(number) % 90000 + 10007}"),
        )


@fact("day")
def contract_last_day(lived: Lived) -> Iterator[Fact]:
    """The last day on which a contract may be left."""
    for happening, key, _, what in _contracts(lived):
        last, data = properties(lived, key)["Leave by"]
        day = data["value"]
        made = happening.day.isoformat()
        yield Fact(
            unit="contract_last_day",
            type="day",
            value=day,
            wanted=f"the last day to leave {what} after the latest renewal",
            it="that day",
            calls=on_page(f"Contract {what}", Read("value", "properties/name=Leave by/value")),
            claim=f"the last day to leave {what} was read",
            shown=(
                f"notes.property {last}",
                f"notes.page {key}",
                *shown("calendar.event", happening.of("calendar.event")),
                *shown("mail.message", happening.of("mail.message")),
                *shown("messenger.message", happening.of("messenger.message")[:1]),
            ),
            others=(made,),
            change=Change(f"notes.property {last}", "value", day, made),
        )


@fact("price")
def repair_paid(lived: Lived) -> Iterator[Fact]:
    """What a repair cost in the end, where that is not what was offered."""
    every = [page["title"].partition(",")[0] for _, page in pages(lived, "Repair: ")]
    for happening in lived.happened("repair"):
        for key, page in happening.of("notes.page"):
            found = re.search(r"(?:paid|bill): (\d+) euros \((?:quoted|offered) (\d+)\)", page["body"])
            title = page["title"].partition(",")[0]
            job = title.removeprefix("Repair: ")
            if not found or found[1] == found[2] or every.count(title) > 1:
                continue
            if not is_first(lived, "notes_search", f"Repair {job}", key):
                continue
            paid, offered = found.groups()
            yield Fact(
                unit="repair_paid",
                type="price",
                value=paid,
                wanted=f"what the repair of the {job} cost in the end",
                it="that sum",
                calls=on_page(f"Repair {job}", Read("value", "body", r"(?:paid|bill): (\d+) euros")),
                claim=f"the cost of the {job} was read",
                shown=(f"notes.page {key}", *shown("notes.property", [properties(lived, key)["Cost"]])),
                others=(offered,),
                change=Change(f"notes.page {key}", "body", f"{paid} euros", f"{int(paid) + 35} euros"),
            )


def _presents(lived: Lived) -> Iterator[tuple[Happening, str, Data, str, str]]:
    """Yield the page on the last birthday present of each person, with the person and the idea."""
    done: set[str] = set()
    for happening in lived.happened("birthday"):
        for key, page in happening.of("notes.page"):
            name = page["title"].removeprefix("Present for ").rpartition(",")[0]
            found = re.search(r"(?:Idea|Plan): (.+?), \d+\.\d\d euros", page["body"])
            person = lived.named(name)
            if not found or not person or name in done:
                continue
            done.add(name)
            if is_first(lived, "notes_search", f"Present {name}", key):
                yield happening, key, page, person, found[1]


@fact("page")
def present_page(lived: Lived) -> Iterator[Fact]:
    """The page on somebody's last birthday present."""
    others = [key for key, _ in pages(lived, "Present for ")]
    for _, key, _, person, _ in _presents(lived):
        yield Fact(
            unit="present_page",
            type="page",
            value=key,
            wanted=f"the page on my latest birthday present for {called(lived, person)}",
            it="that page",
            calls=the_page(f"Present {lived.name(person)}"),
            claim=f"the page on the present for {lived.name(person)} was found",
            shown=(f"notes.page {key}",),
            others=tuple(other for other in others if other != key)[:1],
        )


@fact("name")
def present_idea(lived: Lived) -> Iterator[Fact]:
    """What somebody is to get, or got, for the last birthday."""
    ideas = [idea for *_, idea in _presents(lived)]
    for happening, key, page, person, idea in _presents(lived):
        other = next((item for item in ideas if item != idea and item not in page["body"]), "")
        if not other:
            continue
        yield Fact(
            unit="present_idea",
            type="name",
            value=idea,
            wanted=f"the present that my latest page has for {called(lived, person)}'s birthday",
            it="that present",
            calls=on_page(
                f"Present {lived.name(person)}", Read("value", "body", r"(?:Idea|Plan): (.+?), \d")
            ),
            claim=f"the idea for {lived.name(person)} was read",
            shown=(
                f"notes.page {key}",
                *shown("messenger.message", happening.of("messenger.message")[:2]),
            ),
            others=(other,),
            change=Change(f"notes.page {key}", "body", idea, other),
        )
