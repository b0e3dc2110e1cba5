"""A task is a folder: what the agent is told, how the desktop is set up, how the result is judged."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError, PydanticKnownError

from checkers import GuestView, Score
from controller.applications.registry import APPLICATIONS, SNAPSHOTS, SYSTEM
from controller.guests.provider import DESKTOP
from controller.tasks.scripts import functions
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
GuestPath = Annotated[str, Field(pattern=r"^/")]


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


class Open(_Strict):
    """Open an application and wait until its window has the keyboard.

    `window` is a regular expression to find in the window's title; without it any window of the
    application will do.
    """

    open: OpenableApp
    files: tuple[str, ...] = ()
    window: str = ""

    @field_validator("window")
    @classmethod
    def _compiles(cls, value: str) -> str:
        try:
            re.compile(value)
        except re.error as error:
            raise PydanticCustomError(
                "regex", "is no regular expression: {why}", {"why": str(error)}
            ) from error
        return value


SetupStep = Copy | Run | Open
_KINDS: dict[str, type[Copy] | type[Run] | type[Open]] = {"copy": Copy, "run": Run, "open": Open}


def _one_kind(value: object) -> object:
    """Choose a step's model by its verb, so that errors speak of that one alone."""
    if not isinstance(value, dict):
        return value
    verbs = [verb for verb in _KINDS if verb in value]
    if len(verbs) != 1:
        raise PydanticCustomError("step", "must have exactly one of copy, run, open")
    return _KINDS[verbs[0]].model_validate(value)


class TaskFile(_Strict):
    """What `task.toml` holds."""

    instruction: Text
    suites: tuple[Text, ...] = ()
    applications: tuple[App, ...] = Field(min_length=1)
    tools: tuple[Text, ...] = ()
    feasible: bool = True
    twin: str | None = None
    snapshot: SnapshotName | None = None
    setup: tuple[Annotated[SetupStep, BeforeValidator(_one_kind)], ...] = ()


@dataclass(frozen=True)
class Task:
    """A task as loaded: its id is `<domain>/<slug>`, its place under the tasks folder."""

    id: str
    folder: Path
    file: TaskFile

    @property
    def domain(self) -> str:
        return self.id.partition("/")[0]

    @property
    def instruction(self) -> str:
        return self.file.instruction

    @property
    def feasible(self) -> bool:
        return self.file.feasible

    @property
    def tool_beneficial(self) -> bool:
        """Whether some tool is annotated as helping."""
        return bool(self.file.tools)

    @cached_property
    def hash(self) -> str:
        """Hash of the folder's content: every file's path and bytes, caches left out."""
        digest = hashlib.sha256()
        for path in sorted(_content(self.folder)):
            digest.update(path.relative_to(self.folder).as_posix().encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    @cached_property
    def premise(self) -> str:
        """Hash of what an episode begins with: the instruction, the set-up and the files it copies."""
        digest = hashlib.sha256(self.instruction.encode() + b"\0" + (self.file.snapshot or "").encode())
        for step in self.file.setup:
            digest.update(b"\0" + step.model_dump_json(by_alias=True).encode())
            if isinstance(step, Copy):
                source = self.fixture(step)
                for path in sorted(_content(source)) if source.is_dir() else [source]:
                    digest.update(path.relative_to(source).as_posix().encode() + b"\0")
                    digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    def fixture(self, step: Copy) -> Path:
        """Where on the host a copy step's source lies."""
        return self.folder / step.copy_

    def checker(self) -> Callable[[GuestView], Score]:
        """The `check` function of `check.py`. Raises TaskError."""
        path = self.folder / "check.py"
        check = functions(path).get("check")
        if check is None:
            raise TaskError(
                f"{path}: has no function check", hint="write `def check(guest: GuestView) -> Score`"
            )
        return check

    def setup_line(self, index: int) -> int:
        """The line of `task.toml` on which set-up step `index` (from 0) begins."""
        return line_of((self.folder / "task.toml").read_text(encoding="utf-8"), ("setup", index))


def load_task(folder: Path, root: Path) -> Task:
    """The task in `folder`, a grandchild of `root`.

    Raises TaskError naming file, line and field.
    """
    path = folder / "task.toml"
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except FileNotFoundError as error:
        raise TaskError(
            f"{path}: no such file", hint="a task is a folder with task.toml and check.py"
        ) from error
    except UnicodeDecodeError as error:
        raise TaskError(f"{path}: is not UTF-8", hint="save the file as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        where = f":{line[1]}" if line else ""
        raise TaskError(f"{path}{where}: not valid TOML: {error}", hint="see https://toml.io") from error
    try:
        file = TaskFile.model_validate(data)
    except ValidationError as error:
        raise _explained(path, text, error) from error
    task = Task(folder.relative_to(root).as_posix(), folder, file)
    for problem in _problems(task):
        raise _at(path, text, *problem)
    return task


def _problems(task: Task) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    if not (task.folder / "check.py").is_file():
        yield (), "there is no check.py beside it", "write `def check(guest: GuestView) -> Score`"
    if task.feasible and task.file.twin:
        yield ("twin",), "a feasible task has no twin", "name the twin in the infeasible task only"
    if not task.feasible and not task.file.twin:
        yield ("feasible",), "an infeasible task needs a feasible twin", 'add twin = "domain/slug"'
    if not task.feasible and task.file.tools:
        yield ("tools",), "an infeasible task has no tool that helps", "remove tools"
    for index, step in enumerate(task.file.setup):
        if isinstance(step, Copy):
            source = task.fixture(step).resolve()
            if not source.is_relative_to(task.folder.resolve()):
                yield ("setup", index, "copy"), f"{step.copy_!r} is outside the task's folder", "copy it in"
            elif not source.exists():
                yield (
                    ("setup", index, "copy"),
                    f"there is no {step.copy_!r}",
                    "paths are relative to the task",
                )


def _explained(path: Path, text: str, error: ValidationError) -> TaskError:
    first = error.errors()[0]
    location = tuple(
        part for part in first["loc"] if not (isinstance(part, str) and part.startswith("function-"))
    )
    message, hint = _in_words(first)
    if len(error.errors()) > 1:
        hint = f"{hint}; then {len(error.errors()) - 1} more" if hint else ""
    return _at(path, text, location, message, hint)


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
    return sorted(
        {info.alias or name for kind in _KINDS.values() for name, info in kind.model_fields.items()}
    )


def _at(path: Path, text: str, location: tuple[Any, ...], message: str, hint: str) -> TaskError:
    field = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location).lstrip(".")
    where = f"{path}:{line_of(text, location)}"
    return TaskError(f"{where}: {field}: {message}" if field else f"{where}: {message}", hint=hint)


def _content(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
            yield path
