"""The agent of a run: its options, and the check that it can run with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from controller.agents import registry as agents
from controller.agents.contract import AgentOptions
from controller.guests.provider import Provider
from controller.models.client import ModelClient
from controller.models.exchange import RetryPolicy
from controller.models.recorded_responses import RecordedResponses
from controller.records.run_info import AgentRecord, RunOptions
from controller.tasks.task import Task
from controller.tool_filter.base import ToolFilter
from controller.tool_filter.catalogue import load_catalogue
from controller.tool_filter.registry import load_filter, make_filter, max_tools

CHECK_RETRIES = RetryPolicy(attempts=3)
"""For requests to a model API before a run, while the user waits."""


def describe(options: RunOptions, tasks: Sequence[Task], provider: Provider) -> AgentRecord:
    """Return the agent's record after its own check of the options. Raises UsageError, ModelApiError."""
    tool_filter(options, options.seed)
    if load_filter(options.tool_filter).defers_tools:
        agents.check_defers(options.agent)
    model_client = ModelClient(
        CHECK_RETRIES, recorded_responses=RecordedResponses(()) if options.replay else None
    )
    try:
        max_offered = _max_tools_offered(options, tasks, provider)
        checked = replace(agent_options(options, model_client), max_tools_offered=max_offered)
        card = agents.load_agent(options.agent).describe(checked)
    finally:
        model_client.close()
    return AgentRecord(
        name=card.name, variant=card.variant, model=card.model, models=card.models, prompts=dict(card.prompts)
    )


def _max_tools_offered(options: RunOptions, tasks: Sequence[Task], provider: Provider) -> int:
    """Return the largest number of tools offered at once; 0 when unknown, as for guests with their own tools."""
    if options.actions == "gui" or provider.name == "fake":
        return 0
    annotated = [task.tools for task in tasks]
    chosen = max_tools(options.tool_filter, options.tool_budget, load_catalogue(), annotated)
    return chosen + any(task.has_user for task in tasks)


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
        settings=options.settings,
        model_client=model_client,
        actions=options.actions,
        call_seconds=options.call_seconds,
        defer_tools=load_filter(options.tool_filter).defers_tools,
        task_folder=known_task.folder if known_task else None,
        task_facts=known_task.facts if known_task else None,
        feasible=known_task.feasible if known_task else True,
        guest=guest if spec.is_person else "",
    )
