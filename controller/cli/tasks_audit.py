"""`testbed tasks audit`: defects of tasks that are seen without a guest."""

from __future__ import annotations

from dataclasses import asdict

import typer
from rich.text import Text

from controller.cli import common
from controller.core.plain_text import plain_text
from controller.results.text_table import make_table
from controller.tasks.audit import audit as audit_tasks
from controller.tasks.selection import select_tasks, tasks_root
from controller.tool_filter.catalogue import SHIPPED, load_catalogue


def audit(
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    as_json: common.Json = False,
) -> None:
    """Look for defects of tasks that are seen without a guest, and for tools that no task annotates.

    Exit code 0: nothing was found; 1: something was.
    """
    tasks = select_tasks(common.selection(suite, task, domain, limit), tasks_root())
    findings = audit_tasks(tasks)
    tools = {tool.name for tool in load_catalogue(SHIPPED)}
    not_annotated = sorted(tools - {name for item in tasks for name in item.tools})
    if as_json:
        common.print_json(
            {
                "tasks": len(tasks),
                "findings": [asdict(finding) for finding in findings],
                "tools": len(tools),
                "not_annotated": not_annotated,
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
            else f"each of the {len(tools)} tools is annotated by some task",
            soft_wrap=True,
        )
        common.out.print(f"{len(tasks)} tasks, {len(findings)} findings")
    if findings:
        raise typer.Exit(1)
