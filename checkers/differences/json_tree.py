"""JSON files as trees of their values; where a value is in the file is its place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from checkers import jsonc
from checkers.differences.text_tree import decode_text, encodable, split_lines
from checkers.differences.tree import Span, TreeNode, Value
from checkers.evidence import Unusable

MAX_DEPTH = 100
MAX_VALUES = 100_000
EXACT = 10**8
"""Numbers from here on are kept as texts: `compare` takes numbers for the same that differ by 1e-9 of them."""
_IDENTIFYING = ("id", "uuid", "guid", "key", "name")
"""Members that name an object in a list."""


def read_json_tree(data: bytes, name: str) -> TreeNode:
    """Read a JSON file, with its comments if it has some, by values: order of members and white space are left out.

    An object in a list is named by its id or name. Without one, it is an "item" that is aligned by the texts in it, and
    values below it are texts in JSON notation.

    Raises Unusable.
    """
    text = decode_text(data, name)[0]
    return json_tree(_parsed(text, name), comments=jsonc.comments(text.encode()))


def read_json_lines_tree(data: bytes, name: str) -> TreeNode:
    """Read a file of which each line is a JSON value, as a list of them. Raises Unusable."""
    lines = split_lines(decode_text(data, name)[0])
    return json_tree([_parsed(line, name) for line in lines if line.strip()])


def json_tree(value: object, *, comments: Sequence[str] = ()) -> TreeNode:
    """Return a value that `json` parsed, and comments, as a tree. Raises Unusable if it is too deep or too large."""
    if sum(1 for _ in _values(value)) > MAX_VALUES:
        raise Unusable(f"the JSON has at most {MAX_VALUES} values", "more")
    root = json_node("JSON", "", value)
    notes = tuple(TreeNode("comment", spans=(Span(encodable(text)),)) for text in comments)
    return TreeNode(
        "JSON", attributes={"value": root.attributes.get("value")}, children=root.children + notes
    )


def json_node(kind: str, name: str, value: object, *, as_text: bool = False) -> TreeNode:
    """Return a node whose value, or whose children, are those of `value`."""
    if isinstance(value, dict):
        members = (
            json_node("member", encodable(key), item, as_text=as_text) for key, item in sorted(value.items())
        )
        return TreeNode(kind, name, {"type": "object"}, children=tuple(members))
    if isinstance(value, list):
        return TreeNode(kind, name, {"type": "list"}, children=tuple(_item(item, as_text) for item in value))
    if as_text:
        return TreeNode(kind, name, spans=(Span(encodable(json.dumps(value, ensure_ascii=False))),))
    if value is None:
        return TreeNode(kind, name, {"type": "null"}, optional=True)
    return TreeNode(kind, name, {"value": exact_value(value)}, optional=True)


def parse_object(data: bytes, name: str) -> dict[str, object]:
    """Parse a JSON file that holds an object, with comments or without; an empty file is one. Raises Unusable."""
    content = _parsed(decode_text(data, name)[0], name)
    if not isinstance(content, dict):
        raise Unusable(f"{name} is a JSON object", f"it is a {type(content).__name__}")
    return content


def exact_value(value: object) -> Value:
    """Return a parsed scalar as an attribute's value; one that `compare` would round or cannot handle as text."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return value if abs(value) < EXACT else str(value)  # nan is not smaller, either
    return encodable(str(value))


def _item(value: object, as_text: bool) -> TreeNode:
    names = (value.get(key) for key in _IDENTIFYING) if isinstance(value, dict) else ()
    name = next(
        (encodable(str(found)) for found in names if isinstance(found, str | int) and found != ""), ""
    )
    return json_node("item", name, value, as_text=as_text or not name)


def _parsed(text: str, name: str) -> object:
    try:
        return jsonc.parse(text.encode())
    except Unusable as problem:
        raise Unusable(f"{name} is JSON", problem.found) from problem


def _values(value: object) -> Iterator[object]:
    """Yield a value and those in it. Raises Unusable if they are too deep."""
    level = [value]
    for _ in range(MAX_DEPTH):
        yield from level
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    raise Unusable(f"the JSON is at most {MAX_DEPTH} levels deep", "it is deeper")
