"""The Python examples of the docs that need no real guest are executed."""

from __future__ import annotations

import re
from typing import Any

from tests.docs.pages import DOCS


def blocks(page: str) -> list[str]:
    """The Python blocks of a page."""
    return re.findall(r"^```python\n(.*?)^```$", (DOCS / page).read_text(), re.MULTILINE | re.DOTALL)


def test_the_providers_example_finds_no_fault() -> None:
    (example,) = blocks("guests.md")
    names: dict[str, Any] = {}
    exec(example, names)
    assert names["failed"] == []
    assert names["provider"].name == "fake"


def test_the_example_of_variants_is_the_task_that_it_names() -> None:
    folder = DOCS.parent / "tasks/vs_code/wrap_at_100"
    page = (DOCS / "tasks.md").read_text()
    assert (folder / "variant.py").read_text() in blocks("tasks.md")
    check = "".join(
        f"  {line}" if line.strip() else line for line in (folder / "check.py").read_text().splitlines(True)
    )
    assert f"  ```python\n{check}  ```\n" in page
