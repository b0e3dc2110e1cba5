"""A person's state as a tree of maps: application, type, id, record, and within a record the records that are in it.

A path names a place in it. Brackets hold an id, or `*` for every one, and are read before dots, so ids may have dots:

    mail.folders[folder-1].messages[mail-12]
    calendar.calendars[*].events[*]

MCP-Persona (arXiv 2606.02470) calls this a context tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mcp_tools.messages import shorten
from mcp_tools.personal.declaration import RecordType, record_types
from mcp_tools.personal.fields import Ref
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.store import Data, Store, id_order
from mcp_tools.personal.world import checked, is_seen_by, references_of

Tree = dict[str, Any]
EVERY = "*"
_STEP = re.compile(r"(?:^|\.)(?P<name>[a-z_]+)|\[(?P<key>[^\]]+)\]")
_NUMBER = re.compile(r"\d+$")


def export_tree(store: Store, person: str = "") -> Tree:
    """Return what a person sees, or everything, as maps by id. A record has its fields but that of its parent."""
    tree: Tree = {}
    for kind in _outer():
        app = tree.setdefault(kind.name.partition(".")[0], {})
        app[kind.plural] = _export(store, kind, person, None)
    return {app: types for app, types in tree.items() if any(types.values())}


def _export(store: Store, kind: RecordType, person: str, parent: str | None) -> Tree:
    records: Tree = {}
    for key, data in store.records(kind.name).items():
        if parent is not None and data[kind.parent] != parent:
            continue
        if person and not is_seen_by(store, kind, data, person):
            continue
        own = {name: value for name, value in data.items() if name != kind.parent}
        for inner in _within(kind):
            if records_within := _export(store, inner, person, key):
                own[inner.plural] = records_within
        records[key] = own
    return records


def import_tree(store: Store, tree: Mapping[str, Any]) -> None:
    """Write the records of a tree; one that has the id of a record replaces it.

    Raises Refused, and writes nothing, for an unknown name or field, a value that a field does not take, and a
    reference to a record that is neither in the tree nor in the state.
    """
    written = sorted(_read(tree), key=lambda one: (one[0].name, id_order(one[1])))  # the store's order
    known = {(kind.name, key) for kind, key, _ in written}

    def exists(name: str, key: str) -> bool:
        return (name, key) in known or key in store.records(name)

    with store.transaction():
        for kind, key, values in written:
            try:
                data = checked(kind, {**kind.defaults, **values}, exists)
            except Refused as refusal:
                raise Refused(f"{kind.name}[{key}]: {refusal}") from None
            store.put(kind.name, key, data)
            store.raise_counter(kind.name, int(number[0]) if (number := _NUMBER.search(key)) else 0)


def _read(tree: Mapping[str, Any]) -> Iterator[tuple[RecordType, str, Data]]:
    known = {(kind.name.partition(".")[0], kind.plural): kind for kind in _outer()}
    for app, types in tree.items():
        for plural, records in _map(types, app).items():
            if (app, plural) not in known:
                names = ", ".join(".".join(pair) for pair in known)
                raise Refused(f"there is no {shorten(f'{app}.{plural}')} in a tree; there are: {names}")
            yield from _read_records(known[app, plural], records, f"{app}.{plural}", "")


def _read_records(
    kind: RecordType, records: object, place: str, parent: str
) -> Iterator[tuple[RecordType, str, Data]]:
    for key, record in _map(records, place).items():
        if not key.strip() or set(key) & set("[]*\n"):
            raise Refused(f"{place}: {shorten(key)} is no id")
        own = dict(_map(record, f"{place}[{key}]"))
        inner = [(other, own.pop(other.plural)) for other in _within(kind) if other.plural in own]
        if parent:
            own[kind.parent] = parent
        yield kind, key, own
        for other, records_within in inner:
            yield from _read_records(other, records_within, f"{place}[{key}].{other.plural}", key)


def _map(value: object, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise Refused(f"{place} must be a map")
    return value


@dataclass(frozen=True, slots=True)
class Entity:
    """A record at a path."""

    path: str
    kind: RecordType
    key: str
    data: Data


def get_entity(store: Store, path: str) -> Entity:
    """Return the record at a path. Raises Refused if the path names none, or may name several."""
    entities = list_entities(store, path)
    if EVERY in path or len(entities) != 1:
        raise Refused(f"there is no single record at {shorten(path)}")
    return entities[0]


def list_entities(store: Store, path: str, limit: int = 0, **equal: object) -> list[Entity]:
    """Return the records at a path.

    Args:
        store: The state.
        path: Ends in brackets, or in a plural, which means every record of it.
        limit: How many at most; 0 for all.
        equal: Values that their fields must have.
    """
    chain = _chain(path)
    entities = [Entity("", chain[0][0], "", {})]
    for kind, wanted in chain:
        entities = [
            Entity(f"{around.path or kind.name.partition('.')[0]}.{kind.plural}[{key}]", kind, key, data)
            for around in entities
            for key, data in store.records(kind.name).items()
            if wanted in (EVERY, key) and (not around.key or data[kind.parent] == around.key)
        ]
    matches = [
        entity for entity in entities if all(entity.data.get(name) == value for name, value in equal.items())
    ]
    return matches[: limit or None]


def create_entity(store: Store, path: str, values: Mapping[str, Any]) -> Entity:
    """Make the record at a path whose last brackets have its new id. What it is in must exist. Raises Refused."""
    chain = _chain(path)
    (kind, key), around = chain[-1], chain[:-1]
    if key == EVERY or key in store.records(kind.name):
        raise Refused(f"{shorten(path)} names no new record")
    own = dict(values)
    if around:
        own[kind.parent] = get_entity(store, path[: path.rindex(f".{kind.plural}[")]).key
    data = checked(kind, {**kind.defaults, **own}, lambda name, other: other in store.records(name))
    with store.transaction():
        store.put(kind.name, key, data)
        store.raise_counter(kind.name, int(number[0]) if (number := _NUMBER.search(key)) else 0)
    return Entity(path, kind, key, data)


def update_entity(store: Store, path: str, values: Mapping[str, Any]) -> Entity:
    """Change fields of the record at a path. Raises Refused."""
    old = get_entity(store, path)
    data = checked(old.kind, {**old.data, **values}, lambda name, other: other in store.records(name))
    with store.transaction():
        store.put(old.kind.name, old.key, data)
    return Entity(old.path, old.kind, old.key, data)


def delete_entity(store: Store, path: str) -> Entity:
    """Delete the record at a path. Raises Refused while another refers to it."""
    gone = get_entity(store, path)
    for kind in record_types():
        for key, data in store.records(kind.name).items():
            if (gone.kind.name, gone.key) in references_of(kind, data):
                raise Refused(f"{kind.name}[{key}] refers to it")
    with store.transaction():
        store.remove(gone.kind.name, gone.key)
    return gone


def _chain(path: str) -> list[tuple[RecordType, str]]:
    """The types along a path, each with the id in its brackets. Raises Refused."""
    steps = list(_STEP.finditer(path))
    if "".join(step[0] for step in steps) != path or len(steps) < 2:
        raise Refused(f"{shorten(path)} is no path; one is mail.folders[folder-1].messages[*]")
    app, kinds = steps[0]["name"], _outer()
    chain: list[tuple[RecordType, str]] = []
    for step in steps[1:]:
        if step["name"]:
            named = [
                kind for kind in kinds if kind.plural == step["name"] and kind.name.startswith(f"{app}.")
            ]
            if not named:
                raise Refused(f"{shorten(path)}: there is no {step['name']} there")
            chain.append((named[0], EVERY))
            kinds = _within(named[0])
        elif not chain or chain[-1][1] != EVERY:
            raise Refused(f"{shorten(path)} has an id in a wrong place")
        else:
            chain[-1] = (chain[-1][0], step["key"])
    return chain


def _outer() -> list[RecordType]:
    return [kind for kind in record_types() if not kind.parent]


def _within(kind: RecordType) -> list[RecordType]:
    return [
        other
        for other in record_types()
        if other.parent
        and isinstance(field := other.fields[other.parent], Ref)
        and field.record_type == kind.name
    ]
