"""Text files as trees of lines."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence

from checkers.differences.tree import Span, TreeNode
from checkers.evidence import Unusable

MAX_LINES = 10_000
_LINE_END = re.compile(r"\r\n|\n|\r")
_END_NAMES = {"\r\n": "CRLF", "\r": "CR"}
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
"""Control characters, without white space and escape."""
_MARKS = ((BOM_UTF8, "utf-8"), (BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be"))


def read_text_tree(data: bytes, name: str) -> TreeNode:
    """Read a text file: its lines, its encoding, its line ends unless they are LF.

    Whether the last line has an end is left out: editors add one.

    Raises Unusable if it is no text, or too long.
    """
    text, encoding, mark = decode_text(data, name)
    ends = set(_LINE_END.findall(text))
    lines = split_lines(text)
    if len(lines) > MAX_LINES:
        raise Unusable(f"{name} has at most {MAX_LINES} lines", len(lines))
    return TreeNode(
        "text",
        attributes={
            "encoding": encoding,
            "byte order mark": mark or None,
            "line ends": "mixed" if len(ends) > 1 else _END_NAMES.get("".join(ends)),
        },
        children=line_nodes(lines),
    )


def decode_text(data: bytes, name: str) -> tuple[str, str, bool]:
    """Return a file's text, its encoding and whether a byte order mark begins it. Raises Unusable if it is no text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data.removeprefix(mark), encoding, name), encoding, True
    encoding = "utf-8" if _is_utf8(data) else "iso-8859-1"
    return _decoded(data, encoding, name), encoding, False


def split_lines(text: str) -> list[str]:
    """Split a text at LF, CRLF and CR; a line end at its end begins no line."""
    lines = _LINE_END.split(text)
    return lines if lines[-1] else lines[:-1]


def line_nodes(lines: Sequence[str]) -> tuple[TreeNode, ...]:
    """Return lines as nodes."""
    return tuple(TreeNode("line", spans=(Span(line),) if line else ()) for line in lines)


def encodable(text: str) -> str:
    """Return a text with its surrogates escaped: nothing can write them."""
    return text.encode("utf-8", "backslashreplace").decode()


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _decoded(data: bytes, encoding: str, name: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise Unusable(f"{name} is a text", error) from error
    if found := _NO_TEXT.search(text):
        raise Unusable(f"{name} is a text", f"it has the character {found[0]!r}")
    return text
