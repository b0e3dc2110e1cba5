"""Functions that are declared to the model: the guest's tools, `terminate`, and the computer where no tool is.

Schemas go as `parametersJsonSchema`. The API reads a subset of JSON Schema
(https://ai.google.dev/gemini-api/docs/structured-output, "JSON schema support"): what it has no keyword for is in the
description, where the model can read it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from controller.core.tool_schemas import object_schema, referred

KEPT = frozenset(
    {
        *("type", "format", "title", "description", "enum", "items", "prefixItems", "minItems", "maxItems"),
        *("minimum", "maximum", "anyOf", "properties", "additionalProperties", "required"),
    }
)
"""Keywords that the API reads."""
FORMATS = frozenset({"date-time", "date", "time"})
"""Formats of strings that the API knows."""
_TOLD = {
    "default": "Default: {}.",
    "pattern": "Must match {}.",
    "minLength": "At least {} characters.",
    "maxLength": "At most {} characters.",
    "exclusiveMinimum": "Greater than {}.",
    "exclusiveMaximum": "Less than {}.",
    "multipleOf": "A multiple of {}.",
    "uniqueItems": "Items are unique: {}.",
    "minProperties": "At least {} fields.",
    "maxProperties": "At most {} fields.",
}
_RULES = (
    *("not", "if", "then", "else", "dependentRequired", "dependentSchemas", "contains", "minContains"),
    *("maxContains", "propertyNames", "unevaluatedProperties", "unevaluatedItems", "$dynamicRef"),
)
"""Keywords that the description quotes."""
_MOST_TOLD = 600
"""Characters of a quoted value."""
_POINT = {
    "x": {
        "type": "integer",
        "minimum": 0,
        "maximum": 999,
        "description": "From the left edge (0) to the right one.",
    },
    "y": {
        "type": "integer",
        "minimum": 0,
        "maximum": 999,
        "description": "From the top edge (0) to the bottom one.",
    },
}
_DRAG = {
    f"{end}_{axis}": schema | {"description": f"Where the drag {end}s."}
    for end in ("start", "end")
    for axis, schema in _POINT.items()
}
_COMPUTER: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "click": ("Click with the left mouse button.", _POINT, ("x", "y")),
    "double_click": ("Double-click with the left mouse button.", _POINT, ("x", "y")),
    "triple_click": ("Click three times with the left mouse button.", _POINT, ("x", "y")),
    "middle_click": ("Click with the middle mouse button.", _POINT, ("x", "y")),
    "right_click": ("Click with the right mouse button.", _POINT, ("x", "y")),
    "mouse_down": ("Move there, press the left mouse button and hold it.", _POINT, ("x", "y")),
    "mouse_up": ("Move there and release the left mouse button.", _POINT, ("x", "y")),
    "move": ("Move the pointer.", _POINT, ("x", "y")),
    "type": (
        "Type text where the keyboard's focus is.",
        {
            "text": {"type": "string"},
            "press_enter": {"type": "boolean", "description": "Press Enter afterwards. Default: false."},
        },
        ("text",),
    ),
    "drag_and_drop": ("Drag with the left mouse button.", _DRAG, tuple(_DRAG)),
    "wait": ("Wait.", {"seconds": {"type": "number", "description": "Default: 1; at most 60."}}, ()),
    "press_key": ("Press a key and release it.", {"key": {"type": "string"}}, ("key",)),
    "hotkey": (
        "Press keys together and release them.",
        {"keys": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
        ("keys",),
    ),
    "take_screenshot": ("Take a new screenshot.", {}, ()),
    "scroll": (
        "Turn the mouse wheel at a place.",
        {
            **_POINT,
            "direction": {"type": "string", "enum": ["up", "down", "left", "right"]},
            "magnitude_in_wheel_clicks": {"type": "integer", "minimum": 1, "maximum": 100},
        },
        ("x", "y", "direction", "magnitude_in_wheel_clicks"),
    ),
}
COORDINATES = "Coordinates are thousandths of the screen's width and height: whole numbers from 0 to 999."
"""Said to models that get the computer as functions."""


def declaration(name: str, description: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a `FunctionDeclaration`; one without parameters has no schema."""
    entry = {"name": name, "description": description}
    converted = to_gemini(schema)
    takes_some = converted.get("properties") or converted.get("additionalProperties")
    return entry | ({"parametersJsonSchema": converted} if takes_some else {})


def computer_declarations() -> list[dict[str, Any]]:
    """Return the declarations of the computer's functions."""
    return [
        declaration(name, description, {"type": "object", "properties": properties, "required": [*required]})
        for name, (description, properties, required) in _COMPUTER.items()
    ]


def to_gemini(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a tool's schema to what the API reads."""
    return _convert(object_schema(schema), schema, ())


def _convert(schema: Any, root: Mapping[str, Any], within: tuple[str, ...]) -> dict[str, Any]:
    """Convert a part of a schema; references are replaced by what they refer to in `root`."""
    if not isinstance(schema, Mapping):
        return {}
    if "$ref" in schema:
        return _convert_reference(schema, root, within)
    if "allOf" in schema:
        return _combine(schema, root, within)
    converted: dict[str, Any] = {
        word: _value(word, value, root, within) for word, value in schema.items() if word in KEPT
    }
    notes = [text.format(json.dumps(schema[word])) for word, text in _TOLD.items() if word in schema]
    notes += [
        f"JSON Schema `{word}`: {json.dumps(schema[word])[:_MOST_TOLD]}." for word in _RULES if word in schema
    ]
    if patterns := schema.get("patternProperties"):
        inner = [_convert(one, root, within) for one in patterns.values()]
        converted["additionalProperties"] = inner[0] if len(inner) == 1 else {"anyOf": inner}
        notes.append(f"Names of further fields match {', '.join(patterns)}.")
    if "oneOf" in schema:
        converted["anyOf"] = [*converted.get("anyOf", ()), *_value("anyOf", schema["oneOf"], root, within)]
    if converted.get("format") not in (None, *FORMATS):
        notes.insert(0, f"Format: {converted.pop('format')}.")
    if "const" in schema:
        converted["enum"] = [schema["const"]]
    if isinstance(converted.get("type"), list):
        kinds = [{"type": kind} for kind in converted.pop("type")]
        converted.setdefault("anyOf", kinds)
    if required := converted.get("required"):
        converted["properties"] = {name: {} for name in required} | converted.get("properties", {})
    return _described(converted, notes)


def _described(converted: dict[str, Any], notes: Sequence[str]) -> dict[str, Any]:
    if not notes:
        return converted
    return converted | {"description": " ".join(filter(None, [converted.get("description", ""), *notes]))}


def _value(word: str, value: Any, root: Mapping[str, Any], within: tuple[str, ...]) -> Any:
    if word == "properties":
        return {name: _convert(inner, root, within) for name, inner in value.items()}
    if word in ("anyOf", "prefixItems"):
        return [_convert(inner, root, within) for inner in value]
    if word == "items" or (word == "additionalProperties" and not isinstance(value, bool)):
        return _convert(value, root, within)
    return value


def _convert_reference(
    schema: Mapping[str, Any], root: Mapping[str, Any], within: tuple[str, ...]
) -> dict[str, Any]:
    reference = schema["$ref"]
    target = referred(root, reference)
    target = target if isinstance(target, Mapping) else {}
    if reference in within:  # a schema that contains itself: a tree, say
        kind = {"type": target["type"]} if isinstance(target.get("type"), str) else {}
        return _described(kind, [f"Again of the form {reference.rpartition('/')[2]}."])
    beside = {word: value for word, value in schema.items() if word != "$ref"}
    return _convert({**target, **beside}, root, (*within, reference))


def _combine(schema: Mapping[str, Any], root: Mapping[str, Any], within: tuple[str, ...]) -> dict[str, Any]:
    """One schema for `allOf`; where its parts have two values of a keyword, the description quotes the second."""
    rest = {word: value for word, value in schema.items() if word != "allOf"}
    merged: dict[str, Any] = {}
    notes: list[str] = []
    for part in (*schema["allOf"], rest):
        for word, value in _convert(part, root, within).items():
            if word == "properties":
                merged[word] = merged.get(word, {}) | value
            elif word == "required":
                merged[word] = [*merged.get(word, []), *value]
            elif merged.setdefault(word, value) != value and word != "description":
                notes.append(f"And `{word}`: {json.dumps(value)[:_MOST_TOLD]}.")
    return _described(merged, notes)
