"""Reads what a record has by the part of episodes that it is of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from controller.core.invalid_data import first_invalid


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    """Return what reads and writes values of a type."""
    return TypeAdapter(kind)


def read_by_part(value: Any, kinds: Mapping[str, Any]) -> Any:
    """Return a mapping with each value as the type that its part declares; one without a type stays as it is.

    Args:
        value: The mapping; anything else is returned unchanged.
        kinds: The types by the part's name.

    Raises:
        ValueError: A value is of another type; the message begins with the part's name and the place.
    """
    if not isinstance(value, Mapping):
        return value
    read: dict[str, Any] = {}
    for name, item in value.items():
        kind = kinds.get(name)
        try:
            read[name] = item if kind is None else adapter(kind).validate_python(item)
        except ValidationError as error:
            raise ValueError(f"{name}.{first_invalid(error)}") from error
    return read
