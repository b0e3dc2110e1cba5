"""What agents have left with the servers in `mcp_tools/fixtures`, as trees."""

from __future__ import annotations

from checkers.differences.databases.database_tree import read_database_tree
from checkers.differences.tree import TreeNode

_FILLED = ("basket", "bookings", "order_lines", "orders", "saved")
"""The tables that their tools fill; all of these are empty at first. Stock follows from orders."""


def read_server_data_tree(data: bytes, name: str) -> TreeNode:
    """Read a server's database: the rows of the tables that its tools fill, and of no others.

    The rest is the same for all episodes, and is there once a tool has been called. A booking that is cancelled is
    none. Raises Unusable.
    """
    tables = {node.name: node for node in read_database_tree(data, name).children if node.kind == "table"}
    return TreeNode("database", children=tuple(_filled(title, tables.get(title)) for title in _FILLED))


def _filled(title: str, table: TreeNode | None) -> TreeNode:
    rows = table.children if table else ()
    return TreeNode(
        "table", title, children=tuple(row for row in rows if row.attributes.get("state") != "cancelled")
    )
