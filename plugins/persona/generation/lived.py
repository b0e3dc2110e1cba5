"""A life as its main person's tools show it, for the units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from mcp_tools.personal.life.life import Life, make_life
from mcp_tools.personal.life.view import View
from mcp_tools.personal.store import Data

Row = tuple[str, Data]
"""A record: its id and what is in it."""
ABOUT_NOTHING = ("settled", "acquaintance")
"""Kinds of events that say nothing of what their records are about: how people got to know each other."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A life event: its kind, its day, and what its records that are still there have, by type."""

    kind: str
    day: date
    records: dict[str, list[Row]]

    def of(self, kind: str) -> list[Row]:
        """Return its records of a type, such as "mail.message", in the order in which they were written."""
        return self.records.get(kind, [])


class Lived:
    """A life, and what of it the main person sees."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.life: Life = make_life(number)
        self.view = View(self.life)
        self.me: str = self.life.person
        self.now: str = self.life.now

    @property
    def today(self) -> str:
        """The day."""
        return self.now[:10]

    def record(self, kind: str, key: str) -> Data:
        """Return a record of a type."""
        return self.view.records[kind][key]

    def records(self, kind: str) -> dict[str, Data]:
        """Return the records of a type that the main person owns or may see, as far as happenings and units need it."""
        return {key: data for key, data in self.view.records[kind].items() if self._sees(kind, data)}

    def happened(self, *kinds: str) -> Iterator[Happening]:
        """Yield the life events of some kinds, the newest first, with what the main person sees of them."""
        for event in reversed(self.life.events):
            if event.kind in kinds:
                by_type: dict[str, list[Row]] = {}
                for kind, key in event.records:
                    data = self.view.records[kind].get(key)
                    if data is not None and self._sees(kind, data):
                        by_type.setdefault(kind, []).append((key, data))
                yield Happening(event.kind, event.day, by_type)

    @cached_property
    def events_of_records(self) -> dict[str, set[int]]:
        """The numbers of the life events that have written a record, by "mail.message mail-12"."""
        numbers: dict[str, set[int]] = {}
        for number, event in enumerate(self.life.events):
            if event.kind not in ABOUT_NOTHING:
                for kind, key in event.records:
                    numbers.setdefault(f"{kind} {key}", set()).add(number)
        return numbers

    def _sees(self, kind: str, data: Data) -> bool:
        """Whether a record is in the main person's own folders and calendars, conversations and channels."""
        records = self.view.records
        match kind:
            case "mail.message":
                return bool(records["mail.folder"][data["folder"]]["owner"] == self.me)
            case "calendar.event":
                return bool(records["calendar.calendar"][data["calendar"]]["owner"] == self.me)
            case "contacts.card" | "vault.file" | "feed.notification":
                return bool(data["owner"] == self.me)
            case "messenger.message":
                return bool(self.me in records["messenger.conversation"][data["conversation"]]["members"])
            case "team.post":
                channel = records["team.channel"][data["channel"]]
                return not channel.get("is_private") or bool(self.me in channel["members"])
        return True

    # people

    def name(self, person: str) -> str:
        """Return a person's whole name."""
        return str(self.view.people[person]["name"])

    def first(self, person: str) -> str:
        """Return a person's first name."""
        return self.name(person).split()[0]

    @cached_property
    def _by_address(self) -> dict[str, str]:
        return {data["address"]: key for key, data in self.view.people.items() if data.get("address")}

    def at_address(self, address: str) -> str:
        """Return whose mail address it is; "" if it is nobody's."""
        return self._by_address.get(address, "")

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        named: dict[str, list[str]] = {}
        for key, data in self.view.people.items():
            named.setdefault(data["name"], []).append(key)
        return named

    def named(self, name: str) -> str:
        """Return who has a whole name; "" if nobody or more than one has."""
        found = self._by_name.get(name, [])
        return found[0] if len(found) == 1 else ""

    def is_one_first_name(self, person: str) -> bool:
        """Whether nobody else has the person's first name."""
        first = self.first(person)
        return [data["name"].split()[0] for data in self.view.people.values()].count(first) == 1

    def cards(self, words: str) -> list[Row]:
        """Return the main person's cards whose name has all of these words."""
        wanted = words.casefold().split()
        return [
            (key, data)
            for key, data in self.records("contacts.card").items()
            if all(word in data["name"].casefold() for word in wanted)
        ]

    def card(self, person: str) -> str:
        """Return the id of the main person's only card of somebody's whole name; "" if there is none or more."""
        found = self.cards(self.name(person))
        return found[0][0] if len(found) == 1 else ""

    def chat(self, person: str) -> str:
        """Return the id of the main person's conversation with somebody alone; "" if there is none."""
        for key, data in self.view.records["messenger.conversation"].items():
            if set(data["members"]) == {self.me, person} and not data.get("name"):
                return key
        return ""

    # places of the main person's records

    def folder(self, name: str) -> str:
        """Return the id of a mail folder of the main person."""
        return self._own("mail.folder", name)

    def calendar(self, name: str = "") -> str:
        """Return the id of a calendar of the main person, by default the one with the first name."""
        return self._own("calendar.calendar", name or self.first(self.me))

    def _own(self, kind: str, name: str) -> str:
        return next(
            key
            for key, data in self.view.records[kind].items()
            if data["owner"] == self.me and data["name"] == name
        )
