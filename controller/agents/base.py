"""What an agent is: observations in, decisions out; its history is its own affair."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from controller.actions import Action
from controller.guest import Tool, ToolResult
from controller.observation.accessibility import Accessibility

Part = Literal["screenshot", "windows", "a11y", "som"]
"""Something of the desktop that a run lets its agent observe."""


@dataclass(frozen=True, slots=True)
class Window:
    """A window on the screen; position and size in native pixels."""

    title: str
    app: str
    x: int
    y: int
    width: int
    height: int
    active: bool


@dataclass(frozen=True, slots=True)
class Observation:
    """What the agent sees before it decides.

    `screenshot` is a PNG of `width` x `height` native pixels; `results` belong, in order, to the actions
    of the last decision that were executed. `parts` are what the run lets the agent observe: an agent shows
    its model `picture` and the text of `controller.observation.observing.describe`.
    """

    screenshot: bytes = field(repr=False)
    width: int
    height: int
    windows: tuple[Window, ...]
    results: tuple[ToolResult, ...] = ()
    steps_left: int = 0
    parts: tuple[Part, ...] = ("screenshot",)
    accessibility: Accessibility | None = None
    marked: bytes = field(default=b"", repr=False)

    @property
    def picture(self) -> bytes | None:
        """The picture for the model: with marks, plain, or none at all; a PNG of the screen's size."""
        if "som" in self.parts:
            return self.marked
        return self.screenshot if "screenshot" in self.parts else None

    @property
    def active_window(self) -> Window | None:
        return next((window for window in self.windows if window.active), None)


@dataclass(frozen=True, slots=True)
class Usage:
    """What one decision took: tokens, and calls of the model.

    `input_tokens` are all that were read, those from and into the model's cache included.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cache_read_tokens + other.cache_read_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
            self.calls + other.calls,
        )


@dataclass(frozen=True, slots=True)
class Decision:
    """What the agent does next; each action is one step. `thought` is the model's own text.

    `performed` are actions that have been carried out already, by a person at the guest's screen: steps too,
    before `actions`, but not executed again.
    """

    actions: tuple[Action, ...]
    thought: str = ""
    usage: Usage = Usage()
    details: dict[str, Any] = field(default_factory=dict)
    performed: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Assignment:
    """What an agent is told at the start of an episode."""

    task_id: str
    instruction: str
    max_steps: int
    gui: bool
    seed: int


class Agent(Protocol):
    """One agent in one episode."""

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:
        """Decide on the next actions; `tools` are the MCP tools offered at this step.

        Raises AgentError (the agent's own fault), ModelApiError (the API's).
        """
        ...
