"""Conversion of actions to calls, the part that all vendors share: tool calls and the scale of the screen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from plugins.mock_models.turns import MockAnswer, mock_error
from testbed.actions import Terminate, ToolCall
from testbed.errors import UsageError
from testbed.models import ScaledView, screen_view, wire_name

TERMINATE = "terminate"
"""The function with which testbed's agents have a model end a task."""


def tool_call(
    action: Terminate | ToolCall, answer: MockAnswer, offered: Collection[str], reserved: frozenset[str]
) -> tuple[str, dict[str, Any]]:
    """A tool's name in the API's form, and its arguments. Raises ApiError when the tool is not among `offered`."""
    name, arguments = TERMINATE, action.model_dump(exclude={"type"}, exclude_defaults=True)
    if isinstance(action, ToolCall):
        name, arguments = wire_name(action.name, reserved), action.arguments
    if not answer.unoffered and name not in offered:
        raise mock_error(f"the tool {name} is needed, and the request does not offer it")
    return name, arguments


def screen_of(pictures: Sequence[bytes], screen: tuple[int, int] | None) -> ScaledView:
    """Return the latest image of a request as a view of a screen, by default of its own size. Raises ApiError."""
    try:
        return screen_view(pictures, screen)
    except UsageError as error:
        raise mock_error(error.message) from error
