"""A guest's desktop for the tool runner of Anthropic's SDK: its computer toolset, and the guest's tools.

    with GuestComputer(guest) as computer:
        tools = [computer, *guest_tools(guest)]
        client.beta.messages.tool_runner(tools=tools, …).until_done()

Here and not among the agents: who uses it has a loop of their own.
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
from controller.agents.builtin.anthropic.models import SHARP
from controller.agents.calls import BadCall, input_schema, result_text
from controller.agents.coordinates import Pointer
from controller.agents.tool_names import ToolNames
from controller.core.actions import ToolCall, Zoom
from controller.core.guest import GUI_PREFIX, Guest, Tool
from controller.episode.desktop import Desktop
from controller.models.scaling import ImageLimits, fit, make_view, resize
from controller.tool_filter.registry import make_filter
from testbed.errors import GuestError


class GuestLostError(ToolsetUsageError):
    """The guest is gone. Of its kind because the runner tells the model about every other error and goes on."""


class GuestComputer(BetaAbstractComputerToolset20260801):
    """`computer_toolset_20260801` over a running guest; closing it leaves the guest running.

    Screenshots are scaled to `limits` and coordinates back to native pixels. Every call is allowed unless
    `confirm` says otherwise: a guest is made to be used by models, and thrown away.
    """

    def __init__(
        self, guest: Guest, *, confirm: BetaComputerConfirmCallable | None = None, limits: ImageLimits = SHARP
    ) -> None:
        """Raises GuestError."""
        super().__init__(confirm=confirm or (lambda _: True))
        self._guest = guest
        self._desktop = Desktop(guest, make_filter("none"), "gui")
        screen = self._desktop.observe()
        self._view = make_view(screen.width, screen.height, limits)

    def execute(
        self,
        context: BetaToolsetCallContext,  # noqa: ARG002
        name: BetaComputerMemberName,
        input: BetaComputerMemberInput,
    ) -> BetaComputerMemberResult:
        """Raises ToolError, which the model reads, and GuestLostError."""
        try:
            return self._done(name, input.model_dump(exclude_none=True))
        except BadCall as error:
            raise ToolError(str(error)) from error
        except GuestError as error:
            raise GuestLostError(f"the guest {self._guest.name} failed: {error}") from error

    def _done(self, member: BetaComputerMemberName, arguments: Mapping[str, Any]) -> BetaComputerMemberResult:
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
        """Where the pointer is, from the guest: a person or a program may have moved it."""
        place = self._guest.call_tool(f"{GUI_PREFIX}cursor_position", {}).structured or {}
        x, y = place.get("x"), place.get("y")
        if not isinstance(x, int) or not isinstance(y, int):
            raise GuestError("computer.cursor_position answered out of form")
        return x, y


def guest_tools(guest: Guest, names: Sequence[str] | None = None) -> list[BetaFunctionTool[Any]]:
    """The guest's own tools for the runner, without the GUI actions; `names` chooses some, in that order.

    Raises GuestError; KeyError for a name that the guest does not have.
    """
    listed = {tool.name: tool for tool in guest.list_tools() if not tool.name.startswith(GUI_PREFIX)}
    chosen = list(listed.values()) if names is None else [listed[name] for name in names]
    wire = ToolNames((tool.name for tool in chosen), frozenset({NAME}))
    return [_function(guest, tool, wire.wire(tool.name)) for tool in chosen]


def _function(guest: Guest, tool: Tool, name: str) -> BetaFunctionTool[Any]:
    def call(**arguments: Any) -> list[Any]:
        result = guest.call_tool(tool.name, arguments)
        words = result_text(ToolCall(name=tool.name, arguments=arguments), result)
        if result.is_error:
            raise ToolError(words)
        return [text_block(words), *(image_block(png) for png in result.images)]

    return beta_tool(
        call, name=name, description=tool.description, input_schema=input_schema(tool.input_schema)
    )


def _picture(png: bytes) -> BetaScreenshotResult:
    source = image_block(png)["source"]
    return BetaScreenshotResult(data=source["data"], media_type=source["media_type"])
