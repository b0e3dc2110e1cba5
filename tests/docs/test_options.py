"""The tables of options have every option of a run and every key of a study file."""

from __future__ import annotations

import re
from pathlib import Path

from controller.cli.run import GROUPS_OF_RUN
from controller.cli.session_options import SessionOptions
from controller.core.options import list_options
from controller.records.run_options import RunOptions
from controller.runs.launch_options import LaunchOptions
from controller.runs.study import StudyFile
from controller.tasks.selection_options import SelectionOptions

DOCS = Path(__file__).resolve().parents[2] / "docs"


def first_cells(page: str, heading: str) -> str:
    """The first column of the table with that heading."""
    lines = (DOCS / page).read_text().splitlines()
    table = lines[lines.index(heading) + 2 :]
    rows = table[: next(place for place, line in enumerate(table) if not line.startswith("|"))]
    return "\n".join(re.split(r"(?<!\\)\|", row)[1] for row in rows)


def test_every_option_of_a_run_is_in_the_table() -> None:
    written = set(re.findall(r"`(--[a-z-]+)", first_cells("running.md", "| option | meaning | default |")))
    own = list_options(SelectionOptions, RunOptions, LaunchOptions, SessionOptions)
    elsewhere = {"--list"}  # beside --suite
    assert {item.flag for item in own if item.option.cli} - elsewhere <= written
    assert written <= {item.flag for item in list_options(*GROUPS_OF_RUN)}


def test_every_key_of_a_study_is_in_the_table() -> None:
    written = set(re.findall(r"`\[*([a-z_]+)\]*`", first_cells("studies.md", "| key | meaning | default |")))
    assert written == StudyFile.model_fields.keys() - {"budget"}, "budget is beside max_cost"
