"""`testbed tasks audit`: defects of tasks that are seen without a guest."""

from __future__ import annotations

from dataclasses import asdict

import typer
from rich.text import Text

from controller.cli import common
from controller.cli.options import Given, takes_options
from controller.cli.source_options import SOURCES, source_options
from controller.core.plain_text import plain_text
from controller.guests.provider import HEADLESS, SNAPSHOTS
from controller.proofs.audit import audit as audit_tasks
from controller.results.text_table import make_table
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.task import Task
from controller.tool_filter.catalogue import SHIPPED, load_catalogue
from controller.tool_filter.servers import catalogue_for, pool_tools
from vm_images.server_pool import server_pool


@takes_options(*SOURCES)
def audit(
    context: typer.Context,
    given: Given,
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    as_json: common.Json = False,
) -> None:
    """Look for defects of tasks that are seen without a guest, and for tools that no task annotates.

    Exit code 0: nothing was found; 1: something was.
    """
    chosen = common.selection(suite, task, domain, limit, None, source_options(context, given))
    tasks = select_tasks(chosen, tasks_root())
    findings = audit_tasks(tasks, tools_offered)
    tools = {tool.name for tool in load_catalogue(SHIPPED)}
    annotated = {name for item in tasks for name in item.info.tools}
    not_annotated = sorted(tools - annotated)
    of_pool = {name for names in pool_tools().values() for name in names}
    if as_json:
        common.print_json(
            {
                "tasks": len(tasks),
                "findings": [asdict(finding) for finding in findings],
                "tools": len(tools),
                "not_annotated": not_annotated,
                "pool_tools": len(of_pool),
                "pool_annotated": len(of_pool & annotated),
            }
        )
    else:
        if findings:
            table = make_table("task", "kind", "finding", texts=("kind", "finding"))
            for finding in findings:
                table.add_row(Text(finding.task), finding.kind, Text(plain_text(finding.text)))
            common.out.print(table)
        common.out.print(
            f"no task annotates {len(not_annotated)} of {len(tools)} tools: {', '.join(not_annotated)}"
            if not_annotated
            else f"each of the {len(tools)} tools is annotated by some task"
        )
        if any(item.servers for item in tasks):
            common.out.print(
                f"{len(of_pool & annotated)} of {len(of_pool)} tools of the server pool are annotated"
            )
        common.out.print(f"{len(tasks)} tasks, {len(findings)} findings")
    if findings:
        raise typer.Exit(1)


def tools_offered(task: Task) -> frozenset[str] | None:
    """Names of the tools that a task's guest offers; None if a server of its is none of the pool."""
    if any(name not in server_pool() for name in task.servers):
        return None
    headless = task.select_snapshot(SNAPSHOTS) == HEADLESS
    return frozenset(tool.name for tool in catalogue_for(task.servers, headless=headless))
