"""Tools grouped for the model's search: it sees the groups, and loads those it needs.

The API's guide to tool search asks for namespaces: its models are trained on them, and of a function that stands
alone they are always shown name and description.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from controller.agents.builtin.openai.dialogue import FunctionDefinition, FunctionNamespace
from controller.agents.calls import input_schema
from controller.agents.tool_names import ToolNames
from controller.core.guest import Tool
from controller.tool_filter.areas import area_of
from controller.tool_filter.lexical import own_name

_ILLEGAL = re.compile(r"[^a-zA-Z0-9_-]")
OTHERS = "others"
"""The namespace of tools that belong to no application."""


def function_of(tool: Tool, names: ToolNames) -> FunctionDefinition:
    """A tool as a function. Without `properties` the API refuses the schema."""
    parameters = {"properties": {}, **input_schema(tool.input_schema)}
    return FunctionDefinition(names.wire(tool.name), tool.description, parameters)


def namespaces(tools: Sequence[Tool], names: ToolNames) -> list[FunctionNamespace]:
    """One namespace for each application or part of the system, described by what its tools are called."""
    groups: dict[str, list[Tool]] = {}
    for tool in tools:
        groups.setdefault(_ILLEGAL.sub("_", area_of(tool))[:64] or OTHERS, []).append(tool)
    return [
        FunctionNamespace(area, _described(area, group), tuple(function_of(tool, names) for tool in group))
        for area, group in sorted(groups.items())
    ]


def _described(area: str, tools: Sequence[Tool]) -> str:
    """The order of the run's tools holds here too."""
    return f"{area.replace('_', ' ')}: {', '.join(own_name(tool) for tool in tools)}"
