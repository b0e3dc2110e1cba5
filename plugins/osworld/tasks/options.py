"""The options of a run on OSWorld's tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from testbed.extensions import Option, OptionGroup


class OSWorldOptions(OptionGroup):
    """What `--suite osworld:DIR` takes."""

    cache: Annotated[Path | None, Option("Task selection", "DIR")] = None
    """Folder with the files that the tasks of a source download (osworld:DIR)."""
    osworld_sleeps: Annotated[str, Option("Task selection", "HOW")] = ""
    """short: where a task of osworld:DIR sleeps, wait until the screen has settled; exact: sleep as long as it does."""
    tool_beneficial: Annotated[Path | None, Option("Task selection", "FILE")] = None
    """List of the tasks of osworld:DIR that tools help with; default: has_tool.json in DIR, if it is there."""
