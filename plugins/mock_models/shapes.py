"""Validation of values against the SDKs' own parameter types, which refuse unknown fields, and of JSON Schemas."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import jsonschema
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


@lru_cache(maxsize=4096)
def schema_error(schema: str) -> str:
    """Why a text of JSON is no JSON Schema, or "". Requests bring the same ones again and again."""
    try:
        jsonschema.Draft202012Validator.check_schema(json.loads(schema))
    except jsonschema.SchemaError as error:
        return str(error.message)
    return ""
