"""`testbed tasks synthesize`: drafts of tasks for servers of the pool, written by a model and proven in guests."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from controller.cli import common, drafting
from controller.guests.network_access import CLOSED
from controller.synthesis.asking import Asker, default_folder
from controller.synthesis.stages import StageFolder
from controller.synthesis.task_draft import TaskOutcome, TaskSynthesis
from controller.tasks.task_servers import TaskServers
from testbed.errors import UsageError


def synthesize(
    servers: Annotated[
        str,
        typer.Option("--servers", metavar="A,B[,C]", help="Ids of servers; each task uses all of them."),
    ],
    model: drafting.Model,
    server_file: Annotated[
        Path | None,
        typer.Option(
            "--server-file",
            metavar="FILE",
            help="Servers of your own (TOML), which --servers can name beside those of the pool.",
        ),
    ] = None,
    count: Annotated[
        int, typer.Option("--count", metavar="N", min=1, max=99, help="How many tasks to try.")
    ] = 3,
    base_url: drafting.BaseUrl = "",
    answers: drafting.Answers = 3,
    out: drafting.Out = None,
    replay: drafting.Replay = None,
    provider: common.ProviderName = "",
    as_json: common.Json = False,
) -> None:
    """Have a model make tasks for servers: chains of calls, executed in a guest, and a task for each.

    Tasks that are not solvable or not useful are dropped. The others get a fuzzy form and are proven in headless
    guests. What is proven is left in DIR/drafts for you to review; nothing is added to the tasks. The same command with
    --out DIR goes on where an interrupted one stopped.

    Exit code 1: no task is proven.
    """
    names = [name.strip() for name in servers.split(",") if name.strip()]
    if not names or len(set(names)) < len(names):
        raise UsageError(
            f"invalid value for --servers: {servers!r}", hint="name each server once: memory,calculator"
        )
    offered = TaskServers.read(names, server_file, "--server-file")
    folder = out or default_folder("synthesize", f"{datetime.now():%Y%m%d-%H%M%S}")
    stages = StageFolder(folder, replay)
    settings = drafting.settings(model, base_url)
    given = {"command": "tasks synthesize", "model": model, "answers": answers, "servers": names}
    if hashes := offered.hashes:
        given["server_hashes"] = hashes
    stages.check_settings(given)
    outcomes: list[TaskOutcome] = []
    asker = Asker(settings, answers, drafting.reporter(",".join(names)))
    with common.provider_named(provider, network=offered.network(CLOSED)) as guest_provider:
        synthesis = TaskSynthesis(offered, stages, asker, guest_provider)
        for number in range(1, count + 1):
            outcome = synthesis.draft(number)
            outcomes.append(outcome)
            where = f"proven, left in {folder / 'drafts' / outcome.task}"
            drafting.reporter(f"task {number}")(outcome.reason or where)
    made = sum(not outcome.reason for outcome in outcomes)
    if as_json:
        common.print_json([asdict(outcome) for outcome in outcomes])
    else:
        drafting.print_end(f"{made} of {count} tasks are proven", stages)
    if not made:
        raise typer.Exit(1)
