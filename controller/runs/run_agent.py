"""The agent of a run: its options, and the check that it can run with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from controller.agents import registry as agents
from controller.agents.contract import AgentOptions
from controller.core.guest import Guest
from controller.core.parts import tools_of_parts
from controller.guests.provider import HEADLESS, Provider
from controller.guests.registry import is_simulated
from controller.models.client import ModelClient
from controller.models.exchange import RetryPolicy
from controller.models.http_sender import HttpSender
from controller.models.recorded_responses import RecordedResponses
from controller.records.run_info import AgentRecord
from controller.records.run_options import RunOptions
from controller.runs.episode_parts import check_run, part_prompts
from controller.tasks.task import Task, facts_of
from controller.tool_filter.base import ToolFilter
from controller.tool_filter.registry import load_filter, make_filter, max_tools, prepare_task
from controller.tool_filter.servers import catalogue_for, needed_tools
from testbed.errors import UsageError

CHECK_RETRIES = RetryPolicy(attempts=3)
"""For requests to a model API before a run, while the user waits."""


def describe(options: RunOptions, tasks: Sequence[Task], provider: Provider, folder: Path) -> AgentRecord:
    """Return the agent's record after its own check of the options, and those of parts of the run in this folder.

    Raises UsageError, ModelApiError.
    """
    tool_filter(options, options.seed)
    _check_annotation(options, tasks)
    if load_filter(options.tool_filter).defers_tools:
        agents.check_defers(options.agent)
        if options.calling == "prompt":
            raise UsageError(
                f"with the tool filter {options.tool_filter} the model's API searches for tools, which has no form in "
                "the prompt",
                hint="use --calling native, or --tool-filter router",
            )
    model_client = ModelClient(
        CHECK_RETRIES, recorded_responses=RecordedResponses(()) if options.replay else None
    )
    route_model_calls(options, model_client, provider)
    try:
        most = _max_tools_offered(options, tasks, provider)
        checked = replace(
            agent_options(options, model_client), max_tools_offered=most[False], max_tools_headless=most[True]
        )
        spec = agents.load_agent(options.agent)
        card = spec.describe(checked)
        if spec.needs_model and (card.gui_only or options.actions == "gui"):
            remedy = "an agent that calls tools" if card.gui_only else "--actions mcp"
            _refuse_headless(card.name, tasks, provider, remedy)
        check_run(options, folder, tasks, model_client)
    finally:
        model_client.close()
    prompts = dict(card.prompts) | part_prompts(options, tasks)
    return AgentRecord(
        name=card.name,
        variant=card.variant,
        model=card.model,
        models=card.models,
        prompts=prompts,
        warnings=card.warnings,
        is_baseline=spec.is_baseline,
        knows_solution=spec.knows_solution,
        gui_only=card.gui_only,
        states_cost=card.states_cost,
    )


def _check_annotation(options: RunOptions, tasks: Sequence[Task]) -> None:
    """Raise UsageError when the filter shows annotated tools alone, and a task that tools help with names none."""
    if options.actions == "gui" or not load_filter(options.tool_filter).needs_annotation:
        return
    helped = [task for task in tasks if task.info.tool_beneficial and not task.skip_reason]
    lacking = [task.id for task in helped if not (task.info.tools or task.servers)]
    if lacking and not agents.load_agent(options.agent).knows_solution:
        more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        raise UsageError(
            f"{lacking[0]}{more} of {len(tasks)} selected tasks: their source names no tools, and the filter "
            f"{options.tool_filter} shows those of a task's annotation",
            hint="use rag, bm25, app, all or router",
        )


def _refuse_headless(agent: str, tasks: Sequence[Task], provider: Provider, remedy: str) -> None:
    """Raise UsageError when an agent that has only mouse and keyboard is to play tasks on guests without a screen."""
    headless = [task.id for task in tasks if task.select_snapshot(provider.snapshots) == HEADLESS]
    if headless:
        more = f" and {len(headless) - 1} more tasks" if len(headless) > 1 else ""
        raise UsageError(
            f"the agent {agent!r} has mouse and keyboard alone, and the guest of {headless[0]}{more} has no screen",
            hint=f"select other tasks, or use {remedy}",
        )


def route_model_calls(options: RunOptions, client: ModelClient, place: Provider | Guest) -> None:
    """Have a client's requests sent from the node of these guests, or of this guest, if the run's options set it."""
    if options.model_calls == "node" and isinstance(place, HttpSender):
        client.send_by(place)


def _max_tools_offered(options: RunOptions, tasks: Sequence[Task], provider: Provider) -> Counter[bool]:
    """Return the largest number of tools offered at once on guests with a screen (False) and headless ones (True).

    0 when unknown, as for guests with their own tools.
    """
    most = Counter[bool]()
    if options.actions == "gui" or is_simulated(provider):
        return most
    alike: dict[tuple[frozenset[str], bool], list[Task]] = {}
    for task in tasks:
        headless = task.select_snapshot(provider.snapshots) == HEADLESS
        offered = prepare_task(task, options.tool_filter).servers.offered
        alike.setdefault((frozenset(offered), headless), []).append(task)
    for (servers, headless), group in alike.items():
        catalogue = catalogue_for(servers, headless=headless)
        needed = [needed_tools(task.info.tools, task.servers, catalogue) for task in group]
        count = max_tools(options.tool_filter, options.tool_budget, catalogue, needed)
        further = max(len(tools_of_parts(task.sections)) for task in group)
        most[headless] = max(most[headless], count + further)
    return most


def tool_filter(options: RunOptions, seed: int) -> ToolFilter:
    """Create the tool filter of an episode with that seed. Raises UsageError."""
    return make_filter(
        options.tool_filter,
        options.tool_order,
        seed,
        budget=options.tool_budget,
        embeddings=options.embeddings,
    )


def agent_options(
    options: RunOptions, model_client: ModelClient, task: Task | None = None, guest: str = ""
) -> AgentOptions:
    """Return the agent's options; task and guest only for agents that may know them."""
    spec = agents.load_agent(options.agent)
    known_task = task if spec.knows_solution else None
    return AgentOptions(
        variant=options.variant,
        model=options.model,
        base_url=options.base_url,
        via=options.via,
        settings=options.settings,
        model_client=model_client,
        actions=options.actions,
        calling=options.calling or agents.choose_calling(options.agent) or "native",
        call_seconds=options.limits.call_seconds,
        defer_tools=load_filter(options.tool_filter).defers_tools,
        task_folder=known_task.folder if known_task else None,
        task_facts=facts_of(known_task) if known_task else None,
        feasible=known_task.info.feasible if known_task else True,
        guest=guest if spec.is_person else "",
        safety_checks=options.of_part("approval").approve,
    )
