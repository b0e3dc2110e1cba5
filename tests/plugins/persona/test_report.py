"""MCP-Persona's tables: our runs above the paper's rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from controller.results.report.model import Table
from controller.results.report.source import load_report_input
from controller.results.report.write import make_tables
from plugins.persona.ablations import ablation_rows
from plugins.persona.record import CheckpointRecord, PersonaRecord
from plugins.persona.report import paper_rows
from tests.controller.made_runs import END, add_episode, entry, made_run

RECORD = PersonaRecord(
    category="mail",
    checkpoints=(CheckpointRecord(kind="create", credit=1.0), CheckpointRecord(kind="other", credit=0.5)),
)


def run(folder: Path, context: str = "given", **options: Any) -> Path:
    parts = {"persona": {"context": context}, **options.pop("parts", {})}
    records = made_run(
        folder, [entry("personal/a", ["mail_send"])], agent="anthropic", model="m", parts=parts, **options
    )
    add_episode(records, "personal/a", 1, [END], score=0.0, parts={"persona": RECORD.model_dump()})
    return folder


def tables(*folders: Path) -> dict[str, Table]:
    return {table.name: table for table in make_tables(load_report_input(folders, paper=True))}


def test_our_runs_stand_above_the_papers_rows(tmp_path: Path) -> None:
    made = tables(run(tmp_path / "one"))
    ours, *printed = made["persona"].rows
    assert (ours.cells["acc"], ours.cells["mail"], ours.cells["social"], ours.cells["exec_acc"]) == (
        75,
        75,
        None,
        100,
    )
    assert len(printed) == len(paper_rows()) == 13
    assert "persona_given" not in made


def test_what_agents_are_given_is_compared_where_runs_differ_in_it(tmp_path: Path) -> None:
    table = tables(run(tmp_path / "one"), run(tmp_path / "two", "distractors:5"))["persona_given"]
    ours = [row.cells for row in table.rows if row.source == "run"]
    assert [(cells["skills"], cells["context"], cells["acc"]) for cells in ours] == [
        ("none", "given", 75),
        ("none", "distractors:5", 75),
    ]
    printed = [row for row in table.rows if row.source == "paper"]
    assert len(printed) == len(ablation_rows())
    keys = {column.key for column in table.columns}
    assert all({*row.cells} <= keys for row in printed)
    five = next(row for row in printed if row.cells.get("context") == "distractors:5")
    assert (five.cells["acc"], five.cells["exec_acc"]) == (36.99, 39.15)
