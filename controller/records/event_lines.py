"""Reads an episode's events line by line; a damaged line is reported and skipped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from controller.records.bounded import VALUES_LIMIT, count_values, open_plain

LINE_LIMIT = 8 * 2**20
"""Longest line that is read, in bytes."""
FILE_LIMIT = 64 * 2**20
"""How much of a file is read, in bytes."""
DAMAGED_LIMIT = 100
"""A file with more damaged lines is none of events."""

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Damage:
    """A part of a run's records that cannot be read. `line` counts from 1; 0 means the whole file."""

    path: str
    line: int
    problem: str

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else self.path
        return f"{where}: {self.problem}"


def read_events(path: Path, damage: list[Damage]) -> Iterator[Event]:
    """Yield the readable events of a file, one line in memory at a time; append the rest to `damage`.

    What exceeds a limit is not read: the file may be a stranger's, sparse and of any length.
    """
    try:
        with open_plain(path) as file:
            number = damaged = size = values = 0
            while line := file.readline(LINE_LIMIT + 1):
                number += 1
                size += len(line)
                values += count_values(line)
                if excess := _excess(len(line), size, values, damaged):
                    damage.append(Damage(str(path), number, f"not read from here on: {excess}"))
                    return
                event = _event(line)
                if isinstance(event, str):
                    damaged += 1
                    damage.append(Damage(str(path), number, event))
                else:
                    yield event
    except OSError as error:
        damage.append(Damage(str(path), 0, error.strerror or str(error)))


def _excess(line: int, file: int, values: int, damaged: int) -> str:
    if line > LINE_LIMIT:
        return f"a line of over {LINE_LIMIT} bytes"
    if file > FILE_LIMIT:
        return f"over {FILE_LIMIT} bytes"
    if values > VALUES_LIMIT:
        return f"over {VALUES_LIMIT} values"
    return f"{DAMAGED_LIMIT} damaged lines" if damaged >= DAMAGED_LIMIT else ""


def _event(line: bytes) -> Event | str:
    """Return the event, or the reason why the line is not one."""
    try:
        event = _parse(line)
    except (ValueError, RecursionError) as error:
        return "cut short" if not line.endswith(b"\n") else f"no JSON: {error}"
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        return "no event: it has no field `event`"
    return event


def _parse(line: bytes) -> Any:
    try:
        return from_json(line)
    except (
        ValueError
    ):  # JSON's escapes of lone surrogates, which a guest's text may hold, are not to its liking
        return json.loads(line)
