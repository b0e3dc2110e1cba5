"""Schemas of foreign servers' tools, in the form that every vendor takes: what was valid stays so."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.agents.builtin.google.declarations import declaration
from controller.agents.builtin.openai.namespaces import function_of
from controller.agents.model_protocols.xml_calls import convert_arguments
from controller.agents.tool_names import ToolNames
from controller.core.guest import Tool
from controller.core.tool_schemas import object_schema, parameter_schema, schema_problem
from plugins.mock_models.anthropic_tool_rules import check_tools as check_anthropic
from plugins.mock_models.google_tool_rules import check_tools as check_google
from plugins.mock_models.openai_rules import check_functions as check_openai

TEXT, NUMBER = {"type": "string"}, {"type": "number"}
PAGE: dict[str, Any] = {
    "type": "object",
    "properties": {"title": TEXT},
    "oneOf": [
        {"title": "In a page", "properties": {"page_id": TEXT}, "required": ["page_id"]},
        {
            "properties": {"kind": {"const": "database"}, "database_id": TEXT},
            "required": ["kind", "database_id"],
        },
    ],
}
CASES: dict[str, dict[str, Any]] = {
    "alternatives": PAGE,
    "needed fields alone": {
        "type": "object",
        "properties": {"a": TEXT, "b": TEXT},
        "additionalProperties": False,
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
    },
    "closed parts": {
        "allOf": [
            {"type": "object", "properties": {"a": TEXT}, "required": ["a"], "additionalProperties": False},
            {"type": "object", "properties": {"a": {"minLength": 1}, "b": NUMBER}},
        ]
    },
    "a reference": {
        "$ref": "#/definitions/Args",
        "definitions": {
            "Args": {"type": "object", "properties": {"a": {"$ref": "#/definitions/Id"}}},
            "Id": TEXT,
        },
        "$schema": "http://json-schema.org/draft-07/schema#",
    },
    "a tree": {"type": "object", "properties": {"a": {"type": "array", "items": {"$ref": "#"}}}},
    "a reference into what is folded": {
        "anyOf": [{"properties": {"a": TEXT}}, {"properties": {"b": {"$ref": "#/anyOf/0/properties/a"}}}]
    },
    "open": {"type": "object", "additionalProperties": NUMBER},
    "by pattern": {"type": "object", "patternProperties": {"^x": NUMBER}, "additionalProperties": False},
    "no type": {"properties": {"a": TEXT}},
    "type or null": {"type": ["object", "null"], "properties": {"a": TEXT}},
    "rules": {"type": "object", "not": {"required": ["a", "b"]}, "enum": [{"a": 1}, {"b": 2}]},
    "true": {"type": "object", "properties": {"a": True, "b": {"anyOf": [NUMBER, {"type": "null"}]}}},
}
VALUES = st.one_of(st.text(max_size=3), st.integers(0, 3), st.just("database"), st.none())
ARGUMENTS = st.dictionaries(
    st.sampled_from(["a", "b", "x1", "title", "page_id", "kind", "database_id"]), VALUES, max_size=4
)


def tool(schema: dict[str, Any], name: str = "notes_create") -> Tool:
    return Tool(name, "Makes a note.", schema, "notes")


@pytest.mark.parametrize("schema", CASES.values(), ids=CASES)
def test_every_vendor_takes_it(schema: dict[str, Any]) -> None:
    assert schema_problem(schema) == ""
    converted = object_schema(schema)
    check_anthropic([{"name": "t", "description": "d", "input_schema": converted}], "claude-sonnet-4-5", [])
    function = function_of(tool(schema), ToolNames([tool(schema).name]))
    check_openai([("tools[0]", {"name": "t", "parameters": function.parameters})])
    check_google("gemini-3.8-flash", [{"functionDeclarations": [declaration("t", "d", schema)]}])


@given(schema=st.sampled_from(list(CASES.values())), arguments=ARGUMENTS)
def test_every_valid_call_stays_valid(schema: dict[str, Any], arguments: dict[str, Any]) -> None:
    described = {**schema, "unevaluatedProperties": False}  # a field of another alternative might be anything
    if jsonschema.Draft202012Validator(described).is_valid(arguments):
        jsonschema.Draft202012Validator(object_schema(schema)).validate(arguments)


def test_alternatives_are_told() -> None:
    folded = object_schema(PAGE)
    assert set(folded["properties"]) == {"title", "page_id", "kind", "database_id"}
    assert "required" not in folded
    assert folded["description"] == (
        'Give exactly one of these forms: In a page (`page_id`); or `kind` = "database", `database_id`.'
    )


def test_what_each_alternative_needs_is_required() -> None:
    forms = [{"required": ["id", "a"]}, {"required": ["b", "id"]}]
    schema = {"properties": {"id": TEXT}, "required": ["name"], "anyOf": forms}
    assert object_schema(schema)["required"] == ["name", "id"]


def test_an_ordinary_schema_is_as_it_was() -> None:
    schema = {"type": "object", "properties": {"a": {"oneOf": [TEXT, NUMBER]}}, "title": "Args", "$defs": {}}
    assert object_schema({"$schema": "x", **schema}) == schema


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        (
            {"type": "object", "properties": {"a": {"type": "int"}}},
            "is no JSON Schema: properties.a.type: 'int'",
        ),
        (
            {"type": "object", "properties": {"a": {"required": True}}},
            "is no JSON Schema: properties.a.required",
        ),
        ({"properties": {"a": {"$ref": "#/$defs/Gone"}}}, "refers to #/$defs/Gone, which it does not define"),
        ({"properties": {"a": {"$ref": "https://x.org/y"}}}, "refers to https://x.org/y, which"),
        ({"properties": {"a": {"default": object()}}}, "is no JSON"),
    ],
)
def test_what_no_model_can_be_offered_is_named(schema: dict[str, Any], problem: str) -> None:
    assert schema_problem(schema).startswith(problem)


@pytest.mark.parametrize(
    ("schema", "name", "text", "value"),
    [
        (PAGE, "page_id", "12", "12"),
        (CASES["open"], "anything", "12", 12),
        (CASES["by pattern"], "x1", "1.5", 1.5),
        (CASES["true"], "b", "3", 3),
        (CASES["true"], "b", "null", None),
        (CASES["a reference"], "a", "12", "12"),
        ({"properties": {"a": {"type": ["string", "null"]}}}, "a", "12", "12"),
        ({"properties": {"a": {"enum": [1, 2]}}}, "a", "2", 2),
        ({"properties": {"a": {"anyOf": [TEXT, {"type": "array"}]}}}, "a", "[1]", [1]),
        ({"properties": {"a": TEXT}}, "a", "[1]", "[1]"),
        ({"properties": {"a": True}}, "a", "plain", "plain"),
    ],
)
def test_an_argument_written_as_text_has_the_type_of_its_schema(
    schema: dict[str, Any], name: str, text: str, value: object
) -> None:
    assert convert_arguments({name: text}, schema, []) == {name: value}


def test_a_field_that_may_be_anything_has_no_schema() -> None:
    assert parameter_schema({"properties": {}}, "a") == {}
    assert parameter_schema({"patternProperties": {"(?<!": NUMBER}}, "a") == {}
