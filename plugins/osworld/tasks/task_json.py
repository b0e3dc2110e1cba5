"""The JSON of OSWorld's tasks, validated: every step, function and getter must be known."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from plugins.osworld.tasks.evaluators import Evaluators
from plugins.osworld.tasks.steps import PARAMETERS, Step, StepType
from testbed.errors import TaskError

INFEASIBLE = "infeasible"
"""The evaluator function of tasks that cannot be done."""


class _Json(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class EvaluatorJson(_Json):
    """How a result is judged; `result`, `expected` and `options` have one entry for each of several functions."""

    func: str | tuple[str, ...]
    conj: str = "and"
    result: dict[str, Any] | tuple[dict[str, Any] | None, ...] = Field(default_factory=dict)
    expected: dict[str, Any] | tuple[dict[str, Any] | None, ...] = Field(default_factory=dict)
    options: dict[str, Any] | tuple[dict[str, Any] | None, ...] = Field(default_factory=dict)
    postconfig: tuple[dict[str, Any], ...] = ()

    @property
    def functions(self) -> tuple[str, ...]:
        return (self.func,) if isinstance(self.func, str) else self.func

    @property
    def getters(self) -> tuple[dict[str, Any], ...]:
        """The configurations of all getters, of results and of expected values."""
        both = (self.result, self.expected)
        groups = ((one,) if isinstance(one, dict) else one for one in both)
        return tuple(getter for group in groups for getter in group if getter)


class TaskJson(_Json):
    """What a task's file has, as far as it matters here."""

    id: str = Field(min_length=1)
    instruction: str = Field(min_length=1)
    related_apps: tuple[str, ...] = ()
    config: tuple[dict[str, Any], ...] = ()
    evaluator: EvaluatorJson
    proxy: bool = False
    fixed_ip: bool = False
    possibility_of_env_change: str = ""


@dataclass(frozen=True)
class Definition:
    """A task's file.

    Attributes:
        raw: Its JSON as it is.
        json: Its fields.
        config: The set-up steps.
        postconfig: The steps before judging.
        problem: Why it cannot be run as it stands, in one line; "" if it can.
        malformed: Whether the file is not that of a task at all.
    """

    raw: Mapping[str, Any]
    json: TaskJson
    config: tuple[Step, ...] = ()
    postconfig: tuple[Step, ...] = ()
    problem: str = ""
    malformed: bool = False


def malformed_definition(task_id: str, problem: str) -> Definition:
    """Return what stands for the file of a task that `read_definition` refuses for this reason."""
    evaluator = EvaluatorJson(func=())
    fields = TaskJson(id=task_id, instruction="(its file is malformed)", evaluator=evaluator)
    return Definition({"malformed": problem}, fields, problem=problem, malformed=True)


def read_definition(path: Path, evaluators: Evaluators) -> Definition:
    """Read a task's file.

    Args:
        path: The file.
        evaluators: The functions and getters of the checkout.

    Returns:
        Its definition, with a `problem` when a step, function or getter is unknown or malformed.

    Raises:
        TaskError: It cannot be read, is not JSON, or lacks what every task has.
    """
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        fields = TaskJson.model_validate(raw)
    except (OSError, UnicodeDecodeError) as error:
        raise TaskError(f"{path}: cannot be read: {error}") from error
    except json.JSONDecodeError as error:
        raise TaskError(
            f"{path}:{error.lineno}: not JSON: {error.msg}", hint="restore it from the checkout"
        ) from error
    except ValidationError as error:
        where = f"{path}:{_line_of(path, error)}"
        raise TaskError(f"{where}: {in_one_line(error)}", hint="restore it from the checkout") from error
    problems = list(_evaluator_problems(fields.evaluator, evaluators))
    groups: dict[str, tuple[Step, ...]] = {}
    for name, steps in (("config", fields.config), ("evaluator.postconfig", fields.evaluator.postconfig)):
        try:
            groups[name] = tuple(_step(f"{name}[{index}]", step) for index, step in enumerate(steps))
        except TaskError as error:
            problems.append(f"{error.message} ({error.hint})")
            groups[name] = ()
    return Definition(
        raw, fields, groups["config"], groups["evaluator.postconfig"], problem="; ".join(problems)
    )


def _line_of(path: Path, error: ValidationError) -> int:
    """The line of the first wrong field; 1 of a missing one, which has none."""
    first = error.errors(include_url=False)[0]
    named = [str(part) for part in first["loc"] if isinstance(part, str)]
    if first["type"] == "missing" or not named:
        return 1
    return path.read_text(encoding="utf-8").partition(f'"{named[-1]}"')[0].count("\n") + 1


def in_one_line(error: ValidationError) -> str:
    """Return the first problem of a JSON object that does not have its form: field, problem, value."""
    first = error.errors(include_url=False)[0]
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"]).lstrip(".")
    message = first["msg"][:1].lower() + first["msg"][1:]
    shown = "" if first["type"] == "missing" else f", not {first['input']!r:.80}"
    return f"{field or 'the whole'}: {message}{shown}"


def _step(place: str, data: Mapping[str, Any]) -> Step:
    name = data.get("type")
    if name not in get_args(StepType):
        raise TaskError(f"{place}: unknown step {name!r}", hint=f"known: {', '.join(get_args(StepType))}")
    kind = cast(StepType, name)
    model = PARAMETERS[kind]
    try:
        return Step(type=kind, parameters=model.model_validate(data.get("parameters")))
    except ValidationError as error:
        raise TaskError(
            f"{place}: {kind}: {in_one_line(error)}", hint=f"it takes {', '.join(model.model_fields)}"
        ) from error


def _evaluator_problems(evaluator: EvaluatorJson, evaluators: Evaluators) -> Iterator[str]:
    for name in evaluator.functions:
        yield from _unknown("function", name, evaluators.functions, evaluators.folder / "metrics")
    for getter in evaluator.getters:
        name = str(getter.get("type"))
        yield from _unknown("getter", name, evaluators.getters, evaluators.folder / "getters")
    number = len(evaluator.functions)
    for field in ("result", "expected", "options"):
        value = getattr(evaluator, field)
        several = isinstance(evaluator.func, tuple)
        if value and (isinstance(value, tuple) != several or (several and len(value) != number)):
            yield f"evaluator.{field}: does not match the {number} function(s) of evaluator.func"


def _unknown(kind: str, name: str, known: Sequence[str] | frozenset[str], folder: Path) -> Iterator[str]:
    if known and name not in known:
        yield f"evaluator: unknown {kind} {name!r} (not in {folder}; use the checkout that the task belongs to)"
