"""A task as a folder: `task.toml`, `check.py`, its fixtures, its variants, and the user to ask."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from controller.core.guest import Guest
from controller.tasks.events import TaskEvent
from controller.tasks.home_changes import adopt_changes, keep_home, note_home
from controller.tasks.play_options import AS_LOADED, PlayOptions
from controller.tasks.servers import offer_servers
from controller.tasks.sources.folder import setup_steps
from controller.tasks.sources.folder.filled_files import FilledFiles
from controller.tasks.sources.folder.fixtures import fixture_files
from controller.tasks.sources.folder.folder_hash import folder_hash
from controller.tasks.sources.folder.sections import LazyMapping
from controller.tasks.sources.folder.snapshots import select_snapshot
from controller.tasks.sources.folder.task_file import Event, FileStep, Open, TaskFile
from controller.tasks.sources.folder.task_judging import FolderJudging
from controller.tasks.sources.folder.user_file import UserFile
from controller.tasks.task import TASKS_FOLDER, SourceRef, Task
from controller.tasks.task_info import OpenedApplication, TaskInfo
from controller.tasks.task_servers import TaskServers
from controller.tasks.task_variants import TaskVariants
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
    play: PlayOptions = AS_LOADED

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
        file = self.filled.task_file
        return (self.play.form == "fuzzy" and file.fuzzy) or file.instruction

    @property
    def path(self) -> str:
        return str(self.folder / "task.toml")

    @property
    def servers(self) -> TaskServers:
        return TaskServers(self.file.servers, self.play.added, self.play.with_pool)

    def with_play(self, play: PlayOptions) -> FolderTask:
        variant = play.variant if self.filled.have_variants else 0
        play = replace(play, variant=variant, form=play.form if self.file.fuzzy else "concrete")
        return self if play == self.play else replace(self, play=play)

    @cached_property
    def info(self) -> TaskInfo:
        file = self.file
        return TaskInfo(
            file.applications,
            file.suites,
            file.tools,
            feasible=file.feasible,
            feasible_counterpart=file.twin,
            level=file.level,
            opened=tuple(
                OpenedApplication(step.open, step.files) for step in file.setup if isinstance(step, Open)
            ),
        )

    @cached_property
    def filled(self) -> FilledFiles:
        """Its files with the facts of the variant."""
        return FilledFiles(self.folder, self.id, self.file, self.play.variant)

    @property
    def variants(self) -> TaskVariants | None:
        return self.filled if self.filled.have_variants else None

    @cached_property
    def judging(self) -> FolderJudging:
        return FolderJudging(self.filled, self.play.judged, self.sections)

    @property
    def sections(self) -> Mapping[str, Any]:
        own: dict[str, Callable[[], Any]] = {
            name: partial(self._section, name) for name in self.sections_file
        }
        if self.file.event:
            own["events"] = self._events
        if self.user_file is not None:
            own["user"] = partial(self.filled.user, self.user_file)
        return LazyMapping(own)

    def _section(self, name: str) -> BaseModel:
        return self.filled.section(name, self.sections_file[name])

    @cached_property
    def skip_reason(self) -> str:
        """Why it cannot be played: no server of that name, malformed facts, placeholders or files; "" if it can."""
        if problem := self.servers.skip_reason():
            return problem
        if not self.filled.have_variants:
            return ""
        try:
            assert self.initial_state_hash
            self.judging.truth()
            if self.judging.has_checker:
                self.judging.checker()
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
            self.filled.task_file.instruction.encode() + b"\0" + (self.file.snapshot or "").encode()
        )
        if self.servers:
            digest.update(b"\0servers\0" + "\0".join(self.servers).encode())
        for _place, step in self.filled.task_file.placed_steps():
            digest.update(b"\0" + step.model_dump_json(by_alias=True).encode())
            if isinstance(step, FileStep):
                for path, file in fixture_files(self.folder, step.source, self.filled.made).items():
                    digest.update(path.as_posix().encode() + b"\0")
                    digest.update(hashlib.sha256(file.data).digest())
        for name in self.sections_file:
            digest.update(b"\0" + name.encode() + b"\0" + self._section(name).model_dump_json().encode())
        if self.user_file is not None:
            digest.update(b"\0" + repr(self.filled.user(self.user_file)).encode())
        return digest.hexdigest()

    def select_snapshot(self, available: Set[str]) -> str:
        return select_snapshot(self.file, available)

    def definition(self) -> Mapping[str, Any]:
        sections = {name: self._section(name).model_dump(mode="json") for name in self.sections_file}
        return self.filled.task_file.model_dump(mode="json", by_alias=True) | sections

    def describe_setup(self) -> Sequence[str]:
        offered = [f"offer the servers {', '.join(self.servers)}"] if self.servers else []
        return offered + [setup_steps.in_words(step) for step in self.filled.task_file.setup]

    def set_up(self, guest: Guest, cancel: threading.Event) -> None:
        try:
            steps, made = self.filled.task_file.setup, self.filled.made
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
            for index, event in enumerate(self.filled.task_file.event)
        ]

    def _happen(self, index: int, event: Event, guest: Guest, cancel: threading.Event) -> None:
        """Execute an event. What it changes in the home folder belongs to the state that the agent is given."""
        note_home(guest)
        setup_steps.carry_out(self.folder, ("event", index), event, self.filled.made, guest, cancel)
        adopt_changes(guest)
