"""The project's own tasks, as far as they can be judged without a guest."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from controller.runs.validation import form
from controller.tasks.domains import PAPER_DOMAINS
from controller.tasks.selection import Selection, select_tasks
from controller.tasks.solutions import reference_solutions
from controller.tasks.sources.folder.source import FolderSource
from controller.tasks.task import Task

ROOT = Path(__file__).resolve().parents[2] / "tasks"


@pytest.fixture(scope="module")
def core() -> list[Task]:
    return select_tasks(Selection(suite="core"), ROOT)


def test_the_core_suite_covers_every_domain_and_kind(core: list[Task]) -> None:
    assert {task.domain for task in core} >= set(PAPER_DOMAINS)
    kinds = Counter(task.tool_beneficial for task in core)
    assert kinds[True] >= 18 and kinds[False] >= 10
    assert sum("gui" in reference_solutions(task.folder) for task in core) >= 10
    infeasible = [task for task in core if not task.feasible]
    assert len(infeasible) >= 4
    assert {task.twin for task in infeasible} <= {task.id for task in core if task.feasible}


def test_the_demo_suite_is_part_of_it(core: list[Task]) -> None:
    demo = select_tasks(Selection(suite="demo"), ROOT)
    assert len(demo) == 12
    assert {task.id for task in demo} <= {task.id for task in core}


@pytest.mark.parametrize("task_id", FolderSource(ROOT).ids())
def test_a_task_has_its_checker_references_and_wrong_results(task_id: str) -> None:
    (task,) = select_tasks(Selection(globs=(task_id,)), ROOT)
    task.checker()
    assert [verdict for verdict in form(task) if not verdict.proven] == []
