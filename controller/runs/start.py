"""Starting a run: its folder created, resumed, or created to replay another run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from controller.agents import registry as agents
from controller.core.parts import origins
from controller.guests.provider import Provider
from controller.models.prices import Prices
from controller.records.run_info import AgentRecord, RunInfo, SourceRecord, TaskEntry, versions
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.runs.episode_parts import part_models, prepared
from controller.runs.replay import Recording
from controller.runs.run_agent import describe
from controller.runs.skipping import record_skipped
from controller.tasks.selection import load_tasks, task_source
from controller.tasks.task import TASKS_FOLDER, Task, has_fuzzy_form, servers_of, with_form, with_variant
from controller.tool_filter.registry import base_name
from testbed.command import command
from testbed.errors import UsageError
from testbed.extension_points import AGENTS, TOOL_FILTERS

_EMBEDDING_PACKAGES = ("sentence-transformers", "torch")


def create_run(
    folder: Path,
    options: RunOptions,
    tasks: Sequence[Task],
    provider: Provider,
    prices: Prices | None = None,
    *,
    tags: Mapping[str, str] | None = None,
    note: str = "",
) -> RunRecords:
    """Create a run's folder after checking all that the user named.

    Args:
        folder: The folder: a new or empty one, or that of a run that was aborted before any result, which is moved.
        options: The run's options.
        tasks: The selected tasks.
        provider: The provider of the run's guests.
        prices: Prices of models; the built-in list by default.
        tags: The user's own labels of the run, to select it by (`controller/metrics/tags.py`).
        note: The user's own remark on the run.

    Raises:
        UsageError: Unknown agent, variant, model, filter or order; a model for an agent that uses none; missing
            key; a cost limit for a model without a known price; the folder cannot be used.
    """
    prices = prices or Prices.load()
    _check_model(options)
    check_variants(options, tasks)
    _check_form(options, tasks)
    servers = servers_of(tasks)
    servers.check(options.network)
    tasks = [
        with_form(with_variant(task, options.variants.task_variant), options.instructions) for task in tasks
    ]
    tasks = [prepared(task, options) for task in tasks]
    runnable = [task for task in tasks if not task.skip_reason]
    if tasks and not runnable:
        raise UsageError(
            f"none of the {len(tasks)} selected tasks can run on this host; {tasks[0].id} {tasks[0].skip_reason}",
            hint=f"`{command('tasks list')}` with the same selection shows the reason for each",
        )
    for task in runnable:
        task.judging.truth()
        if task.judging.has_checker:
            task.judging.checker()
    agent = describe(options, tasks, provider, folder)
    _check_price(options, agent, prices)
    records = RunRecords.create(
        folder,
        RunInfo(
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            options=options.model_copy(
                update={"calling": agents.choose_calling(options.agent, options.calling)}
            ),
            agent=agent,
            prices=prices,
            image_hash=provider.image_hash,
            tasks=tuple(TaskEntry.of(task, options.variants.in_epochs(options.epochs)) for task in tasks),
            source=SourceRecord.of(tasks[0].source if tasks else TASKS_FOLDER),
            servers=dict(sorted(servers.hashes.items())),
            versions=_versions(options),
            tags=dict(tags or {}),
            note=note,
        ),
    )
    record_skipped(records, tasks)
    return records


def refuse_imported(records: RunRecords) -> None:
    """Raise UsageError for an imported run, which cannot be resumed or replayed."""
    if records.info.imported:
        raise UsageError(
            f"{records.folder} has imported results, which can neither be resumed nor replayed",
            hint=f"start a new run: `{command('run')}`",
        )


def resume_run(
    folder: Path, root: Path, provider: Provider, limits: Mapping[str, float] | None = None
) -> tuple[RunRecords, list[Task]]:
    """Open a run and its tasks for the episodes that have no result. `limits` replace options of that name.

    Raises UsageError when the tasks, the image or the prompts differ from those of the run.
    """
    records = RunRecords.open(folder)
    refuse_imported(records)
    tasks = _unchanged_tasks(records.info, root)
    if provider.image_hash != records.info.image_hash:
        raise UsageError(
            f"the image is now {provider.image_hash[:12]}, the run began with {records.info.image_hash[:12]}",
            hint="rebuild that image, or start a new run",
        )
    if not describe(records.info.options, tasks, provider, folder).is_same_as(records.info.agent):
        raise UsageError("the agent's prompts have changed since the run began", hint="start a new run")
    if limits:
        options = records.info.options.changed(limits)
        _check_price(options, records.info.agent, prices_of(records.info))
        records.change_options(options)
    return records, tasks


def create_replay(
    folder: Path,
    source: Path,
    root: Path,
    provider: Provider,
    provider_name: str = "",
    *,
    tags: Mapping[str, str] | None = None,
    note: str = "",
) -> tuple[RunRecords, list[Task]]:
    """Create the folder of a run that replays another, and return it with its tasks.

    The tags and the note of the recorded run are not taken over.

    Raises UsageError when the tasks or the agent differ from those of the recorded run.
    """
    then = Recording(source).info
    tasks = _unchanged_tasks(then, root)
    options = then.options.model_copy(
        update={
            "replay": str(source.resolve()),
            "provider": provider_name or then.options.provider,
            "max_tokens": 0,
            "max_cost": 0.0,
        }
    )
    if not describe(options, tasks, provider, folder).is_same_as(then.agent):
        raise UsageError(
            "the agent differs from the recorded one: its prompts or its model have changed",
            hint="check out the version in the run's run.json, or start a new run",
        )
    info = then.model_copy(
        update={
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "options": options,
            "image_hash": provider.image_hash,
            "tools_hash": "",
            "versions": _versions(options),
            "tags": dict(tags or {}),
            "note": note,
        }
    )
    records = RunRecords.create(folder, info)
    record_skipped(records, tasks)
    return records, tasks


def _versions(options: RunOptions) -> dict[str, str]:
    return (
        versions(_EMBEDDING_PACKAGES if options.embeddings else ())
        | AGENTS.origin(options.agent)
        | TOOL_FILTERS.origin(base_name(options.tool_filter))
        | origins()
    )


def _unchanged_tasks(info: RunInfo, root: Path) -> list[Task]:
    """Return the run's tasks. Raises UsageError when they have changed."""
    file = Path(info.options.servers) if info.options.servers else None
    tasks = load_tasks([entry.id for entry in info.tasks], task_source(info.source.ref, root), file)
    changed = [task.id for task, entry in zip(tasks, info.tasks, strict=True) if task.hash != entry.hash]
    if changed:
        raise UsageError(
            f"tasks have changed since the run began: {', '.join(changed)}",
            hint="restore them as they were, or start a new run",
        )
    servers = servers_of(tasks)
    hashes = servers.hashes
    if others := sorted(
        name for name in {*hashes, *info.servers} if hashes.get(name) != info.servers.get(name)
    ):
        raise UsageError(
            f"the servers {', '.join(others)} of {info.options.servers} have changed since the run began",
            hint="restore them as they were, or start a new run",
        )
    servers.check(info.options.network)
    return tasks


def prices_of(info: RunInfo) -> Prices:
    """Return the prices recorded with the run."""
    return info.prices or Prices.load()


def check_variants(options: RunOptions, tasks: Sequence[Task]) -> None:
    """Raise UsageError when other variants than the canonical ones are to be played and no task has variants."""
    if options.variants.in_epochs(options.epochs) != (0,) and not any(task.variants for task in tasks):
        option = f"--variant {first}" if (first := options.variants.task_variant) else "--variants per-epoch"
        raise UsageError(
            f"none of the {len(tasks)} selected tasks has variants, but {option} is given",
            hint=f"leave it out, or select tasks that have; see `{command('tasks list')}`",
        )


def _check_form(options: RunOptions, tasks: Sequence[Task]) -> None:
    """Raise UsageError when fuzzy instructions are to be given, and a task has none."""
    lacking = [task.id for task in tasks if not (has_fuzzy_form(task) or task.info.malformed)]
    if options.instructions == "fuzzy" and lacking:
        more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        raise UsageError(
            f"{lacking[0]}{more} of {len(tasks)} selected tasks: the instruction has no fuzzy form, but --instructions "
            "fuzzy is given",
            hint="leave it out, or select tasks that have one, such as --suite mcp-fuzzy",
        )


def _check_model(options: RunOptions) -> None:
    """Raise UsageError when a model or its address is given to an agent that uses no model."""
    given = {"--model": options.model, "--base-url": options.base_url}
    useless = [f"{option} {value}" for option, value in given.items() if value]
    if useless and not agents.load_agent(options.agent).needs_model:
        raise UsageError(
            f"the agent {options.agent} uses no model, but {' and '.join(useless)} is given",
            hint=f"leave it out, or choose an agent that uses a model; see `{command('agents list')}`",
        )


def _check_price(options: RunOptions, agent: AgentRecord, prices: Prices) -> None:
    """Raise UsageError when a cost limit cannot be enforced."""
    own = () if agent.states_cost else (agent.model, *agent.models)
    unknown = [model for model in (*own, *part_models(options)) if model and prices.of(model) is None]
    if options.limits.max_cost and unknown:
        raise UsageError(
            f"--max-cost needs the price of {', '.join(unknown)}, which is not known",
            hint="give it in a file (--prices FILE, in the form of controller/models/prices.toml), or use "
            "--max-tokens",
        )
