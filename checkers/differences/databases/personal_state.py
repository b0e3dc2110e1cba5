"""The state of the personal applications (`mcp_tools/personal/store.py`) as a tree of types and records."""

from __future__ import annotations

import json
from itertools import groupby

from checkers.archives import parsing
from checkers.differences.databases.database_tree import read_database_tree
from checkers.differences.json_tree import json_node
from checkers.differences.tree import TreeNode


def read_personal_state_tree(data: bytes, name: str) -> TreeNode:
    """Read the records of all people: each is at "type mail.message/record mail-12" and has its fields as members.

    Counters and the logs are left out: calls that change no record change nothing. Raises Unusable.
    """
    tables = {node.name: node for node in read_database_tree(data, name).children if node.kind == "table"}
    rows = [row.attributes for row in tables["records"].children] if "records" in tables else []
    with parsing(name, "state of personal applications"):
        records = sorted((str(row["type"]), str(row["id"]), str(row["data"])) for row in rows)
        types = tuple(
            TreeNode("type", title, children=tuple(_record(key, text) for _, key, text in group))
            for title, group in groupby(records, key=lambda record: record[0])
        )
    return TreeNode("database", children=types)


def _record(key: str, text: str) -> TreeNode:
    return json_node("record", key, json.loads(text))
