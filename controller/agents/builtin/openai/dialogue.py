"""A conversation with a model over one of OpenAI's APIs: what both have in common."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from PIL import Image

from controller.agents.calls import NO_NAME, CallResult
from controller.agents.tool_search import ToolSearch
from controller.core.agent import Usage
from controller.models.call_repairs import UNNAMED
from controller.models.completion import encode_image

Item = dict[str, Any]
Stop = Literal["", "length", "refusal"]

NEEDS = "pictures and calls of functions"
"""What a model must support."""
MAX_IMAGE_CHARACTERS = 16 * 2**20
"""More base64 of pictures than this, in characters, drops old ones; a request may have 50 MB."""


@dataclass(frozen=True, slots=True)
class FunctionDefinition:
    """A function offered to the model."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FunctionNamespace:
    """Functions that the model is not shown until its search loads them; it sees the name and the description."""

    name: str
    description: str
    functions: tuple[FunctionDefinition, ...]


@dataclass(frozen=True, slots=True)
class ToolSet:
    """What the model can call: functions, the computer tool's own entry, and functions it must search for."""

    functions: Sequence[FunctionDefinition]
    computer: Mapping[str, Any] | None = None
    deferred: Sequence[FunctionNamespace] = ()

    @property
    def entries(self) -> int:
        """How many entries a request's `tools` get, the search among them."""
        return len(self.functions) + bool(self.computer) + len(self.deferred) + bool(self.deferred)


@dataclass(frozen=True, slots=True)
class ImagePolicy:
    """How pictures are sent: looked at how closely, how many at most, and how many stay when there are more."""

    detail: str
    images: int
    keep: int

    def to_drop(self, sizes: Sequence[int]) -> int:
        """Return how many of the oldest images to drop, given their sizes in characters: none, or all but `keep`."""
        if len(sizes) <= self.images and sum(sizes) <= MAX_IMAGE_CHARACTERS:
            return 0
        return len(sizes) - self.keep


@dataclass(frozen=True, slots=True)
class ToolUse:
    """One call in an answer.

    `computer` holds the actions of a call of the computer tool, None for a function. `problem` says to the model why a
    call cannot be read.
    """

    id: str
    name: str
    arguments: str = ""
    computer: Sequence[Mapping[str, Any]] | None = None
    problem: str = ""
    safety_checks: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True, slots=True)
class DialogueResponse:
    """A model's answer.

    Attributes:
        stop: Why it is not whole.
        stop_reason: The model's or the API's explanation.
        paused: The model only comments on its work and has not ended its turn.
        comment: The model's comments on its work, which are part of `thought`.
        leniencies: Deviations of the answer that were read all the same.
    """

    id: str
    model: str
    text: str
    thought: str
    uses: tuple[ToolUse, ...]
    usage: Usage
    stop: Stop = ""
    stop_reason: str = ""
    searches: tuple[ToolSearch, ...] = ()
    paused: bool = False
    comment: str = ""
    leniencies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CallOutput:
    """A call's result for the model: words, and pictures as PNG."""

    result: CallResult
    text: str
    pictures: tuple[bytes, ...] = field(default=(), repr=False)


Rewrite = Callable[[list[str]], list[str]]


def function_use(identity: str, name: str, arguments: str) -> ToolUse:
    """Return the call of a function, with a problem if it names none."""
    return ToolUse(identity, name, arguments, problem=NO_NAME if name == UNNAMED else "")


class Dialogue(Protocol):
    """The conversation so far, in an API's own form."""

    def instruct(self, system: str) -> None:
        """Replace the system prompt from now on."""
        ...

    def set_tools(self, offer: ToolSet) -> None:
        """Offer these tools from now on."""
        ...

    def request(self) -> DialogueResponse:
        """Request the next answer of the model. Raises UsageError, AgentError (ContextWindowError), ModelApiError."""
        ...

    def request_aside(self, system: str, text: str) -> DialogueResponse:
        """Request an answer outside the conversation. Raises as `request` does."""
        ...

    def commit(self, rewrite: Rewrite = list) -> None:
        """Make the last answer part of the conversation; a response that is not kept is forgotten.

        `rewrite` gets the texts of its messages, in order, and returns what the conversation has in their place.
        """
        ...

    def add_results(
        self, outputs: Sequence[CallOutput], checks: Mapping[str, Sequence[Any]], screen: bytes | None
    ) -> bool:
        """Add the results of all calls of the last answer, in order.

        `checks` are the safety checks of calls, by call. Those of a call that was executed are acknowledged; one that
        was not is taken back. True when the last computer call has taken `screen`, so that the model need not be shown
        it again.
        """
        ...

    def add_text(self, text: str, screen: bytes | None = None) -> None:
        """Add a message of the user, and the screen."""
        ...

    def size(self) -> int:
        """See `Conversation`."""
        ...

    def fold_pictures(self) -> int:
        """See `Conversation`."""
        ...

    def fold_results(self, keep: int) -> int:
        """See `Conversation`."""
        ...

    def fold_turns(self, notes: str, keep: int) -> int:
        """See `Conversation`."""
        ...

    def compact(self, keep: int) -> tuple[int, Usage]:
        """Have the API compact all but the last `keep` turns of the model (see `folding.Compact`)."""
        ...


def data_url(png: bytes) -> str:
    """A picture as a data URL, as JPEG when it is too large. Raises GuestError when it is no PNG."""
    media_type, data = encode_image(png)
    return f"data:{media_type};base64,{data}"


def blank_url() -> str:
    """A small grey picture, which stands for a dropped screenshot where the API wants one."""
    out = io.BytesIO()
    Image.new("RGB", (64, 36), (128, 128, 128)).save(out, "PNG")
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode('ascii')}"
