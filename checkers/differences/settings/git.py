"""Git's settings, of a user or of a repository, as trees."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checkers.differences.name_patterns import matches_any
from checkers.differences.text_tree import decode_text
from checkers.differences.tree import TreeNode
from checkers.evidence import Unusable

NOISE = ("branch.*.vscode-merge-base", "branch.*.github-pr-owner-number")
"""Settings that VS Code writes by itself."""
_SECTION = re.compile(r'\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\\n]|\\.)*)")?\s*\]')
_KEY = re.compile(r"([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)")
_ESCAPES = {"n": "\n", "t": "\t", "b": "\b"}


def read_git_settings_tree(data: bytes, name: str) -> TreeNode:
    """Read settings of Git's: names such as "branch.main.remote", values as texts. Raises Unusable."""
    return TreeNode("settings", children=git_settings(data, name))


def git_settings(data: bytes, name: str) -> tuple[TreeNode, ...]:
    """Return the settings as nodes; one that occurs again is another node of the same name. Raises Unusable."""
    return tuple(
        TreeNode("setting", key, {"value": value}, optional=True)
        for key, value in _settings(decode_text(data, name)[0], name)
        if not matches_any(key, NOISE)
    )


def _settings(text: str, name: str) -> Iterator[tuple[str, str]]:
    section = ""
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
        elif heading := _SECTION.match(text, place):
            section = heading[1].casefold()
            if heading[2] is not None:
                section += "." + re.sub(r"\\(.)", r"\1", heading[2])
            place = heading.end()
        elif text[place] in "#;":
            place = _line_end(text, place)
        elif section and (key := _KEY.match(text, place)):
            value, place = _value(text, key.end()) if key[2] else ("true", key.end())
            yield f"{section}.{key[1].casefold()}", value
        else:
            raise Unusable(f"{name} has Git's form", text[place : place + 40])


def _value(text: str, place: int) -> tuple[str, int]:
    """Return a value without its quotes and the comment behind it, and where its line ends."""
    value: list[str] = []
    kept = 0  # characters up to the last one that is no space at the end
    quoted = False
    while place < len(text) and text[place] != "\n":
        character = text[place]
        place += 1
        if character == "\\":
            following = text[place : place + 1]
            place += 1
            if following == "\n":
                continue
            value.append(_ESCAPES.get(following, following))
            kept = len(value)
        elif character == '"':
            quoted = not quoted
            kept = len(value)
        elif character in "#;" and not quoted:
            place = _line_end(text, place)
        elif quoted or value or not character.isspace():
            value.append(character)
            kept = len(value) if quoted or not character.isspace() else kept
    return "".join(value[:kept]), place


def _line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end
