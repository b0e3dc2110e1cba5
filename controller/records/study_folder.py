"""The folder of a study: `study.json` beside its runs."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from controller.records.run_info import RunOptions


class StudyRecord(BaseModel):
    """`study.json` in a study's folder: its runs, and its tasks with the hashes of their content."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal[1] = 1
    title: str
    budget: Literal["separate", "shared"]
    tasks: dict[str, str]
    runs: dict[str, RunOptions]
