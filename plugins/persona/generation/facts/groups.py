"""What stands in groups of the messenger and between members of the household: runs, presents, parcels, limits."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plugins.persona.generation.facts.acquaintances import called, rival
from plugins.persona.generation.facts.beside import shown
from plugins.persona.generation.facts.searching import is_first, is_only, rows
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact

MESSAGE = "messenger.message"
ROUTE = (
    r"([Aa]long the canal|[Oo]ver Mill Meadow|[Uu]p to the water tower|[Rr]ound the reservoir|[Tt]o the old lock|"
    r"[Tt]hrough the allotments|[Bb]y the quarry path|[Aa]cross both bridges)"
)


def _last_run(lived: Lived) -> tuple[str, str, tuple[str, ...], Call] | None:
    """The message of the last run with its text, what has shown it, and the call that finds its conversation."""
    for happening in lived.happened("run_together"):
        for key, message in happening.of(MESSAGE)[:1]:
            conversation = lived.record("messenger.conversation", message["conversation"])
            if not re.search(ROUTE, message["text"]) or not conversation.get("name"):
                continue
            found = Call("messenger_search", {"words": _run_words(message["text"]), "limit": 1}, ())
            if is_first(lived, "messenger_search", _run_words(message["text"]), key):
                events = shown("calendar.event", happening.of("calendar.event"))
                return key, message["text"], (f"{MESSAGE} {key}", *events), found
        return None
    return None


def _run_words(text: str) -> str:
    """Words of a search for a run's message."""
    return (
        "run kilometres"
        if "run" in text
        else "brave"
        if "brave" in text
        else "km"
        if " km" in text
        else "kilometres"
    )


@fact("time")
def run_begins(lived: Lived) -> Iterator[Fact]:
    """When the last run began."""
    found = _last_run(lived)
    if found is None:
        return
    key, text, records, call = found
    pattern = r"(\d+:\d\d)"
    time = re.search(pattern, text)
    if time is None:
        return
    hour, minute = time[1].split(":")
    other = f"{int(hour) + 1}:{minute}"
    yield Fact(
        unit="run_begins",
        type="time",
        value=time[1],
        wanted="the time at which our last Sunday run began",
        it="that time",
        calls=(Call(call.tool, call.arguments, (Read("value", "0/text", pattern),)),),
        claim="the time of the last run was read",
        shown=records,
        others=(other,),
        change=Change(f"{MESSAGE} {key}", "text", time[1], other),
    )


@fact("place")
def run_route(lived: Lived) -> Iterator[Fact]:
    """Where the last run went."""
    found = _last_run(lived)
    if found is None:
        return
    key, text, records, call = found
    route = re.search(ROUTE, text)
    assert route, "it was found by it"
    other = "to the old lock" if "lock" not in route[1] else "along the canal"
    yield Fact(
        unit="run_route",
        type="place",
        value=route[1],
        wanted="the way that our last Sunday run took",
        it="that way",
        calls=(Call(call.tool, call.arguments, (Read("value", "0/text", ROUTE),)),),
        claim="the way of the last run was read",
        shown=records,
        others=(other,),
        change=Change(f"{MESSAGE} {key}", "text", route[1], other),
    )


@fact("name")
def common_present(lived: Lived) -> Iterator[Fact]:
    """What several people give somebody together."""
    for key, text, name, records in _plans(lived):
        found = re.search(r"the (.+?) (?:together|from all of us)\?", text)
        if not found:
            continue
        yield Fact(
            unit="common_present",
            type="name",
            value=found[1],
            wanted=f"the present that we planned for {name} together",
            it="that present",
            calls=_plan_calls(name, r"the ([^?]+?) (?:together|from all of us)\?"),
            claim=f"the common present for {name} was read",
            shown=records,
            others=(
                f"Ostrel {found[1].split(' ', 1)[1]}"
                if not found[1].startswith("Ostrel")
                else "Lindqvar kite",
            ),
            change=Change(f"{MESSAGE} {key}", "text", found[1], f"{found[1].split()[0]} chess board"),
        )


@fact("price")
def share_of_present(lived: Lived) -> Iterator[Fact]:
    """What each of several people pays for a present; its price is the trap."""
    for key, text, name, records in _plans(lived):
        found = re.search(r"(\d+\.\d\d) euros, so (\d+) euros each", text)
        if not found:
            continue
        yield Fact(
            unit="share_of_present",
            type="price",
            value=found[2],
            wanted=f"each one's share in the common present for {name}",
            it="that share",
            calls=_plan_calls(name, r"so (\d+) euros each"),
            claim=f"the share in the present for {name} was read",
            shown=records,
            others=(found[1],),
            change=Change(
                f"{MESSAGE} {key}", "text", f"so {found[2]} euros", f"so {int(found[2]) + 4} euros"
            ),
        )


def _plans(lived: Lived) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Yield the messages that plan a common present, with text, the first name of who gets it, and what shows it."""
    for happening in lived.happened("gift_plan"):
        for key, message in happening.of(MESSAGE)[:1]:
            found = re.search(r"give (\w+) the ", message["text"])
            if found and is_only(lived, "messenger_search", f"give {found[1]} each", key):
                rows = shown("notes.page", happening.of("notes.page"))
                yield key, message["text"], found[1], (f"{MESSAGE} {key}", *rows)


def _plan_calls(name: str, pattern: str) -> tuple[Call, ...]:
    """The call that reads a value in the plan of a common present."""
    arguments = {"words": f"give {name} each", "limit": 1}
    return (Call("messenger_search", arguments, (Read("value", "0/text", pattern),)),)


@fact("person")
def took_in_parcel(lived: Lived) -> Iterator[Fact]:
    """Who took in the last parcel."""
    orders = [[mail for _, mail in item.of("mail.message")] for item in lived.happened("order")]
    for happening in lived.happened("order"):
        for key, message in happening.of(MESSAGE):
            parcel = re.search(r"\bP\d{6}\b", message["text"])
            if not parcel or message["sender"] == lived.me:
                continue
            name = lived.name(message["sender"])
            items = [event["title"] for _, event in happening.of("calendar.event")]
            item = re.search(r"\((.+)\)", items[0]) if items else None
            neighbours = [
                card["name"] for _, card in lived.records("contacts.card").items() if _is_neighbour(card)
            ]
            if not item or lived.named(name) != message["sender"]:
                continue
            if sum(any(item[1] in mail["body"] for mail in mails) for mails in orders) != 1:
                continue
            other = lived.name(rival(lived, message["sender"], *map(lived.named, neighbours)))
            yield Fact(
                unit="took_in_parcel",
                type="person",
                value=name,
                wanted=f"the neighbour who took in our parcel with the {item[1]}",
                it="that neighbour",
                calls=(
                    Call(
                        "calendar_search",
                        {"words": f"Parcel {item[1]}", "limit": 1},
                        (Read("parcel", "0/title", r"(P\d{6})"),),
                    ),
                    Call(
                        "messenger_search",
                        {"words": "{parcel}", "limit": 1},
                        (Read("value", "0/sender/name"),),
                    ),
                ),
                claim=f"who took in the {item[1]} was looked up",
                shown=(f"{MESSAGE} {key}",),
                others=(other,),
                change=Change(f"{MESSAGE} {key}", "sender", message["sender"], lived.named(other)),
            )


def _is_neighbour(card: dict[str, object]) -> bool:
    return card["groups"] == ["Neighbours"]


@fact("price")
def most_for_repair(lived: Lived) -> Iterator[Fact]:
    """What the main person's partner would pay at most for a repair; what was offered is the trap."""
    partner = lived.life.people[1]
    pattern = r"(?:At most|Not more than) (\d+) euros"
    jobs = [
        event["title"].partition(": ")[2]
        for happening in lived.happened("repair")
        for _, event in happening.of("calendar.event")
    ]
    for happening in lived.happened("repair"):
        mails = "\n".join(mail["body"] for _, mail in happening.of("mail.message"))
        offer = re.search(r"For .+ I (?:reckon with|would take|ask) (\d+) euros", mails)
        titles = [event["title"] for _, event in happening.of("calendar.event")]
        job = titles[0].partition(": ")[2] if titles else ""
        for key, message in happening.of(MESSAGE)[1:2]:
            found, day = re.search(pattern, message["text"]), message["at"][:10]
            asked = happening.of(MESSAGE)[0]
            if (
                jobs.count(job) != 1
                or not found
                or not offer
                or found[1] == offer[1]
                or asked[1]["at"][:10] != day
            ):
                continue
            same_day = [
                item
                for item in rows(lived, "messenger_search", "euros", sender=partner)
                if lived.record(MESSAGE, item)["at"][:10] == day
            ]
            if not is_first(lived, "messenger_search", job, asked[0]) or same_day[0] != key:
                continue
            yield Fact(
                unit="most_for_repair",
                type="price",
                value=found[1],
                wanted=f"the most that {called(lived, partner)} would pay for the {job}",
                it="that sum",
                calls=(
                    Call(
                        "messenger_search",
                        {"words": job, "limit": 1},
                        (Read("day", "0/at", r"^(.{10})"),),
                    ),
                    Call(
                        "messenger_find_account",
                        {"query": lived.name(partner)},
                        (Read("account", "0/account"),),
                    ),
                    Call(
                        "messenger_search",
                        {
                            "words": "euros",
                            "sender": "{account}",
                            "since": "{day}",
                            "until": "{day}",
                            "limit": 1,
                        },
                        (Read("value", "0/text", pattern),),
                    ),
                ),
                claim=f"what {called(lived, partner)} wrote on the {job} was read",
                shown=(f"{MESSAGE} {key}",),
                others=(offer[1],),
                change=Change(f"{MESSAGE} {key}", "text", f"{found[1]} euros", f"{int(found[1]) + 65} euros"),
            )
