"""The sections of a report that plugins add."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from controller.results.report.model import Table
from controller.results.report.source import ReportedRun, ReportInput
from controller.results.run_data import RunData, load_run
from testbed.errors import UsageError
from testbed.extension_points import REPORT_SECTIONS


@dataclass(frozen=True, slots=True)
class ReportSection:
    """The declaration of a section of reports.

    Attributes:
        tables: Returns tables over the report's runs, in its order. Each is written to the page, and as CSV and LaTeX.
    """

    tables: Callable[[Sequence[RunData]], Sequence[Table]]


def plugin_tables(material: ReportInput, taken: Sequence[str]) -> Iterator[Table]:
    """Yield the tables that plugins add; `taken` are the names of the report's own.

    Raises:
        UsageError: A section cannot be used, fails, or has a table with the name of another.
    """
    names = set(taken)
    sections = REPORT_SECTIONS.extensions().values()
    runs = [_data(run) for run in material.runs] if sections else []
    for section in sections:
        for table in REPORT_SECTIONS.adopt(section).tables(runs):
            if table.name in names or not table.name.isidentifier():
                raise UsageError(
                    f"{section.title} has a table {table.name!r}; its name must be an identifier that no other has",
                    hint=section.remedy,
                )
            names.add(table.name)
            yield table


def _data(run: ReportedRun) -> RunData:
    """The run with the report's tasks alone."""
    data, ids = load_run(run.folder), {entry.id for entry in run.loaded.info.tasks}
    episodes = tuple(episode for episode in data.episodes if episode.task in ids)
    return replace(data, info=run.loaded.info, results=run.loaded.results, episodes=episodes)
