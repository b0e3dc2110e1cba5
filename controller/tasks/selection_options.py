"""The options that select tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from controller.core.options import SELECTION, Option, OptionGroup
from controller.guests.network_access import CLOSED
from controller.tasks.selection import Selection


def _parse_globs(given: str | Iterable[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _parse_file(given: str | Path) -> Path | None:
    return Path(given) if given else None


class SelectionOptions(OptionGroup):
    """Which tasks; empty means all."""

    suite: Annotated[
        str,
        Option(
            SELECTION,
            "S",
            doc='Suite of the tasks, or a task source such as "osworld:DIR"; "" for any. Without one, tasks, domains '
            "and a list, the suites on servers (`mcp-…`) are left out.",
        ),
    ] = ""
    """Select the tasks of this suite, or of a task source: {sources}."""
    tasks: Annotated[
        tuple[str, ...],
        Option(SELECTION, "GLOB", flag="--task", parse=_parse_globs, python=False, study_key="ids"),
    ] = ()
    """Select the tasks whose id matches; repeatable."""
    domains: Annotated[tuple[str, ...], Option(SELECTION, "D", flag="--domain")] = ()
    """Select the tasks of this domain; repeatable."""
    limit: Annotated[int | None, Option(SELECTION, "N")] = Field(None, ge=1)
    """Use only the first N selected tasks."""
    list_file: Annotated[
        Path | None, Option(SELECTION, "FILE", flag="--list", parse=_parse_file, study_key="list")
    ] = None
    """Select the tasks that a file lists: JSON as OSWorld's lists, or one id a line."""

    def selection(
        self, source_options: Sequence[tuple[str, str]] = (), network: str = CLOSED, *, to_run: bool = False
    ) -> Selection:
        """Return the selection, with the options of the suite's task source."""
        return Selection(
            self.suite,
            self.tasks,
            self.domains,
            self.limit,
            self.list_file,
            tuple(source_options),
            network,
            to_run=to_run,
        )
