"""Tools' schemas in the form that the Gemini API reads."""

from __future__ import annotations

from typing import Any

import pytest

from controller.agents.builtin.google.declarations import computer_declarations, declaration, to_gemini
from controller.agents.tool_names import wire_name
from controller.tool_filter.catalogue import load_catalogue
from plugins.mock_models.google_tool_rules import check_tools


def convert(schema: dict[str, Any], **more: Any) -> Any:
    """A parameter's schema after conversion."""
    return to_gemini({"properties": {"a": schema}, **more})["properties"]["a"]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "minLength": 1}, {"type": "string", "description": "At least 1 characters."}),
        (
            {"type": "integer", "exclusiveMinimum": 0, "default": 5, "description": "Width."},
            {"type": "integer", "description": "Width. Default: 5. Greater than 0."},
        ),
        ({"const": "x"}, {"enum": ["x"]}),
        ({"type": ["string", "null"]}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ({"oneOf": [{"type": "string"}, True]}, {"anyOf": [{"type": "string"}, {}]}),
        ({"type": "string", "format": "uri"}, {"type": "string", "description": "Format: uri."}),
        ({"type": "string", "format": "date"}, {"type": "string", "format": "date"}),
        ({"type": "object", "additionalProperties": {"type": "number", "multipleOf": 2}}, None),
        ({"type": "array", "items": {"type": "string", "pattern": "^a"}}, None),
        ({"allOf": [{"type": "integer"}, {"minimum": 3}]}, {"type": "integer", "minimum": 3}),
        (
            {"$ref": "#/$defs/Size", "description": "How large."},
            {"type": "number", "description": "How large."},
        ),
        ({"type": "string", "examples": ["x"], "$comment": "-"}, {"type": "string"}),
    ],
)
def test_what_the_api_does_not_read_is_said(schema: dict[str, Any], expected: dict[str, Any] | None) -> None:
    result = convert(schema, **{"$defs": {"Size": {"type": "number", "description": "A size."}}})
    entry = declaration("t", "d", {"properties": {"a": schema}, "$defs": {"Size": {"type": "number"}}})
    check_tools("gemini-3.8-flash", [{"functionDeclarations": [entry]}])
    if expected is not None:
        assert result == expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"not": {"type": "string"}}, {"description": 'JSON Schema `not`: {"type": "string"}.'}),
        (
            {"type": "array", "items": {"if": {}}},
            {"type": "array", "items": {"description": "JSON Schema `if`: {}."}},
        ),
        (
            {"$ref": "#/$defs/Tree"},
            {"type": "array", "items": {"type": "array", "description": "Again of the form Tree."}},
        ),
        (
            {"allOf": [{"type": "integer"}, {"type": "string"}]},
            {"type": "integer", "description": 'And `type`: "string".'},
        ),
        (
            {"type": "object", "patternProperties": {"^x-": {"type": "string"}}},
            {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "Names of further fields match ^x-.",
            },
        ),
        ({"required": ["b"]}, {"required": ["b"], "properties": {"b": {}}}),
        (False, {}),
    ],
)
def test_what_the_api_has_no_keyword_for_is_told(schema: Any, expected: dict[str, Any]) -> None:
    tree = {"type": "array", "items": {"$ref": "#/$defs/Tree"}}
    assert convert(schema, **{"$defs": {"Tree": tree}}) == expected
    entry = declaration("t", "d", {"properties": {"a": schema}, "$defs": {"Tree": tree}})
    check_tools("gemini-3.8-flash", [{"functionDeclarations": [entry]}])


def test_a_function_without_parameters_has_no_schema() -> None:
    assert declaration("t", "d", {"type": "object", "properties": {}}) == {"name": "t", "description": "d"}


def test_all_tools_of_the_image_fit_into_a_request() -> None:
    declarations = [
        declaration(wire_name(tool.name), tool.description, tool.input_schema) for tool in load_catalogue()
    ]
    assert len(declarations) >= 150
    tools = [{"functionDeclarations": [*computer_declarations(), *declarations]}]
    check_tools("gemini-4-argon", tools)
