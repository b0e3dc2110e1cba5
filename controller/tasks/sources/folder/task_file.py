"""The form of a task folder's `task.toml`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError, PydanticKnownError

from controller.applications.registry import APPLICATIONS, SNAPSHOTS, SYSTEM
from controller.guests.provider import DESKTOP, HEADLESS
from controller.tasks.sources.folder.sections import section_names
from controller.tasks.sources.folder.toml_form import Form, Location, Strict, Text
from controller.tasks.task_info import Level
from controller.tasks.task_servers import ServerName


def _one_of(*names: str) -> AfterValidator:
    def check(value: str) -> str:
        if value not in names:
            raise PydanticKnownError("literal_error", {"expected": ", ".join(map(repr, names))})
        return value

    return AfterValidator(check)


OpenableApp = Annotated[str, _one_of(*APPLICATIONS)]
App = Annotated[str, _one_of(*APPLICATIONS, SYSTEM)]
SnapshotName = Annotated[str, _one_of(DESKTOP, HEADLESS, *SNAPSHOTS)]


def _check_pattern(value: str) -> str:
    try:
        re.compile(value)
    except re.error as error:
        raise PydanticCustomError("regex", "is no regular expression: {why}", {"why": str(error)}) from error
    return value


GuestPath = Annotated[str, Field(pattern=r"^/")]
Pattern = Annotated[str, AfterValidator(_check_pattern)]


class Copy(Strict):
    """Copy a file or a folder of the task to an absolute path in the guest, owned by the user."""

    verb: ClassVar[str] = "copy"

    copy_: Text = Field(alias="copy")
    to: GuestPath

    @property
    def source(self) -> str:
        """The file or folder, relative to the task's."""
        return self.copy_

    @field_validator("to")
    @classmethod
    def _plain(cls, value: str) -> str:
        if ".." in PurePosixPath(value).parts or value.endswith("/"):
            raise PydanticCustomError("path", "must be the full path of the copy, without '..' or a last '/'")
        return value


class Run(Strict):
    """Run a command in the guest, without a shell."""

    run: tuple[str, ...] = Field(min_length=1)
    as_: Literal["user", "root"] = Field("user", alias="as")


class Equivalent(Strict):
    """Mutants of the evidence that are as right as it is; see `testbed tasks mutate`.

    `evidence` and `place` are regular expressions to find there, `kind` is the mutants' kind; what is missing is any.
    """

    evidence: Pattern = ""
    kind: str = ""
    place: Pattern = ""
    reason: Text


class Open(Strict):
    """Open an application and wait until its window has the keyboard.

    `window` is a regular expression to find in the window's title; without it any window of the
    application will do.
    """

    open: OpenableApp
    files: tuple[str, ...] = ()
    window: Pattern = ""


class Serve(Strict):
    """Show the pages of a folder of the task on a site of the guest, or more pages on one that is there.

    `site` is the site's name: `checkers.sites.sent` returns what was sent to the site of that name.
    """

    verb: ClassVar[str] = "serve"

    serve: Text
    site: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,30}$")]

    @property
    def source(self) -> str:
        """The folder, relative to the task's."""
        return self.serve


class Trigger(Strict):
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


class ServeEvent(Trigger, Serve):
    """Pages of a site change."""


SetupStep = Copy | Run | Open | Serve
FileStep = Copy | Serve
"""A step that takes files of the task."""
StepPlace = tuple[Literal["setup", "event"], int]
"""The place of a step in `task.toml`: its array of tables, and the number in it from 0."""
Event = CopyEvent | RunEvent | OpenEvent | ServeEvent
_STEPS: Mapping[str, type[SetupStep]] = {"copy": Copy, "run": Run, "open": Open, "serve": Serve}
_EVENTS: Mapping[str, type[Event]] = {
    "copy": CopyEvent,
    "run": RunEvent,
    "open": OpenEvent,
    "serve": ServeEvent,
}


def _one_of_kinds(kinds: Mapping[str, type[SetupStep]]) -> BeforeValidator:
    """Choose a step's model by its verb, so that errors name that model alone."""

    def choose(value: object) -> object:
        if not isinstance(value, dict):
            return value
        verbs = [verb for verb in kinds if verb in value]
        if len(verbs) != 1:
            raise PydanticCustomError("step", f"must have exactly one of {', '.join(kinds)}")
        return kinds[verbs[0]].model_validate(value)

    return BeforeValidator(choose)


class WeightedClaim(Strict):
    """How much a claim of the checker counts for partial credit; others count 1."""

    text: Text
    weight: Annotated[float, Field(ge=0, le=1_000, allow_inf_nan=False)]


def _all_different(values: tuple[str, ...]) -> tuple[str, ...]:
    for number, value in enumerate(values):
        if value in values[:number]:
            raise PydanticCustomError("repeated", "has {value} twice", {"value": repr(value[:60])})
    return values


JudgeText = Annotated[str, Field(min_length=1, max_length=20_000, pattern=r"\S")]
"""A text that a judge's prompt has."""
MOST_KEY_POINTS = 50


class TaskFile(Strict):
    """What `task.toml` holds."""

    instruction: Text
    fuzzy: JudgeText | None = None
    level: Level | None = None
    key_points: Annotated[
        tuple[JudgeText, ...], Field(min_length=1, max_length=MOST_KEY_POINTS), AfterValidator(_all_different)
    ] = ()
    reference: JudgeText | None = None
    dependencies: JudgeText | None = None
    suites: tuple[Text, ...] = ()
    applications: tuple[App, ...] = Field(min_length=1)
    tools: tuple[Text, ...] = ()
    feasible: bool = True
    twin: str | None = None
    snapshot: SnapshotName | None = None
    servers: Annotated[tuple[ServerName, ...], AfterValidator(_all_different)] = ()
    setup: tuple[Annotated[SetupStep, _one_of_kinds(_STEPS)], ...] = ()
    event: tuple[Annotated[Event, _one_of_kinds(_EVENTS)], ...] = ()
    claim: tuple[WeightedClaim, ...] = ()
    equivalent: tuple[Equivalent, ...] = ()

    def placed_steps(self) -> Iterator[tuple[StepPlace, SetupStep]]:
        """Yield the steps of the set-up and of the events, with their places in `task.toml`."""
        for index, step in enumerate(self.setup):
            yield ("setup", index), step
        for index, event in enumerate(self.event):
            yield ("event", index), event


_TABLES: Mapping[str | int, type[Strict]] = {"claim": WeightedClaim, "equivalent": Equivalent}


def _fields(location: Location) -> list[str]:
    if len(location) == 1:
        return [*TaskFile.model_fields, *section_names()]
    if location[0] in _TABLES:
        return list(_TABLES[location[0]].model_fields)
    kinds = _EVENTS if location[0] == "event" else _STEPS
    return sorted({info.alias or name for kind in kinds.values() for name, info in kind.model_fields.items()})


TASK_FORM = Form(TaskFile, "a task", _fields)
