"""What is installed in VS Code, as a tree; its settings are JSON files."""

from __future__ import annotations

from checkers import jsonc
from checkers.differences.text_tree import encodable
from checkers.differences.tree import TreeNode
from checkers.evidence import Unusable


def read_extensions_tree(data: bytes, name: str) -> TreeNode:
    """Read extensions.json: the extensions with their versions; b"" is a file that is not there. Raises Unusable."""
    entries = jsonc.parse(data) or []
    if not isinstance(entries, list):
        raise Unusable(f"{name} is a list", f"it is a {type(entries).__name__}")
    return TreeNode(
        "extensions", children=tuple(sorted(map(_extension, entries), key=lambda node: node.name))
    )


def _extension(entry: object) -> TreeNode:
    identifier = entry.get("identifier") if isinstance(entry, dict) else None
    if not isinstance(entry, dict) or not isinstance(identifier, dict):
        raise Unusable("extensions.json is well-formed", repr(entry)[:100])
    name = encodable(str(identifier.get("id", "")).casefold())
    return TreeNode("extension", name, {"version": encodable(str(entry.get("version", "")))})
