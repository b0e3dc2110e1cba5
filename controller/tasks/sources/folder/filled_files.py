"""A task folder's files with the facts of a variant for their placeholders, and the files made of the facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from pydantic import BaseModel

from controller.tasks.scripts import VARIANT
from controller.tasks.sources.folder.fixtures import Fixture, fixture_files, make
from controller.tasks.sources.folder.later_making import check_later_making
from controller.tasks.sources.folder.placeholders import fill
from controller.tasks.sources.folder.sections import fill_section
from controller.tasks.sources.folder.task_file import TASK_FORM, FileStep, StepPlace, TaskFile
from controller.tasks.sources.folder.toml_form import at
from controller.tasks.sources.folder.user_file import USER_FILE, USER_FORM, UserFile
from controller.tasks.sources.folder.variants import draw_facts
from controller.tasks.task_variants import TaskVariants
from controller.tasks.user import TaskUser


@dataclass(frozen=True)
class FilledFiles(TaskVariants):
    """The files of a task folder; without a `variant.py` they are as they stand there.

    Attributes:
        folder: The folder.
        task_id: The task's id; the facts drawn depend on it.
        file: `task.toml` as it stands there.
        number: The variant.
    """

    folder: Path
    task_id: str
    file: TaskFile
    number: int

    @property
    def path(self) -> Path:
        """Path of `task.toml`."""
        return self.folder / "task.toml"

    @property
    def have_variants(self) -> bool:
        """Whether there is a `variant.py`."""
        return (self.folder / f"{VARIANT}.py").is_file()

    @cached_property
    def facts(self) -> object | None:
        """The facts of the variant; None without a `variant.py`. Raises TaskError."""
        return draw_facts(self.folder, self.task_id, self.number) if self.have_variants else None

    @cached_property
    def task_file(self) -> TaskFile:
        """`task.toml` with the facts. Raises TaskError."""
        if self.facts is None:
            return self.file
        return fill(
            self.path,
            TASK_FORM,
            self.file,
            self.facts,
            ("instruction", "setup", "event", "claim", "fuzzy", "key_points", "reference", "dependencies"),
        )

    def section(self, name: str, section: BaseModel) -> BaseModel:
        """Return a section of `task.toml` with the facts. Raises TaskError."""
        return section if self.facts is None else fill_section(self.path, name, section, self.facts)

    def user(self, file: UserFile) -> TaskUser:
        """Return the user as `user.toml` has it, with the facts. Raises TaskError."""
        if self.facts is not None:
            file = fill(self.folder / USER_FILE, USER_FORM, file, self.facts, ("unknown", "fact"))
        return file.user

    @cached_property
    def made(self) -> Mapping[PurePosixPath, Fixture]:
        """The files that the variant makes of its facts, by their path in the folder. Raises TaskError."""
        made = {} if self.facts is None else make(self.folder, self.facts)
        for place, step in self.task_file.placed_steps():
            if self.facts is not None and isinstance(step, FileStep):
                self._check_source(place, step, made)
        return made

    def _check_source(self, place: StepPlace, step: FileStep, made: Mapping[PurePosixPath, Fixture]) -> None:
        try:
            found = fixture_files(self.folder, step.source, made)
        except OSError:
            found = {}
        if not found:
            files = ", ".join(map(str, sorted(made))) or "none"
            text = self.path.read_text(encoding="utf-8")
            problem = f"variant {self.number} has no {step.source!r}"
            raise at(
                self.path, text, (*place, step.verb), problem, f"the files that variant.py makes: {files}"
            )

    def check_repeatable(self) -> None:
        if self.made:
            check_later_making(self.folder, self.task_id, self.number, self.made)
