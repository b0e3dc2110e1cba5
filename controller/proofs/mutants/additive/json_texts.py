"""Edits of JSON as a text, so that comments and the form stay: settings, bookmarks and other values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial

from checkers import jsonc
from checkers.evidence import Unusable
from controller.proofs.mutants.additive.edits import Edit, Editor, shorten
from controller.proofs.mutants.additive.plain import Text
from controller.proofs.mutants.mutant import other_number, other_words

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_COMMENT = r"//[^\n]*|/\*.*?\*/"
_TOKEN = re.compile(rf"(?P<comment>{_COMMENT})|(?P<string>{_STRING})|(?P<sign>[{{\[])", re.DOTALL)
_PAIR = re.compile(
    rf"(?P<comment>{_COMMENT})|(?P<key>{_STRING})\s*:\s*(?P<value>{_STRING}|true\b|false\b|-?\d[\d.]*)|{_STRING}",
    re.DOTALL,
)
_SPACE = re.compile(rf"(?:\s|{_COMMENT})*", re.DOTALL)
_CHILDREN = re.compile(r'"children"\s*:\s*$')
_BOOKMARK = {
    "date_added": "13412345678901234",
    "guid": "00000000-0000-4000-a000-0000000000ad",
    "id": "9001",
    "name": "Added",
}


def is_json(data: bytes) -> bool:
    """Test whether a content is an object or a list of JSON, with comments or without."""
    if data.lstrip()[:1] not in (b"{", b"[", b"/"):
        return False
    try:
        return isinstance(jsonc.parse(data), dict | list)
    except Unusable:
        return False


def _add_keys(text: Text) -> Iterator[Edit]:
    for place, position in _openings(text, "{"):
        yield Edit(place, partial(_insert, text, position, '"added": true'))


def _add_items(text: Text) -> Iterator[Edit]:
    """Begin lists with an item of the kind of those that they have."""
    for place, position in _openings(text, "["):
        first = text.content[_next(text, position)]
        item = {"{": '{"added": true}', "[": "[]", "t": "true", "f": "true"}.get(first, '"added"')
        yield Edit(place, partial(_insert, text, position, "0" if first.isdigit() or first == "-" else item))


def _change_commented_values(text: Text) -> Iterator[Edit]:
    """Change values of JSON with comments, which other mutators do not parse."""
    try:
        json.loads(text.content)
        return
    except ValueError:
        pairs = [match for match in _PAIR.finditer(text.content) if match["key"]]
    for match in pairs:
        changed = _other(match["value"])
        start, end = match.span("value")
        content = text.content[:start] + changed + text.content[end:]
        yield Edit(shorten(match[0]), partial(setattr, text, "content", content))


def _drop_comments(text: Text) -> Iterator[Edit]:
    for match in _TOKEN.finditer(text.content):
        if match["comment"]:
            content = text.content[: match.start()] + text.content[match.end() :]
            yield Edit(shorten(match[0]), partial(setattr, text, "content", content))


def _add_bookmarks(text: Text) -> Iterator[Edit]:
    bookmark = {**_BOOKMARK, "type": "url", "url": "https://added.example.test/"}
    return _add_children(text, json.dumps(bookmark))


def _add_folders(text: Text) -> Iterator[Edit]:
    return _add_children(text, json.dumps({**_BOOKMARK, "children": [], "type": "folder"}))


def _add_children(text: Text, item: str) -> Iterator[Edit]:
    folders = [each for each in _openings(text, "[") if _CHILDREN.search(text.content[: each[1] - 1])]
    for number, (_place, position) in enumerate(folders, 1):
        yield Edit(f"folder {number}", partial(_insert, text, position, item))


def _openings(text: Text, sign: str) -> Iterator[tuple[str, int]]:
    """Yield where objects or lists begin, with their places."""
    for match in _TOKEN.finditer(text.content):
        if match["sign"] == sign:
            line = text.content.count("\n", 0, match.start()) + 1
            before = text.content[max(0, match.start() - 30) : match.end()]
            yield f"line {line}, after {shorten(before)}", match.end()


def _insert(text: Text, position: int, item: str) -> None:
    """Insert a key or an item at the beginning of an object or a list."""
    empty = text.content[_next(text, position)] in "]}"
    text.insert(position, item if empty else f"{item}, ")


def _next(text: Text, position: int) -> int:
    """Return the position of what follows space and comments."""
    space = _SPACE.match(text.content, position)
    assert space
    return space.end()


def _other(value: str) -> str:
    if value in ("true", "false"):
        return "false" if value == "true" else "true"
    return json.dumps(other_words(json.loads(value))) if value.startswith('"') else other_number(value)


JSON_RULES = {
    "key added": _add_keys,
    "item added": _add_items,
    "value": _change_commented_values,
    "comment dropped": _drop_comments,
}
JSON_TEXTS = Editor(open=Text.parse, save=Text.serialize, rules=JSON_RULES)
BOOKMARKS = Editor(
    open=Text.parse,
    save=Text.serialize,
    rules={"bookmark added": _add_bookmarks, "folder added": _add_folders},
)
