"""Exceptions of UNO in words: what they say themselves, without places in LibreOffice's source, or their kind."""

from __future__ import annotations

import re

_INTERNALS = re.compile(
    r"""
    (\b(at|in|from)\s+)?(file://)?[\w.~-]*/\S+\.(cxx|hxx|cpp|c|mm|py)\b(:\d+|,\s+line\s+\d+)?  # a source file
    | \b\w+(::~?\w+)+(\(\))?:?       # a function of C++
    | \b0x[0-9a-fA-F]+\b | <class\s'[^']*'>:? | ,?\s*traceback\sfollows.*
    """,
    re.VERBOSE | re.DOTALL,
)
_STORING = re.compile(r"Error Area:\w+ Class:(\w+)")
_STORING_REASONS = {
    "Access": "the file may not be written to by this user",
    "Write": "the file could not be written",
    "Space": "the disk is full",
    "NotExists": "its folder does not exist",
    "AlreadyExists": "the file exists already",
    "Locking": "another program has locked the file",
    "Path": "the path is not one that a file can have",
}
_KINDS = {
    "DisposedException": "the object was closed or removed meanwhile",
    "ElementExistException": "there is something of that name already",
    "IllegalAccessException": "it may not be changed",
    "IllegalArgumentException": "a value does not fit this place of the document",
    "IndexOutOfBoundsException": "there is nothing at that position",
    "IOException": "a file could not be read or written",
    "NoSuchElementException": "there is nothing of that name",
    "NotSupportedException": "it is not possible with this object",
    "PropertyVetoException": "it may not be changed",
    "UnknownPropertyException": "this object has no such property",
}
REMEDY = "look at the document: something protected, selected or being edited may be in the way"


def reason(error: object) -> str:
    """Put a UNO exception into words."""
    message = str(getattr(error, "Message", "") or error)
    if storing := _STORING.search(message):
        return _STORING_REASONS.get(storing[1], "the file could not be written")
    words = " ".join(_INTERNALS.sub(" ", message).split()).strip(" .:,")
    if len(re.findall(r"[^\W\d_]{2,}", words)) > 1:
        return words
    kind = type(error).__name__.rsplit(".", 1)[-1]
    return f"{_KINDS.get(kind, 'it is not possible in the state the document is in')}; {REMEDY}"
