"""What the mock APIs share: requests as turns, and what may be answered, whatever the vendor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from controller.core.actions import Action
from controller.core.guest import ToolResult

Body = dict[str, Any]
"""A request or an answer as JSON has it."""


class ApiError(Exception):
    """An answer of an API that is an error; `kind` is the API's own word for it."""

    def __init__(
        self, status: int, kind: str, message: str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message
        self.headers = dict(headers or {})


def mock_error(message: str) -> ApiError:
    """The mock itself cannot answer a request."""
    return ApiError(400, "invalid_request_error", f"mock-model: {message}")


@dataclass(frozen=True, slots=True)
class MockTurn:
    """A request as a model would understand it.

    `opening` is the text of the first user turn, which holds the task. `texts`, `pictures` (the bytes of
    PNGs or JPEGs) and `results` are those of the latest user turn; `results` are in the order of the
    model's calls, their pictures among `pictures` too. `memory` is whatever of the model's own earlier
    answers the request still has, oldest first: ids of calls, or texts; there a mark is found again
    (see `Answer.mark`). `gui` tells whether mouse and keyboard are offered, `tools` the other tools
    offered, by canonical name where it can be told. `repeats` tells whether one action can press a key
    several times, `programs` whether actions are programs, so that there are no calls. `schemas` are those of
    `tools`, as far as they are told. Places told in `texts` are in a frame of `frame` (width, height), by default
    the picture's.
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


CutKind = Literal["", "drop", "stall", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    delay: float = 0.0
    """Seconds before anything is sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Success(_Item):
    model: str = ""
    """The model that claims to have answered; by default the one asked."""
    cut: CutKind = ""
    """What happens half-way: the connection ends, nothing more comes, or (when streaming) an error event."""


@dataclass(frozen=True, slots=True)
class MockAnswer(_Success):
    """An answer in testbed's terms; an API turns it into its own form.

    Points of actions are native pixels of a screen of `screen` (width, height); without it the picture
    sent is the screen. `mark` goes where the next request of the same conversation will show it: into
    the ids of calls, or into the text. Tools that the request does not offer are called only with
    `unoffered`. `mistake` says what is wrong with an answer that errs on purpose.
    """

    actions: tuple[Action, ...] = ()
    text: str = ""
    thought: str = ""
    mark: str = ""
    screen: tuple[int, int] | None = None
    unoffered: bool = False
    mistake: str = ""


@dataclass(frozen=True, slots=True)
class RawAnswer(_Success):
    """An answer in the API's own form: content blocks, output items, or a message."""

    content: tuple[Body, ...] = ()
    stop: str = ""
    details: Body | None = None


@dataclass(frozen=True, slots=True)
class ErrorAnswer(_Item):
    """An answer that is an error, in the API's format."""

    status: int
    kind: str
    message: str = "scripted"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BrokenBody(_Item):
    """A 200 whose body is this, whatever it is."""

    body: bytes


ScriptItem = MockAnswer | RawAnswer | ErrorAnswer | BrokenBody


def summary(item: ScriptItem) -> str:
    """An answer in a few words, for a log."""
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
    return f"{words}, cut: {item.cut}" if item.cut else words
