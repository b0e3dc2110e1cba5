"""A browser's history database, filled with visits."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from plugins.osworld.tasks.steps import Visit
from testbed.errors import SetupError

_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_LINK = 0x30000000
"""Chromium's transition of a visit: a chain of one link, begun and ended with it."""


def fill_history(empty: bytes, visits: Sequence[Visit]) -> bytes:
    """Return a history database with these visits.

    Args:
        empty: Chromium's database without visits.
        visits: The visits; their times count back from now.

    Raises:
        SetupError: `empty` is no such database.
    """
    now = datetime.now(UTC)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "History"
        path.write_bytes(empty)
        try:
            with closing(sqlite3.connect(path)) as database, database:
                for visit in visits:
                    moment = now - timedelta(seconds=visit.visit_time_from_now_in_seconds)
                    _add(database, visit, int((moment - _EPOCH) / timedelta(microseconds=1)))
        except sqlite3.Error as error:
            raise SetupError(f"the cached browser history is no database of Chromium: {error}") from error
        return path.read_bytes()


def _add(database: sqlite3.Connection, visit: Visit, moment: int) -> None:
    url = database.execute(
        "INSERT INTO urls (url, title, visit_count, typed_count, last_visit_time, hidden) VALUES (?, ?, 1, 0, ?, 0)",
        (visit.url, visit.title, moment),
    ).lastrowid
    database.execute(
        "INSERT INTO visits (url, visit_time, from_visit, transition, segment_id, visit_duration)"
        " VALUES (?, ?, 0, ?, 0, 0)",
        (url, moment, _LINK),
    )
