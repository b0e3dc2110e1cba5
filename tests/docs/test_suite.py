"""docs/suite.md is what the tasks' folders and proofs say."""

from __future__ import annotations

from controller.tasks.selection import Selection, select_tasks, tasks_root
from scripts.suite_docs import PAGE, PLOT, POOL_SUITES, SERVER_SUITES, document, plot, suite

HINT = "run `python -m scripts.suite_docs`"


def test_the_readme_has_the_number_of_tasks() -> None:
    assert f"It has {len(suite())} tasks in ten domains" in (PAGE.parents[1] / "README.md").read_text()


def test_the_readme_has_the_number_of_tasks_on_servers() -> None:
    number = sum(len(suite(name)) for name in SERVER_SUITES)
    assert f"A further {number} headless tasks" in (PAGE.parents[1] / "README.md").read_text()


def test_the_page_is_that_of_the_tasks() -> None:
    items = suite()
    assert PAGE.read_text() == document(items, {name: suite(name) for name in POOL_SUITES}), HINT
    assert PLOT.read_bytes() == plot(items), HINT


def test_the_long_suite_has_the_references_of_more_than_25_steps() -> None:
    long = {task.id for task in select_tasks(Selection(suite="long"), tasks_root())}
    assert long == {item.task.id for item in suite() if (item.references.get("gui") or 0) > 25}
