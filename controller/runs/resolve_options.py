"""The options of a run as its record has them, from those that a user gave."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path

from controller.agents.registry import check_via, choose_calling, load_agent, parse_name
from controller.guests.registry import check_name
from controller.records.part_options import default_options
from controller.records.run_options import RunOptions
from controller.runs.guest_options import guest_options, screen_to_record
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.selection_options import SelectionOptions
from controller.tasks.task import Task, servers_of

MODEL_AGENT = "anthropic"
"""The agent of a run that names none, if it names a model or the agent's key is set."""
AGENT_WITHOUT_KEY = "oracle"
"""That of other runs that name none."""


def default_agent(model: str) -> str:
    """Return the agent of a run for which none is named."""
    with_model = model or any(map(os.environ.get, load_agent(MODEL_AGENT).keys))
    return MODEL_AGENT if with_model else AGENT_WITHOUT_KEY


def resolve(given: RunOptions, suite: str, provider: str) -> RunOptions:
    """Return a run's options as recorded.

    Args:
        given: The options as users give them: the agent with its variant, "" for defaults of the agent.
        suite: The suite of the tasks.
        provider: The resolved name of the provider.

    Raises UsageError when the agent or the guests do not take an option.
    """
    name, variant = parse_name(given.agent)
    return given.model_copy(
        update={
            "agent": name,
            "variant": variant,
            "via": check_via(name, given.via),
            "calling": choose_calling(name, given.calling),
            "tool_filter": given.tool_filter or load_agent(name).default_tool_filter,
            "provider": provider,
            "screen": screen_to_record(suite, given.screen, given.scale),
            "parts": default_options() | given.parts,
            "servers": str(Path(given.servers).resolve()) if given.servers else "",
        }
    )


def resolve_provider(given: RunOptions, suite: str) -> str:
    """Return the name of the provider of a run's guests; on a cluster its nodes choose. Raises UsageError."""
    return given.provider if given.cluster else check_name(given.provider, guest_options(suite).profile)


def tasks_to_run(
    options: RunOptions, selection: SelectionOptions, source_options: tuple[tuple[str, str], ...]
) -> tuple[list[Task], str]:
    """Return the selected tasks with the user's servers, and the network that guests need for these.

    Raises TaskError, UsageError.
    """
    file = Path(options.servers) if options.servers else None
    chosen = replace(selection.selection(source_options, options.network, to_run=True), servers=file)
    tasks = select_tasks(chosen, tasks_root())
    return tasks, servers_of(tasks).network(options.network)


def new_folder(agent: str) -> Path:
    """Return the default folder of a new run."""
    stem = f"{datetime.now():%Y%m%d-%H%M%S}-{agent}"
    names = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
    return next(folder for name in names if not (folder := Path("runs") / name).exists())
