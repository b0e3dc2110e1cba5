"""Lists of tools in files, for use without a guest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from controller.core.guest import GUI_PREFIX, Tool
from controller.core.invalid_data import describe_invalid
from testbed.command import command
from testbed.errors import UsageError

SHIPPED = Path(__file__).with_name("catalogue.json")
"""The guest image's tools, written by scripts/tools_docs.py."""


class _CatalogueEntry(BaseModel):
    model_config = ConfigDict(extra="ignore")

    name: str
    app: str
    description: str
    input_schema: dict[str, object]


def load_catalogue(path: Path = SHIPPED) -> list[Tool]:
    """The tools in a file that `testbed tools list --json` wrote, or a run's tools.json; no `computer.*`.

    Raises UsageError.
    """
    hint = f"write it with: {command('tools list --json')}"
    try:
        entries = TypeAdapter(list[_CatalogueEntry]).validate_json(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}", hint=hint) from error
    except ValidationError as error:
        raise UsageError(f"{path} is no list of tools: {describe_invalid(error)}", hint=hint) from error
    tools = [Tool(tool.name, tool.description, tool.input_schema, tool.app) for tool in entries]
    shown = sorted(
        (tool for tool in tools if not tool.name.startswith(GUI_PREFIX)), key=lambda tool: tool.name
    )
    if not shown:
        raise UsageError(f"there is no tool in {path}", hint=hint)
    return shown


def dump_catalogue(tools: Sequence[Tool]) -> str:
    """Tools as such a file, a line a tool, without what filters do not read."""
    lines = [
        json.dumps(
            {
                "name": tool.name,
                "app": tool.app,
                "description": tool.description,
                "input_schema": dict(tool.input_schema),
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )
        for tool in tools
        if not tool.name.startswith(GUI_PREFIX)
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"
