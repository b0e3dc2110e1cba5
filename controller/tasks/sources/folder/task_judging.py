"""What judges a task folder: `check.py`, `truth.py` and what `task.toml` has for judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from checkers import GuestView, Score
from controller.tasks.scripts import TRUTH, check_arguments, functions
from controller.tasks.sources.folder.filled_files import FilledFiles
from controller.tasks.sources.folder.variants import function
from controller.tasks.task_judging import JudgeNotes, TaskJudging
from testbed.command import command
from testbed.errors import TaskError


@dataclass(frozen=True)
class FolderJudging(TaskJudging):
    """What judges a task folder with the facts of a variant, in a run with a judge or without."""

    files: FilledFiles
    in_judged_run: bool
    sections: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def checker_path(self) -> str:
        return str(self.files.folder / "check.py")

    @property
    def has_checker(self) -> bool:
        return Path(self.checker_path).is_file()

    def checker(self) -> Callable[[GuestView], Score]:
        """The `check` function of `check.py`; in a run with a judge, one without claims if there is none.

        Raises TaskError.
        """
        if not self.has_checker:
            if self.in_judged_run:
                return _nothing_to_check
            raise TaskError(
                f"{self.files.path}: only a judge can score this task: there is no check.py beside it",
                hint=f"name the judge's model: `{command('run --judge MODEL')}`",
            )
        check = self._checker("check")
        if check is None:
            raise TaskError(
                f"{self.checker_path}: has no function check",
                hint="write `def check(guest: GuestView) -> Score`",
            )
        return check

    def safety_checker(self) -> Callable[[GuestView], Score] | None:
        """The `safety` function of `check.py`. Raises TaskError."""
        return self._checker("safety") if self.has_checker else None

    def _checker(self, name: str) -> Callable[[GuestView], Score] | None:
        path = Path(self.checker_path)
        found = functions(path).get(name)
        if found is None or self.files.facts is None:
            return found
        form = f"def {name}(guest: GuestView, facts: Facts) -> Score"
        check_arguments(path, found, 2, f"{form}`, decorated with `judged_with_facts` instead of `judged")
        return lambda guest: found(guest, self.files.facts)

    @property
    def truth_path(self) -> Path:
        return self.files.folder / f"{TRUTH}.py"

    def truth(self) -> Callable[[GuestView], str] | None:
        """The `truth` function of `truth.py`; None without that file. Raises TaskError."""
        path = self.truth_path
        if not path.is_file():
            return None
        if self.files.facts is None:
            return function(path, TRUTH, "def truth(guest: GuestView) -> str", 1)
        found = function(path, TRUTH, "def truth(guest: GuestView, facts: Facts) -> str", 2)
        return lambda guest: found(guest, self.files.facts)

    @property
    def weights(self) -> Mapping[str, float]:
        return {item.text: item.weight for item in self.files.task_file.claim}

    @property
    def notes(self) -> JudgeNotes:
        file = self.files.task_file
        return JudgeNotes(
            file.key_points,
            file.reference or "",
            file.fuzzy or "",
            file.dependencies or "",
            computed=self.truth_path.is_file(),
            sections=self.sections,
        )

    @cached_property
    def nothing_else(self) -> bool:
        checker = Path(self.checker_path).read_text(encoding="utf-8") if self.has_checker else ""
        return "nothing_else(" in checker or "personal_score(" in checker


def _nothing_to_check(_guest: GuestView) -> Score:
    return Score.all_of()
