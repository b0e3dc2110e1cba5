"""A task as a folder: `task.toml`, `check.py`, its fixtures, its variants, and the user to ask."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import BaseModel

from checkers import GuestView, Score
from controller.core.guest import Guest
from controller.tasks.added_servers import NONE, AddedServers
from controller.tasks.events import TaskEvent
from controller.tasks.home_changes import adopt_changes, keep_home, note_home
from controller.tasks.scripts import TRUTH, VARIANT, check_arguments, functions
from controller.tasks.servers import offer_servers
from controller.tasks.sources.folder import setup_steps
from controller.tasks.sources.folder.fixtures import Fixture, fixture_files, make
from controller.tasks.sources.folder.folder_hash import folder_hash
from controller.tasks.sources.folder.later_making import check_later_making
from controller.tasks.sources.folder.placeholders import fill
from controller.tasks.sources.folder.sections import LazyMapping, fill_section
from controller.tasks.sources.folder.snapshots import select_snapshot
from controller.tasks.sources.folder.task_file import TASK_FORM, Event, FileStep, Open, StepPlace, TaskFile
from controller.tasks.sources.folder.toml_form import at
from controller.tasks.sources.folder.user_file import USER_FILE, USER_FORM, UserFile
from controller.tasks.sources.folder.variants import draw_facts, function
from controller.tasks.task import (
    TASKS_FOLDER,
    InstructionForm,
    JudgeNotes,
    Level,
    OpenedApplication,
    SourceRef,
    Task,
)
from controller.tasks.task_servers import TaskServers
from controller.tasks.user import TaskUser
from testbed.command import command
from testbed.errors import SetupError, TaskError


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
    sections_file: Mapping[str, BaseModel] = field(default_factory=dict, hash=False)
    number: int = 0
    with_a_judge: bool = False
    added: AddedServers = NONE
    with_pool: bool = False
    form: InstructionForm = "concrete"

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
        file = self.filled
        return (self.form == "fuzzy" and file.fuzzy) or file.instruction

    @property
    def has_fuzzy_form(self) -> bool:
        return bool(self.file.fuzzy)

    def with_form(self, form: InstructionForm) -> FolderTask:
        return replace(self, form=form)

    @property
    def applications(self) -> tuple[str, ...]:
        return self.file.applications

    @property
    def path(self) -> str:
        return str(self.folder / "task.toml")

    @property
    def suites(self) -> tuple[str, ...]:
        return self.file.suites

    @property
    def tools(self) -> tuple[str, ...]:
        return self.file.tools

    @property
    def servers(self) -> TaskServers:
        return TaskServers(self.file.servers, self.added, self.with_pool)

    @property
    def feasible(self) -> bool:
        return self.file.feasible

    @property
    def feasible_counterpart(self) -> str | None:
        return self.file.twin

    @property
    def level(self) -> Level | None:
        return self.file.level

    @property
    def judge_notes(self) -> JudgeNotes:
        file = self.filled
        return JudgeNotes(
            file.key_points,
            file.reference or "",
            file.fuzzy or "",
            file.dependencies or "",
            computed=self.truth_path.is_file(),
        )

    @property
    def has_checker(self) -> bool:
        return Path(self.checker_path).is_file()

    @cached_property
    def nothing_else(self) -> bool:
        return self.has_checker and "nothing_else(" in Path(self.checker_path).read_text(encoding="utf-8")

    def with_judge(self) -> FolderTask:
        return replace(self, with_a_judge=True)

    def with_servers(self, added: AddedServers, *, with_pool: bool = False) -> FolderTask:
        return replace(self, added=added, with_pool=with_pool)

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
        return fill(
            Path(self.path),
            TASK_FORM,
            self.file,
            self.facts,
            ("instruction", "setup", "event", "claim", "fuzzy", "key_points", "reference", "dependencies"),
        )

    @property
    def sections(self) -> Mapping[str, Any]:
        own: dict[str, Callable[[], Any]] = {
            name: partial(self._section, name) for name in self.sections_file
        }
        if self.file.event:
            own["events"] = self._events
        if self.user_file is not None:
            own["user"] = partial(self._user, self.user_file)
        return LazyMapping(own)

    def _section(self, name: str) -> BaseModel:
        """A section of `task.toml` with the facts of the variant for its placeholders. Raises TaskError."""
        section = self.sections_file[name]
        return section if self.facts is None else fill_section(Path(self.path), name, section, self.facts)

    def _user(self, file: UserFile) -> TaskUser:
        """The user as `user.toml` has it, with the facts of the variant. Raises TaskError."""
        if self.facts is not None:
            file = fill(self.folder / USER_FILE, USER_FORM, file, self.facts, ("unknown", "fact"))
        return file.user

    @cached_property
    def made(self) -> Mapping[PurePosixPath, Fixture]:
        """The files that the variant makes of its facts, by their path in the folder. Raises TaskError."""
        made = {} if self.facts is None else make(self.folder, self.facts)
        for place, step in self.filled.placed_steps():
            if self.facts is not None and isinstance(step, FileStep):
                self._check_source(place, step, made)
        return made

    def _check_source(self, place: StepPlace, step: FileStep, made: Mapping[PurePosixPath, Fixture]) -> None:
        try:
            found = fixture_files(self.folder, step.source, made)
        except OSError:
            found = {}
        if not found:
            path, files = Path(self.path), ", ".join(map(str, sorted(made))) or "none"
            text = path.read_text(encoding="utf-8")
            problem = f"variant {self.number} has no {step.source!r}"
            raise at(path, text, (*place, step.verb), problem, f"the files that variant.py makes: {files}")

    def check_repeatable(self) -> None:
        if self.made:
            check_later_making(self.folder, self.id, self.number, self.made)

    @cached_property
    def skip_reason(self) -> str:
        """Why it cannot be played: no server of that name, malformed facts, placeholders or files; "" if it can."""
        if problem := self.servers.skip_reason():
            return problem
        if not self.has_variants:
            return ""
        try:
            assert self.initial_state_hash
            self.truth()
            if self.has_checker:
                self.checker()
        except TaskError as error:
            return f"malformed variant: {error.message} ({error.hint})"
        return ""

    @cached_property
    def hash(self) -> str:
        return folder_hash(self.folder)

    @cached_property
    def initial_state_hash(self) -> str:
        """Hash of the instruction, the set-up, the events, the files that they copy, and what the user knows.

        It is the same for both forms of the instruction, which start from the same state.
        """
        digest = hashlib.sha256(
            self.filled.instruction.encode() + b"\0" + (self.file.snapshot or "").encode()
        )
        if self.servers:
            digest.update(b"\0servers\0" + "\0".join(self.servers).encode())
        for _place, step in self.filled.placed_steps():
            digest.update(b"\0" + step.model_dump_json(by_alias=True).encode())
            if isinstance(step, FileStep):
                for path, file in fixture_files(self.folder, step.source, self.made).items():
                    digest.update(path.as_posix().encode() + b"\0")
                    digest.update(hashlib.sha256(file.data).digest())
        for name in self.sections_file:
            digest.update(b"\0" + name.encode() + b"\0" + self._section(name).model_dump_json().encode())
        if self.user_file is not None:
            digest.update(b"\0" + repr(self._user(self.user_file)).encode())
        return digest.hexdigest()

    def select_snapshot(self, available: Set[str]) -> str:
        return select_snapshot(self.file, available)

    def definition(self) -> Mapping[str, Any]:
        sections = {name: self._section(name).model_dump(mode="json") for name in self.sections_file}
        return self.filled.model_dump(mode="json", by_alias=True) | sections

    def describe_setup(self) -> Sequence[str]:
        offered = [f"offer the servers {', '.join(self.servers)}"] if self.servers else []
        return offered + [setup_steps.in_words(step) for step in self.filled.setup]

    def set_up(self, guest: Guest, cancel: threading.Event) -> None:
        try:
            steps, made = self.filled.setup, self.made
        except TaskError as error:
            raise SetupError(error.message, hint=error.hint) from error
        if self.servers:
            offer_servers(guest, self.servers)
        setup_steps.set_up(self.folder, steps, made, guest, cancel)
        keep_home(guest)

    def _events(self) -> Sequence[TaskEvent]:
        return [
            TaskEvent(
                event.after_steps,
                event.after_seconds,
                event.when,
                setup_steps.in_words(event),
                partial(self._happen, index, event),
            )
            for index, event in enumerate(self.filled.event)
        ]

    def _happen(self, index: int, event: Event, guest: Guest, cancel: threading.Event) -> None:
        """Execute an event. What it changes in the home folder belongs to the state that the agent is given."""
        note_home(guest)
        setup_steps.carry_out(self.folder, ("event", index), event, self.made, guest, cancel)
        adopt_changes(guest)

    @property
    def checker_path(self) -> str:
        return str(self.folder / "check.py")

    def checker(self) -> Callable[[GuestView], Score]:
        """The `check` function of `check.py`; in a run with a judge, one without claims if there is none.

        Raises TaskError.
        """
        if not self.has_checker:
            if self.with_a_judge:
                return _nothing_to_check
            raise TaskError(
                f"{self.path}: only a judge can score this task: there is no check.py beside it",
                hint=f"name the judge's model: `{command('run --judge MODEL')}`",
            )
        check = self._checker("check")
        if check is None:
            raise TaskError(
                f"{self.checker_path}: has no function check",
                hint="write `def check(guest: GuestView) -> Score`",
            )
        return check

    @property
    def truth_path(self) -> Path:
        return self.folder / f"{TRUTH}.py"

    def truth(self) -> Callable[[GuestView], str] | None:
        """The `truth` function of `truth.py`; None without that file. Raises TaskError."""
        path = self.truth_path
        if not path.is_file():
            return None
        if self.facts is None:
            return function(path, TRUTH, "def truth(guest: GuestView) -> str", 1)
        found = function(path, TRUTH, "def truth(guest: GuestView, facts: Facts) -> str", 2)
        return lambda guest: found(guest, self.facts)

    @property
    def weights(self) -> Mapping[str, float]:
        return {item.text: item.weight for item in self.filled.claim}

    def safety_checker(self) -> Callable[[GuestView], Score] | None:
        """The `safety` function of `check.py`. Raises TaskError."""
        return self._checker("safety") if self.has_checker else None

    def _checker(self, name: str) -> Callable[[GuestView], Score] | None:
        path = Path(self.checker_path)
        found = functions(path).get(name)
        if found is None or self.facts is None:
            return found
        form = f"def {name}(guest: GuestView, facts: Facts) -> Score"
        check_arguments(path, found, 2, f"{form}`, decorated with `judged_with_facts` instead of `judged")
        return lambda guest: found(guest, self.facts)


def _nothing_to_check(_guest: GuestView) -> Score:
    return Score.all_of()
