"""Types that all mock APIs share: requests as turns, and the items of scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from controller.agents.coordinate_conventions import Convention
from controller.core.actions import Action
from controller.core.guest import ToolResult

Body = dict[str, Any]
"""A request or response body as parsed JSON."""


class ApiError(Exception):
    """An error response of an API; `kind` is the API's own name for the error."""

    def __init__(
        self, status: int, kind: str, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message
        self.headers = dict(headers or {})


def mock_error(message: str) -> ApiError:
    """The error of a request that the mock itself cannot answer."""
    return ApiError(400, "invalid_request_error", f"mock-model: {message}")


@dataclass(frozen=True, slots=True)
class MockTurn:
    """A request, independent of the vendor's format.

    Attributes:
        opening: Text of the first user turn, which has the task.
        texts: Texts of the latest user turn.
        pictures: Images of the latest user turn, as PNG or JPEG, those of results included.
        results: Results of the latest user turn, in the order of the model's calls.
        memory: What the request has of the model's own earlier answers, oldest first: ids of calls, or texts. It has
            the marks (see `MockAnswer.mark`).
        gui: Whether mouse and keyboard are offered.
        tools: The other offered tools, by canonical name if that is known.
        frame: Width and height of the frame that coordinates in `texts` refer to; None for that of the image.
        repeats: Whether one action can press a key several times.
        programs: Whether actions are programs instead of calls.
        schemas: The known schemas of `tools`.
        pauses: Whether an answer can be a comment that does not end the model's turn.
    """

    opening: str
    texts: tuple[str, ...] = ()
    pictures: tuple[bytes, ...] = field(default=(), repr=False)
    results: tuple[ToolResult, ...] = ()
    memory: tuple[str, ...] = ()
    gui: bool = True
    tools: frozenset[str] = frozenset()
    frame: tuple[int, int] | None = None
    repeats: bool = True
    programs: bool = False
    schemas: Mapping[str, Body] = field(default_factory=dict)
    pauses: bool = False


CutKind = Literal["", "drop", "stall", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    delay: float = 0.0
    """Seconds before the response starts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Success(_Item):
    model: str = ""
    """The model named in the response; by default the requested one."""
    cut: CutKind = ""
    """What happens half-way: "drop" ends the connection, "stall" sends nothing more, "error" an error event."""
    odd: str = ""
    """The kind of deviation from the API's reference (`controller.models.deviations`)."""


@dataclass(frozen=True, slots=True)
class MockAnswer(_Success):
    """An answer as testbed's actions, which each API converts to its own format.

    Attributes:
        actions: The actions; points are native pixels of the screen.
        text: The answer's text.
        thought: The model's reasoning.
        mark: An identifier that the next request of the conversation repeats, in the ids of calls or in the text.
        screen: Width and height of the screen; None for the size of the image in the request.
        unoffered: Whether tools that the request does not offer may be called.
        mistake: The kind of a deliberate mistake.
        pause: Whether a text without actions leaves the model's turn open.
        coordinates: The numbers that places are given in, whatever the request asks for; None for what it asks for.
    """

    actions: tuple[Action, ...] = ()
    text: str = ""
    thought: str = ""
    mark: str = ""
    screen: tuple[int, int] | None = None
    unoffered: bool = False
    mistake: str = ""
    pause: bool = False
    coordinates: Convention | None = None


@dataclass(frozen=True, slots=True)
class RawAnswer(_Success):
    """An answer in the API's own format: content blocks, output items, or a message."""

    content: tuple[Body, ...] = ()
    stop: str = ""
    details: Body | None = None


@dataclass(frozen=True, slots=True)
class ErrorAnswer(_Item):
    """An error response in the API's format."""

    status: int
    kind: str
    message: str = "scripted"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BrokenBody(_Item):
    """A response with status 200 and any body."""

    body: bytes


ScriptItem = MockAnswer | RawAnswer | ErrorAnswer | BrokenBody


def summary(item: ScriptItem) -> str:
    """A short description of a script's item, for the log."""
    match item:
        case MockAnswer():
            words = ", ".join(action.type for action in item.actions) or "words"
            words += f" (on purpose: {item.mistake})" if item.mistake else ""
        case RawAnswer():
            words = (
                ", ".join(str(block.get("name", block.get("type", "?"))) for block in item.content)
                or "nothing"
            )
        case ErrorAnswer():
            return item.kind
        case BrokenBody():
            return "a broken body"
    words += f", odd: {item.odd}" if item.odd else ""
    return f"{words}, cut: {item.cut}" if item.cut else words
