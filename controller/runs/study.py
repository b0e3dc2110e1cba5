"""Studies: a TOML file lists agents, models and settings; its runs are their combinations."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from controller.agents.registry import check_defers, load_agent, parse_name
from controller.core.actions import ActionSpace
from controller.core.invalid_data import first_invalid
from controller.core.junk import is_empty
from controller.core.options import DeclaredOption, list_options, read_options
from controller.core.project_files import project_file
from controller.guests.provider import GuestOptions
from controller.guests.registry import check_name
from controller.records.run_options import RunOptions
from controller.records.study_folder import StudyFolder, StudyRecord
from controller.runs.guest_options import guest_options
from controller.runs.resolve_options import resolve
from controller.tasks.selection import Selection
from controller.tasks.task import Task
from controller.tasks.toml_lines import line_of
from controller.tool_filter.registry import load_filter, make_filter
from testbed.errors import LimitReachedError, UsageError


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _options_in(part: Literal["file", "agent"]) -> list[DeclaredOption]:
    """List the options of a run that this part of a study's file has."""
    return [item for item in list_options(RunOptions) if item.option.study == part]


def _keys_of(part: Literal["file", "agent"]) -> Any:
    """Return a model with the keys of the options that this part of a study's file has."""
    keys: dict[str, Any] = {item.keyword: (item.field.annotation, item.field) for item in _options_in(part)}
    return create_model("Keys", __base__=_Strict, **keys)


class AgentChoice(_keys_of("agent")):  # type: ignore[misc]  # made from the options
    """An agent and its settings; without `models` it uses those of the study."""

    agent: str
    models: tuple[str, ...] = ()


class Grid(_Strict):
    """The dimensions that are combined; a missing one is inherited from the study."""

    agents: tuple[str | AgentChoice, ...] | None = Field(default=None, min_length=1)
    models: tuple[str, ...] | None = Field(default=None, min_length=1)
    actions: tuple[ActionSpace, ...] | None = Field(default=None, min_length=1)
    filters: tuple[str, ...] | None = Field(default=None, min_length=1)
    orders: tuple[str, ...] | None = Field(default=None, min_length=1)
    steps: tuple[int, ...] | None = Field(default=None, min_length=1)
    screens: tuple[str, ...] | None = Field(default=None, min_length=1)
    scales: tuple[int, ...] | None = Field(default=None, min_length=1)


class TaskChoice(_Strict):
    """Task selection, with the options of `testbed run`; `options` are those of a task source, such as `cache`."""

    suite: str = ""
    ids: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    limit: int | None = Field(default=None, ge=1)
    list: str = ""
    options: dict[str, str] = Field(default_factory=dict)


class StudyFile(Grid, _keys_of("file")):  # type: ignore[misc]  # made from the options
    """The content of a study's file. A limit of 0 means none; a shared budget covers all runs together."""

    title: str = ""
    budget: Literal["separate", "shared"] = "separate"
    max_cost: float = Field(0.0, ge=0)
    max_tokens: int = Field(0, ge=0)
    baselines: tuple[str, ...] = ()
    tasks: TaskChoice = TaskChoice()
    grid: tuple[Grid, ...] = ()


@dataclass(frozen=True, slots=True)
class StudyRun:
    """One run of a study; `name` is its folder."""

    name: str
    options: RunOptions


@dataclass(frozen=True, slots=True)
class Study:
    """A study: its runs without limits, `baselines` last."""

    file: StudyFile
    cells: tuple[StudyRun, ...]

    @property
    def network(self) -> str:
        """What the guests of all runs reach outside."""
        return self.cells[0].options.network

    @property
    def selection(self) -> Selection:
        tasks = self.file.tasks
        return Selection(
            tasks.suite,
            tasks.ids,
            tasks.domains,
            tasks.limit,
            Path(tasks.list) if tasks.list else None,
            tuple(tasks.options.items()),
            self.network,
            to_run=True,
        )

    @property
    def by_guests(self) -> dict[GuestOptions, tuple[StudyRun, ...]]:
        """The runs by the guests that they need: those on one screen together."""
        groups: dict[GuestOptions, list[StudyRun]] = {}
        for cell in self.cells:
            options = cell.options
            guests = guest_options(self.file.tasks.suite, options.network, options.screen, options.scale)
            groups.setdefault(guests, []).append(cell)
        return {guests: tuple(cells) for guests, cells in groups.items()}


def read_study(
    path: Path,
    provider: str,
    agents: Sequence[str] = (),
    models: Sequence[str] = (),
    changes: Mapping[str, Any] | None = None,
    *,
    screens: Sequence[str] = (),
    scales: Sequence[int] = (),
    on_cluster: bool = False,
) -> Study:
    """Read a study from a file; `agents`, `models`, `screens` and `scales` replace those of the file and its grids.

    `changes` replaces other keys of the file.

    With `on_cluster` the nodes decide the provider unless one is given; then the runs have "" for it.

    A name that is no file, such as `table1`, is that of a ready study.

    Raises UsageError that names the line of an error, and the valid keys for an unknown one.
    """
    ready = project_file("studies")
    if not path.exists() and (ready / f"{path.stem}.toml").is_file():
        path = ready / f"{path.stem}.toml"
    try:
        text = path.read_text("utf-8")
        file = StudyFile.model_validate(tomllib.loads(text) | dict(changes or {}))
    except (OSError, UnicodeDecodeError) as error:
        names = ", ".join(sorted(file.stem for file in ready.glob("*.toml")))
        raise UsageError(
            f"cannot read {path}: {error}", hint=f"give a file, or a ready study: {names}"
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: not valid TOML: {error}", hint="see https://toml.io") from error
    except ValidationError as error:
        raise _explain(path, text, error) from error
    if provider or not on_cluster:
        provider = check_name(provider, guest_options(file.tasks.suite).profile)
    return Study(file, _cells(file, provider, agents, models, screens, scales))


def _cells(
    file: StudyFile,
    provider: str,
    agents: Sequence[str],
    models: Sequence[str],
    screens: Sequence[str],
    scales: Sequence[int],
) -> tuple[StudyRun, ...]:
    runs: dict[str, StudyRun] = {}
    for grid in file.grid or (Grid(),):
        chosen = [*agents] or grid.agents or file.agents
        if not chosen:
            raise UsageError("the study names no agent", hint='add agents = ["oracle"], or give --agent')
        dimensions = itertools.product(
            chosen,
            grid.actions or file.actions or ("gui+mcp",),
            grid.filters or file.filters or ("",),
            grid.orders or file.orders or ("lexicographic",),
            grid.steps or file.steps or (50,),
            tuple(screens) or grid.screens or file.screens or ("",),
            tuple(scales) or grid.scales or file.scales or (1,),
        )
        for agent, actions, tool_filter, order, steps, screen, scale in dimensions:
            choice = AgentChoice(agent=agent) if isinstance(agent, str) else agent
            offered = tuple(models) or choice.models or grid.models or file.models or ("",)
            for model in ("",) if not load_agent(parse_name(choice.agent)[0]).needs_model else offered:
                cell = _cell(file, provider, choice, model, actions, tool_filter, order, steps, screen, scale)
                _add(runs, cell)
    least = min(cell.options.steps for cell in runs.values())
    first = next(iter(runs.values())).options
    for baseline in file.baselines:
        choice, on = AgentChoice(agent=baseline), (first.screen, first.scale)
        _add(runs, _cell(file, provider, choice, "", "gui+mcp", "", "lexicographic", least, *on))
    return tuple(runs.values())


def _add(cells: dict[str, StudyRun], cell: StudyRun) -> None:
    """Add a run unless an equal one exists; one of the same name with other settings gets a number."""
    name, number = cell.name, 2
    while name in cells:
        if cells[name].options == cell.options:
            return
        name, number = f"{cell.name}_{number}", number + 1
    cells[name] = StudyRun(name, cell.options)


def _cell(
    file: StudyFile,
    provider: str,
    choice: AgentChoice,
    model: str,
    actions: ActionSpace,
    tool_filter: str,
    order: str,
    steps: int,
    screen: str,
    scale: int,
) -> StudyRun:
    name, variant = parse_name(choice.agent)
    if actions == "gui":  # no tool is shown: runs that differ in filter or order alone are one
        tool_filter, order = "none", "lexicographic"
    shared = {item.name: getattr(file, item.keyword) for item in _options_in("file")}
    own = {item.name: getattr(choice, item.keyword) for item in _options_in("agent")}
    varied = {
        "agent": choice.agent,
        "model": model,
        "actions": actions,
        "steps": steps,
        "tool_filter": tool_filter,
        "tool_order": order,
        "screen": screen,
        "scale": scale,
    }
    given = read_options(RunOptions, shared | own | varied, lambda item: item.keyword)
    options = resolve(given, file.tasks.suite, provider)
    make_filter(
        options.tool_filter, options.tool_order, budget=options.tool_budget, embeddings=options.embeddings
    )
    if load_filter(options.tool_filter).defers_tools:
        check_defers(name)
    on_screen = f"{options.screen}@{scale}" if scale != 1 else options.screen
    parts = (name, variant, model, choice.calling, actions, options.tool_filter, order, str(steps), on_screen)
    return StudyRun("_".join(re.sub(r"[^A-Za-z0-9.+-]", "-", part) for part in parts if part), options)


def write_study(study: Study, tasks: Sequence[Task], folder: Path) -> None:
    """Create or update a study's folder: runs may be added to an existing one, not changed.

    Raises UsageError when the folder belongs to another study, RecordsError.
    """
    stored = StudyFolder(folder)
    chosen = {task.id: task.hash for task in tasks}
    runs = {cell.name: cell.options for cell in study.cells}
    if stored.exists():
        before = stored.read("choose another --out")
        changed = [name for name, options in before.runs.items() if runs.get(name) != options]
        if before.tasks != chosen:
            raise UsageError(
                f"{folder} was created with other tasks or another version of them",
                hint="choose another --out, or restore the study's tasks",
            )
        if changed:
            raise UsageError(
                f"{folder} was created with other settings: {', '.join(changed)} differ or are gone",
                hint="choose another --out, or restore the study's file",
            )
    elif folder.exists() and (not folder.is_dir() or not is_empty(folder)):
        raise UsageError(f"{folder} exists and is not a study", hint="choose another --out")
    stored.write(StudyRecord(title=study.file.title, budget=study.file.budget, tasks=chosen, runs=runs))


@dataclass(frozen=True, slots=True)
class UsageSoFar:
    """The usage of several runs: tokens, and US dollars, None when a price is unknown."""

    tokens: int
    cost: float | None


def limits_of(file: StudyFile, others: UsageSoFar) -> dict[str, float]:
    """Return a run's limits, given the usage of the study's other runs; a shared budget leaves it the rest.

    Raises LimitReachedError when nothing is left or the cost so far is unknown.
    """
    if file.budget == "separate":
        others = UsageSoFar(0, 0.0)
    if file.max_cost and others.cost is None:
        raise LimitReachedError("cannot enforce max_cost: the cost of earlier runs is unknown")
    tokens = file.max_tokens - others.tokens if file.max_tokens else 0
    cost = file.max_cost - (others.cost or 0.0) if file.max_cost else 0.0
    if (file.max_tokens and tokens <= 0) or (file.max_cost and cost <= 0):
        raise LimitReachedError("the study's shared budget is used up")
    return {"max_tokens": tokens, "max_cost": cost}


def _explain(path: Path, text: str, error: ValidationError) -> UsageError:
    first = first_invalid(error, labels=[AgentChoice.__name__])
    hint = "docs/studies.md describes each key"
    if first.details["type"] == "extra_forbidden":
        hint = f"keys: {', '.join(_known_keys(first.location))}"
    return UsageError(f"{path}:{line_of(text, first.location)}: {first}", hint=hint)


def _known_keys(place: tuple[Any, ...]) -> list[str]:
    table: type[BaseModel] = StudyFile
    for part, kind in (("tasks", TaskChoice), ("grid", Grid), ("agents", AgentChoice)):
        if part in place[:-1]:
            table = kind
    return list(table.model_fields)
