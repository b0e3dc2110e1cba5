"""A guest's desktop as an agent may use it: observe the screen, select tools, act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import Field

from controller.core.accessibility import parse
from controller.core.actions import Action, ActionSpace, GuiAction, Terminate, ToolCall
from controller.core.guest import GUI_PREFIX, Guest, Tool, ToolResult, is_headless, parse_structured
from controller.core.observation import NO_SCREEN, Observation, Part, needs_elements
from controller.core.windows import WindowsData
from controller.episode.guest_results import check_png, limit_result
from controller.episode.marks import draw_marks, with_marks
from controller.tool_filter.base import FilterRequest, ToolFilter
from controller.tool_filter.builtin.router import EXECUTE, ROUTE, RoutedTools
from controller.tool_filter.registry import retriever_of
from testbed.errors import GuestError, GuestTimeoutError

Answer = Callable[[Mapping[str, Any]], ToolResult]
"""What executes the calls of a tool: takes the arguments. Raises InfraError, UsageError."""
LOOKS = 3
"""How often the screen is looked at when it changes while its elements are being read."""


class _ScreenData(WindowsData):
    width: int = Field(gt=0, le=16384)
    height: int = Field(gt=0, le=16384)


class Desktop:
    """One guest's desktop, with the actions, the tool filter and the observed parts of a run.

    A headless guest has its tools alone.
    """

    def __init__(
        self,
        guest: Guest,
        tool_filter: ToolFilter,
        actions: ActionSpace = "gui+mcp",
        parts: tuple[Part, ...] = ("screenshot",),
        tool_seconds: float = 0.0,
    ) -> None:
        """`tool_seconds` limits a tool call; 0 leaves it to the tools' own limits."""
        self._guest = guest
        self._filter = tool_filter
        self._actions = actions
        self._parts = parts
        self._tool_seconds = tool_seconds
        self._own: dict[str, tuple[Tool, Answer]] = {}
        tools = guest.list_tools()
        self._headless = is_headless(tool.name for tool in tools)
        self._catalogue = [tool for tool in tools if not tool.name.startswith(GUI_PREFIX)]
        self._offered: list[Tool] = []
        self._pool = RoutedTools(self._catalogue, retriever_of(tool_filter))

    def observe(self, results: Sequence[ToolResult] = (), steps_left: int = 0) -> Observation:
        """Return the settled screen and the other observed parts, with the last actions' results. Raises GuestError.

        A headless guest has neither: the results alone.
        """
        if self._headless:
            return Observation(b"", *NO_SCREEN, (), tuple(results), steps_left, parts=())
        for _ in range(LOOKS):
            observation = add_parts(self._screen(results, steps_left), self._guest, self._parts)
            if not needs_elements(self._parts) or is_unchanged(self._guest, observation.screenshot):
                break  # the elements belong to this picture
        return observation

    def _screen(self, results: Sequence[ToolResult], steps_left: int) -> Observation:
        answer = self._guest.call_tool("computer.screenshot", {})
        if answer.is_error or not answer.images:
            raise GuestError(f"no screenshot: {answer.text[:500]}")
        screen = parse_structured(_ScreenData, answer.structured, "computer.screenshot")
        png = answer.images[0]
        check_png(png, screen.width, screen.height)
        return Observation(
            screenshot=png,
            width=screen.width,
            height=screen.height,
            windows=screen.to_windows(),
            results=tuple(results),
            steps_left=steps_left,
        )

    def offer(self, tool: Tool, answer: Answer) -> None:
        """Offer a tool that does not reach the guest from the next selection on, in all action spaces."""
        self._own[tool.name] = (tool, answer)

    def select_tools(
        self, request: FilterRequest, change: Callable[[list[Tool]], list[Tool]] = list
    ) -> list[Tool]:
        """Select the tools the agent may call until the next selection; `change` returns those of a selection."""
        chosen = [] if self._actions == "gui" else self._filter.choose(self._catalogue, request)
        self._offered = change([*chosen, *(tool for tool, _ in self._own.values())])
        return self._offered

    def resolve(self, action: Action) -> Action:
        """Return the action itself, or for the router's `execute` the call of the tool it names."""
        if self._routes and isinstance(action, ToolCall) and action.name == EXECUTE.name:
            call = self._pool.call(action.arguments)
            return action if isinstance(call, str) else call
        return action

    def is_search(self, action: Action) -> bool:
        """Whether an action is the router's tool search, which does not reach the guest."""
        return self._routes and isinstance(action, ToolCall) and action.name == ROUTE.name

    def is_own(self, action: Action) -> bool:
        """Whether an action calls a tool of `offer`, which does not reach the guest."""
        return isinstance(action, ToolCall) and action.name in self._own

    def destructive_tool(self, action: Action) -> str:
        """Return the name of the tool that an action calls if it is annotated as destructive, else ""."""
        if not isinstance(action, ToolCall) or self.is_search(action) or self.is_own(action):
            return ""
        marked = (tool.name for tool in self._catalogue if tool.destructive and tool.name == action.name)
        return next(marked, "")

    def refusal(self, action: Action) -> str:
        """Return why the run refuses an action now, "" if it does not."""
        if isinstance(action, Terminate):
            return ""
        if isinstance(action, ToolCall):
            if self._routes and action.name == EXECUTE.name:
                call = self._pool.call(action.arguments)
                return call if isinstance(call, str) else ""
            if self._routes and action.name in self._pool:
                return ""
            if any(tool.name == action.name for tool in self._offered):
                return ""
            names = ", ".join(tool.name for tool in self._offered) or "none"
            return f"The tool {action.name!r} is not offered. Tools offered now: {names}."
        if self._headless:
            return "GUI actions are impossible: this guest is headless, it has no screen. Call a tool, or terminate."
        if self._actions == "mcp":
            return "GUI actions are not allowed here: call one of the tools offered, or terminate."
        return ""

    def act(self, action: GuiAction | ToolCall) -> ToolResult:
        """Execute a resolved action; a refused one returns an error result. Raises GuestError."""
        refusal = self.refusal(action)
        if refusal:
            return ToolResult(refusal, is_error=True)
        if isinstance(action, ToolCall) and self.is_search(action):
            return limit_result(self._pool.route(action.arguments))
        if isinstance(action, ToolCall) and self.is_own(action):
            _, answer = self._own[action.name]
            return limit_result(answer(action.arguments))
        if isinstance(action, ToolCall):
            return self._call_tool(action)
        arguments = action.model_dump(mode="json", exclude={"type"})
        return limit_result(self._guest.call_tool(GUI_PREFIX + action.type, arguments))

    @property
    def _routes(self) -> bool:
        return ROUTE in self._offered

    def _call_tool(self, call: ToolCall) -> ToolResult:
        limit = self._tool_seconds or None
        try:
            return limit_result(self._guest.call_tool(call.name, call.arguments, timeout=limit))
        except GuestTimeoutError:
            if limit is None:
                raise
            return ToolResult(
                f"{call.name} timed out after {limit:g} s, the limit of this run; it may still be running.",
                is_error=True,
            )


def enable_accessibility(guest: Guest, parts: Iterable[Part]) -> None:
    """Make applications that start from now on expose their elements, if a part needs them. Raises GuestError."""
    if needs_elements(parts) and not is_headless(tool.name for tool in guest.list_tools()):
        answer = guest.call_tool("computer.enable_accessibility", {})
        if answer.is_error:
            raise GuestError(f"accessibility cannot be switched on: {answer.text[:500]}")


def add_parts(observation: Observation, guest: Guest, parts: tuple[Part, ...]) -> Observation:
    """Return the observation with the parts that a run chose. Raises GuestError."""
    if not needs_elements(parts):
        return replace(observation, parts=parts)
    answer = guest.call_tool("computer.accessibility", {})
    if answer.is_error:
        raise GuestError(f"no elements of the screen: {answer.text[:500]}")
    elements = parse(answer.structured)
    size = (observation.width, observation.height)
    if (elements.width, elements.height) != size:
        raise GuestError(f"the elements are of another screen than the screenshot of {size[0]}x{size[1]}")
    if "som" not in parts:
        return replace(observation, parts=parts, accessibility=elements)
    elements = with_marks(elements)
    marked = draw_marks(observation.screenshot, elements)
    return replace(observation, parts=parts, accessibility=elements, marked=marked)


def is_unchanged(guest: Guest, screenshot: bytes) -> bool:
    """Whether the screen still equals a screenshot. Raises GuestError."""
    answer = guest.call_tool("computer.screenshot", {"settle": False})
    return answer.images[:1] == (screenshot,)
