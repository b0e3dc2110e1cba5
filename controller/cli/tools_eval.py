"""`testbed tools eval`: how good the tool filters are."""

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
from controller.core.guest import GUI_PREFIX, Tool
from controller.results.text_table import make_table
from controller.tasks.selection import select_tasks, tasks_root
from controller.tool_filter.cases import FilterCase, file_cases, task_cases
from controller.tool_filter.catalogue import SHIPPED, load_catalogue
from controller.tool_filter.evaluation import FilterScores, evaluate
from controller.tool_filter.registry import create_filter, filter_names, load_filter
from testbed.errors import UsageError

RANKS = (10, 25)


def evaluate_filters(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="Requests, JSON Lines or TOML; without it the tasks' instructions and annotated tools.",
            show_default=False,
        ),
    ] = None,
    filters: Annotated[
        list[str] | None,
        typer.Option("--filter", metavar="F", help="This filter; may be repeated. By default all of them."),
    ] = None,
    tools: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The list of tools, from testbed tools list --json; by default the image's.",
            show_default=False,
        ),
    ] = None,
    provider: Annotated[
        str, typer.Option(metavar="P", help="Boot a guest of this provider and take the tools it offers.")
    ] = "",
    at: Annotated[
        list[int] | None, typer.Option("--at", metavar="K", min=1, help="Recall at K; may be repeated.")
    ] = None,
    tool_budget: common.ToolBudget = "",
    embeddings: common.Embeddings = "",
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, with what each filter missed.")
    ] = False,
) -> None:
    """Measure the tool filters: recall of the tools needed, reciprocal rank, tokens and time.

    Needs no guest. A request in FILE is an instruction, the application in front, and the tools needed:
    {"instruction": "Make it louder", "application": "vlc", "tools": ["osworld_mcp_os.set_volume"]}.
    """
    catalogue = _catalogue(tools, provider)
    if file is not None and (suite or task or domain):
        raise UsageError(
            "requests of a file and tasks are measured apart", hint="leave out FILE, or the tasks"
        )
    cases = file_cases(file, catalogue) if file is not None else _task_cases(suite, task, domain, catalogue)
    ranks = tuple(sorted(set(at or RANKS)))
    rows = {
        label: evaluate(create_filter(name, **options), catalogue, cases, ranks)
        for label, name, options in _rows(filters, tool_budget, embeddings)
    }
    if as_json:
        sys.stdout.write(json.dumps({name: asdict(row) for name, row in rows.items()}, indent=2) + "\n")
        return
    needed = sum(len(case.needs) for case in cases)
    common.out.print(f"{len(cases)} instructions, {needed} tools needed, {len(catalogue)} tools in all")
    common.out.print(_table(rows, ranks))


def _rows(filters: list[str] | None, budget: str, embeddings: str) -> list[tuple[str, str, dict[str, str]]]:
    """What to measure: a label, a filter's name, its options."""
    found: list[tuple[str, str, dict[str, str]]] = []
    measured = [name for name in filter_names() if not load_filter(name).model_searches]
    for name in filters or measured:
        if load_filter(name).model_searches:
            raise UsageError(
                f"what the tool filter {name} shows is up to what a model asks, and no model is asked here",
                hint=f"filters that are measured: {', '.join(measured)}",
            )
        options = {"budget": budget} if budget and load_filter(name).takes_budget else {}
        found.append((name, name, options))
        if load_filter(name).takes_embeddings and embeddings:
            found.append((f"{name}, embeddings", name, {**options, "embeddings": embeddings}))
    return found


def _catalogue(path: Path | None, provider: str) -> list[Tool]:
    if path is not None and provider:
        raise UsageError("the tools come from a list or from a guest", hint="leave out --tools or --provider")
    if provider:
        with common.provider_named(provider) as machines:
            return [tool for tool in machines.start().list_tools() if not tool.name.startswith(GUI_PREFIX)]
    return load_catalogue(path or SHIPPED)


def _task_cases(
    suite: str, globs: list[str] | None, domains: list[str] | None, catalogue: list[Tool]
) -> list[FilterCase]:
    cases = task_cases(select_tasks(common.selection(suite, globs, domains, None), tasks_root()))
    if not cases:
        raise UsageError("none of these tasks has annotated tools", hint="choose others")
    listed = {tool.name for tool in catalogue}
    unknown = sorted({name for case in cases for need in case.needs for name in need} - listed)
    if unknown:
        raise UsageError(
            f"the tasks need {unknown[0]}, which is not in the list of tools",
            hint="compare it with testbed tools list",
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
