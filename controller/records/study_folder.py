"""The folder of a study: `study.json` beside its runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from controller.core.invalid_data import describe_invalid
from controller.records.bounded import read_bounded
from controller.records.files import write_whole
from controller.records.run_folder import RunFolder
from controller.records.run_options import RunOptions
from testbed.errors import RecordsError

STUDY_FILE = "study.json"
"""The file that makes a folder that of a study."""


class StudyRecord(BaseModel):
    """`study.json` in a study's folder: its runs, and its tasks with the hashes of their content."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal[1] = 1
    title: str
    budget: Literal["separate", "shared"]
    tasks: dict[str, str]
    runs: dict[str, RunOptions]


@dataclass(frozen=True, slots=True)
class StudyFolder:
    """The paths of a study's folder, none of which need exist."""

    path: Path

    @property
    def study_file(self) -> Path:
        return self.path / STUDY_FILE

    def exists(self) -> bool:
        """Whether there is a study in it."""
        return self.study_file.is_file()

    def run(self, name: str) -> RunFolder:
        """Return the folder of one of its runs."""
        return RunFolder(self.path / name)

    def read(self, hint: str) -> StudyRecord:
        """Read the study. Raises RecordsError, with that hint when it cannot be read."""
        path = self.study_file
        try:
            record = StudyRecord.model_validate_json(read_bounded(path))
        except OSError as error:
            raise RecordsError(f"cannot read {path}: {error}", hint=hint) from error
        except ValidationError as error:
            raise RecordsError(f"cannot read {path}: {describe_invalid(error)}", hint=hint) from error
        odd = next((name for name in record.runs if Path(name).name != name), None)
        if odd is not None:
            raise RecordsError(
                f"{path} names a run {odd!r} that is not in its folder", hint="restore the file"
            )
        return record

    def write(self, record: StudyRecord) -> None:
        """Write the study. Raises RecordsError."""
        write_whole(self.study_file, record.model_dump_json(indent=2).encode())
