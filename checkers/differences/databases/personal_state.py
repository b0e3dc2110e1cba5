"""The state of the personal applications (`mcp_tools/personal/store.py`): its tables, and its records as a tree."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from checkers.archives import parsing
from checkers.differences.databases.database_tree import read_database_tree
from checkers.differences.json_tree import json_node
from checkers.differences.tree import Attributes, TreeNode

RecordKey = tuple[str, str]
"""A record's type, such as "mail.message", and its id."""


@dataclass(frozen=True)
class PersonalState:
    """The tables of a state.

    Attributes:
        records: The fields of each record.
        tables: The rows of each table.
    """

    records: Mapping[RecordKey, Mapping[str, Any]]
    tables: Mapping[str, tuple[Attributes, ...]]

    @cached_property
    def shown(self) -> dict[RecordKey, int]:
        """The records that calls have shown, with the number of the first of these calls."""
        first: dict[RecordKey, int] = {}
        for row in self.tables.get("reads", ()):
            key = str(row["type"]), str(row["id"])
            call = int(str(row["call"]))
            first[key] = min(call, first.get(key, call))
        return first


def read_personal_state(data: bytes, name: str) -> PersonalState:
    """Read a state; b"" is an empty one. Raises Unusable."""
    tables = {
        node.name: tuple(row.attributes for row in node.children)
        for node in read_database_tree(data, name).children
        if node.kind == "table"
    }
    with parsing(name, "state of personal applications"):
        records = {
            (str(row["type"]), str(row["id"])): json.loads(str(row["data"]))
            for row in tables.get("records", ())
        }
    return PersonalState(records, tables)


def read_personal_state_tree(data: bytes, name: str) -> TreeNode:
    """Read the records of all people: each is at "type mail.message/record mail-12" and has its fields as members.

    Counters and the logs are left out: calls that change no record change nothing. Raises Unusable.
    """
    records = sorted(read_personal_state(data, name).records.items())
    types = tuple(
        TreeNode("type", title, children=tuple(json_node("record", key, data) for (_, key), data in group))
        for title, group in groupby(records, key=lambda record: record[0][0])
    )
    return TreeNode("database", children=types)
