"""`testbed tasks list|show|new|validate|audit|mutate`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from controller.cli import common, tasks_audit, tasks_mutate, tasks_variants
from controller.cli.display import Goal, watching
from controller.core.plain_text import plain_text
from controller.guests.network_access import CLOSED
from controller.results.text_table import make_table
from controller.runs.skipping import describe_skipped
from controller.runs.validation import VARIANTS, Verdict, count_cases, not_proven, prove
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.solutions import equivalent_results, reference_solutions, wrong_results
from controller.tasks.task import Task, recorded_variant
from testbed.command import command

app = typer.Typer(help="List, show, make, validate, audit and mutate tasks.", no_args_is_help=True)


@app.command("list")
def list_tasks(
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    list_file: common.ListFile = None,
    cache: common.Cache = None,
    tool_beneficial: common.ToolBeneficial = None,
    as_json: common.Json = False,
) -> None:
    """List tasks with their suites, reference solutions, annotated tools and variants, or with what they need.

    Tasks of a source such as osworld:DIR are listed with what they need beyond a guest, and why they cannot run here.
    """
    chosen = common.selection(suite, task, domain, limit, list_file, cache, tool_beneficial=tool_beneficial)
    tasks = select_tasks(chosen, tasks_root())
    tasks = tasks_variants.warn_of_malformed(tasks)
    if as_json:
        common.print_json([_described(item) for item in tasks])
        return
    if any(item.requirement for item in tasks):
        _print_requirements(tasks)
        return
    table = make_table(
        "task",
        "suites",
        "solved by",
        "tools",
        "variants",
        "feasible",
        texts=("suites", "solved by", "variants", "feasible"),
    )
    for item in tasks:
        table.add_row(
            item.id,
            " ".join(item.suites),
            " ".join(_references(item)) or "-",
            str(len(item.tools)) if item.tools else "-",
            "yes" if item.has_variants else "-",
            "yes" if item.feasible else "no",
        )
    common.out.print(table)
    helped, varied = (sum(map(attrgetter(name), tasks)) for name in ("tool_beneficial", "has_variants"))
    common.out.print(f"{len(tasks)} tasks, {helped} tool-beneficial, {varied} with variants")


def _print_requirements(tasks: Sequence[Task]) -> None:
    """Print what each task needs, and how many tasks need what."""
    columns = ("task", "applications", "needs", "runs here", "why not")
    table = make_table(*columns, texts=columns)
    for item in tasks:
        why = "" if item.obstacle == item.requirement else item.obstacle
        runs = "no" if item.obstacle else "yes"
        cells = (item.id, " ".join(item.applications), item.requirement, runs, why)
        table.add_row(*(Text(plain_text(cell)) for cell in cells))
    common.out.print(table)
    kinds = Counter(item.requirement.partition(":")[0] for item in tasks)
    counts = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    helped = sum(item.tool_beneficial for item in tasks)
    common.out.print(f"{len(tasks)} tasks: {counts}; {helped} tool-beneficial", soft_wrap=True)
    obstacles = [item.obstacle for item in tasks if item.obstacle]
    common.out.print(
        describe_skipped(obstacles, len(tasks)) or "all of them can run on this host", soft_wrap=True
    )


@app.command()
def show(
    task: Annotated[str, typer.Argument(metavar="TASK", help="Task id or glob.")],
    suite: common.Suite = "",
    cache: common.Cache = None,
    variant: Annotated[
        int, typer.Option(metavar="N", min=0, help="Variant to show of tasks that have variants.")
    ] = 0,
    as_json: common.Json = False,
) -> None:
    """Show a task: instruction, facts, set-up, annotated tools, reference solutions and wrong results."""
    tasks = select_tasks(common.selection(suite, [task], None, None, cache=cache), tasks_root())
    tasks = tasks_variants.warn_of_malformed([item.with_variant(variant) for item in tasks])
    if as_json:
        common.print_json([_described(item) for item in tasks])
        return
    for item in tasks:
        lines = [
            (item.id, "bold"),
            (item.instruction, ""),
            (f"suites: {', '.join(item.suites) or 'none'}", ""),
            (f"applications: {', '.join(item.applications)}", ""),
            (f"tools: {', '.join(item.tools) or 'none'}", ""),
            (f"feasible: {_feasibility(item)}", ""),
            *((line, "") for line in tasks_variants.fact_lines(item)),
            *([(f"requirement: {item.requirement}", "")] if item.requirement else []),
            *([(f"skipped here: {item.obstacle}", "")] if item.obstacle else []),
            (f"references: {', '.join(_references(item)) or 'none'}", ""),
            (f"equivalent results: {', '.join(equivalent_results(item.folder)) or 'none'}", ""),
            (f"wrong results: {', '.join(wrong_results(item.folder)) or 'none'}", ""),
            *((f"set-up: {step}", "") for step in item.describe_setup()),
            (f"folder: {item.folder or item.place}", "dim"),
        ]
        for text, style in lines:
            common.out.print(Text(text, style=style), soft_wrap=True)
        common.out.print()


@app.command()
def new(
    task: Annotated[
        str, typer.Argument(metavar="DOMAIN/NAME", help="Id of the new task, such as os/tidy_downloads.")
    ],
) -> None:
    """Make a new task: a small one that is proven, for you to change, in the folder of tasks."""
    from controller.tasks.skeleton import make_task

    folder = make_task(task, tasks_root())
    common.out.print(f"{folder}: task.toml, check.py, solve.py, files/", markup=False, soft_wrap=True)
    common.out.print(f"change them, then: {command(f'tasks validate {task}')}", markup=False, soft_wrap=True)


@app.command()
def validate(
    task_names: Annotated[
        list[str] | None, typer.Argument(metavar="TASK", help="Task ids or globs, like --task.")
    ] = None,
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    provider: common.ProviderName = "",
    network: common.Network = CLOSED,
    guests: common.Guests = 2,
    variant: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Variant to prove of tasks that have variants; repeatable; default: 0, 1 and 2.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the episodes' records; default: runs/<time>-validate."),
    ] = None,
    display: common.Display = "",
    as_json: common.Json = False,
) -> None:
    """Validate tasks: doing nothing must fail, every reference and equivalent result pass, every wrong one fail.

    Exit code 0: all tasks are valid; 1: some are not.
    """
    console = common.err if as_json else common.out
    style = common.display_style(display, console)
    globs = [*(task_names or ()), *(task or ())]
    tasks = select_tasks(common.selection(suite, globs, domain, limit, network=network), tasks_root())
    folder = out or Path("runs") / f"{datetime.now():%Y%m%d-%H%M%S}-validate"
    with common.provider_named(provider, suite, network) as machines:
        variants = tuple(dict.fromkeys(variant or VARIANTS))
        with watching(style, Goal(count_cases(tasks, variants)), console) as watcher:
            verdicts = prove(tasks, machines, guests, folder, watcher, variants=variants)
    open_claims = not_proven(verdicts)
    if as_json:
        common.print_json([asdict(verdict) for verdict in verdicts])
    else:
        _print_verdicts(verdicts, open_claims, len(tasks), folder)
    if open_claims:
        raise typer.Exit(1)


def _print_verdicts(
    verdicts: Sequence[Verdict], open_claims: Mapping[str, Sequence[Verdict]], tasks: int, folder: Path
) -> None:
    table = make_table("task", "claim", "why", title="not proven")
    for task_id, failures in open_claims.items():
        for verdict in failures:
            table.add_row(Text(task_id), Text(verdict.name), Text(verdict.why))
    if open_claims:
        common.out.print(table)
    proven = sum(verdict.proven for verdict in verdicts)
    common.out.print(
        f"{tasks - len(open_claims)} of {tasks} tasks proven, {proven} of {len(verdicts)} claims; "
        f"records in {folder}",
        soft_wrap=True,
    )


def _feasibility(task: Task) -> str:
    if task.feasible:
        return "yes"
    return f"no; its twin is {task.twin}" if task.twin else "no"


def _described(task: Task) -> dict[str, Any]:
    """Return a task as JSON has it: its file, its solutions and its folder."""
    return {
        "id": task.id,
        "domain": task.domain,
        **task.definition(),
        "tool_beneficial": task.tool_beneficial,
        "has_variants": task.has_variants,
        **recorded_variant(task),
        "references": _references(task),
        "equivalent_results": list(equivalent_results(task.folder)),
        "wrong_results": list(wrong_results(task.folder)),
        "hash": task.hash,
        "folder": str(task.folder or task.place),
    }


def _references(task: Task) -> list[str]:
    """Return the variants of the reference solution; without one the oracle reports an infeasible task."""
    variants = list(reference_solutions(task.folder))
    return variants or ([] if task.feasible else ["called infeasible"])


app.command("audit")(tasks_audit.audit)
app.command("mutate")(tasks_mutate.mutate)
