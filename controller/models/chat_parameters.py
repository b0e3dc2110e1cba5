"""The parameters that servers of Chat Completions take differently: by the model's name, then as a refusal says.

OpenAI's reasoning models refuse `max_tokens` and any temperature but the default; most other servers know no
`max_completion_tokens`. A deployment's name does not always show which, so a refusal that names one of these parameters
changes it, once for each.
"""

from __future__ import annotations

from typing import Any

import openai

from controller.models.openai_models import find_model, is_openai_name
from testbed.errors import TestbedError, UsageError

LIMITS = ("max_completion_tokens", "max_tokens")
DEFAULT_TEMPERATURE = 1.0
_UNKNOWN = ("unsupported", "not support", "unknown", "unrecognized", "unexpected", "extra", "not permitted")


class ChatParameters:
    """The parameters of one conversation's requests."""

    def __init__(
        self, model: str, max_tokens: int, temperature: float | None = None, effort: str | None = None
    ) -> None:
        """Choose the parameters by the model's name.

        Args:
            model: The model.
            max_tokens: Length limit of a response, reasoning included.
            temperature: The sampling temperature; None for the server's default.
            effort: The effort of the requests; None for the model's own.

        Raises:
            UsageError: The model takes no temperature but the default.
        """
        self._limit = LIMITS[0] if is_openai_name(model) else LIMITS[1]
        self._max_tokens = max_tokens
        self._temperature = temperature
        self._changed: set[str] = set()
        known = find_model(model)
        if temperature is not None and known is not None and known.fixes_sampling(effort):
            if temperature != DEFAULT_TEMPERATURE:
                raise UsageError(
                    f"{model} reasons, and takes no temperature but {DEFAULT_TEMPERATURE}, not {temperature:g}",
                    hint="omit the temperature, or use --set temperature=server",
                )
            self._temperature = None

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a request."""
        fields: dict[str, Any] = {self._limit: self._max_tokens}
        if self._temperature is not None:
            fields["temperature"] = self._temperature
        return fields

    def adapt(self, refusal: TestbedError) -> bool:
        """Change the parameter that a refused request's error is about; return whether there is one to change."""
        error = refusal.__cause__
        if not isinstance(error, openai.APIStatusError) or error.status_code not in (400, 422):
            return False
        changeable = (
            [self._limit] if self._temperature != DEFAULT_TEMPERATURE else [self._limit, "temperature"]
        )
        for name in changeable:
            if name not in self._changed and _is_about(error, name):
                self._changed |= {*LIMITS} if name in LIMITS else {name}
                self._change(name)
                return True
        return False

    def _change(self, name: str) -> None:
        if name in LIMITS:
            self._limit = LIMITS[1 - LIMITS.index(name)]
        else:
            self._temperature = None


def _is_about(error: openai.APIStatusError, name: str) -> bool:
    """Whether a server does not know a parameter, in its fields or in its words; a wrong value is another matter."""
    message = error.message.lower()
    if error.code == "unsupported_parameter" or error.code == "unsupported_value":
        return error.param == name if error.param else f"'{name}'" in message.partition("use ")[0]
    return name in message.partition("use ")[0] and any(word in message for word in _UNKNOWN)
