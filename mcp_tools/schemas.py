"""Compact schemas: a model reads all of them before each of its steps.

That unknown arguments are refused goes without saying: their error says it (see `mcp_tools.arguments`).
"""

from __future__ import annotations

from typing import Any

NULL = {"type": "null"}


def compact(schema: dict[str, Any]) -> dict[str, Any]:
    """The same JSON Schema of an object without titles, and without saying that what may be left out may be null.

    A default that is null goes with it; null itself is still accepted where it was.
    """
    short = {key: value for key, value in schema.items() if key not in ("$schema", "title")}
    if short.get("additionalProperties") is False:
        del short["additionalProperties"]
    if "properties" in short:
        short["properties"] = {name: _property(value) for name, value in short["properties"].items()}
    if "$defs" in short:
        short["$defs"] = {name: compact(value) for name, value in short["$defs"].items()}
    return short


def _property(schema: dict[str, Any]) -> dict[str, Any]:
    short = compact(schema)
    if "default" in short and short["default"] is None:
        del short["default"]
        choices = [compact(choice) for choice in short.get("anyOf", ()) if choice != NULL]
        if len(choices) == 1:
            del short["anyOf"]
            short = {**choices[0], **short}
    return short
