"""`testbed tools generate`: drafts of tools out of tasks, written by a model and proven in guests."""

from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from controller.cli import common, drafting
from controller.runs.observer import RunObserver
from controller.synthesis.asking import Asker, default_folder
from controller.synthesis.stages import StageFolder
from controller.synthesis.tool_draft import DRAFT, ToolOutcome, draft_tool
from controller.synthesis.trying import Trials
from controller.tasks.selection import Selection, load_tasks, select_tasks, tasks_root
from controller.tasks.task import Task, with_variant
from controller.tool_filter.catalogue import load_catalogue
from testbed.errors import UsageError


def generate(
    task: Annotated[
        list[str], typer.Option("--task", metavar="GLOB", help="Tasks to make tools of; repeatable.")
    ],
    model: drafting.Model,
    second: Annotated[
        str,
        typer.Option(
            "--second",
            metavar="TASK",
            help="Task on which each tool is tried too; default: the one most like it of the same applications.",
            show_default=False,
        ),
    ] = "",
    second_variant: Annotated[
        int, typer.Option("--second-variant", metavar="N", min=0, help="Variant of that task.")
    ] = 0,
    base_url: drafting.BaseUrl = "",
    answers: drafting.Answers = 3,
    out: drafting.Out = None,
    replay: drafting.Replay = None,
    provider: common.ProviderName = "",
    as_json: common.Json = False,
) -> None:
    """Have a model make tools out of tasks: code that solves a task, judged by its checker, then wrapped as a tool.

    The tool must solve the task and a second one, each in a fresh guest. What works is left in DIR/<task>/draft for you
    to review; nothing is added to mcp_tools. The same command with --out DIR goes on where an interrupted one stopped.

    Exit code 1: a task has no tool, or its tool does not do the second task.
    """
    root = tasks_root()
    tasks = select_tasks(Selection(globs=tuple(task)), root)
    for item in tasks:
        if item.skip_reason or not item.judging.has_checker or not item.info.feasible:
            raise UsageError(
                f"no tool can be made of {item.id}: {item.skip_reason or 'it must be feasible and have a check.py'}",
                hint="select other tasks",
            )
    pairs = [(item, _second_of(item, second, second_variant, root)) for item in tasks]
    folder = out or default_folder("generate", f"{datetime.now():%Y%m%d-%H%M%S}")
    stages = StageFolder(folder, replay)
    settings = drafting.settings(model, base_url)
    stages.check_settings(
        {
            "command": "tools generate",
            "model": model,
            "answers": answers,
            "tasks": {
                item.id: [item.hash, other.id, other.play.variant, other.hash] for item, other in pairs
            },
        }
    )
    taken = {tool.name for tool in load_catalogue()}
    outcomes: list[ToolOutcome] = []
    cancel = threading.Event()
    with common.provider_named(provider) as guest_provider:
        for item, other in pairs:
            own = stages.below(item.id)
            trials = Trials(guest_provider, own.episodes, RunObserver(), cancel)
            outcome = draft_tool(
                item,
                other,
                own,
                Asker(settings, answers, drafting.reporter(item.id)),
                trials,
                taken,
                provider=guest_provider.name,
                image=guest_provider.image_hash,
                replayed=replay is not None,
            )
            outcomes.append(outcome)
            if outcome.proof:
                taken.add(outcome.proof.tool)
            drafting.reporter(item.id)(_line(outcome, own.folder))
    if as_json:
        common.print_json(
            [
                {
                    "task": outcome.task,
                    "reason": outcome.reason,
                    "proof": outcome.proof.model_dump(mode="json") if outcome.proof else None,
                }
                for outcome in outcomes
            ]
        )
    else:
        made = sum(outcome.proof is not None and outcome.proof.general for outcome in outcomes)
        drafting.print_end(
            f"{made} of {len(outcomes)} tasks have a tool that also does a second task", stages
        )
    if any(outcome.reason for outcome in outcomes):
        raise typer.Exit(1)


def _line(outcome: ToolOutcome, folder: Path) -> str:
    if outcome.proof is None:
        return outcome.reason
    remark = (
        f"; not general: {outcome.reason}" if outcome.reason else f"; it also does {outcome.proof.second}"
    )
    return f"the tool {outcome.proof.tool} is left in {folder / DRAFT}{remark}"


def _second_of(task: Task, name: str, variant: int, root: Path) -> Task:
    """Return the task that a task's tool is tried on too. Raises UsageError."""
    if name:
        [second] = load_tasks([name], root)
        if second.id == task.id and variant == task.play.variant:
            raise UsageError(
                f"{name} is the task itself", hint="name another one, or another --second-variant"
            )
        return with_variant(second, variant)
    others = [
        item
        for item in select_tasks(Selection(), root)
        if item.id != task.id
        and set(item.info.applications) == set(task.info.applications)
        and item.info.feasible
        and item.judging.has_checker
        and not item.skip_reason
    ]
    if not others:
        raise UsageError(
            f"no other task is about {', '.join(task.info.applications)} alone",
            hint="name the second task with --second, or another variant of it with --second-variant",
        )
    return max(others, key=lambda item: (_likeness(task, item), item.id))


def _likeness(first: Task, second: Task) -> tuple[int, int]:
    """Rank tasks by the annotated tools that they share, then by the words."""
    words = [set(item.instruction.lower().split()) for item in (first, second)]
    return len(set(first.info.tools) & set(second.info.tools)), len(words[0] & words[1])
