"""Computer toolset and tools of a guest for the tool runner of Anthropic's SDK.

    with GuestComputer(guest) as computer:
        tools = [computer, *guest_tools(guest)]
        client.beta.messages.tool_runner(tools=tools, …).until_done()

This is an adapter and not an agent, because its users have their own loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from anthropic.lib.tools import BetaFunctionTool, beta_tool
from anthropic.tools import ToolError, ToolsetUsageError
from anthropic.tools.computer import (
    BetaAbstractComputerToolset20260801,
    BetaComputerConfirmCallable,
    BetaComputerCursorPositionResult,
    BetaComputerMemberResult,
    BetaScreenshotResult,
    BetaToolsetCallContext,
)
from anthropic.types.beta import BetaComputerMemberInput, BetaComputerMemberName

from controller.agents.builtin.anthropic.computer import NAME, to_action
from controller.agents.builtin.anthropic.history import image_block, text_block
from controller.agents.calls import BadCall, result_text
from controller.agents.coordinates import Pointer
from controller.agents.tool_names import ToolNames
from controller.core.actions import ToolCall, Zoom
from controller.core.guest import GUI_PREFIX, Guest, Tool
from controller.core.tool_schemas import object_schema
from controller.episode.desktop import Desktop
from controller.models.image_limits import SHARP
from controller.models.scaling import ImageLimits, fit, make_view, resize
from controller.tool_filter.base import NO_TOOL
from controller.tool_filter.registry import make_filter
from testbed.errors import GuestError


class GuestLostError(ToolsetUsageError):
    """The guest failed. A ToolsetUsageError ends the runner, which passes any other error on to the model."""


class GuestComputer(BetaAbstractComputerToolset20260801):
    """The toolset `computer_toolset_20260801` for a running guest; closing it leaves the guest running."""

    def __init__(
        self, guest: Guest, *, confirm: BetaComputerConfirmCallable | None = None, limits: ImageLimits = SHARP
    ) -> None:
        """Take a first screenshot, which determines the scale.

        Args:
            guest: The guest.
            confirm: Decides whether a call is executed; by default every call is, as a guest is disposable.
            limits: The limits that screenshots are scaled to; coordinates are scaled back to native pixels.

        Raises:
            GuestError: The guest fails.
        """
        super().__init__(confirm=confirm or (lambda _: True))
        self._guest = guest
        self._desktop = Desktop(guest, make_filter(NO_TOOL), "gui")
        screen = self._desktop.observe()
        self._view = make_view(screen.width, screen.height, limits)

    def execute(
        self,
        context: BetaToolsetCallContext,  # noqa: ARG002
        name: BetaComputerMemberName,
        input: BetaComputerMemberInput,
    ) -> BetaComputerMemberResult:
        """Execute a call of the toolset.

        Raises:
            ToolError: The call is invalid or fails; the runner passes the message on to the model.
            GuestLostError: The guest failed.
        """
        try:
            return self._execute(name, input.model_dump(exclude_none=True))
        except BadCall as error:
            raise ToolError(str(error)) from error
        except GuestError as error:
            raise GuestLostError(f"the guest {self._guest.name} failed: {error}") from error

    def _execute(
        self, member: BetaComputerMemberName, arguments: Mapping[str, Any]
    ) -> BetaComputerMemberResult:
        view = self._view
        if member == "screenshot":
            return _picture(resize(self._desktop.observe().screenshot, view.width, view.height))
        pointer = None if "coordinate" in arguments else self._pointer()
        if member == "cursor_position" and pointer is not None:
            x, y = view.to_view(*pointer)
            return BetaComputerCursorPositionResult(x=x, y=y)
        action = to_action(member, arguments, view, pointer)
        result = self._desktop.act(action)
        if result.is_error:
            raise ToolError(result_text(action, result))
        if isinstance(action, Zoom):
            return _picture(fit(result.images[0], view.width, view.height, enlarge=True))
        return None

    def _pointer(self) -> Pointer:
        """The pointer's position, read from the guest, because a person or a program may have moved it."""
        position = self._guest.call_tool(f"{GUI_PREFIX}cursor_position", {}).structured or {}
        x, y = position.get("x"), position.get("y")
        if not isinstance(x, int) or not isinstance(y, int):
            raise GuestError("the result of computer.cursor_position has no x and y")
        return x, y


def guest_tools(guest: Guest, names: Sequence[str] | None = None) -> list[BetaFunctionTool[Any]]:
    """Convert the guest's tools, without the GUI actions, to tools of the runner.

    Args:
        guest: The guest.
        names: Canonical names of the tools, in order; by default all.

    Raises:
        GuestError: The guest cannot be reached.
        KeyError: The guest has no tool of this name.
    """
    listed = {tool.name: tool for tool in guest.list_tools() if not tool.name.startswith(GUI_PREFIX)}
    chosen = list(listed.values()) if names is None else [listed[name] for name in names]
    wire = ToolNames((tool.name for tool in chosen), frozenset({NAME}))
    return [_function(guest, tool, wire.wire(tool.name)) for tool in chosen]


def _function(guest: Guest, tool: Tool, name: str) -> BetaFunctionTool[Any]:
    def call(**arguments: Any) -> list[Any]:
        result = guest.call_tool(tool.name, arguments)
        text = result_text(ToolCall(name=tool.name, arguments=arguments), result)
        if result.is_error:
            raise ToolError(text)
        return [text_block(text), *(image_block(png) for png in result.images)]

    return beta_tool(
        call, name=name, description=tool.description, input_schema=object_schema(tool.input_schema)
    )


def _picture(png: bytes) -> BetaScreenshotResult:
    source = image_block(png)["source"]
    return BetaScreenshotResult(data=source["data"], media_type=source["media_type"])
