"""Tools grouped for the model's search: it sees the groups, and loads those it needs.

OpenAI's guide to tool search (developers.openai.com/api/docs/guides/tools-tool-search) asks for namespaces with fewer
than 10 functions each: its models are trained on them, and of a function that stands alone they are always shown name
and description.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from controller.agents.builtin.openai.dialogue import FunctionDefinition, FunctionNamespace
from controller.agents.tool_names import ToolNames
from controller.core.guest import Tool
from controller.core.tool_schemas import object_schema
from controller.tool_filter.areas import area_of
from controller.tool_filter.lexical import own_name

_ILLEGAL = re.compile(r"[^a-zA-Z0-9_-]")
MAX_FUNCTIONS = 9
"""Most functions of a namespace; more are split."""
OTHERS = "others"
"""The namespace of tools that belong to no application."""


def function_of(tool: Tool, names: ToolNames) -> FunctionDefinition:
    """A tool as a function. Without `properties` the API refuses the schema."""
    parameters = {"properties": {}, **object_schema(tool.input_schema)}
    return FunctionDefinition(names.wire(tool.name), tool.description, parameters)


def namespaces(tools: Sequence[Tool], names: ToolNames) -> list[FunctionNamespace]:
    """Namespaces for each application or part of the system, described by what their tools are called."""
    groups: dict[str, list[Tool]] = {}
    for tool in tools:
        groups.setdefault(_ILLEGAL.sub("_", area_of(tool))[:60] or OTHERS, []).append(tool)
    return [
        FunctionNamespace(name, _describe(area, part), tuple(function_of(tool, names) for tool in part))
        for area, group in sorted(groups.items())
        for name, part in _parts(area, group)
    ]


def _parts(area: str, tools: Sequence[Tool]) -> Iterator[tuple[str, Sequence[Tool]]]:
    """The namespaces of an area: one of its name, or numbered ones of nearly the same size."""
    count = math.ceil(len(tools) / MAX_FUNCTIONS)
    if count == 1:
        yield area, tools
        return
    for number in range(count):
        start, end = (len(tools) * place // count for place in (number, number + 1))
        yield f"{area}_{number + 1}", tools[start:end]


def _describe(area: str, tools: Sequence[Tool]) -> str:
    """The order of the run's tools holds here too."""
    return f"{area.replace('_', ' ')}: {', '.join(own_name(tool) for tool in tools)}"
