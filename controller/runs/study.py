"""Studies: a TOML file lists agents, models and settings; its runs are their combinations."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from controller.agents.registry import check_defers, load_agent, parse_name
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
from controller.tasks.selection_options import SelectionOptions
from controller.tasks.task import Task
from controller.tasks.toml_lines import line_of
from controller.tool_filter.base import NO_TOOL
from controller.tool_filter.registry import load_filter, make_filter
from testbed.errors import LimitReachedError, UsageError


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


_Part = Literal["file", "agent", "grid"]


def _options_in(part: _Part) -> list[DeclaredOption]:
    """List the options of a run that this part of a study's file has."""
    return [item for item in list_options(RunOptions) if item.option.study == part]


def _keys_of(items: Iterable[DeclaredOption]) -> Any:
    """Return a model with the keys of these options; TOML has paths as text."""
    keys: dict[str, Any] = {
        item.study_key: (str | None if Path in item.kinds else item.field.annotation, item.field)
        for item in items
    }
    return create_model("Keys", __base__=_Strict, **keys)


class AgentChoice(_keys_of(_options_in("agent"))):  # type: ignore[misc]  # made from the options
    """An agent and its settings; without `models` it uses those of the study."""

    agent: str
    models: tuple[str, ...] = ()


_AGENT, _MODEL = (
    next(item for item in _options_in("grid") if item.name == name) for name in ("agent", "model")
)
"""The options whose values a study combines otherwise: an agent may have models of its own."""


def _dimensions() -> Any:
    """Return a model with a key for each option whose values a study combines."""
    kinds = {item.study_key: item.field.annotation for item in _options_in("grid")} | {
        _AGENT.study_key: str | AgentChoice
    }
    keys: dict[str, Any] = {
        key: (tuple[kind, ...] | None, Field(default=None, min_length=1))  # type: ignore[valid-type]
        for key, kind in kinds.items()
    }
    return create_model("Dimensions", __base__=_Strict, **keys)


class Grid(_dimensions()):  # type: ignore[misc]  # made from the options
    """The dimensions that are combined; a missing one is inherited from the study."""


class TaskChoice(_keys_of(list_options(SelectionOptions))):  # type: ignore[misc]  # made from the options
    """Task selection, with the options of `testbed run`; `options` are those of a task source, such as `cache`."""

    options: dict[str, str] = Field(default_factory=dict)


class StudyFile(Grid, _keys_of(_options_in("file"))):  # type: ignore[misc]  # made from the options
    """The content of a study's file. A limit of 0 means none; a shared budget covers all runs together."""

    title: str = ""
    budget: Literal["separate", "shared"] = "separate"
    max_cost: float = Field(0.0, ge=0)
    max_tokens: int = Field(0, ge=0)
    baselines: tuple[str, ...] = ()
    tasks: TaskChoice = TaskChoice()
    grid: tuple[Grid, ...] = ()


FileT = TypeVar("FileT", bound=StudyFile)


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
        values = {item.name: getattr(tasks, item.study_key) for item in list_options(SelectionOptions)}
        chosen = read_options(SelectionOptions, values, lambda item: f"tasks.{item.study_key}")
        return chosen.selection(tuple(tasks.options.items()), self.network, to_run=True)

    @property
    def by_guests(self) -> dict[GuestOptions, tuple[StudyRun, ...]]:
        """The runs by the guests that they need: those on one screen together."""
        groups: dict[GuestOptions, list[StudyRun]] = {}
        for cell in self.cells:
            options = cell.options
            guests = guest_options(self.file.tasks.suite, options.network, options.screen, options.scale)
            groups.setdefault(guests, []).append(cell)
        return {guests: tuple(cells) for guests, cells in groups.items()}


class _Changes(StudyFile, _keys_of(_options_in("agent"))):  # type: ignore[misc]  # made from the options
    """Keys that replace those of a study's file; those of an agent go to each that uses a model."""


def read_study(
    source: Path | Mapping[str, Any],
    provider: str,
    changes: Mapping[str, Any] | None = None,
    *,
    on_cluster: bool = False,
) -> Study:
    """Read a study.

    Args:
        source: A study file, the name of a ready study such as `table1`, or what a study file holds.
        provider: Name of the provider; "" for the default.
        changes: Keys that replace those of the file, of its grids and of its agents that use a model.
        on_cluster: Whether the nodes decide the provider unless one is given; then the runs have "" for it.

    Raises UsageError that names the line of an error, and the valid keys for an unknown one.
    """
    file = _validate(StudyFile, source, "the study") if isinstance(source, Mapping) else _read_file(source)
    changed = _validate(_Changes, changes or {}, "changes of the study")
    replaced = {key: getattr(changed, key) for key in changed.model_fields_set}
    file = file.model_copy(update={key: replaced[key] for key in replaced if key in StudyFile.model_fields})
    if provider or not on_cluster:
        provider = check_name(provider, guest_options(file.tasks.suite).profile)
    return Study(file, _cells(file, provider, replaced))


def _read_file(path: Path) -> StudyFile:
    ready = project_file("studies")
    if not path.exists() and (ready / f"{path.stem}.toml").is_file():
        path = ready / f"{path.stem}.toml"
    try:
        text = path.read_text("utf-8")
        values = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        names = ", ".join(sorted(file.stem for file in ready.glob("*.toml")))
        raise UsageError(
            f"cannot read {path}: {error}", hint=f"give a file, or a ready study: {names}"
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path}: not valid TOML: {error}", hint="see https://toml.io") from error
    return _validate(StudyFile, values, str(path), text)


def _cells(file: StudyFile, provider: str, replaced: Mapping[str, Any]) -> tuple[StudyRun, ...]:
    runs: dict[str, StudyRun] = {}
    for grid in file.grid or (Grid(),):

        def values_of(item: DeclaredOption, grid: Grid = grid) -> tuple[Any, ...]:
            key = item.study_key
            return replaced.get(key) or getattr(grid, key) or getattr(file, key) or (item.default,)

        if values_of(_AGENT) == (_AGENT.default,):
            raise UsageError("the study names no agent", hint='add agents = ["oracle"], or give --agent')
        others = [item for item in _options_in("grid") if item.name not in (_AGENT.name, _MODEL.name)]
        for agent, *values in itertools.product(values_of(_AGENT), *map(values_of, others)):
            choice = _choice(agent, replaced)
            offered = choice.models or values_of(_MODEL)
            settings = {item.name: value for item, value in zip(others, values, strict=True)}
            for model in offered if _needs_model(choice.agent) else ("",):
                _add(runs, _cell(file, provider, choice, settings | {_MODEL.name: model}))
    first = next(iter(runs.values())).options
    least = min(cell.options.steps for cell in runs.values())
    for baseline in file.baselines:
        settings = {"steps": least, "screen": first.screen, "scale": first.scale}
        _add(runs, _cell(file, provider, _choice(baseline, replaced), settings))
    return tuple(runs.values())


def _choice(agent: str | AgentChoice, replaced: Mapping[str, Any]) -> AgentChoice:
    """Return an agent with its settings, some of which are replaced if it uses a model."""
    choice = AgentChoice(agent=agent) if isinstance(agent, str) else agent
    if not _needs_model(choice.agent):
        return choice
    own = {key: value for key, value in replaced.items() if key in AgentChoice.model_fields}
    changed: AgentChoice = choice.model_copy(update=own)
    return changed


def _needs_model(agent: str) -> bool:
    return load_agent(parse_name(agent)[0]).needs_model


def _add(cells: dict[str, StudyRun], cell: StudyRun) -> None:
    """Add a run unless an equal one exists; one of the same name with other settings gets a number."""
    name, number = cell.name, 2
    while name in cells:
        if cells[name].options == cell.options:
            return
        name, number = f"{cell.name}_{number}", number + 1
    cells[name] = StudyRun(name, cell.options)


def _cell(file: StudyFile, provider: str, choice: AgentChoice, settings: Mapping[str, Any]) -> StudyRun:
    """The run of an agent with these settings; others have their defaults."""
    shared = {item.name: getattr(file, item.study_key) for item in _options_in("file")}
    own = {item.name: getattr(choice, item.study_key) for item in _options_in("agent")}
    varied = {item.name: settings.get(item.name, item.default) for item in _options_in("grid")}
    varied[_AGENT.name] = choice.agent
    if varied["actions"] == "gui":  # no tool is shown: runs that differ in filter or order alone are one
        order = RunOptions.model_fields["tool_order"].default
        varied |= {"tool_filter": NO_TOOL, "tool_order": order}
    given = read_options(RunOptions, shared | own | varied, lambda item: item.study_key)
    options = resolve(given, file.tasks.suite, provider)
    make_filter(
        options.tool_filter, options.tool_order, budget=options.tool_budget, embeddings=options.embeddings
    )
    if load_filter(options.tool_filter).defers_tools:
        check_defers(options.agent)
    return StudyRun(_name_of(options, choice.calling), options)


def _name_of(options: RunOptions, calling: str) -> str:
    on_screen = f"{options.screen}@{options.scale}" if options.scale != 1 else options.screen
    parts = (
        *(options.agent, options.variant, options.model, calling),
        *(options.actions, options.tool_filter, options.tool_order, str(options.steps), on_screen),
    )
    return "_".join(re.sub(r"[^A-Za-z0-9.+-]", "-", part) for part in parts if part)


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


def _validate(model: type[FileT], values: Mapping[str, Any], place: str, text: str = "") -> FileT:
    """Return the keys of a study. Raises UsageError; with a file's text it names the line."""
    try:
        file: FileT = model.model_validate(dict(values))
        return file
    except ValidationError as error:
        first = first_invalid(error, labels=[AgentChoice.__name__])
        hint = "docs/studies.md describes each key"
        if first.details["type"] == "extra_forbidden":
            hint = f"keys: {', '.join(_known_keys(model, first.location))}"
        place = f"{place}:{line_of(text, first.location)}" if text else place
        raise UsageError(f"{place}: {first}", hint=hint) from error


def _known_keys(table: type[BaseModel], location: tuple[Any, ...]) -> list[str]:
    for part, kind in (("tasks", TaskChoice), ("grid", Grid), ("agents", AgentChoice)):
        if part in location[:-1]:
            table = kind
    return list(table.model_fields)
