"""One text completion with pictures, whatever the endpoint: for agents that talk in prompts, not in tool calls.

`completion_models.py` has the endpoints.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from controller.core.agent import Usage
from controller.models.scaling import to_jpeg

Part = str | bytes
"""A text, or a picture as PNG."""
Stop = Literal["end", "length", "refusal"]
Api = Literal["chat", "messages"]
MAX_PNG_BYTES = 3 * 2**20
"""A larger picture is sent as JPEG: services take about 5 MiB of base64."""


@dataclass(frozen=True, slots=True)
class Message:
    """A turn of a conversation; pictures stand in the user's turns alone."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered. `reasoning` is what a server tells of it apart from the text, `model` as served."""

    text: str
    usage: Usage
    model: str
    stop: Stop = "end"
    reasoning: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which model, where, and how it samples. `temperature` None leaves it to the server."""

    model: str
    base_url: str = ""
    key_variable: str = ""
    api: Api | None = None
    temperature: float | None = None
    max_tokens: int = 4096


class TextModel(Protocol):
    """A model behind an endpoint."""

    def complete(self, messages: Sequence[Message]) -> Completion:
        """The model's next turn.

        Raises UsageError (key, model, account), AgentError (the request is refused for what it contains),
        ModelApiError (what may pass).
        """
        ...


def encoded(png: bytes) -> tuple[str, str]:
    """Media type and base64 of a picture, as JPEG when the PNG is too large. Raises GuestError when it is no PNG."""
    media_type, data = ("image/png", png) if len(png) <= MAX_PNG_BYTES else ("image/jpeg", to_jpeg(png))
    return media_type, base64.b64encode(data).decode("ascii")


def texts(message: Message) -> str:
    return "\n\n".join(part for part in message.parts if isinstance(part, str))
