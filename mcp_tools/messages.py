"""Texts for an answer: bounded, and what a caller sent quoted on one line with control characters escaped."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator

QUOTED_CHARACTERS = 80
"""The length at most of a quoted text, quotes and the mark of what was cut included."""
ANSWER_CHARACTERS = 2_000
"""The length at most of an answer that is no data."""
WORD_CHARACTERS = 300
"""The length at most of a word, such as a path, in an answer that is no data."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_LONG_WORD = re.compile(rf"\S{{{WORD_CHARACTERS + 1},}}")
_OS_REASONS = {
    errno.ENAMETOOLONG: "a name has at most 255 bytes and a path 4,095; use a shorter one",
    errno.ENOENT: "there is no such file or folder; check the path",
    errno.EACCES: "this user may not do that; choose another place",
    errno.EPERM: "this user may not do that; choose another place",
    errno.EROFS: "this place cannot be written to; choose another one",
    errno.ENOSPC: "the disk is full; remove files that are not needed",
    errno.EISDIR: "it is a folder; give the path of a file",
    errno.ENOTDIR: "a part of the path is a file, not a folder; check the path",
    errno.EEXIST: "it exists already; choose another name",
    errno.ENOTEMPTY: "the folder is not empty; choose another one",
    errno.ELOOP: "its symbolic links lead in a circle; give another path",
    errno.EINVAL: "the name is not one that a file can have; choose another one",
}


def shorten(text: str) -> str:
    """Quote `text` for a message: `'abc'`, or `'abc'... (1,000,000 characters)` when it is long."""
    quoted = repr(text) if len(text) <= QUOTED_CHARACTERS else ""
    if 0 < len(quoted) <= QUOTED_CHARACTERS:
        return quoted
    mark = _mark(text)
    kept = QUOTED_CHARACTERS - len(mark) - 2
    while len(quoted := repr(text[:kept])) > QUOTED_CHARACTERS - len(mark):
        kept -= 1
    return quoted + mark


def cut(text: str, characters: int = QUOTED_CHARACTERS) -> str:
    """The beginning of `text`, with its length when that is not all of it."""
    if len(text) <= characters:
        return text
    return text[: characters - len(_mark(text))] + _mark(text)


def answer_text(text: str, arguments: object) -> str:
    """`text` as an answer that is no data: arguments and long words in it shortened, the middle of the rest cut.

    Control characters, except line breaks and tabs, are escaped.
    """
    for argument in _texts(arguments):
        if QUOTED_CHARACTERS < len(argument) <= len(text):
            for echo in (repr(argument), argument):
                text = text.replace(echo, shorten(argument))
    return clip(_LONG_WORD.sub(lambda word: cut(word[0]), escape(text)))


def escape(text: str) -> str:
    """`text` with its control characters, and halves of characters, written as escapes such as `\\x1b`."""
    return _CONTROL.sub(lambda character: repr(character[0])[1:-1], text)


def clip(text: str, characters: int = ANSWER_CHARACTERS) -> str:
    """`text` with so much left out of its middle that it has at most so many characters."""
    if len(text) <= characters:
        return text
    gap = f"\n... ({len(text):,} characters; the middle is left out) ...\n"
    start = (characters - len(gap)) * 2 // 3
    return text[:start] + gap + text[len(text) - (characters - len(gap) - start) :]


def os_reason(error: OSError) -> str:
    """Cause and remedy of an operating system's error, without its number and the whole name."""
    reason = _OS_REASONS.get(error.errno or 0) or error.strerror or f"{type(error).__name__}: {error}"
    return f"{shorten(str(error.filename))}: {reason}" if error.filename is not None else reason


def _mark(text: str) -> str:
    return f"... ({len(text):,} characters)"


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for key, item in value.items():
                yield from _texts(key)
                yield from _texts(item)
        case list() | tuple():
            for item in value:
                yield from _texts(item)
