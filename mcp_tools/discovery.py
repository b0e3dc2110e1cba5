"""Finding the modules that have tools: those with a function decorated by `@tool(...)` at the start of a line.

The sources are looked at before anything is imported, because not every module of the package can be imported
by the server: some run in LibreOffice, some in an agent's program.
"""

from __future__ import annotations

import importlib
import re
from pathlib import Path

PACKAGE = Path(__file__).parent

_DECORATED = re.compile(rb"^@tool\(", re.MULTILINE)


def tool_modules() -> list[str]:
    """The names of the package's modules that have tools, sorted."""
    names = []
    for path in PACKAGE.rglob("*.py"):
        if _DECORATED.search(path.read_bytes()):
            names.append(".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)))
    return sorted(names)


def import_tools() -> None:
    """Import every module that has tools, which registers them."""
    for name in tool_modules():
        importlib.import_module(name)
