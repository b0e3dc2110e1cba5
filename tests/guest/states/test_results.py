"""The results file: what is in it is not walked again; the figures count what is wrong."""

from __future__ import annotations

from pathlib import Path

from tests.guest.states.results import append, load, right_cells, summary
from tests.guest.states.walker import Cell


def cell(tool: str, outcome: str, state: str = "plain") -> Cell:
    return Cell("calc", state, tool, outcome, "", {"cell": "A1"}, 0.5)  # type: ignore[arg-type]


def test_a_file_is_continued_and_the_last_line_of_a_cell_counts(tmp_path: Path) -> None:
    path = tmp_path / "cells.jsonl"
    assert load(path) == {} == load(None)
    for one in (cell("calc.save", "hung"), cell("calc.save", "effect"), cell("calc.save", "lost", "typing")):
        append(path, one)
    loaded = load(path)
    assert loaded["calc", "plain", "calc.save"] == cell("calc.save", "effect")
    assert len(loaded) == 2


def test_the_figures() -> None:
    counted = summary([cell("a", "effect"), cell("b", "refused"), cell("c", "silent")], seed=3)
    assert (counted["cells"], counted["effect"], counted["silent"], counted["hung"]) == (3, 1, 1, 0)
    assert counted["apps"] == {"calc": {"effect": 1, "refused": 1, "silent": 1}}
    assert counted["failing"] == ["calc/plain/c: silent"]
    assert counted["seed"] == 3


def test_what_is_right_is_sampled() -> None:
    cells = [cell("b", "effect"), cell("a", "refused"), cell("c", "lost"), cell("a", "effect", "typing")]
    assert right_cells(cells) == {"calc": {"plain": ["a", "b"], "typing": ["a"]}}
