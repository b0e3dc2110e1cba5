"""What people wrote in the messenger."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from mcp_tools.personal.store import Data
from plugins.persona.generation.facts.acquaintances import called
from plugins.persona.generation.facts.beside import shown
from plugins.persona.generation.facts.searching import is_first
from plugins.persona.generation.lived import Happening, Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact

MESSAGE = "messenger.message"


def _written(
    lived: Lived, kind: str, pattern: str, *words: str, only_last: bool = True
) -> Iterator[tuple[Happening, str, Data, str, str, tuple[Call, ...]]]:
    """Yield messages of others with what a pattern takes out of them.

    Args:
        lived: The life.
        kind: The kind of the happenings.
        pattern: A regular expression whose group 1 is the value.
        words: Words of searches among the writer's messages, of which the first is taken that finds the message first.
        only_last: Of each writer only the last message.

    Yields:
        The happening, the message's id and data, the value, the writer, and the calls that read the value.
    """
    done: set[str] = set()
    for happening in lived.happened(kind):
        for key, message in happening.of(MESSAGE):
            found = re.search(pattern, message["text"])
            writer = message["sender"]
            if not found or writer == lived.me or _account_of(lived, lived.name(writer)) != writer:
                continue
            if only_last and writer in done:
                continue
            done.add(writer)
            given = [text.replace("VALUE", found[1]) for text in words]
            fitting = next(
                (text for text in given if is_first(lived, "messenger_search", text, key, sender=writer)),
                None,
            )
            if fitting is not None:
                calls = (
                    Call(
                        "messenger_find_account",
                        {"query": lived.name(writer)},
                        (Read("account", "0/account"),),
                    ),
                    Call(
                        "messenger_search",
                        {"words": fitting, "sender": "{account}", "limit": 1},
                        (Read("value", "0/text", pattern),),
                    ),
                )
                yield happening, key, message, found[1], writer, calls


def _account_of(lived: Lived, name: str) -> str:
    """Who is found first by a name in the messenger."""
    known = {
        member
        for data in lived.view.records["messenger.conversation"].values()
        if lived.me in data["members"]
        for member in data["members"]
    }
    found = [
        (lived.name(person).casefold() != name.casefold(), lived.name(person), data["account"], person)
        for person, data in lived.view.people.items()
        if data.get("account")
        and person in known - {lived.me}
        and name.casefold() in lived.name(person).casefold()
    ]
    return min(found)[3] if found else ""


def _days_ago(lived: Lived, at: str) -> int:
    """How many days ago something was written."""
    return (date.fromisoformat(lived.today) - date.fromisoformat(at[:10])).days


@fact("place")
def new_home(lived: Lived) -> Iterator[Fact]:
    """Where a friend lives now, as a chat says; a mail has the former address."""
    pattern = r"we (?:live|are) at (.+?) (?:now|since)"
    for happening, key, _, home, writer, calls in _written(
        lived, "old_address", pattern, "we now", "at we", "other one", "old flat"
    ):
        mails = [mail["body"] for _, mail in happening.of("mail.message")]
        old = re.search(r"(?:at|to) (\S.+? \d+, \w+)", "\n".join(mails))
        card = lived.card(writer)
        if not old or not card:
            continue
        yield Fact(
            unit="new_home",
            type="place",
            value=home,
            wanted=f"{called(lived, writer)}'s present address",
            it="that address",
            calls=calls,
            claim=f"the message with {lived.first(writer)}'s new address was read",
            shown=(f"{MESSAGE} {key}", f"contacts.card {card}"),
            others=(old[1],),
            change=Change(f"{MESSAGE} {key}", "text", home, old[1]),
        )


@fact("price")
def owed_for_dinner(lived: Lived) -> Iterator[Fact]:
    """What somebody owes the main person for the last dinner in a restaurant."""
    pattern = r"(?:I owe you|My half is|You paid) (\d+) euros"
    for happening, key, message, euros, writer, calls in _written(
        lived, "dinner", pattern, "euros", "owe", "half"
    ):
        events = happening.of("calendar.event")
        if not events or _days_ago(lived, message["at"]) > 90:
            continue
        title = events[0][1]["title"]
        place = title.removeprefix("Dinner at ")
        address = lived.view.people[writer].get("address", "")
        evenings = [
            event["starts"]
            for event in lived.records("calendar.event").values()
            if event["title"] == title and address in event["guests"] and event["starts"] < lived.now
        ]
        if not evenings or max(evenings) != events[0][1]["starts"]:
            continue
        yield Fact(
            unit="owed_for_dinner",
            type="price",
            value=euros,
            wanted=f"the sum that {called(lived, writer)} named after our last dinner at {place}",
            it="that sum",
            calls=calls,
            claim=f"what {lived.first(writer)} wrote after the dinner at {place} was read",
            shown=(f"{MESSAGE} {key}",),
            others=(str(int(euros) + 11),),
            change=Change(f"{MESSAGE} {key}", "text", f"{euros} euros", f"{int(euros) + 23} euros"),
        )


@fact("name")
def book_in_chat(lived: Lived) -> Iterator[Fact]:
    """The book that somebody recommended last."""
    pattern = r"(?:Read|You must read|Have you got|Do you know) (.+?)(?:\?|\.|, I finished)"
    titles = [page["title"] for event in lived.happened("reading_list") for _, page in event.of("notes.page")]
    for happening, key, _, title, writer, calls in _written(
        lived, "reading_list", pattern, "read", "have you got", "do you know", "page"
    ):
        other = next((item for item in titles if item != title), "")
        if title not in titles or not other:
            continue
        yield Fact(
            unit="book_in_chat",
            type="name",
            value=title,
            wanted=f"the title of the book that {called(lived, writer)} recommended to me last",
            it="that title",
            calls=calls,
            claim=f"the book that {lived.name(writer)} recommended was looked up",
            shown=(
                f"{MESSAGE} {key}",
                *shown("notes.page", happening.of("notes.page")),
                *shown("vault.file", happening.of("vault.file")),
            ),
            others=(other,),
            change=Change(f"{MESSAGE} {key}", "text", title, other),
        )


@fact("place")
def key_of_neighbour(lived: Lived) -> Iterator[Fact]:
    """Where a neighbour's key was for the last favour."""
    pattern = r"(?:The key is|Key:) (.+?)\."
    places = ("under the blue pot", "with the baker", "in the meter box", "on the hook", "in the letter box")
    for _, key, message, place, writer, calls in _written(lived, "neighbour_favour", pattern, "key"):
        if _days_ago(lived, message["at"]) > 120:
            continue
        other = next(item for item in places if item != place)
        yield Fact(
            unit="key_of_neighbour",
            type="place",
            value=place,
            wanted=f"the place where {called(lived, writer)}'s key was for my last favour",
            it="that place",
            calls=calls,
            claim=f"where {lived.name(writer)}'s key was is read",
            shown=(f"{MESSAGE} {key}",),
            others=(other,),
            change=Change(f"{MESSAGE} {key}", "text", place, other),
        )


@fact("place")
def meeting_place(lived: Lived) -> Iterator[Fact]:
    """Where somebody wanted to meet the main person at last."""
    pattern = r"(?:\? |\d\d, )([A-Z][\w' ]+?), (?:[A-Z][a-z]+day|[Mm]y treat|[Yy]ou choose)"
    places = [
        event["place"] for item in lived.happened("catching_up") for _, event in item.of("calendar.event")
    ]
    for happening, key, message, place, writer, calls in _written(
        lived, "catching_up", pattern, "rest over", "hear it", "not in writing", "day"
    ):
        other = next((item for item in places if item != place), "")
        events = happening.of("calendar.event")
        if not other or not events or _days_ago(lived, message["at"]) > 90:
            continue
        when = "next" if events[0][1]["starts"] >= lived.now else "last"
        what = events[0][1]["title"].partition(" ")[0].lower()
        yield Fact(
            unit="meeting_place",
            type="place",
            value=place,
            wanted=f"the place that {called(lived, writer)} proposed for our {when} {what} together",
            it="that place",
            calls=calls,
            claim=f"where {lived.name(writer)} wanted to meet was read",
            shown=(f"{MESSAGE} {key}", *shown("calendar.event", happening.of("calendar.event"))),
            others=(other,),
            change=Change(f"{MESSAGE} {key}", "text", place, other),
        )


@fact("name")
def rather_given(lived: Lived) -> Iterator[Fact]:
    """What the main person's partner would rather give somebody for the birthday."""
    pattern = r"^(?:Rather|Better) (.+?) and "
    ideas = ("flowers", "a voucher", "theatre tickets", "a day at the lake", "a good bottle", "a puzzle")
    newest: dict[str, date] = {}
    for happening in lived.happened("birthday"):
        for _, page in happening.of("notes.page"):
            newest.setdefault(page["title"].rpartition(",")[0], happening.day)
    for happening, key, _, idea, writer, calls in _written(
        lived, "birthday", pattern, "rather VALUE", "better VALUE", only_last=False
    ):
        titles = [page["title"] for _, page in happening.of("notes.page")]
        name = titles[0].removeprefix("Present for ").rpartition(",")[0] if titles else ""
        person = lived.named(name)
        if not person or newest[f"Present for {name}"] != happening.day:
            continue
        other = next(item for item in ideas if item != idea)
        first = lived.first(person)
        search = {"words": f"and {first} has", "sender": "{account}", "limit": 1}
        if not is_first(lived, "messenger_search", f"and {first} has", key, sender=writer):
            continue
        yield Fact(
            unit="rather_given",
            type="name",
            value=idea,
            wanted=f"what {lived.first(writer)} would rather have given {called(lived, person)} for the last birthday"
            if happening.day.isoformat() < lived.today
            else f"what {lived.first(writer)} would rather give {called(lived, person)} for the birthday",
            it="that idea",
            calls=(calls[0], Call("messenger_search", search, (Read("value", "0/text", pattern),))),
            claim=f"what {lived.first(writer)} would rather give {name} was read",
            shown=(f"{MESSAGE} {key}",),
            others=(other,),
            change=Change(f"{MESSAGE} {key}", "text", idea, other),
        )
