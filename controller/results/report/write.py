"""A report's folder: the page, and tables and figures as files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from controller.core.junk import is_empty
from controller.records.files import write_whole
from controller.records.run_options import local_options
from controller.results.csv_cells import csv_cell
from controller.results.report.latex import latex
from controller.results.report.model import Table
from controller.results.report.page import page
from controller.results.report.paper import paper
from controller.results.report.plots import Plot, plots
from controller.results.report.section import plugin_tables
from controller.results.report.source import ReportedRun, ReportInput
from controller.results.report.tables_modes import errors, modes
from controller.results.report.tables_overview import overview, tasks_by_runs
from controller.results.report.tables_pairs import joint, pairs
from controller.results.report.tables_paper import figure5, table1, table2, table3
from controller.results.report.tables_runs import (
    by_domain,
    by_tools,
    cost,
    figure4,
    rates,
    statuses,
    tasks_hash,
    what_was_run,
)
from testbed.errors import UsageError

MARK = "report.json"
"""The file that marks the folder of a report."""
FORMAT = "testbed report 1"


def write(report_input: ReportInput, out: Path) -> list[Path]:
    """Write the report into `out`, replacing an earlier one.

    Returns:
        Its files, the page first.

    Raises:
        UsageError: The folder exists and is not a report.
        RecordsError: The folder cannot be written.
    """
    if out.exists() and not (out.is_dir() and (is_empty(out) or (out / MARK).is_file())):
        raise UsageError(f"{out} exists already and is not a report", hint="choose another --out")
    tables = make_tables(report_input)
    figures = make_plots(report_input, tables)
    written = {out / "report.html": page(report_input, tables, figures).encode()}
    for table in tables:
        written[out / "tables" / f"{table.name}.csv"] = to_csv(table).encode()
        written[out / "tables" / f"{table.name}.tex"] = latex(table).encode()
    for plot in figures:
        written[out / "figures" / f"{plot.name}.png"] = plot.png()
        written[out / "figures" / f"{plot.name}.svg"] = plot.svg()
    written[out / MARK] = json.dumps(to_data(report_input, tables), indent=1).encode()
    for path, data in written.items():
        write_whole(path, data, durable=False)
    return list(written)


def make_tables(report_input: ReportInput) -> list[Table]:
    """All tables, in their order on the page."""
    makers = (
        overview,
        tasks_by_runs,
        by_domain,
        table1,
        table2,
        table3,
        pairs,
        figure4,
        figure5,
        by_tools,
        statuses,
        rates,
        cost,
        what_was_run,
    )
    tables = [maker(report_input) for maker in makers]
    sparse = [table for table in (modes(report_input), errors(report_input)) if table.rows]
    together = joint(report_input)
    if together.rows:
        tables.insert(makers.index(pairs), together)
    added = plugin_tables(report_input, [table.name for table in (*tables, *sparse)])
    tables[1:1] = [*added.after_overview, *sparse]
    tables += added.at_end
    return tables if report_input.paper else [table.without_paper() for table in tables]


def make_plots(report_input: ReportInput, tables: Sequence[Table]) -> list[Plot]:
    """The figures of these tables. Runs with tools come first, because every figure shows them."""
    runs = sorted(report_input.runs, key=lambda run: run.options.actions == "gui")
    titles = [run.title for run in runs]
    figures = plots({table.name: table for table in tables}, titles)
    return figures if report_input.paper else [plot.plain or plot for plot in figures]


def to_csv(table: Table) -> str:
    """A table as CSV: the source of each row, its section, then the columns; nothing is rounded."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(["source", "section", *(column.key for column in table.columns)])
    for row in table.rows:
        cells = (row.cells.get(column.key) for column in table.columns)
        values = [row.source, row.section, *("" if cell is None else cell for cell in cells)]
        writer.writerow([csv_cell(value) for value in values])
    return out.getvalue()


def to_data(report_input: ReportInput, tables: Sequence[Table]) -> dict[str, Any]:
    """The content of `report.json`."""
    return {
        "format": FORMAT,
        "title": report_input.title,
        "tasks": report_input.tasks,
        "left_out": report_input.left_out,
        "missing": report_input.missing,
        "unreadable": [str(item) for item in report_input.unreadable],
        "runs": [_run(run) for run in report_input.runs],
        "baselines": [_run(run) for run in report_input.baselines],
        "tables": {
            table.name: {
                "title": table.title,
                "columns": {column.key: f"{column.group} {column.head}".strip() for column in table.columns},
                "rows": [{"source": row.source, "section": row.section, **row.cells} for row in table.rows],
                "notes": [*table.notes, *table.paper_notes],
            }
            for table in tables
        },
        "paper": paper().model_dump() if report_input.paper else None,
    }


def _run(run: ReportedRun) -> dict[str, Any]:
    info = run.loaded.info
    return {
        "name": run.name,
        "agent": run.agent,
        "created": info.created,
        "options": info.options.by_name(without=local_options()),
        "image_hash": info.image_hash,
        "tools_hash": info.tools_hash,
        "tasks_hash": tasks_hash(run),
        "tasks": {entry.id: entry.hash for entry in info.tasks},
        "versions": info.versions,
        "summary": run.summary,
        "damage": [{"file": path, "line": line, "problem": problem} for path, line, problem in run.damage()],
    }
