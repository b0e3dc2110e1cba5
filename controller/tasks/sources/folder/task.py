"""A task as a folder: `task.toml`, `check.py`, its fixtures, its variants, and the user to ask."""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from checkers import GuestView, Score
from controller.core.guest import Guest
from controller.tasks.events import TaskEvent
from controller.tasks.scripts import VARIANT, check_arguments, functions
from controller.tasks.sources.folder import setup_steps
from controller.tasks.sources.folder.fixtures import Fixture, content, copied, make
from controller.tasks.sources.folder.later_making import check_later_making
from controller.tasks.sources.folder.placeholders import fill
from controller.tasks.sources.folder.snapshots import select_snapshot
from controller.tasks.sources.folder.task_file import TASK_FORM, Copy, Open, SetupStep, TaskFile
from controller.tasks.sources.folder.toml_form import Location, at, read
from controller.tasks.sources.folder.user_file import USER_FILE, USER_FORM, UserFile
from controller.tasks.sources.folder.variants import draw_facts
from controller.tasks.task import TASKS_FOLDER, OpenedApplication, SourceRef, Task
from controller.tasks.user import TaskUser
from testbed.errors import SetupError, TaskError

PROOF_FILE = "proof.json"
"""In a task's folder: how the task was proven (controller/runs/proofs.py)."""
_Place = tuple[Literal["setup", "event"], int]
_BESIDE = re.compile(rf"{re.escape(PROOF_FILE)}|\..*|.*~|#.*#")


@dataclass(frozen=True)
class FolderTask(Task):
    """A task folder as loaded: its id is `<domain>/<slug>`, its place under the tasks folder.

    With a `variant.py` in the folder, what depends on the facts of a variant raises TaskError when that is malformed.
    """

    task_id: str
    task_folder: Path
    file: TaskFile
    user_file: UserFile | None = None
    origin: SourceRef = TASKS_FOLDER
    number: int = 0

    @property
    def id(self) -> str:
        return self.task_id

    @property
    def folder(self) -> Path:
        return self.task_folder

    @property
    def source(self) -> SourceRef:
        return self.origin

    @property
    def instruction(self) -> str:
        return self.filled.instruction

    @property
    def applications(self) -> tuple[str, ...]:
        return self.file.applications

    @property
    def place(self) -> str:
        return str(self.folder / "task.toml")

    @property
    def suites(self) -> tuple[str, ...]:
        return self.file.suites

    @property
    def tools(self) -> tuple[str, ...]:
        return self.file.tools

    @property
    def feasible(self) -> bool:
        return self.file.feasible

    @property
    def twin(self) -> str | None:
        return self.file.twin

    @property
    def opened(self) -> tuple[OpenedApplication, ...]:
        return tuple(
            OpenedApplication(step.open, step.files) for step in self.file.setup if isinstance(step, Open)
        )

    @property
    def has_variants(self) -> bool:
        return (self.folder / f"{VARIANT}.py").is_file()

    @property
    def variant(self) -> int:
        return self.number

    def with_variant(self, number: int) -> FolderTask:
        return replace(self, number=number) if self.has_variants else self

    @cached_property
    def facts(self) -> object | None:
        return draw_facts(self.folder, self.id, self.number) if self.has_variants else None

    @cached_property
    def filled(self) -> TaskFile:
        """The task's file with the facts of the variant for its placeholders. Raises TaskError."""
        if self.facts is None:
            return self.file
        return fill(Path(self.place), TASK_FORM, self.file, self.facts, ("instruction", "setup", "event"))

    @property
    def has_user(self) -> bool:
        return self.user_file is not None

    @cached_property
    def user(self) -> TaskUser | None:
        """The user as `user.toml` has it, with the facts of the variant. Raises TaskError."""
        file = self.user_file
        if file is not None and self.facts is not None:
            file = fill(self.folder / USER_FILE, USER_FORM, file, self.facts, ("unknown", "fact"))
        return None if file is None else file.user

    @cached_property
    def made(self) -> Mapping[PurePosixPath, Fixture]:
        """The files that the variant makes of its facts, by their path in the folder. Raises TaskError."""
        made = {} if self.facts is None else make(self.folder, self.facts)
        for place, step in _steps(self.filled):
            if self.facts is not None and isinstance(step, Copy):
                self._check_copy(place, step, made)
        return made

    def _check_copy(self, place: _Place, step: Copy, made: Mapping[PurePosixPath, Fixture]) -> None:
        try:
            found = copied(self.folder, step.copy_, made)
        except OSError:
            found = {}
        if not found:
            path, files = Path(self.place), ", ".join(map(str, sorted(made))) or "none"
            text = path.read_text(encoding="utf-8")
            problem = f"variant {self.number} has no {step.copy_!r}"
            raise at(path, text, (*place, "copy"), problem, f"the files that variant.py makes: {files}")

    def check_repeatable(self) -> None:
        if self.made:
            check_later_making(self.folder, self.id, self.number, self.made)

    @cached_property
    def obstacle(self) -> str:
        """Why a variant cannot be played: its facts, placeholders or files are malformed; "" if it can."""
        if not self.has_variants:
            return ""
        try:
            assert self.premise
            self.checker()
        except TaskError as error:
            return f"malformed variant: {error.message} ({error.hint})"
        return ""

    @cached_property
    def hash(self) -> str:
        return folder_hash(self.folder)

    @cached_property
    def premise(self) -> str:
        """Hash of the instruction, the set-up, the events, the files that they copy, and what the user knows."""
        digest = hashlib.sha256(self.instruction.encode() + b"\0" + (self.file.snapshot or "").encode())
        for _place, step in _steps(self.filled):
            digest.update(b"\0" + step.model_dump_json(by_alias=True).encode())
            if isinstance(step, Copy):
                for path, file in copied(self.folder, step.copy_, self.made).items():
                    digest.update(path.as_posix().encode() + b"\0")
                    digest.update(hashlib.sha256(file.data).digest())
        if self.user is not None:
            digest.update(b"\0" + repr(self.user).encode())
        return digest.hexdigest()

    def select_snapshot(self, available: Set[str]) -> str:
        return select_snapshot(self.file, available)

    def definition(self) -> Mapping[str, Any]:
        return self.filled.model_dump(mode="json", by_alias=True)

    def describe_setup(self) -> Sequence[str]:
        return [setup_steps.in_words(step) for step in self.filled.setup]

    def set_up(self, guest: Guest, cancel: threading.Event) -> None:
        try:
            steps, made = self.filled.setup, self.made
        except TaskError as error:
            raise SetupError(error.message, hint=error.hint) from error
        setup_steps.set_up(self.folder, steps, made, guest, cancel)

    @property
    def events(self) -> Sequence[TaskEvent]:
        return [
            TaskEvent(
                event.after_steps,
                event.after_seconds,
                event.when,
                setup_steps.in_words(event),
                partial(setup_steps.carry_out, self.folder, ("event", index), event, self.made),
            )
            for index, event in enumerate(self.filled.event)
        ]

    @property
    def checker_place(self) -> str:
        return str(self.folder / "check.py")

    def checker(self) -> Callable[[GuestView], Score]:
        """The `check` function of `check.py`. Raises TaskError."""
        check = self._checker("check")
        if check is None:
            raise TaskError(
                f"{self.checker_place}: has no function check",
                hint="write `def check(guest: GuestView) -> Score`",
            )
        return check

    def safety_checker(self) -> Callable[[GuestView], Score] | None:
        """The `safety` function of `check.py`. Raises TaskError."""
        return self._checker("safety")

    def _checker(self, name: str) -> Callable[[GuestView], Score] | None:
        path = Path(self.checker_place)
        found = functions(path).get(name)
        if found is None or self.facts is None:
            return found
        form = f"def {name}(guest: GuestView, facts: Facts) -> Score"
        check_arguments(path, found, 2, f"{form}`, decorated with `judged_with_facts` instead of `judged")
        return lambda guest: found(guest, self.facts)


def folder_hash(folder: Path) -> str:
    """Return the hash of a task folder's content: every file's path and bytes.

    Left out are caches, the record of the task's proof, and what editors put beside the file that they have open.
    """
    digest = hashlib.sha256()
    for path in sorted(content(folder)):
        if path.parent == folder and _BESIDE.fullmatch(path.name):
            continue
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def load_task(folder: Path, root: Path, source: SourceRef = TASKS_FOLDER) -> FolderTask:
    """The task in `folder`, a grandchild of `root`.

    Raises TaskError naming file, line and field.
    """
    path = folder / "task.toml"
    try:
        text, data = read(path)
    except FileNotFoundError as error:
        raise TaskError(
            f"{path}: no such file", hint="a task is a folder with task.toml and check.py"
        ) from error
    file = TASK_FORM.validated(path, text, data)
    user_file = None
    if (folder / USER_FILE).exists():
        user_file = USER_FORM.validated(folder / USER_FILE, *read(folder / USER_FILE))
    task = FolderTask(folder.relative_to(root).as_posix(), folder, file, user_file, source)
    for problem in _problems(task):
        raise at(path, text, *problem)
    return task


def _problems(task: FolderTask) -> Iterator[tuple[Location, str, str]]:
    if not (task.folder / "check.py").is_file():
        yield (), "there is no check.py beside it", "write `def check(guest: GuestView) -> Score`"
    if task.feasible and task.file.twin:
        yield ("twin",), "a feasible task has no twin", "name the twin in the infeasible task only"
    if not task.feasible and not task.file.twin:
        yield ("feasible",), "an infeasible task needs a feasible twin", 'add twin = "domain/slug"'
    if not task.feasible and task.file.tools:
        yield ("tools",), "an infeasible task has no tool that helps", "remove tools"
    for place, step in _steps(task.file):
        if isinstance(step, Copy):
            source = (task.folder / step.copy_).resolve()
            if not source.is_relative_to(task.folder.resolve()):
                yield (*place, "copy"), f"{step.copy_!r} is outside the task's folder", "copy it in"
            elif not source.exists() and not task.has_variants:
                yield (*place, "copy"), f"there is no {step.copy_!r}", "paths are relative to the task"


def _steps(file: TaskFile) -> Iterator[tuple[_Place, SetupStep]]:
    """The steps of the set-up and of the events, with their places in `task.toml`."""
    for index, step in enumerate(file.setup):
        yield ("setup", index), step
    for index, event in enumerate(file.event):
        yield ("event", index), event
