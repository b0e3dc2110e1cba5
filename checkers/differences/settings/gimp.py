"""GIMP's settings as trees: gimprc, and the keys that are set for its commands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checkers.differences.name_patterns import matches_any
from checkers.differences.settings.key_file import setting_nodes
from checkers.differences.text_tree import decode_text
from checkers.differences.tree import TreeNode
from checkers.evidence import Unusable

NOISE = ("tool-options-*", "last-*", "*-path-writable", "gimp-version", "window-*-position")
"""Settings that GIMP writes by itself."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[()]|[#;][^\n]*|[^\s()"#;]+|\s+')


def read_gimp_settings_tree(data: bytes, name: str) -> TreeNode:
    """Read gimprc: names, and values in its notation. Raises Unusable."""
    lists = _lists(decode_text(data, name)[0], name)
    values = {words[0]: " ".join(words[1:]) for words in lists if words and not matches_any(words[0], NOISE)}
    return TreeNode("settings", children=setting_nodes(values))


def read_gimp_keys_tree(data: bytes, name: str) -> TreeNode:
    """Read menurc: the keys of the commands that have others than GIMP gives them; its own are comments.

    Raises Unusable.
    """
    lists = _lists(decode_text(data, name)[0], name)
    values = {words[1].strip('"'): " ".join(words[2:]).strip('"') for words in lists if len(words) > 1}
    return TreeNode("settings", children=setting_nodes(values))


def _lists(text: str, name: str) -> Iterator[list[str]]:
    """Yield the tokens of each outermost list "(name value ...)"."""
    depth = 0
    words: list[str] = []
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise Unusable(f"{name} has GIMP's form", text[place : place + 40])
        token, place = match[0], match.end()
        if token.isspace() or token[0] in "#;":
            continue
        depth += (token == "(") - (token == ")")
        if depth < 0:
            raise Unusable(f"{name} has GIMP's form", "a list ends that does not begin")
        if token == ")" and depth == 0:
            yield words
            words = []
        elif token != "(" or depth > 1:
            words.append(token)
