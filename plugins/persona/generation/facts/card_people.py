"""People whom a note on a card or an account of the messenger describes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from plugins.persona.generation.facts.acquaintances import rival
from plugins.persona.generation.facts.searching import is_first, is_only
from plugins.persona.generation.lived import Lived
from plugins.persona.generation.parts import Call, Change, Fact, Read, fact


@fact("person")
def writes_as(lived: Lived) -> Iterator[Fact]:
    """Who writes under another's name in the messenger."""
    for happening in lived.happened("borrowed_name"):
        for key, message in happening.of("messenger.message")[:1]:
            found = re.search(r"(?:It is me|This is), (.+?); .+ (?:was|of) (\w+) and", message["text"])
            person = lived.named(found[1]) if found else ""
            if not found or not person:
                continue
            words = f"account {found[2]}"
            namesakes = [who for who in lived.view.people if lived.first(who) == found[2]]
            other = rival(lived, person, *namesakes)
            if not is_only(lived, "messenger_search", words, key):
                continue
            yield Fact(
                unit="writes_as",
                type="person",
                value=found[1],
                wanted=f"the friend whose account is still called {found[2]}",
                it="that friend",
                calls=(
                    Call(
                        "messenger_search",
                        {"words": words, "limit": 1},
                        (Read("value", "0/text", r"(?:It is me|This is), (.+?);"),),
                    ),
                ),
                claim=f"who writes as {found[2]} was looked up",
                shown=(f"messenger.message {key}",),
                others=(lived.name(other),),
                change=Change(f"messenger.message {key}", "text", found[1], lived.name(other)),
            )


NOTED = (
    (r"(?:Has|Keeps) our ([\w ]+);", "the neighbour who has our {}"),
    (r"(?:cat|dog|parrot|tortoise) is called (\w+)", "the neighbour whose pet is called {}"),
)
"""What the notes on neighbours' cards have, and how one is called by it."""


@fact("person")
def neighbour_with(lived: Lived) -> Iterator[Fact]:
    """The one neighbour who has something of the household's, or whose pet has a name, by the notes on cards."""
    cards = [row for row in lived.records("contacts.card").items() if row[1]["groups"] == ["Neighbours"]]
    neighbours = [lived.named(data["name"]) for _, data in cards]
    for pattern, wanted in NOTED:
        known = {key: found[1] for key, data in cards if (found := re.search(pattern, data["note"]))}
        times = Counter(known.values())
        for key, data in cards:
            thing = known.get(key, "")
            person = lived.named(data["name"])
            if times[thing] != 1 or not person:
                continue
            other = lived.name(rival(lived, person, *neighbours))
            if is_only(lived, "contacts_search", thing, key):
                yield Fact(
                    unit="neighbour_with",
                    type="person",
                    value=data["name"],
                    wanted=wanted.format(thing),
                    it="that neighbour",
                    calls=(Call("contacts_search", {"words": thing}, (Read("value", "0/name"),)),),
                    claim=f"who has {thing} was looked up",
                    shown=(f"contacts.card {key}",),
                    others=(other,),
                    change=Change(f"contacts.card {key}", "name", data["name"], other),
                )


@fact("person")
def recommended_by(lived: Lived) -> Iterator[Fact]:
    """Who recommended a tradesperson, by the note on the card."""
    pattern = r"(?:Recommended by|the number from|Known through) (.+?);"
    cards = [row for row in lived.records("contacts.card").items() if row[1]["groups"] == ["Tradespeople"]]
    every = [lived.named(found[1]) for _, data in cards if (found := re.search(pattern, data["note"]))]
    for key, data in cards:
        found = re.search(pattern, data["note"])
        person = lived.named(found[1]) if found else ""
        if not found or not person or not data["organisation"]:
            continue
        other = lived.name(rival(lived, person, *every))
        if not is_first(lived, "contacts_search", data["organisation"], key):
            continue
        yield Fact(
            unit="recommended_by",
            type="person",
            value=found[1],
            wanted=f"whoever we know {data['organisation']} through",
            it="that acquaintance",
            calls=(
                Call("contacts_search", {"words": data["organisation"]}, (Read("card", "0/id"),)),
                Call("contacts_read", {"card": "{card}"}, (Read("value", "note", pattern),)),
            ),
            claim=f"through whom we know {data['organisation']} was read",
            shown=(f"contacts.card {key}",),
            others=(other,),
            change=Change(f"contacts.card {key}", "note", found[1], other),
        )
