"""OSWorld's tasks, unmodified: `osworld:DIR` has those of a checkout's `evaluation_examples`. docs/osworld.md."""

from __future__ import annotations

from collections.abc import Mapping

from controller.tasks.source import TaskSource, TaskSourceSpec

_OPTIONS = {
    "cache": "folder with the files that the tasks download",
    "osworld-sleeps": "short waits until the screen has settled where a task sleeps; exact sleeps as long as it says",
    "network": "what guests reach outside; unless closed, tasks that need the live web run",
    "tool-beneficial": "file that lists the tool-beneficial tasks, as OSWorld-MCP's has_tool.json",
}


def open_source(place: str, options: Mapping[str, str]) -> TaskSource:
    """Open a checkout's `evaluation_examples`. Raises UsageError."""
    from controller.tasks.sources.osworld.source import OSWorldSource

    return OSWorldSource.open(place, options)


SOURCE = TaskSourceSpec(
    open_source, options=_OPTIONS, guest={"profile": "osworld", "width": 1920, "height": 1080}
)
