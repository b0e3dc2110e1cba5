"""Validation of values against the SDKs' own parameter types; unknown fields are refused."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

_FORBID = ConfigDict(extra="forbid")


def adapter(kind: Any) -> TypeAdapter[Any]:
    """The validator of a parameter type, which refuses unknown fields."""
    # A TypedDict cannot be given a config, but inherits that of the list around it.
    return TypeAdapter(list[kind], config=_FORBID)


def misfit(kind: TypeAdapter[Any], value: Any, where: str) -> tuple[str, ErrorDetails] | None:
    """Place and details of the first error in a value; None when it is valid."""
    try:
        kind.validate_python([value], strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        return ".".join([where, *(str(part) for part in first["loc"][1:])]), first
    return None
