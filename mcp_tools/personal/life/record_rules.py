"""Rules on records as such: they are valid, in order, enough, and each in one life event."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from mcp_tools.personal.life.book import kinds
from mcp_tools.personal.life.kinds import KINDS
from mcp_tools.personal.life.rules import rule
from mcp_tools.personal.life.view import View, moment
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.world import checked

LEAST_RECORDS, LEAST_LINKED, LEAST_KINDS = 3000, 2000, 35
LEAST_PEOPLE, MOST_PEOPLE = 80, 120
_PHONE = re.compile(r"0[2-9]1 \d{3} \d{4}")


@rule
def records_are_valid(view: View) -> Iterator[str]:
    """Each record is as its type wants it, in canonical form, and refers to records that there are."""
    for name, records in view.records.items():
        for key, record in records.items():
            try:
                data = checked(kinds()[name], record, lambda kind, other: other in view.records[kind])
            except Refused as refusal:
                yield f"{key}: {refusal}"
                continue
            if data != record:
                yield f"{key} is not in canonical form"


@rule
def ids_are_as_the_world_gives_them(view: View) -> Iterator[str]:
    """The ids of a type are its prefix and the numbers from 1 on."""
    for name, records in view.records.items():
        wanted = {f"{kinds()[name].prefix}-{number}" for number in range(1, len(records) + 1)}
        yield from sorted(records.keys() ^ wanted)


@rule
def ids_follow_time(view: View) -> Iterator[str]:
    """What was written earlier has the lower number."""
    for name, records in view.records.items():
        if "at" in kinds()[name].fields:
            times = [record["at"] for record in records.values()]
            yield from (f"{name} at {later}" for at, later in pairwise(times) if later < at)


@rule
def there_are_many_records(view: View) -> Iterator[str]:
    """A life has at least 3,000 records."""
    count = sum(map(len, view.records.values()))
    if count < LEAST_RECORDS:
        yield f"{count} records"


@rule
def many_records_are_linked(view: View) -> Iterator[str]:
    """At least 2,000 records are in a life event with records of two applications."""
    count = sum(
        len(event.records)
        for event in view.life.events
        if len({kind.partition(".")[0] for kind, _ in event.records}) > 1
    )
    if count < LEAST_LINKED:
        yield f"{count} records"


@rule
def each_record_is_of_one_event(view: View) -> Iterator[str]:
    """Each record was written by one life event, and each that one wrote is there."""
    for name, records in view.records.items():
        yield from (key for key in records if len(view.event_of.get((name, key), ())) != 1)
    yield from (f"{kind} {key} is missing" for kind, key in view.event_of if key not in view.records[kind])


@rule
def every_kind_of_event_happens(view: View) -> Iterator[str]:
    """There are at least 35 kinds of life events, and each happens in every life."""
    found = {event.kind for event in view.life.events}
    yield from (kind.name for kind in KINDS if kind.name not in found)
    if len(found) < LEAST_KINDS:
        yield f"{len(found)} kinds"


@rule
def nothing_is_written_after_now(view: View) -> Iterator[str]:
    """Only events of calendars are ahead: nothing else has a time from now on."""
    for records in view.records.values():
        for key, record in records.items():
            yield from (key for field in ("at", "edited") if record.get(field, "") >= view.life.now)


@rule
def there_are_80_to_120_people(view: View) -> Iterator[str]:
    """There are 80 to 120 people."""
    if not LEAST_PEOPLE <= len(view.people) <= MOST_PEOPLE:
        yield f"{len(view.people)} people"


@rule
def owners_have_mailbox_and_calendar(view: View) -> Iterator[str]:
    """Each of the people for whom tools act has the five folders, a calendar and all identities that they use."""
    for person in view.life.people:
        folders = [item["name"] for item in view.records["mail.folder"].values() if item["owner"] == person]
        calendars = [item for item in view.records["calendar.calendar"].values() if item["owner"] == person]
        known = view.people[person]
        if not {"Inbox", "Sent", "Drafts", "Archive", "Trash"} <= set(folders) or not calendars:
            yield f"{person} has {folders} and {len(calendars)} calendars"
        if not (known["address"] and known["account"] and known["handle"]):
            yield f"{person} lacks an identity"


@rule
def identities_are_unique(view: View) -> Iterator[str]:
    """No two people share a name, an address, a telephone number, an account, a member id or a handle."""
    for field in ("name", "address", "phone", "account", "member", "handle"):
        counts = Counter(person[field] for person in view.people.values() if person[field])
        yield from (f"{field} {value}" for value, count in counts.items() if count > 1)


@rule
def identities_have_their_form(view: View) -> Iterator[str]:
    """Addresses are in lower case, telephone numbers have the towns' form, handles begin with @."""
    for key, person in view.people.items():
        if person["address"] != person["address"].lower() or (
            person["phone"] and not _PHONE.fullmatch(person["phone"])
        ):
            yield key
        if person["handle"] and not re.fullmatch(r"@[a-z0-9_]+", person["handle"]):
            yield f"{key}: {person['handle']}"


@rule
def birthdays_are_plausible(view: View) -> Iterator[str]:
    """Nobody is unborn or older than 95; who has a mail address is grown up; a card has the person's birthday."""
    now = moment(view.life.now)
    for key, person in view.people.items():
        age = now.year - moment(person["birthday"]).year
        if not 5 <= age <= 95 or (person["address"] and age < 18):
            yield f"{key} is {age}"
    born = {person["name"]: person["birthday"] for person in view.people.values()}
    for key, card in view.records["contacts.card"].items():
        if card["birthday"] and card["birthday"] != born.get(card["name"]):
            yield key


@rule
def names_are_unique_where_they_lead(view: View) -> Iterator[str]:
    """No two pages of a notebook, files of a vault, cards of an address book, threads or groups are called alike."""
    for name, fields in (
        ("notes.page", ("notebook", "title")),
        ("vault.file", ("owner", "path")),
        ("contacts.card", ("owner", "name")),
        ("forum.thread", ("board", "title")),
        ("team.channel", ("name",)),
        ("feed.profile", ("of",)),
    ):
        counts = Counter(
            tuple(str(record[field]).casefold() for field in fields) for record in view.records[name].values()
        )
        yield from (f"{name} {values}" for values, count in counts.items() if count > 1)
    groups = Counter(item["name"] for item in view.records["messenger.conversation"].values() if item["name"])
    yield from (f"group {name}" for name, count in groups.items() if count > 1)


@rule
def nothing_is_there_twice(view: View) -> Iterator[str]:
    """No two messages, events or posts of one place have the same content, but copies for other people."""
    for name, fields in (
        ("mail.message", ("folder", "sender", "subject", "body")),
        ("calendar.event", ("calendar", "title", "starts")),
        ("feed.post", ("author", "text")),
        ("feed.follow", ("follower", "followed")),
        ("feed.like", ("post", "person")),
        ("forum.vote", ("owner", "thread", "answer")),
        ("forum.saved", ("owner", "thread")),
        ("messenger.reaction", ("message", "person")),
        ("notes.property", ("page", "name")),
    ):
        counts = Counter(tuple(record[field] for field in fields) for record in view.records[name].values())
        yield from (f"{name} {values[:3]}" for values, count in counts.items() if count > 1)
