"""Text completions with images, from any endpoint: for agents that prompt a model instead of offering it tools.

`completion_models.py` has the endpoints.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from controller.core.agent import Usage
from controller.models.context_window import ContextWindow
from controller.models.scaling import to_jpeg
from controller.models.thinking import split_thinking

Part = str | bytes
"""A text, or an image as PNG."""
Stop = Literal["end", "length", "refusal"]
Api = Literal["chat", "messages"]
Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
"""How much a model thinks; which levels a model takes is its vendor's affair."""
MAX_PNG_BYTES = 3 * 2**20
"""A larger image is sent as JPEG: services accept about 5 MiB of base64."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A turn of a conversation; only the user's turns have images."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Completion:
    """A model's response.

    Attributes:
        text: The response's text as it came, which may have thoughts in tags; see `answer`.
        usage: Its token counts.
        model: The model as served.
        stop: Why the text ends.
        reasoning: The model's reasoning, when the server returns it apart from the text.
        leniencies: Codes of what was repaired in the response (`deviations.py`).
    """

    text: str
    usage: Usage
    model: str
    stop: Stop = "end"
    reasoning: str = ""
    leniencies: tuple[str, ...] = ()

    @property
    def answer(self) -> str:
        """The text without the thoughts that the server left in it."""
        return split_thinking(self.text)[1].strip()


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which model, at which endpoint, and how it samples.

    `temperature` and `top_p` None, `effort` and `detail` "" are the server's defaults; for OpenAI's models `detail` ""
    is what shows them a picture unscaled (`image_limits.py`). `context_window` is None when unknown.
    """

    model: str
    base_url: str = ""
    key_variable: str = ""
    api: Api | None = None
    temperature: float | None = None
    max_tokens: int = 16_384
    effort: Effort | Literal[""] = ""
    top_p: float | None = None
    detail: str = ""
    context_window: int | None = None

    def window(self) -> ContextWindow:
        """Return the model's context window, empty."""
        return ContextWindow(self.context_window, self.max_tokens)


class TextModel(Protocol):
    """A model behind an endpoint."""

    def check_served(self) -> None:
        """Check that the endpoint serves the model to this key; one that lists no models passes, as does a replay.

        Raises:
            UsageError: It does not, or something is wrong with the key.
            ModelApiError: A failure that may pass.
        """
        ...

    def window(self) -> ContextWindow:
        """Return the model's context window, empty."""
        ...

    def complete(self, messages: Sequence[ChatMessage]) -> Completion:
        """Return the model's next turn.

        Args:
            messages: The conversation so far.

        Raises:
            UsageError: Something is wrong with the key, the model or the account.
            AgentError: The request is refused for its content; a ContextWindowError when it is too long.
            ModelApiError: A failure that may pass.
        """
        ...


def encode_image(png: bytes) -> tuple[str, str]:
    """Return media type and base64 of an image, as JPEG when the PNG is too large.

    Raises GuestError when it is not a PNG.
    """
    media_type, data = ("image/png", png) if len(png) <= MAX_PNG_BYTES else ("image/jpeg", to_jpeg(png))
    return media_type, base64.b64encode(data).decode("ascii")


def texts(message: ChatMessage) -> str:
    """Return the text parts of a message."""
    return "\n\n".join(part for part in message.parts if isinstance(part, str))
