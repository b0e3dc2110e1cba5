"""Tasks as folders: `folder:DIR` has them as DIR/<domain>/<name>/task.toml."""

from __future__ import annotations

from collections.abc import Mapping

from controller.tasks.source import TaskSource, TaskSourceSpec


def open_source(place: str, options: Mapping[str, str]) -> TaskSource:  # noqa: ARG001
    """Open the folder of tasks at `place`. Raises UsageError."""
    from controller.tasks.sources.folder.source import named_folder

    return named_folder(place)


SOURCE = TaskSourceSpec(open_source)
