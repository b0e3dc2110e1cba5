"""Values checked against the SDKs' own parameter types, unknown fields refused."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

_FORBID = ConfigDict(extra="forbid")


def adapter(kind: Any) -> TypeAdapter[Any]:
    # A TypedDict takes no config from outside, but inherits that of a list around it.
    return TypeAdapter(list[kind], config=_FORBID)


def misfit(kind: TypeAdapter[Any], value: Any, where: str) -> tuple[str, ErrorDetails] | None:
    """The place and the nature of the first thing wrong with a value; None when it is well formed."""
    try:
        kind.validate_python([value], strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        return ".".join([where, *(str(part) for part in first["loc"][1:])]), first
    return None
