"""OSWorld's tasks, unmodified: `osworld:DIR` has those of a checkout's `evaluation_examples`. docs/osworld.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.tasks.source import TaskSource

PLACE = "DIR"
GUEST = {"profile": "osworld", "width": 1920, "height": 1080}
OPTIONS = {
    "cache": "folder with the files that the tasks download",
    "osworld-sleeps": "short waits until the screen has settled where a task sleeps; exact sleeps as long as it says",
    "network": "what guests reach outside; unless closed, tasks that need the live web run",
}


def open_source(place: str, options: Mapping[str, str]) -> TaskSource:
    """Open a checkout's `evaluation_examples`. Raises UsageError."""
    from controller.tasks.sources.osworld.source import OSWorldSource

    return OSWorldSource.open(place, options)
