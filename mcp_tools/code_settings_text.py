"""The text of a settings.json: JSON with comments, changed at one place, every other character kept."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

DEPTH_LIMIT = 100
_BLANK = re.compile(r"(?:[\s\ufeff]|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_SCALAR = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\b|true\b|false\b|null\b')


class SyntaxFault(Exception):
    """The text is no JSON with comments. The message gives line and column."""


@dataclass(slots=True)
class Node:
    """A value and where it stands; `members` are an object's, in order, repeated keys included."""

    start: int
    end: int
    value: Any
    members: list[tuple[str, Node]] = field(default_factory=list)

    def member(self, key: str) -> Node | None:
        """The member in force: of repeated keys the last."""
        return next((node for name, node in reversed(self.members) if name == key), None)


def parse(text: str) -> Node | None:
    """Parse a settings file; None when it holds nothing but space and comments. Raises SyntaxFault."""
    start = _blank_end(text, 0)
    if start == len(text):
        return None
    node = _value(text, start, 0)
    end = _blank_end(text, node.end)
    if end != len(text):
        raise _fault(text, end, "the end of the file")
    return node


def with_value(text: str, path: Sequence[str], value: Any) -> str:
    """The text with the value at a path of keys; objects that are missing are added.

    Raises:
        SyntaxFault: the text cannot be parsed.
        TypeError: something on the path is no object; the message is its key, "" for the whole file.
    """
    node = parse(text)
    if node is None:
        eol = _eol(text)
        begin = text if not text.strip("\ufeff \t\r\n") else text.rstrip() + eol
        return f"{begin}{{{eol}    {_property(path, value, '    ', eol)}{eol}}}{eol}"
    parent = ""
    for depth, key in enumerate(path):
        if not isinstance(node.value, dict):
            raise TypeError(parent)
        member = node.member(key)
        if member is None:
            return _insert(text, node, path[depth:], value)
        node, parent = member, key
    return text[: node.start] + json.dumps(value, ensure_ascii=False) + text[node.end :]


def _insert(text: str, parent: Node, path: Sequence[str], value: Any) -> str:
    """The text with a new last member of an object; comments stay beside what they stand at."""
    body_end = parent.end - 1
    if parent.members:
        last = parent.members[-1][1].end
        if "\n" not in text[parent.start : body_end]:
            return f"{text[:last]}, {_property(path, value, '', '')}{text[last:]}"
        if not text[_blank_end(text, last) :].startswith(","):
            text = f"{text[:last]},{text[last:]}"
            body_end += 1
    eol = _eol(text)
    outer = _indentation(text, parent.start)
    inner = _inner_indentation(text, parent)
    body = text[:body_end].rstrip()
    space = text[len(body) : body_end]
    closing = space[space.find("\n") + 1 :] if "\n" in space else outer
    return f"{body}{eol}{inner}{_property(path, value, inner, eol)}{eol}{closing}{text[body_end:]}"


def _property(path: Sequence[str], value: Any, indent: str, eol: str) -> str:
    if len(path) > 1:
        inner = indent + (indent or "    ")
        content = _property(path[1:], value, inner, eol)
        shown = f"{{{eol}{inner}{content}{eol}{indent}}}" if eol else f"{{{content}}}"
    else:
        shown = json.dumps(value, ensure_ascii=False)
    return f"{json.dumps(path[0], ensure_ascii=False)}: {shown}"


def _indentation(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _inner_indentation(text: str, parent: Node) -> str:
    """The indentation of the object's members, as far as they begin lines."""
    for _, node in reversed(parent.members):
        begin = text.rfind("\n", parent.start, node.start)
        if begin >= 0 and text[begin:].lstrip().startswith('"'):
            return _indentation(text, node.start)
    return _indentation(text, parent.start) + _unit(text)


def _unit(text: str) -> str:
    """One level of the file's indentation."""
    return "\t" if re.search(r"^\t", text, re.MULTILINE) else "    "


def _eol(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _value(text: str, at: int, depth: int) -> Node:
    if depth > DEPTH_LIMIT:
        raise _fault(text, at, f"at most {DEPTH_LIMIT} levels")
    if text.startswith("{", at):
        return _container(text, at, depth, "}")
    if text.startswith("[", at):
        return _container(text, at, depth, "]")
    match = _SCALAR.match(text, at)
    if not match:
        raise _fault(text, at, "a value")
    return Node(at, match.end(), _scalar(text, match))


def _scalar(text: str, match: re.Match[str]) -> Any:
    try:
        return json.loads(match[0])
    except ValueError as error:
        raise _fault(text, match.start(), "a value") from error


def _container(text: str, start: int, depth: int, close: str) -> Node:
    """An object or an array; a trailing comma is allowed."""
    members: list[tuple[str, Node]] = []
    at = _blank_end(text, start + 1)
    while not text.startswith(close, at):
        key = ""
        if close == "}":
            match = _SCALAR.match(text, at)
            if not match or not text.startswith('"', at):
                raise _fault(text, at, 'a name in quotes or "}"')
            key = _scalar(text, match)
            at = _blank_end(text, match.end())
            if not text.startswith(":", at):
                raise _fault(text, at, '":"')
            at = _blank_end(text, at + 1)
        node = _value(text, at, depth + 1)
        members.append((key, node))
        at = _blank_end(text, node.end)
        if text.startswith(",", at):
            at = _blank_end(text, at + 1)
        elif not text.startswith(close, at):
            raise _fault(text, at, f'"," or "{close}"')
    if close == "]":
        return Node(start, at + 1, [node.value for _, node in members])
    return Node(start, at + 1, {key: node.value for key, node in members}, members)


def _blank_end(text: str, at: int) -> int:
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _fault(text: str, at: int, expected: str) -> SyntaxFault:
    line = text.count("\n", 0, at) + 1
    return SyntaxFault(f"line {line}, column {at - text.rfind(chr(10), 0, at)}: {expected} is expected there")
