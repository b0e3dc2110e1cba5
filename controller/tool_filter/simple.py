"""Filters that need no retrieval: all, none, by active application, by annotation."""

from __future__ import annotations

from collections.abc import Sequence

from controller.core.guest import Tool
from controller.tool_filter.base import Request


class All:
    """Every tool."""

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:  # noqa: ARG002
        return list(catalogue)


class Nothing:
    """No tool: the agent has the GUI alone."""

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:  # noqa: ARG002
        return []


class ByApp:
    """The active application's tools alone; the system's, when no application with tools is active.

    This is what the public release of OSWorld-MCP does: while an application is active, the tools of the
    system, its files and the other applications are out of reach.
    """

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:
        own = [tool for tool in catalogue if tool.app == request.active_app]
        return own or [tool for tool in catalogue if tool.app == "os"]


class Annotated:
    """The tools the task's author annotated as helping."""

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:
        return [tool for tool in catalogue if tool.name in request.annotated]
