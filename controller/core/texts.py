"""Texts made shorter, or fit for a line, a table or a file."""

from __future__ import annotations

import re
from collections.abc import Sequence

CLIPPED = 4_000
"""Characters of a text that `clip` keeps unless told otherwise."""
_NAME_PARTS = re.compile(r"(?<=[_/])(?=\w)")


def shorten(text: str, longest: int) -> str:
    """Return the text, or its beginning and "…": at most `longest` characters."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def clip(text: str, most: int = CLIPPED) -> str:
    """Return a text of at most about `most` characters: three quarters of them from its beginning, the rest its end."""
    return cut_middle(text, most, "[… {count} characters left out …]", head=0.75)


def cut_middle(text: str, longest: int, note: str, head: float = 0.5) -> str:
    """Return the text, or its beginning and its end with a note between them.

    Args:
        text: The text.
        longest: Characters that are kept, without the note.
        note: What stands for the rest; `{count}` in it is the number of its characters.
        head: Share of the kept characters that are the beginning's.
    """
    if len(text) <= longest:
        return text
    begin, end = int(longest * head), int(longest * (1 - head))
    return f"{text[:begin]}{note.format(count=len(text) - begin - end)}{text[len(text) - end :]}"


def one_line(text: str) -> str:
    """Return the text with single spaces in place of all white space."""
    return " ".join(text.split())


def printable_line(text: str) -> str:
    """Return the text on one line without unprintable characters, such as marks that change the writing direction."""
    return one_line("".join(letter if letter.isprintable() else " " for letter in text))


def first_line(text: str) -> str:
    """Return the first line that is not blank; "" if there is none."""
    return text.strip().partition("\n")[0].rstrip()


def first_sentence(text: str) -> str:
    """Return the text up to its first full stop."""
    return re.split(r"(?<=\.)\s", text, maxsplit=1)[0]


def last_line(text: str) -> str:
    """Return the last line that is not blank; "" if there is none."""
    return text.strip().rpartition("\n")[2].lstrip()


def encodable(text: str) -> str:
    """Return a text as records can hold it: with a question mark for each lone surrogate, which UTF-8 cannot encode.

    Args:
        text: Text of a guest, a model or another program's results.
    """
    return text.encode("utf-8", "replace").decode()


def count(number: int, noun: str) -> str:
    """Return a number of things: "1 task", "2,000 tasks"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def list_some(names: Sequence[str], most: int) -> str:
    """List names, at most so many: "a, b and 3 more"."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def breakable(html: str) -> str:
    """Escaped text in which a browser may also break names after "_" and "/", rather than inside a word."""
    return _NAME_PARTS.sub("<wbr>", html)
