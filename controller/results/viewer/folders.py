"""The folders of runs and studies below a folder. Links are not followed."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from controller.core.invalid_data import describe_invalid
from controller.records.bounded import read_bounded
from controller.records.event_lines import Damage
from controller.records.run_folder import RUN_FILE
from controller.records.study_folder import STUDY_FILE, StudyFolder, StudyRecord
from testbed.errors import UsageError

EXPORT_MARK = "viewer.json"
"""The file that marks an export of the viewer, which contains no runs."""
MOST_FOLDERS = 20_000
"""How many folders are searched at most."""


@dataclass(frozen=True, slots=True)
class FoundStudy:
    """A study's folder, with the names of its runs, whether they have started or not."""

    folder: Path
    title: str
    runs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunFolders:
    """The folders of runs and studies. `cut_short` means that not all folders were searched."""

    runs: tuple[Path, ...]
    studies: tuple[FoundStudy, ...]
    damage: tuple[Damage, ...]
    cut_short: bool = False


def find_runs(root: Path) -> RunFolders:
    """The runs at or below a folder. Raises UsageError if it cannot be read."""
    runs: list[Path] = []
    studies: list[FoundStudy] = []
    damage: list[Damage] = []
    waiting = [root]
    looked = 0
    while waiting and looked < MOST_FOLDERS:
        folder = waiting.pop()
        looked += 1
        try:
            with os.scandir(folder) as listing:
                entries = {entry.name: entry for entry in listing}
        except OSError as error:
            if folder == root:
                raise _unreadable(root, error) from error
            if folder.is_dir():  # else it was removed meanwhile
                damage.append(Damage(str(folder), 0, error.strerror or str(error)))
            continue
        if RUN_FILE in entries:
            runs.append(folder)
            continue
        if EXPORT_MARK in entries:
            continue
        if STUDY_FILE in entries:
            studies.append(_study(folder, damage))
        waiting += [
            folder / name
            for name, entry in entries.items()
            if not name.startswith(".") and entry.is_dir(follow_symlinks=False)
        ]
    return RunFolders(tuple(sorted(runs)), tuple(studies), tuple(damage), bool(waiting))


def _unreadable(root: Path, error: OSError) -> UsageError:
    return UsageError(
        f"cannot read {root}: {error.strerror or error}",
        hint="give the folder of a run, of a study, or one that contains runs",
    )


def _study(folder: Path, damage: list[Damage]) -> FoundStudy:
    path = StudyFolder(folder).study_file
    try:
        if path.is_symlink():
            raise OSError("is a link")
        study = StudyRecord.model_validate_json(read_bounded(path))
    except (OSError, ValidationError) as error:
        problem = describe_invalid(error) if isinstance(error, ValidationError) else str(error)
        damage.append(Damage(str(path), 0, problem))
        return FoundStudy(folder, "", ())
    return FoundStudy(folder, study.title, tuple(study.runs))
