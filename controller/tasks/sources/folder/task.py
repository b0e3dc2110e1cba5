"""A task as a folder: `task.toml`, `check.py`, and its fixtures."""

from __future__ import annotations

import hashlib
import re
import threading
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from checkers import GuestView, Score
from controller.core.guest import Guest
from controller.tasks.scripts import functions
from controller.tasks.sources.folder import setup_steps
from controller.tasks.sources.folder.snapshots import select_snapshot
from controller.tasks.sources.folder.task_file import Copy, Open, TaskFile, at, explained
from controller.tasks.task import TASKS_FOLDER, OpenedApplication, SourceRef, Task
from testbed.errors import TaskError

PROOF_FILE = "proof.json"
"""In a task's folder: how the task was proven (controller/runs/proofs.py)."""
_BESIDE = re.compile(rf"{re.escape(PROOF_FILE)}|\..*|.*~|#.*#")


@dataclass(frozen=True)
class FolderTask(Task):
    """A task folder as loaded: its id is `<domain>/<slug>`, its place under the tasks folder."""

    task_id: str
    task_folder: Path
    file: TaskFile
    origin: SourceRef = TASKS_FOLDER

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
        return self.file.instruction

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

    @cached_property
    def hash(self) -> str:
        return folder_hash(self.folder)

    @cached_property
    def premise(self) -> str:
        """Hash of what an episode begins with: the instruction, the set-up and the files it copies."""
        digest = hashlib.sha256(self.instruction.encode() + b"\0" + (self.file.snapshot or "").encode())
        for step in self.file.setup:
            digest.update(b"\0" + step.model_dump_json(by_alias=True).encode())
            if isinstance(step, Copy):
                source = setup_steps.fixture(self.folder, step)
                for path in sorted(_content(source)) if source.is_dir() else [source]:
                    digest.update(path.relative_to(source).as_posix().encode() + b"\0")
                    digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    def select_snapshot(self, available: Set[str]) -> str:
        return select_snapshot(self.file, available)

    def definition(self) -> Mapping[str, Any]:
        return self.file.model_dump(mode="json", by_alias=True)

    def describe_setup(self) -> Sequence[str]:
        return [setup_steps.in_words(step) for step in self.file.setup]

    def set_up(self, guest: Guest, cancel: threading.Event) -> None:
        setup_steps.set_up(self.folder, self.file.setup, guest, cancel)

    @property
    def checker_place(self) -> str:
        return str(self.folder / "check.py")

    def checker(self) -> Callable[[GuestView], Score]:
        """The `check` function of `check.py`. Raises TaskError."""
        path = Path(self.checker_place)
        check = functions(path).get("check")
        if check is None:
            raise TaskError(
                f"{path}: has no function check", hint="write `def check(guest: GuestView) -> Score`"
            )
        return check


def folder_hash(folder: Path) -> str:
    """Return the hash of a task folder's content: every file's path and bytes.

    Left out are caches, the record of the task's proof, and what editors put beside the file that they have open.
    """
    digest = hashlib.sha256()
    for path in sorted(_content(folder)):
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
        raise explained(path, text, error) from error
    task = FolderTask(folder.relative_to(root).as_posix(), folder, file, source)
    for problem in _problems(task):
        raise at(path, text, *problem)
    return task


def _problems(task: FolderTask) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
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
            source = setup_steps.fixture(task.folder, step).resolve()
            if not source.is_relative_to(task.folder.resolve()):
                yield ("setup", index, "copy"), f"{step.copy_!r} is outside the task's folder", "copy it in"
            elif not source.exists():
                yield (
                    ("setup", index, "copy"),
                    f"there is no {step.copy_!r}",
                    "paths are relative to the task",
                )


def _content(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
            yield path
