"""What an API of the mock consists of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from plugins.mock_models.odd_forms import OddForm
from plugins.mock_models.turns import ApiError, Body, MockAnswer, RawAnswer
from testbed.models import ModelTurn


class MockApi(Protocol):
    """One endpoint of a vendor's API."""

    name: str
    path: str

    @property
    def odd_form(self) -> OddForm:
        """The places in its answers that deviations change."""
        ...

    def owns(self, headers: Mapping[str, str]) -> bool:
        """Whether a request for the list of models, whose path vendors share, is for this vendor."""
        ...

    def check_key(self, headers: Mapping[str, str]) -> None:
        """Check the key. Raises ApiError when it is missing or invalid."""
        ...

    def models(self) -> Sequence[str]:
        """Names of the served models."""
        ...

    def models_body(self, models: Sequence[str]) -> Body:
        """The response body with a list of models."""
        ...

    def model_body(self, model: str) -> Body:
        """The response body that describes a model."""
        ...

    def check(self, raw: bytes, headers: Mapping[str, str]) -> Body:
        """Validate a request and return its body. Raises ApiError with the API's own error."""
        ...

    def window_error(self, tokens: int, window: int) -> ApiError:
        """The API's own error for a request with more tokens than the model's context window."""
        ...

    def turn(self, body: Body) -> ModelTurn:
        """Convert a valid request to a turn."""
        ...

    def message(self, body: Body, answer: MockAnswer | RawAnswer, number: int) -> Body:
        """Write the complete response.

        Args:
            body: The valid request.
            answer: The answer from the script.
            number: A number that no other response has.

        Raises:
            ApiError: The request does not offer a tool that the answer calls.
        """
        ...

    def events(self, message: Body) -> list[bytes]:
        """Convert a complete response to the events of a stream (see `sse`)."""
        ...

    def error_body(self, error: ApiError, request_id: str) -> Body:
        """The response body of an error."""
        ...

    def error_event(self, error: ApiError) -> bytes:
        """The event of an error in mid-stream."""
        ...


@dataclass(frozen=True, slots=True)
class HttpCall:
    """A request beside its body: what a cloud platform checks before the vendor's API sees it."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]


@runtime_checkable
class PlatformApi(Protocol):
    """An API that checks URL, headers and signature of a request before `MockApi.check`."""

    def authorize(self, call: HttpCall, raw: bytes) -> None:
        """Raises ApiError."""
        ...


@runtime_checkable
class CompactingApi(Protocol):
    """An API that compacts conversations."""

    def compaction(self, body: Body, number: int) -> Body | None:
        """The response to a request for a compaction, which needs no script; None for any other request."""
        ...


@runtime_checkable
class ModelInPath(Protocol):
    """An API whose path has the model's name, for any model."""

    def for_model(self, named: str) -> MockApi:
        """The API of the model that the path names. Raises ApiError."""
        ...
