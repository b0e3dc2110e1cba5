"""Validation of the Messages API's parameter types, with its error messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from plugins.mock_models.shapes import misfit
from plugins.mock_models.turns import ApiError


def invalid(message: str) -> ApiError:
    """The error of an invalid request."""
    return ApiError(400, "invalid_request_error", message)


def check_shape(kind: TypeAdapter[Any], value: Any, where: str) -> None:
    """Validate a value. Raises ApiError that names the place."""
    wrong = misfit(kind, value, where)
    if wrong:
        place, detail = wrong
        raise invalid(f"{place}: {detail['msg']}")


def blocks_of(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A message's content as blocks."""
    content = message["content"]
    return content if isinstance(content, list) else [{"type": "text", "text": content}]
