"""The result as an episode's events record it, to detect a result that was changed after the run."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import urlsplit

from controller.records.bounded import open_plain
from controller.records.event_lines import Damage
from controller.records.gzip_lines import read_first_gzip_line
from controller.records.run_info import EpisodeResult

_FIELDS = ("status", "score", "steps")
_TAIL = 2**20
"""Bytes at the end of the events in which the last one is looked for."""


def is_edited(events: Path, result: EpisodeResult) -> bool:
    """Whether the last event of an episode has another status, score or number of steps than its result.

    Only the end of the file is read. Events that are missing or have no readable end prove nothing.
    """
    try:
        with open_plain(events) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - _TAIL))
            last = file.read().rstrip(b"\n").rpartition(b"\n")[2]
        event = json.loads(last)
    except (OSError, ValueError, RecursionError):
        return False
    if not isinstance(event, dict) or event.get("event") != "end":
        return False
    return any(event[name] != getattr(result, name) for name in _FIELDS if name in event)


def recorded_endpoint(exchanges: Path, damage: list[Damage]) -> tuple[str, ...]:
    """The host and port of the first recorded request; empty if there is none or it cannot be read."""
    try:
        line = read_first_gzip_line(exchanges)
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        damage.append(Damage(str(exchanges), 0, f"cannot be read: {error}"))
        return ()
    url = line.get("url") if isinstance(line, dict) else None
    return (urlsplit(url).netloc.rpartition("@")[2],) if isinstance(url, str) else ()
