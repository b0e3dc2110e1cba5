"""Filters that need no retrieval: all, none, by active application, by annotation."""

from __future__ import annotations

from collections.abc import Sequence

from controller.guest import Tool
from controller.tool_filter.base import Request

TOOL_APP = {"files": "os", "terminal": "os", "settings": "os", "text_editor": "os", "": "os"}
"""The application whose tools serve a window's application, where the two have different names."""


class All:
    """Every tool."""

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:  # noqa: ARG002
        return list(catalogue)


class Nothing:
    """No tool: the agent has the GUI alone."""

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:  # noqa: ARG002
        return []


class ByApp:
    """The tools of the active application and those of the system."""

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:
        apps = {TOOL_APP.get(request.active_app, request.active_app), "os"}
        return [tool for tool in catalogue if tool.app in apps]


class Annotated:
    """The tools the task's author annotated as helping."""

    def choose(self, catalogue: Sequence[Tool], request: Request) -> list[Tool]:
        return [tool for tool in catalogue if tool.name in request.annotated]
