"""Types that all mock APIs share: errors, and the items of scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from testbed.models import ModelAnswer

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


CutKind = Literal["", "drop", "stall", "error"]


@dataclass(frozen=True, kw_only=True)
class _Item:
    delay: float = 0.0
    """Seconds before the response starts."""


@dataclass(frozen=True, kw_only=True)
class _Success(_Item):
    model: str = ""
    """The model named in the response; by default the requested one."""
    cut: CutKind = ""
    """What happens half-way: "drop" ends the connection, "stall" sends nothing more, "error" an error event."""
    odd: str = ""
    """The kind of deviation from the API's reference (`testbed.all_deviations`)."""


@dataclass(frozen=True, slots=True)
class MockAnswer(ModelAnswer, _Success):
    """An answer as testbed's actions, which each API converts to its own format.

    Attributes:
        mistake: The kind of a deliberate mistake.
        pause: Whether a text without actions leaves the model's turn open.
    """

    mistake: str = ""
    pause: bool = False


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
