"""Runs the examples in docstrings, so that they stay true."""

from __future__ import annotations

import inspect
import re
import textwrap
from typing import Any

_CODE = re.compile(r"\n\n((?: {4}.*(?:\n|$)|\n)+)")


def example_of(documented: object) -> str:
    """The code of the one indented block in a docstring: lines indented by four after an empty line."""
    blocks = _CODE.findall(inspect.getdoc(documented) or "")
    assert len(blocks) == 1, f"{documented} has {len(blocks)} examples"
    return textwrap.dedent(blocks[0]).strip("\n")


def run_example(documented: object, **predefined: Any) -> dict[str, Any]:
    """Execute a docstring's example, with names that it takes for granted; returns the names it defines."""
    names = dict(predefined)
    exec(compile(example_of(documented), f"<example of {documented}>", "exec"), names)
    return names
