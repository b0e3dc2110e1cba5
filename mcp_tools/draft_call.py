"""Tries a draft of a tool in a guest before it is part of the package: `testbed tools generate` runs this.

    python -m mcp_tools.draft_call imports NAME...      which of these modules the guest does not have
    python -m mcp_tools.draft_call call FILE            load the draft, call its one tool with the arguments on stdin

Prints one line of JSON, the last one.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import sys
import traceback
from pathlib import Path
from typing import Any

from mcp_tools.calls import LocalTool
from mcp_tools.discovery import import_tools
from mcp_tools.registry import all_tools
from mcp_tools.turns import Turns

FRAMES = -4


def missing(names: list[str]) -> list[str]:
    """Return those of these modules that cannot be found."""
    return [name for name in names if not _is_there(name)]


def call(path: Path, arguments: dict[str, Any]) -> dict[str, Any]:
    """Load a draft beside all tools that there are, and call its tool.

    Returns `tool` as it would be listed and its `result`, or the `problem` with it.
    """
    import_tools()
    before = {spec.name for spec in all_tools()}
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None, path
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
        [drafted] = [tool for tool in all_tools() if tool.name not in before]
        tool = LocalTool(drafted, Turns())
    except (Exception, SystemExit):  # noqa: BLE001 - whatever a draft raises is reported
        return {"problem": f"the module cannot be loaded:\n{traceback.format_exc(limit=FRAMES)}"}
    result = asyncio.run(tool.call(arguments))
    return {
        "tool": tool.to_listed().model_dump(mode="json", by_alias=True),
        "result": result.model_dump(mode="json", by_alias=True),
    }


def _is_there(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def main() -> None:
    """Do what the arguments say."""
    what, *rest = sys.argv[1:]
    answer: object = missing(rest) if what == "imports" else call(Path(rest[0]), json.load(sys.stdin))
    sys.stdout.flush()
    sys.stdout.write("\n" + json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()
