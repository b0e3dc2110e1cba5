"""Reading and comparing files of the guest in a process of its own, with limits (`checkers.parsers`).

A request has the contents before and after of the files that are compared together; the answer is the differences.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from checkers.differences.compare import Change, compare
from checkers.differences.databases.database_tree import SIGNATURE
from checkers.differences.readers import may_hide, read_tree
from checkers.differences.tree import Attributes, Length, Span, TreeNode, Value
from checkers.differences.unseen import unseen
from checkers.evidence import Unusable
from checkers.parsers import parse_apart

COMPARISON, TREE = "differences", "tree"
"""The names of `compare_request` and `tree_request` among the parsers."""

Contents = Mapping[str, bytes]
"""Files that are one state, by their names in it: a file alone has the name ""."""


def compare_apart(path: str, before: Contents, after: Contents) -> list[Change]:
    """Return the differences between two states of the files at `path` in the home folder.

    Without a state before, they are what nobody sees in a new office file or repository (`unseen`).

    Raises Unusable if one of the states cannot be read; its `expected` says which.
    """
    if any(content.startswith(SIGNATURE) for content in (*before.values(), *after.values())):
        # SQLite writes to files, which a parser may not; it has limits of its own.
        return list(compare(_read(path, before, "before"), _read(path, after, "after")))
    answer = parse_apart(COMPARISON, _pack(before, after), path)
    return [Change(place, what, _value(old), _value(new)) for place, what, old, new in answer]


def read_apart(path: str, data: bytes) -> TreeNode:
    """Return the tree of an office file. Raises Unusable."""
    return _node(parse_apart(TREE, data, path))


def tree_request(data: bytes, path: str) -> list[Any]:
    """Answer a request of `read_apart`. Raises Unusable."""
    return _plain_node(read_tree(path, {"": data}))


def compare_request(data: bytes, path: str) -> list[tuple[str, str, Any, Any]]:
    """Answer a request of `compare_apart`. Raises Unusable."""
    before, after = _unpack(data)
    return [
        (change.place, change.what, _plain(change.before), _plain(change.after))
        for change in _changes(path, before, after)
    ]


def _changes(path: str, before: Contents, after: Contents) -> Iterable[Change]:
    if not before and may_hide(path):
        return unseen(_read(path, after, "after"))
    return compare(_read(path, before, "before"), _read(path, after, "after"))


def _read(path: str, contents: Contents, state: str) -> TreeNode:
    try:
        return read_tree(path, contents)
    except Unusable as problem:
        raise Unusable(f"{path} can be read as it was {state}", problem) from problem


def _pack(before: Contents, after: Contents) -> bytes:
    sizes = [[(name, len(content)) for name, content in contents.items()] for contents in (before, after)]
    return b"".join([json.dumps(sizes).encode(), b"\n", *before.values(), *after.values()])


def _unpack(data: bytes) -> tuple[dict[str, bytes], dict[str, bytes]]:
    head, _, _ = data.partition(b"\n")
    place = len(head) + 1
    states: list[dict[str, bytes]] = []
    for sizes in json.loads(head):
        contents = {}
        for name, size in sizes:
            contents[name] = data[place : place + size]
            place += size
        states.append(contents)
    return states[0], states[1]


def _plain_node(node: TreeNode) -> list[Any]:
    spans = [[span.text, _plain_attributes(span.format)] for span in node.spans]
    children = [_plain_node(child) for child in node.children]
    return [node.kind, node.name, _plain_attributes(node.attributes), spans, children, node.optional]


def _node(plain: Sequence[Any]) -> TreeNode:
    kind, name, attributes, spans, children, optional = plain
    return TreeNode(
        kind,
        name,
        _attributes(attributes),
        tuple(Span(text, _attributes(form)) for text, form in spans),
        tuple(map(_node, children)),
        optional,
    )


def _plain_attributes(attributes: Attributes) -> dict[str, Any]:
    return {name: _plain(value) for name, value in attributes.items()}


def _attributes(plain: Mapping[str, Any]) -> dict[str, Value]:
    return {name: _value(value) for name, value in plain.items()}


def _plain(value: Value) -> Any:
    return [value.cm] if isinstance(value, Length) else value


def _value(plain: Any) -> Value:
    value: Value = Length(plain[0]) if isinstance(plain, list) else plain
    return value
