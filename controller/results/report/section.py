"""The sections of a report that plugins add."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, fields

from controller.core.extension import Extension
from controller.core.extension_calls import warn_left_out
from controller.records.run_records import RunRecords
from controller.results.export.episodes import RunToExport
from controller.results.report.model import Row, Table, Value
from controller.results.report.source import ReportedRun, ReportInput
from controller.results.report.tables_paper import BASELINES, INCOMPLETE, OURS, mark_incomplete, setting_of
from controller.results.run_data import RunData, run_data
from testbed.errors import UsageError
from testbed.extension_points import REPORT_SECTIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRunData(RunData):
    """A run of a report, over the report's tasks alone.

    Attributes:
        label: Its agent and model, what distinguishes it from the report's other runs, and a mark if episodes have no
            verdict.
        is_baseline: Whether it is a baseline of the report.
        incomplete: Episodes without a verdict.
        tool_setting: How it chooses and orders tools, in words.
    """

    label: str
    is_baseline: bool
    incomplete: int
    tool_setting: str

    def row(self, cells: Mapping[str, Value]) -> Row:
        """Return a row about this run, in the section where testbed's own tables have it."""
        if self.is_baseline:
            return Row(BASELINES, "baseline", cells)
        return Row(OURS, "run", cells)


@dataclass(frozen=True, slots=True)
class ReportSection:
    """The declaration of a section of reports.

    Attributes:
        tables: Returns tables over the report's runs, in its order. Each is written to the page, and as CSV and LaTeX.
        baselines: Whether `tables` is also given the baselines, after the other runs.
        after_overview: Whether the tables come after the overview instead of after testbed's own tables.
    """

    tables: Callable[[Sequence[ReportedRunData]], Sequence[Table]]
    baselines: bool = False
    after_overview: bool = False


@dataclass(frozen=True, slots=True)
class PluginTables:
    """The tables that plugins add: after the overview, and after all tables."""

    after_overview: tuple[Table, ...]
    at_end: tuple[Table, ...]


def plugin_tables(report_input: ReportInput, taken: Sequence[str]) -> PluginTables:
    """Make the tables that plugins add; `taken` are the names of the report's own.

    A section that cannot be used, fails, or has a table with the name of another is left out, which is logged.
    """
    made = list(_tables(report_input, taken))
    early, late = ([table for first, table in made if first is place] for place in (True, False))
    return PluginTables(tuple(early), tuple(late))


def _tables(report_input: ReportInput, taken: Sequence[str]) -> Iterator[tuple[bool, Table]]:
    """Yield each table with whether it comes after the overview."""
    names = set(taken)
    sections = REPORT_SECTIONS.extensions().values()
    runs = [_data(run, is_baseline=False) for run in report_input.runs] if sections else []
    baselines: list[ReportedRunData] | None = None
    for extension in sections:
        try:
            section = REPORT_SECTIONS.adopt(extension)
            if section.baselines and baselines is None:
                baselines = [_data(run, is_baseline=True) for run in report_input.baselines]
            tables = section.tables([*runs, *(baselines or ())] if section.baselines else runs)
            own = _check_names(extension, tables, names)
        except UsageError as error:
            warn_left_out(str(error))
            continue
        names |= own
        yield from ((section.after_overview, table) for table in tables)


def _check_names(extension: Extension, tables: Sequence[Table], taken: Set[str]) -> set[str]:
    """Return the tables' names. Raises UsageError for one that is no identifier, or another table's."""
    names: set[str] = set()
    for table in tables:
        if table.name in taken | names or not table.name.isidentifier():
            raise UsageError(
                f"{extension.title} has a table {table.name!r}; its name must be an identifier that no other has",
                hint=extension.remedy,
            )
        names.add(table.name)
    return names


def _data(run: ReportedRun, *, is_baseline: bool) -> ReportedRunData:
    """The run with the report's tasks alone."""
    tasks = frozenset(entry.id for entry in run.loaded.info.tasks)
    data = run_data(RunToExport(run.name, run.loaded, RunRecords.open(run.folder), tasks=tasks))
    values = {field.name: getattr(data, field.name) for field in fields(data)}
    return ReportedRunData(
        **values,
        label=mark_incomplete(run),
        is_baseline=is_baseline,
        incomplete=run.incomplete,
        tool_setting=setting_of(run).removesuffix(f" {INCOMPLETE}"),
    )
