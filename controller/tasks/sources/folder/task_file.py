"""The form of a task folder's `task.toml`, and its errors in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError, PydanticKnownError

from controller.applications.registry import APPLICATIONS, SNAPSHOTS, SYSTEM
from controller.guests.provider import DESKTOP
from controller.tasks.toml_lines import line_of
from testbed.errors import TaskError


def _one_of(*names: str) -> AfterValidator:
    def check(value: str) -> str:
        if value not in names:
            raise PydanticKnownError("literal_error", {"expected": ", ".join(map(repr, names))})
        return value

    return AfterValidator(check)


OpenableApp = Annotated[str, _one_of(*APPLICATIONS)]
App = Annotated[str, _one_of(*APPLICATIONS, SYSTEM)]
SnapshotName = Annotated[str, _one_of(DESKTOP, *SNAPSHOTS)]
Text = Annotated[str, Field(min_length=1, pattern=r"\S")]


def _compiled(value: str) -> str:
    try:
        re.compile(value)
    except re.error as error:
        raise PydanticCustomError("regex", "is no regular expression: {why}", {"why": str(error)}) from error
    return value


GuestPath = Annotated[str, Field(pattern=r"^/")]
Pattern = Annotated[str, AfterValidator(_compiled)]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Copy(_Strict):
    """Copy a file or a folder of the task to an absolute path in the guest, owned by the user."""

    copy_: Text = Field(alias="copy")
    to: GuestPath

    @field_validator("to")
    @classmethod
    def _plain(cls, value: str) -> str:
        if ".." in PurePosixPath(value).parts or value.endswith("/"):
            raise PydanticCustomError("path", "must be the full path of the copy, without '..' or a last '/'")
        return value


class Run(_Strict):
    """Run a command in the guest, without a shell."""

    run: tuple[str, ...] = Field(min_length=1)
    as_: Literal["user", "root"] = Field("user", alias="as")


class Equivalent(_Strict):
    """Mutants of the evidence that are as right as it is; see `testbed tasks mutate`.

    `evidence` and `place` are regular expressions to find there, `kind` is the mutants' kind; what is missing is any.
    """

    evidence: Pattern = ""
    kind: str = ""
    place: Pattern = ""
    reason: Text


class Open(_Strict):
    """Open an application and wait until its window has the keyboard.

    `window` is a regular expression to find in the window's title; without it any window of the
    application will do.
    """

    open: OpenableApp
    files: tuple[str, ...] = ()
    window: Pattern = ""


class Trigger(_Strict):
    """When an event happens: after so many steps, after so many seconds, or when a command of root succeeds."""

    after_steps: int | None = Field(None, ge=1)
    after_seconds: float | None = Field(None, gt=0)
    when: tuple[str, ...] | None = Field(None, min_length=1)

    @model_validator(mode="after")
    def _one(self) -> Self:
        if sum(part is not None for part in (self.after_steps, self.after_seconds, self.when)) != 1:
            raise PydanticCustomError("trigger", "must have exactly one of after_steps, after_seconds, when")
        return self


class CopyEvent(Trigger, Copy):
    """A file or a folder of the task comes into the guest."""


class RunEvent(Trigger, Run):
    """A command runs in the guest."""

    as_: Literal["user", "root"] = Field("root", alias="as")


class OpenEvent(Trigger, Open):
    """An application comes to the front."""


SetupStep = Copy | Run | Open
Event = CopyEvent | RunEvent | OpenEvent
_STEPS: Mapping[str, type[SetupStep]] = {"copy": Copy, "run": Run, "open": Open}
_EVENTS: Mapping[str, type[Event]] = {"copy": CopyEvent, "run": RunEvent, "open": OpenEvent}


def _one_of_kinds(kinds: Mapping[str, type[SetupStep]]) -> BeforeValidator:
    """Choose a step's model by its verb, so that errors speak of that one alone."""

    def chosen(value: object) -> object:
        if not isinstance(value, dict):
            return value
        verbs = [verb for verb in kinds if verb in value]
        if len(verbs) != 1:
            raise PydanticCustomError("step", f"must have exactly one of {', '.join(kinds)}")
        return kinds[verbs[0]].model_validate(value)

    return BeforeValidator(chosen)


class TaskFile(_Strict):
    """What `task.toml` holds."""

    instruction: Text
    suites: tuple[Text, ...] = ()
    applications: tuple[App, ...] = Field(min_length=1)
    tools: tuple[Text, ...] = ()
    feasible: bool = True
    twin: str | None = None
    snapshot: SnapshotName | None = None
    setup: tuple[Annotated[SetupStep, _one_of_kinds(_STEPS)], ...] = ()
    event: tuple[Annotated[Event, _one_of_kinds(_EVENTS)], ...] = ()
    equivalent: tuple[Equivalent, ...] = ()


def explained(path: Path, text: str, error: ValidationError) -> TaskError:
    """Return the error for a `task.toml` that does not have this form; names line, field and remedy."""
    first = error.errors()[0]
    location = tuple(
        part for part in first["loc"] if not (isinstance(part, str) and part.startswith("function-"))
    )
    message, hint = _in_words(first)
    if len(error.errors()) > 1:
        hint = f"{hint}; then {len(error.errors()) - 1} more" if hint else ""
    return at(path, text, location, message, hint)


def _in_words(detail: ErrorDetails) -> tuple[str, str]:
    match detail["type"]:
        case "missing":
            return "is missing", "add it; docs/tasks.md lists all fields"
        case "extra_forbidden":
            return "is no field of a task", f"remove it, or correct its name: {', '.join(_fields(detail))}"
        case "literal_error":
            return f"{detail['input']!r} is not allowed", f"use {detail['ctx']['expected']}"
        case "string_pattern_mismatch" if detail["ctx"]["pattern"] == "^/":
            return f"{detail['input']!r} is not absolute", "start it with /, as in /home/user/file"
        case "string_pattern_mismatch" | "string_too_short" | "too_short":
            return "is empty", "give it a value"
        case "tuple_type":
            return f"must be a list, not {detail['input']!r}", "write [ ... ]"
        case _:
            return detail["msg"][:1].lower() + detail["msg"][1:], "docs/tasks.md describes each field"


def _fields(detail: ErrorDetails) -> list[str]:
    if len(detail["loc"]) == 1:
        return list(TaskFile.model_fields)
    if detail["loc"][0] == "equivalent":
        return list(Equivalent.model_fields)
    kinds = _EVENTS if detail["loc"][0] == "event" else _STEPS
    return sorted({info.alias or name for kind in kinds.values() for name, info in kind.model_fields.items()})


def at(path: Path, text: str, location: tuple[Any, ...], message: str, hint: str) -> TaskError:
    """Return the error for the field at `location` of a `task.toml` with this text."""
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location).lstrip(".")
    where = f"{path}:{line_of(text, location)}"
    return TaskError(f"{where}: {field}: {message}" if field else f"{where}: {message}", hint=hint)
