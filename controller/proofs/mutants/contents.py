"""Mutants of any content, by what it is."""

from __future__ import annotations

import json
from collections.abc import Iterator

from controller.proofs.mutants.mutant import ContentMutant
from controller.proofs.mutants.office import is_office, office_mutants
from controller.proofs.mutants.pictures import is_picture, picture_mutants
from controller.proofs.mutants.plain import json_mutants, text_mutants


def content_mutants(data: bytes) -> Iterator[ContentMutant]:
    """Return the mutants of a document, a picture, JSON or a text; none of a content of another form."""
    if is_office(data):
        yield from office_mutants(data)
        return
    if is_picture(data):
        yield from picture_mutants(data)
        return
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    try:
        value = json.loads(text)
    except ValueError:
        yield from text_mutants(text)
    else:
        yield from json_mutants(value) if isinstance(value, dict | list) else text_mutants(text)


def settings_mutants(data: bytes) -> Iterator[ContentMutant]:
    """Return the mutants of a file that an application keeps for itself: only JSON says what its values mean."""
    try:
        value = json.loads(data)
    except ValueError:
        return
    yield from json_mutants(value)


def damaged_files(data: bytes) -> Iterator[ContentMutant]:
    """Return what a file is that was not written to its end, or with another program."""
    yield ContentMutant("truncated", "the file", lambda: data[: len(data) // 2])
    yield ContentMutant("emptied", "the file", lambda: b"")
    yield ContentMutant("another format", "the file", lambda: b"{\\rtf1 saved in another format}")
