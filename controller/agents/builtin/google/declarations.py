"""Functions that are declared to the model: the guest's tools, `terminate`, and the computer where no tool is.

Schemas go as `parametersJsonSchema`. The API reads a subset of JSON Schema
(https://ai.google.dev/gemini-api/docs/structured-output, "JSON schema support"): what it has no keyword for is in the
description, where the model can read it; what cannot be expressed is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from testbed.errors import UsageError

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
_REFUSED = (
    *("not", "if", "then", "else", "patternProperties", "dependentRequired", "dependentSchemas", "contains"),
    *("propertyNames", "unevaluatedProperties", "unevaluatedItems", "$dynamicRef"),
)
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
    """Return a `FunctionDeclaration`; one without parameters has no schema. Raises UsageError."""
    entry = {"name": name, "description": description}
    converted = to_gemini(schema, name)
    return entry | ({"parametersJsonSchema": converted} if converted.get("properties") else {})


def computer_declarations() -> list[dict[str, Any]]:
    """Return the declarations of the computer's functions."""
    return [
        declaration(name, description, {"type": "object", "properties": properties, "required": [*required]})
        for name, (description, properties, required) in _COMPUTER.items()
    ]


def to_gemini(schema: Mapping[str, Any], tool: str) -> dict[str, Any]:
    """Convert a tool's schema to what the API reads. Raises UsageError that names the tool and the place."""
    definitions = {
        f"#/{word}/{name}": inner
        for word in ("$defs", "definitions")
        for name, inner in (schema.get(word) or {}).items()
    }
    return _Converter(tool, definitions).convert({"type": "object", **schema}, ())


class _Converter:
    """Converts one tool's schema; references are replaced by what they refer to."""

    def __init__(self, tool: str, definitions: Mapping[str, Any]) -> None:
        self._tool = tool
        self._definitions = definitions

    def convert(self, schema: object, path: tuple[str, ...], within: tuple[str, ...] = ()) -> dict[str, Any]:
        if schema is True:
            return {}
        if not isinstance(schema, Mapping):
            raise self._refusal(path, f"the schema {json.dumps(schema)}")
        if "$ref" in schema:
            return self._resolve_reference(schema, path, within)
        if "allOf" in schema:
            return self._combine(schema, path, within)
        for word in _REFUSED:
            if word in schema:
                raise self._refusal(path, f"`{word}`")
        converted: dict[str, Any] = {}
        for word, value in schema.items():
            if word in KEPT:
                converted[word] = self._value(word, value, path, within)
        if "oneOf" in schema:
            converted["anyOf"] = self._value("anyOf", schema["oneOf"], path, within)
        if converted.get("format") not in (None, *FORMATS):
            told_format = f"Format: {converted.pop('format')}."
            converted["description"] = " ".join(filter(None, [converted.get("description", ""), told_format]))
        if "const" in schema:
            converted["enum"] = [schema["const"]]
        if isinstance(converted.get("type"), list):
            converted["anyOf"] = [{"type": kind} for kind in converted.pop("type")]
        notes = [text.format(json.dumps(schema[word])) for word, text in _TOLD.items() if word in schema]
        if notes:
            converted["description"] = " ".join(filter(None, [converted.get("description", ""), *notes]))
        return converted

    def _value(self, word: str, value: Any, path: tuple[str, ...], within: tuple[str, ...]) -> Any:
        if word == "properties":
            return {name: self.convert(inner, (*path, name), within) for name, inner in value.items()}
        if word in ("anyOf", "prefixItems"):
            return [self.convert(inner, (*path, word), within) for inner in value]
        if word == "items" or (word == "additionalProperties" and not isinstance(value, bool)):
            return self.convert(value, (*path, word), within)
        return value

    def _resolve_reference(
        self, schema: Mapping[str, Any], path: tuple[str, ...], within: tuple[str, ...]
    ) -> dict[str, Any]:
        reference = schema["$ref"]
        if reference in within:
            raise self._refusal(path, f"a schema that contains itself ({reference})")
        if reference not in self._definitions:
            raise self._refusal(path, f"the reference {reference!r}, which the schema does not define")
        target = self._definitions[reference]
        beside = {word: value for word, value in schema.items() if word != "$ref"}
        return self.convert({**target, **beside}, path, (*within, reference))

    def _combine(
        self, schema: Mapping[str, Any], path: tuple[str, ...], within: tuple[str, ...]
    ) -> dict[str, Any]:
        """One schema for `allOf`, when its parts do not contradict each other."""
        rest = {word: value for word, value in schema.items() if word != "allOf"}
        merged: dict[str, Any] = {}
        for part in (*schema["allOf"], rest):
            for word, value in self.convert(part, path, within).items():
                if word == "properties":
                    merged[word] = merged.get(word, {}) | value
                elif word == "required":
                    merged[word] = [*merged.get(word, []), *value]
                elif merged.setdefault(word, value) != value and word != "description":
                    raise self._refusal(path, f"`allOf` with two values of `{word}`")
        return merged

    def _refusal(self, path: tuple[str, ...], problem: str) -> UsageError:
        where = ".".join(path) or "its parameters"
        return UsageError(
            f"the tool {self._tool} cannot be offered to a Gemini model: {where}: the API has no form for {problem}",
            hint="leave the tool out with another --tool-filter, or change its schema",
        )
