"""`testbed tools eval`: evaluate the tool filters."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from controller.cli import common
from controller.cli.options import Given, takes_options
from controller.cli.source_options import SOURCES, source_options
from controller.core.guest import GUI_PREFIX, Tool
from controller.results.text_table import make_table
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tool_filter.base import FilterSpec
from controller.tool_filter.cases import FilterCase, file_cases, task_cases
from controller.tool_filter.catalogue import SHIPPED, load_catalogue
from controller.tool_filter.evaluation import FilterScores, evaluate
from controller.tool_filter.registry import load_filter, make_evaluated_filter
from testbed.command import command
from testbed.errors import UsageError
from testbed.extension_points import TOOL_FILTERS

RANKS = (10, 25)


@takes_options(*SOURCES)
def evaluate_filters(
    context: typer.Context,
    given: Given,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="Requests, as JSON Lines or TOML; default: the tasks' instructions and annotated tools.",
            show_default=False,
        ),
    ] = None,
    filters: Annotated[
        list[str] | None,
        typer.Option("--filter", metavar="F", help="Evaluate this filter; repeatable. Default: all filters."),
    ] = None,
    tools: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Tool list from `testbed tools list --json`; default: the image's.",
            show_default=False,
        ),
    ] = None,
    provider: Annotated[
        str, typer.Option(metavar="P", help="Boot a guest of this provider and use its tools.")
    ] = "",
    at: Annotated[
        list[int] | None, typer.Option("--at", metavar="K", min=1, help="Print recall at K; repeatable.")
    ] = None,
    tool_budget: common.ToolBudget = "",
    embeddings: common.Embeddings = "",
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, including the tools each filter missed.")
    ] = False,
) -> None:
    """Evaluate the tool filters: recall of the required tools, mean reciprocal rank, tokens and time.

    No guest is needed. A request in FILE has an instruction, the active application and the required tools:
    {"instruction": "Make it louder", "application": "vlc", "tools": ["osworld_mcp_os.set_volume"]}.
    """
    catalogue = _catalogue(tools, provider)
    options = source_options(context, given)
    if file is not None and (suite or task or domain or options):
        names = ", ".join(("--suite", "--task", *(f"--{name}" for name, _ in options)))
        raise UsageError(
            f"FILE cannot be combined with {names} or --domain", hint="leave out FILE or those options"
        )
    chosen = common.selection(suite, task, domain, None, None, options)
    cases = file_cases(file, catalogue) if file is not None else _task_cases(chosen, catalogue)
    ranks = tuple(sorted(set(at or RANKS)))
    rows = {
        label: evaluate(
            make_evaluated_filter(name, budget=own_budget, embeddings=model), catalogue, cases, ranks
        )
        for label, name, own_budget, model in _rows(filters, tool_budget, embeddings)
    }
    if as_json:
        sys.stdout.write(json.dumps({name: asdict(row) for name, row in rows.items()}, indent=2) + "\n")
        return
    needed = sum(len(case.needs) for case in cases)
    common.out.print(f"{len(cases)} instructions, {needed} required tools, {len(catalogue)} tools in total")
    common.out.print(_table(rows, ranks))


def _rows(filters: list[str] | None, budget: str, embeddings: str) -> list[tuple[str, str, str, str]]:
    """Return the rows to evaluate: a label, the filter's name, its budget and its embeddings."""
    rows = []
    evaluated = [name for name in TOOL_FILTERS.names() if _can_evaluate(load_filter(name))]
    for name in filters or evaluated:
        spec = load_filter(name)
        if not _can_evaluate(spec):
            raise UsageError(
                f"the tool filter {name} cannot be evaluated without a model",
                hint=f"filters that can: {', '.join(evaluated)}",
            )
        own_budget = budget if spec.takes_budget else ""
        rows.append((name, name, own_budget, ""))
        if spec.takes_embeddings and embeddings:
            rows.append((f"{name}, embeddings", name, own_budget, embeddings))
    return rows


def _can_evaluate(spec: FilterSpec) -> bool:
    return spec.evaluated_as is not None or not spec.model_searches


def _catalogue(path: Path | None, provider: str) -> list[Tool]:
    if path is not None and provider:
        raise UsageError("--tools cannot be combined with --provider", hint="leave one of them out")
    if provider:
        with common.provider_named(provider) as guest_provider:
            return [
                tool for tool in guest_provider.start().list_tools() if not tool.name.startswith(GUI_PREFIX)
            ]
    return load_catalogue(path or SHIPPED)


def _task_cases(chosen: Selection, catalogue: list[Tool]) -> list[FilterCase]:
    tasks = select_tasks(chosen, tasks_root())
    listed = {tool.name for tool in catalogue}
    fitting = [task for task in tasks if not task.servers.not_listed(listed)]
    if len(fitting) < len(tasks):
        common.err.print(
            f"{len(tasks) - len(fitting)} tasks are left out: the tool list has no tools of their servers"
        )
    cases = task_cases(fitting)
    if not cases:
        raise UsageError("none of the selected tasks has annotated tools", hint="select other tasks")
    unknown = sorted({name for case in cases for need in case.needs for name in need} - listed)
    if unknown:
        raise UsageError(
            f"the tasks require {unknown[0]}, which is not in the tool list",
            hint=f"compare it with `{command('tools list')}`",
        )
    return cases


def _table(rows: Mapping[str, FilterScores], ranks: tuple[int, ...]) -> Table:
    recall_at = [f"@{k}" for k in ranks]
    columns = ("filter", "tools", "recall", *recall_at, "MRR", "tokens", "% of all", "ms", "most ms")
    table = make_table(*columns, texts=("filter",))
    for name, row in rows.items():
        table.add_row(
            Text(name),
            f"{row.tools:.1f}",
            f"{row.recall:.3f}",
            *(f"{row.recall_at[k]:.3f}" for k in ranks),
            f"{row.mrr:.3f}",
            f"{row.tokens:.0f}",
            f"{100 * row.share:.1f}",
            f"{row.ms_median:.2f}",
            f"{row.ms_most:.2f}",
        )
    return table
