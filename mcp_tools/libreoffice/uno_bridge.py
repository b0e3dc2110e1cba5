"""Calling the functions of the package `in_process`, which run in LibreOffice itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mcp_tools.libreoffice import office
from mcp_tools.registry import ToolError

_NAME = "testbed.InProcessJob"
_ROOT = Path(__file__).parents[2]
_URL = f"vnd.openoffice.pymodule:{_ROOT.as_uri()}/mcp_tools.libreoffice.in_process.component"
"""The folder that LibreOffice's Python is to look in, and the module."""

_loaded: tuple[Any, Any] | None = None
"""A LibreOffice's context and the component in it."""


def run_in_process(function: str, **arguments: Any) -> Any:
    """What a function of `in_process` returns, such as `run_in_process("presentations.lines", presentation=…)`.

    Arguments are UNO's values and objects, lists as tuples; the answer is plain data. Only inside `document`.
    Raises ToolError when the function refuses.
    """
    values = {"function": function, **arguments}
    response = json.loads(_component().execute(named_values(**values)))
    if "refusal" in response:
        raise ToolError(response["refusal"])
    return response["answer"]


def named_values(**values: Any) -> tuple[Any, ...]:
    """Named values as a tuple of UNO's NamedValue."""
    return tuple(
        office.struct("com.sun.star.beans.NamedValue", Name=name, Value=value)
        for name, value in values.items()
    )


def _component() -> Any:
    global _loaded
    context = office.context()
    if _loaded is None or _loaded[0] is not context:
        loader = office.service("com.sun.star.loader.Python")
        made = loader.activate(_NAME, "", _URL, None).createInstanceWithContext(context)
        _loaded = context, made
    return _loaded[1]
