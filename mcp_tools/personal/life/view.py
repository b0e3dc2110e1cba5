"""A life's records for the invariants: by type, each with its id and what it is in."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from mcp_tools.personal.life.book import kinds
from mcp_tools.personal.life.life import Life, LifeEvent
from mcp_tools.personal.store import Data

_TEXTS = ("subject", "body", "text", "title", "note", "about", "purpose", "picture")


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a record, and when that was written, as far as it is known."""

    kind: str
    key: str
    field: str
    text: str
    at: str


@dataclass(frozen=True)
class View:
    """A life's records by type and id."""

    life: Life

    @cached_property
    def records(self) -> dict[str, dict[str, Data]]:
        """All records by type and id; each has the field of what it is in."""
        by_type: dict[str, dict[str, Data]] = {name: {} for name in kinds()}
        for app, types in self.life.tree.items():
            for plural, records in types.items():
                name = next(
                    name
                    for name, kind in kinds().items()
                    if name.startswith(f"{app}.") and kind.plural == plural
                )
                _collect(by_type, name, records, "")
        return {
            name: dict(sorted(records.items(), key=lambda item: int(item[0].rpartition("-")[2] or 0)))
            for name, records in by_type.items()
        }

    @cached_property
    def people(self) -> dict[str, Data]:
        """The people by id."""
        return self.records["people.person"]

    @cached_property
    def main(self) -> Data:
        """The main person."""
        return self.people[self.life.person]

    @cached_property
    def calendar(self) -> list[tuple[str, Data]]:
        """The events in the main person's calendars, by beginning."""
        return self.events_of(self.life.person)

    def events_of(self, person: str) -> list[tuple[str, Data]]:
        """Return the events in a person's calendars, by beginning."""
        calendars = self.records["calendar.calendar"]
        own = [
            (key, event)
            for key, event in self.records["calendar.event"].items()
            if calendars[event["calendar"]]["owner"] == person
        ]
        return sorted(own, key=lambda item: (item[1]["starts"], item[0]))

    @cached_property
    def mails(self) -> list[Data]:
        """The messages in the main person's mailbox, drafts left out."""
        folders = self.records["mail.folder"]
        return [
            mail
            for mail in self.records["mail.message"].values()
            if folders[mail["folder"]]["owner"] == self.life.person
            and folders[mail["folder"]]["name"] != "Drafts"
        ]

    @cached_property
    def single_messages(self) -> list[Data]:
        """The messages of all mailboxes, one of the copies of each."""
        return list(
            {(mail["thread"], mail["at"]): mail for mail in self.records["mail.message"].values()}.values()
        )

    @cached_property
    def texts(self) -> list[Text]:
        """All texts."""
        return list(self._texts())

    def _texts(self) -> Iterator[Text]:
        for name, records in self.records.items():
            for key, record in records.items():
                at = record.get("at") or record.get("starts") or record.get("edited") or ""
                for field in _TEXTS:
                    if isinstance(text := record.get(field), str) and text:
                        yield Text(name, key, field, text, at)

    def of_kind(self, kind: str) -> list[LifeEvent]:
        """Return the life events of a kind."""
        return [event for event in self.life.events if event.kind == kind]

    def written(self, event: LifeEvent, name: str) -> list[Data]:
        """Return the records of a type that a life event wrote."""
        return [self.records[kind][key] for kind, key in event.records if kind == name]

    @cached_property
    def event_of(self) -> dict[tuple[str, str], list[LifeEvent]]:
        """The life events that wrote each record."""
        events: dict[tuple[str, str], list[LifeEvent]] = defaultdict(list)
        for event in self.life.events:
            for record in event.records:
                events[record].append(event)
        return events


def sentences(text: str) -> list[str]:
    """Return the sentences of a text that have at least four words."""
    parts = (part.strip() for part in re.split(r"[.!?](?:\s+|$)|\n+", text))
    return [part for part in parts if len(part.split()) >= 4]


def is_all_day(event: Mapping[str, Any]) -> bool:
    """Whether an event takes whole days."""
    return str(event["starts"]).endswith("T00:00") and str(event["ends"]).endswith("T23:59")


def moment(text: str) -> datetime:
    """Return the moment that a field has."""
    return datetime.fromisoformat(text)


def _collect(by_type: dict[str, dict[str, Data]], name: str, records: Mapping[str, Data], above: str) -> None:
    kind = kinds()[name]
    inner = {other.plural: other for other in kinds().values() if other.parent and _is_in(other.name, name)}
    for key, record in records.items():
        own = {field: value for field, value in record.items() if field not in inner or field in kind.fields}
        by_type[name][key] = own | ({kind.parent: above} if kind.parent else {})
        for plural, other in inner.items():
            if plural in record and plural not in kind.fields:
                _collect(by_type, other.name, record[plural], key)


def _is_in(inner: str, outer: str) -> bool:
    kind = kinds()[inner]
    return getattr(kind.fields[kind.parent], "record_type", "") == outer
