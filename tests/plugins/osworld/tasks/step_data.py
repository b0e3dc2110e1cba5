"""Steps of OSWorld's tasks for tests."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from plugins.osworld.tasks.steps import PARAMETERS, Step, StepType


def make_step(kind: StepType, **parameters: Any) -> Step:
    """A step with these parameters."""
    return Step(type=kind, parameters=PARAMETERS[kind].model_validate(parameters))


def empty_history(path: Path) -> bytes:
    """A browsing history without visits, with the columns of Chromium's that matter."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "CREATE TABLE urls (id INTEGER PRIMARY KEY, url, title, visit_count, typed_count, last_visit_time, hidden)"
        )
        database.execute(
            "CREATE TABLE visits (id INTEGER PRIMARY KEY, url, visit_time, from_visit, transition, segment_id,"
            " visit_duration)"
        )
    return path.read_bytes()
