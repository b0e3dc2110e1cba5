"""Wrong calls of offered tools: arguments that the schema refuses, or that name something that does not exist."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry

from testbed.actions import Action, ToolCall

Schema = Mapping[str, Any]
Arguments = dict[str, Any]

MISSING_PATH = "/no-such-folder/missing.txt"
MISSING_NAME = "no such name"
MISSING_INDEX = 9999
_PATH = re.compile(r"(^|_)(path|paths|file|filename|folder|directory|dir|root|source)(_|$)")
_NAME = re.compile(
    r"(^|_)(?<!font_)(?<!theme_)(name|sheet|range|cell|column|branch|extension|revision|tool)(_|$)"
)
_INDEX = re.compile(r"(^|_)(index|indices)(_|$)")
_DEPTH = 8
"""Maximum depth to which schemas are followed."""


def invalid_calls(schemas: Mapping[str, Schema], right: Action) -> list[ToolCall]:
    """Calls with arguments that the schema refuses, of the right tool or, if there are none, of any tool."""
    return _calls(schemas, right, _misshape, allowed=False)


def failing_calls(schemas: Mapping[str, Schema], right: Action) -> list[ToolCall]:
    """Calls that the schemas accept and that name a file, a sheet, a slide … that does not exist."""
    return _calls(schemas, right, _misname, allowed=True)


def _calls(
    schemas: Mapping[str, Schema],
    right: Action,
    wrong: Callable[[Arguments], Iterator[Arguments]],
    *,
    allowed: bool,
) -> list[ToolCall]:
    def make(name: str, given: Arguments) -> list[ToolCall]:
        candidates = wrong(given)
        return [
            ToolCall(name=name, arguments=arguments)
            for arguments in candidates
            if _accepts(schemas[name], arguments) is allowed
        ]

    if isinstance(right, ToolCall) and right.name in schemas and (calls := make(right.name, right.arguments)):
        return calls
    return [call for name in sorted(schemas) for call in make(name, _least(schemas[name], schemas[name]))]


def _accepts(schema: Schema, arguments: Arguments) -> bool:
    """Whether arguments conform to a schema, which refuses names that it does not list unless it says otherwise."""
    properties = schema.get("properties", {})
    if not schema.get("additionalProperties") and not arguments.keys() <= properties.keys():
        return False
    # The registry is empty, so that a schema makes this host fetch nothing.
    return bool(Draft202012Validator(dict(schema), registry=Registry()).is_valid(arguments))


def _misshape(given: Arguments) -> Iterator[Arguments]:
    """Arguments with one omitted, or with one of another type."""
    for name, value in given.items():
        yield {key: value for key, value in given.items() if key != name}
        yield given | {name: {"value": value}}


def _misname(given: Arguments) -> Iterator[Arguments]:
    absent = {
        name: missing for name, value in given.items() if (missing := _missing(name, value)) is not None
    }
    if absent:
        yield given | absent


def _missing(name: str, value: Any) -> Any:
    """A replacement that does not exist for a value that names something; None when it names nothing."""
    if isinstance(value, list):
        one = _missing(name, value[0]) if value else None
        return None if one is None else [one]
    if isinstance(value, str):
        return MISSING_PATH if _PATH.search(name) else MISSING_NAME if _NAME.search(name) else None
    counts = isinstance(value, int) and not isinstance(value, bool)
    return MISSING_INDEX if counts and _INDEX.search(name) else None


def _least(schema: Schema, root: Schema, depth: int = _DEPTH) -> Any:
    """A minimal value of a schema, by its plain keywords."""
    if "$ref" in schema:
        target = root.get("$defs", {}).get(str(schema["$ref"]).rpartition("/")[2], {})
        return _least(target, root, depth - 1) if depth else None
    for key in ("const", "default"):
        if key in schema:
            return schema[key]
    if schema.get("enum"):
        return schema["enum"][0]
    if schema.get("anyOf") and depth:
        return _least(schema["anyOf"][0], root, depth - 1)
    kind = schema.get("type", "object")
    match kind[0] if isinstance(kind, list) and kind else kind:
        case "object":
            properties = schema.get("properties", {})
            required = [name for name in schema.get("required", ()) if name in properties]
            return {name: _least(properties[name], root, depth - 1) for name in required} if depth else {}
        case "array":
            items = [_least(schema.get("items", {}), root, depth - 1)] if depth else []
            return items * max(1, schema.get("minItems", 1))
        case "string":
            return "x" * max(1, schema.get("minLength", 1))
        case "integer" | "number":
            return max(1, schema.get("minimum", 1))
        case "boolean":
            return False
    return None
