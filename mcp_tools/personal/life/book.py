"""What a life writes: records without ids, which get theirs at the end, by time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from typing import Any

import mcp_tools.personal.apps  # noqa: F401  (declares the types of records)
from mcp_tools.personal.declaration import RecordType, record_types
from mcp_tools.personal.tree import Tree

NOW = datetime(2026, 5, 12, 9, 0)
TODAY = NOW.date()


class Draft:
    """A record that is written. Its values may be other drafts, which stand for their ids."""

    __slots__ = ("at", "is_kept", "key", "kind", "order", "values")

    def __init__(self, kind: str, at: datetime, order: int, values: dict[str, Any]) -> None:
        self.kind = kind
        self.at = at
        self.order = order
        self.values = values
        self.key = ""
        self.is_kept = True

    def __str__(self) -> str:
        return self.key


class Book:
    """All records of a life."""

    def __init__(self) -> None:
        self._drafts: list[Draft] = []

    def write(self, kind: str, at: datetime, /, **values: object) -> Draft:
        """Write a record of a type. One that is in a record that is not kept is not kept either."""
        draft = Draft(kind, at, len(self._drafts), values)
        draft.is_kept = not any(isinstance(value, Draft) and not value.is_kept for value in values.values())
        self._drafts.append(draft)
        return draft

    def tree(self) -> Tree:
        """Give the records their ids, and return them as a tree."""
        drafts = [draft for draft in self._drafts if draft.is_kept]
        by_kind: dict[str, list[Draft]] = defaultdict(list)
        for draft in drafts:
            by_kind[draft.kind].append(draft)
        for kind, own in by_kind.items():
            own.sort(key=lambda draft: (draft.at, draft.order))
            prefix = kinds()[kind].prefix
            for number, draft in enumerate(own, start=1):
                draft.key = f"{prefix}-{number}"
        tree: Tree = {}
        data: dict[tuple[str, str], Tree] = {}
        for name, declared in kinds().items():
            if not declared.parent:
                app = tree.setdefault(name.partition(".")[0], {})
                app.setdefault(declared.plural, {})
        for name, declared in kinds().items():
            for draft in by_kind.get(name, ()):
                record = _record(declared, draft)
                data[name, draft.key] = record
                if declared.parent:
                    above = draft.values[declared.parent]
                    data[above.kind, above.key].setdefault(declared.plural, {})[draft.key] = record
                else:
                    tree[name.partition(".")[0]][declared.plural][draft.key] = record
        return {app: types for app, types in tree.items() if any(types.values())}


@cache
def kinds() -> dict[str, RecordType]:
    """Return the types of records by name, each after the type that it is in."""
    return {kind.name: kind for kind in record_types()}


def moment(at: datetime) -> str:
    """Return a moment as fields have it."""
    return at.isoformat(timespec="seconds" if at.second else "minutes")


def _record(declared: RecordType, draft: Draft) -> Tree:
    record: Tree = {}
    for name in declared.fields:
        if name != declared.parent:
            record[name] = _plain(draft.values[name] if name in draft.values else declared.defaults[name])
    return record


def _plain(value: object) -> Any:
    if isinstance(value, Draft):
        return value.key if value.is_kept else ""
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(item) for item in value]
    return value
