"""How a function becomes a tool: decorate it with `@tool`, import its module in `mcp_tools/server.py`.

The function's signature is the tool's input schema (annotate parameters with `Annotated[T, Field(...)]`),
its docstring the description the model reads, its return type the output schema. It raises `ToolError`
with cause and remedy; silence is never success.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from mcp.server.mcpserver.exceptions import ToolError as ToolError

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """One tool: canonical name, the application it drives, MCP annotations, time limit in seconds."""

    name: str
    app: str
    function: Callable[..., Any]
    read_only: bool
    destructive: bool
    idempotent: bool
    seconds: float


_tools: dict[str, ToolSpec] = {}


def tool(
    name: str,
    *,
    app: str,
    read_only: bool = False,
    destructive: bool = False,
    idempotent: bool = False,
    seconds: float = 30.0,
) -> Callable[[Function], Function]:
    """Register the decorated function as the tool `name`."""

    def register(function: Function) -> Function:
        if name in _tools:
            raise ValueError(f"two tools are called {name}")
        _tools[name] = ToolSpec(name, app, function, read_only, destructive, idempotent, seconds)
        return function

    return register


def all_tools() -> list[ToolSpec]:
    """Every registered tool, sorted by name."""
    return sorted(_tools.values(), key=lambda spec: spec.name)
