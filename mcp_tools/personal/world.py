"""What an action sees of the state: the records that its person may see, and the ways to change them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from mcp_tools.messages import shorten
from mcp_tools.personal.declaration import (
    MEMBERS,
    MISSING,
    OWNER,
    Record,
    RecordT,
    RecordType,
    Row,
    record_type,
    record_types,
)
from mcp_tools.personal.fields import FieldType, Many, Ref
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.store import START, Data, Store

SECONDS_A_CHANGE = 30
"""How far the clock goes on with each change."""


class World:
    """The state as one person sees it, during one call.

    Attributes:
        person: The id of the person for whom the call is made.
    """

    def __init__(self, store: Store, person: str, action: str = "", call: int = 0) -> None:
        self.person = person
        self._store = store
        self._action = action
        self._call = call

    @property
    def now(self) -> datetime:
        """The moment of the state: its beginning and half a minute for each change."""
        begun = datetime.fromisoformat(self._store.setting("now", START))
        return begun + timedelta(seconds=SECONDS_A_CHANGE * self._store.revision())

    def moment(self) -> str:
        """Return `now` as fields have it."""
        return self.now.isoformat(timespec="seconds")

    def get(self, python: type[RecordT], key: str) -> RecordT:
        """Return the record of that id. Raises Refused if there is none that the person sees."""
        kind = record_type(python)
        data = self._store.records(kind.name).get(key)
        if data is None or not self._sees(kind, data):
            raise Refused(f"there is no {kind.noun} {shorten(key)}")
        return _record(python, key, data)

    def find(self, python: type[RecordT], **equal: object) -> list[RecordT]:
        """Return the records that the person sees, in the order in which they were made.

        Args:
            python: Their class.
            equal: Values that their fields must have.
        """
        kind, records = record_type(python), self._store.records(record_type(python).name)
        return [
            record for record in self.find_of_all(python, **equal) if self._sees(kind, records[record.id])
        ]

    def find_of_all(self, python: type[RecordT], **equal: object) -> list[RecordT]:
        """Return records of all people, for what an action does to others; see `find`."""
        return [
            _record(python, key, data)
            for key, data in self._store.records(record_type(python).name).items()
            if all(data[name] == value for name, value in equal.items())
        ]

    def create(self, python: type[RecordT], **values: object) -> RecordT:
        """Make a record with the next id. Raises Refused for a value that its field does not take."""
        kind = record_type(python)
        data = self._checked(kind, {**kind.defaults, **values})
        key = f"{kind.prefix}-{self._store.next_number(kind.name)}"
        self._write(kind, key, None, data)
        return _record(python, key, data)

    def update(self, record: RecordT, **values: object) -> RecordT:
        """Change fields of a record. Raises Refused for a value that its field does not take."""
        kind = record_type(type(record))
        before = self._store.records(kind.name)[record.id]
        after = self._checked(kind, {**before, **values})
        if after != before:
            self._write(kind, record.id, before, after)
        return _record(type(record), record.id, after)

    def delete(self, record: Record) -> None:
        """Delete a record. Raises Refused while another refers to it."""
        kind = record_type(type(record))
        for other in record_types():
            for key, data in self._store.records(other.name).items():
                if (kind.name, record.id) in references_of(other, data):
                    raise Refused(f"{other.noun} {shorten(key)} refers to {kind.noun} {shorten(record.id)}")
        self._write(kind, record.id, self._store.records(kind.name)[record.id], None)

    def show(self, record: Record, *fields: str) -> Row:
        """Return fields of a record for the result of a call, its id first, and note that it was shown."""
        self._store.note_read(
            self._call, self.person, self._action, record_type(type(record)).name, record.id
        )
        return {"id": record.id} | {name: getattr(record, name) for name in fields}

    def _sees(self, kind: RecordType, data: Data) -> bool:
        return is_seen_by(self._store, kind, data, self.person)

    def _checked(self, kind: RecordType, values: Mapping[str, Any]) -> Data:
        return checked(kind, values, lambda name, key: key in self._store.records(name))

    def _write(self, kind: RecordType, key: str, before: Data | None, after: Data | None) -> None:
        at = self.moment()
        if after is None:
            self._store.remove(kind.name, key)
        else:
            self._store.put(kind.name, key, after)
        texts = [None if data is None else json.dumps(data, ensure_ascii=False) for data in (before, after)]
        self._store.note_change((self._call, at, self.person, self._action, kind.name, key, *texts))


def is_seen_by(store: Store, kind: RecordType, data: Data, person: str) -> bool:
    """Whether a person sees a record; see `Record`."""
    if kind.seen_by:
        return kind.seen_by(store.records, data, person)
    if OWNER in data or MEMBERS in data:
        return person == data.get(OWNER) or person in data.get(MEMBERS, ())
    if not kind.parent:
        return True
    parent = kind.fields[kind.parent]
    assert isinstance(parent, Ref), "a parent is a reference"
    around = store.records(parent.record_type)[data[kind.parent]]
    return is_seen_by(store, _type_named(parent.record_type), around, person)


def checked(kind: RecordType, values: Mapping[str, Any], exists: Callable[[str, str], bool]) -> Data:
    """Return the data of a record in canonical form.

    Args:
        kind: The record's type.
        values: Its values by field.
        exists: Whether there is a record of a type with an id.

    Raises Refused for a value that its field does not take, a reference to nothing, an unknown or a missing field.
    """
    if unknown := sorted(values.keys() - kind.fields.keys()):
        known = ", ".join(kind.fields)
        raise Refused(f"a {kind.noun} has no field {shorten(unknown[0])}; its fields are: {known}")
    data: Data = {}
    for name, field in kind.fields.items():
        value = values.get(name, MISSING)
        if value is MISSING:
            raise Refused(f"{name} of the {kind.noun} is missing")
        data[name] = field.check(value, name)
        for reference, key in _references(field, data[name]):
            if not exists(reference, key):
                raise Refused(f"{name}: there is no {reference.partition('.')[2]} {shorten(key)}")
    return data


def references_of(kind: RecordType, data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the records that a record refers to: type and id of each."""
    return [target for name, field in kind.fields.items() for target in _references(field, data[name])]


def _references(field: FieldType, value: Any) -> list[tuple[str, str]]:
    match field:
        case Ref(record_type=name):
            return [(name, value)] if value else []
        case Many(item=Ref(record_type=name)):
            return [(name, key) for key in value]
    return []


def _type_named(name: str) -> RecordType:
    return next(kind for kind in record_types() if kind.name == name)


def _record(python: type[RecordT], key: str, data: Data) -> RecordT:
    return python(id=key, **data)
