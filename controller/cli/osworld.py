"""`testbed osworld files`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from controller.cli import common
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.sources.osworld.task import OSWorldTask

app = typer.Typer(help="OSWorld's tasks: their files.", no_args_is_help=True)


@app.command()
def files(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The evaluation_examples of a checkout.")],
    missing: Annotated[bool, typer.Option("--missing", help="List only files that the cache lacks.")] = False,
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    list_file: common.ListFile = None,
    cache: common.Cache = None,
    as_json: common.Json = False,
) -> None:
    """List the files that a selection of OSWorld's tasks needs, for a downloader on any machine.

    Each line has the URL, the size in bytes (- if not known) and the path that the file must have below the cache
    folder, separated by tabs.
    """
    chosen = common.selection(f"osworld:{folder}", task, domain, limit, list_file, cache)
    tasks = [item for item in select_tasks(chosen, tasks_root()) if isinstance(item, OSWorldTask)]
    rows = [
        {"url": file.url, "size": item.cache.find(file).size, "target": file.target}
        for item in tasks
        for file in (item.missing if missing else item.files)
    ]
    if as_json:
        common.print_json(rows)
        return
    for row in rows:
        size = "-" if row["size"] is None else row["size"]
        sys.stdout.write(f"{row['url']}\t{size}\t{row['target']}\n")
    what = "are missing" if missing else "are needed"
    common.err.print(f"{len(rows)} files of {len(tasks)} tasks {what}", soft_wrap=True)
