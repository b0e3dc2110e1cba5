"""Checking a call's arguments, with errors that a model can act on."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from typing import Any

from mcp.server.mcpserver.tools import Tool
from pydantic import ValidationError

from mcp_tools.registry import ToolError


def checked(tool: Tool, arguments: dict[str, Any]) -> dict[str, Any]:
    """Validate and convert a call's arguments. Raises ToolError that says what is expected."""
    known = tool.parameters.get("properties", {})
    problems = [_unknown(name, known) for name in arguments if name not in known]
    try:
        values = tool.fn_metadata.validate_arguments(arguments)
    except ValidationError as error:
        details = error.errors(include_url=False)
        inner = {item["loc"][:depth] for item in details for depth in range(1, len(item["loc"]))}
        problems += [_describe(dict(item)) for item in details if item["loc"] not in inner]
    if problems:
        raise ToolError(
            f"wrong arguments for {tool.name}: {'; '.join(problems)}. {expectation(tool.parameters)}"
        )
    return values


def expectation(schema: Mapping[str, Any]) -> str:
    """Describe in one sentence what a tool expects: `Expected: x (integer, at least 0), button (...; optional).`"""
    properties: Mapping[str, Any] = schema.get("properties", {})
    if not properties:
        return "It takes no arguments."
    required = schema.get("required", [])
    parts = []
    for name, prop in properties.items():
        kind = kind_of(prop, schema)
        parts.append(f"{name} ({kind})" if name in required else f"{name} ({kind}; optional)")
    return f"Expected: {', '.join(parts)}."


def kind_of(prop: Mapping[str, Any], root: Mapping[str, Any]) -> str:
    """Describe a JSON schema in a few words: `integer, at least 0`, `one of "left", "right"`, `list of string`."""
    if "$ref" in prop:
        return kind_of(root.get("$defs", {}).get(str(prop["$ref"]).rsplit("/", 1)[-1], {}), root)
    if "enum" in prop:
        return "one of " + ", ".join(json.dumps(value) for value in prop["enum"])
    if "const" in prop:
        return json.dumps(prop["const"])
    if "anyOf" in prop:
        return " or ".join(kind_of(option, root) for option in prop["anyOf"])
    kind = str(prop.get("type", "any value"))
    if kind == "array":
        items = prop.get("items") or (prop.get("prefixItems") or [{}])[0]
        kind = f"list of {kind_of(items, root)}"
    elif kind == "object" and "properties" in prop:
        fields = ", ".join(f"{name}: {kind_of(value, root)}" for name, value in prop["properties"].items())
        kind = f"object {{{fields}}}"
    words = {
        "minimum": "at least",
        "exclusiveMinimum": "more than",
        "maximum": "at most",
        "exclusiveMaximum": "less than",
        "minLength": "length at least",
        "maxLength": "length at most",
        "minItems": "items at least",
        "maxItems": "items at most",
        "pattern": "matching",
    }
    limits = [f"{word} {prop[key]}" for key, word in words.items() if key in prop]
    return ", ".join([kind, *limits])


def _unknown(name: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"there is no argument {name!r}" + (f" (did you mean {close[0]!r}?)" if close else "")


def _describe(error: dict[str, Any]) -> str:
    location = ".".join(str(part) for part in error["loc"]) or "arguments"
    if error["type"] == "missing":
        return f"{location} is missing"
    message = str(error["msg"])
    for prefix in ("Value error, ", "Assertion failed, ", "Input "):
        message = message.removeprefix(prefix)
    value = json.dumps(error["input"], ensure_ascii=False, default=str)
    if len(value) > 100:
        value = value[:100] + "..."
    return f"{location}: {message}, but got {value}"
