"""docs/suite.md is what the tasks' folders and proofs say."""

from __future__ import annotations

from scripts.suite_docs import PAGE, PLOT, document, plot, suite

HINT = "run `python -m scripts.suite_docs`"


def test_the_page_is_that_of_the_tasks() -> None:
    items = suite()
    assert PAGE.read_text() == document(items), HINT
    assert PLOT.read_bytes() == plot(items), HINT
