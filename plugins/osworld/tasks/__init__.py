"""OSWorld's tasks, unmodified: `osworld:DIR` has those of a checkout's `evaluation_examples`. docs/osworld.md."""

from __future__ import annotations

from collections.abc import Mapping

from plugins.osworld.tasks.options import OSWorldOptions
from testbed.tasks import TaskSource, TaskSourceSpec

_OPTIONS = {"network": "what guests reach outside; unless closed, tasks that need the live web run"}


def open_source(place: str, options: Mapping[str, str]) -> TaskSource:
    """Open a checkout's `evaluation_examples`. Raises UsageError."""
    from plugins.osworld.tasks.source import OSWorldSource

    return OSWorldSource.open(place, options)


SOURCE = TaskSourceSpec(
    open_source,
    options=_OPTIONS,
    run_options=OSWorldOptions,
    guest={"profile": "osworld", "width": 1920, "height": 1080},
)
