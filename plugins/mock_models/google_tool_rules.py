"""Validation of the tools in a request of generateContent.

Sources: the reference of `Tool`, `FunctionDeclaration` and `Schema` (https://ai.google.dev/api/caching), the guides to
function calling, structured output (JSON Schema) and computer use, and the API's own error messages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from plugins.mock_models.google_models import DESKTOP, POLICIES, find_model, predefined_functions
from plugins.mock_models.google_shapes import invalid
from plugins.mock_models.turns import Body

MAX_FUNCTIONS = 512
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}")
_TYPES = frozenset({"string", "number", "integer", "boolean", "array", "object", "null"})
_JSON_SCHEMA = frozenset(
    {
        *("$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum", "items"),
        *("prefixItems", "minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf", "properties"),
        *("additionalProperties", "required", "propertyOrdering"),
    }
)
"""Keywords of `parametersJsonSchema`. The API ignores others; the mock refuses them: the model never sees them."""
_OPEN_API = frozenset(
    {
        *("type", "format", "title", "description", "nullable", "enum", "maxItems", "minItems", "properties"),
        *("required", "minProperties", "maxProperties", "minLength", "maxLength", "pattern", "example"),
        *("anyOf", "propertyOrdering", "default", "items", "minimum", "maximum"),
    }
)
"""Keywords of `parameters`; the API refuses others."""


def check_tools(model: str, tools: list[Body]) -> None:
    """Validate a request's tools. Raises ApiError."""
    names: list[str] = []
    for index, tool in enumerate(tools):
        if len(tool) != 1:
            raise invalid(
                f"tools[{index}].tool_type: required one_of 'tool_type' must have one initialized field"
            )
        if "computerUse" in tool:
            names += _computer(model, tool["computerUse"], f"tools[{index}].computer_use")
        for place, function in enumerate(tool.get("functionDeclarations") or ()):
            _function(function, f"tools[{index}].function_declarations[{place}]")
            names.append(function["name"])
    if sum("computerUse" in tool for tool in tools) > 1:
        raise invalid("tools: at most one computer_use tool is supported.")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise invalid(f"Duplicate function declaration found: {twice}")
    if len(names) > MAX_FUNCTIONS:
        raise invalid(f"The number of function declarations exceeds the maximum of {MAX_FUNCTIONS}.")


def computer_functions(model: str, tools: list[Body]) -> frozenset[str]:
    """Return the predefined functions that a valid request offers."""
    for tool in tools:
        if "computerUse" in tool:
            computer = tool["computerUse"]
            return predefined_functions(model, computer["environment"]) - {
                *(computer.get("excludedPredefinedFunctions") or ())
            }
    return frozenset()


def _computer(model: str, computer: Body, where: str) -> list[str]:
    served = find_model(model)
    if not served.environments:
        raise invalid(f"Computer Use is not supported for {model}.")
    environment = computer["environment"]
    if environment not in served.environments:
        raise invalid(f"{where}.environment: {environment} is not supported for {model}.")
    functions = predefined_functions(model, environment)
    for name in computer.get("excludedPredefinedFunctions") or ():
        if name not in functions:
            raise invalid(f"{where}.excluded_predefined_functions: {name} is not a predefined function.")
    newer = {"disabledSafetyPolicies", "enablePromptInjectionDetection"} & computer.keys()
    if newer and DESKTOP not in served.environments:
        raise invalid(f"{where}: {sorted(newer)[0]} is not supported for {model}.")
    for policy in computer.get("disabledSafetyPolicies") or ():
        if policy not in POLICIES:
            raise invalid(f"Invalid value at '{where}.disabled_safety_policies': {policy}")
    return sorted(functions - {*(computer.get("excludedPredefinedFunctions") or ())})


def _function(function: Body, where: str) -> None:
    if not _NAME.fullmatch(function["name"]):
        raise invalid(
            f"{where}.name: Invalid function name. Must start with a letter or an underscore. Must be "
            "alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a "
            "maximum length of 128."
        )
    if "parameters" in function and "parametersJsonSchema" in function:
        raise invalid(f"{where}: parameters and parameters_json_schema are mutually exclusive.")
    if "parameters" in function:
        _schema(function["parameters"], f"{where}.parameters", _OPEN_API)
        if str(function["parameters"].get("type")).upper() != "OBJECT":
            raise invalid(f"{where}.parameters: only OBJECT schemas are supported.")
    schema = function.get("parametersJsonSchema")
    if schema is not None:
        _schema(schema, f"{where}.parameters_json_schema", _JSON_SCHEMA)
        if schema.get("type") != "object":
            raise invalid(f"{where}.parameters_json_schema: only object schemas are supported.")


def _schema(schema: Any, where: str, keywords: frozenset[str]) -> None:
    if not isinstance(schema, Mapping):
        raise invalid(f"Invalid value at '{where}': a schema must be an object.")
    for word in schema:
        if word not in keywords:
            raise invalid(
                f"Invalid JSON payload received. Unknown name \"{word}\" at '{where}': Cannot find field."
            )
    kinds = schema.get("type", [])
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if str(kind).lower() not in _TYPES:
            raise invalid(f"Invalid value at '{where}.type': {kind}")
    kind = str(kinds).lower()
    if keywords is _OPEN_API:
        if not isinstance(kinds, str) or ("type" not in schema and "anyOf" not in schema):
            raise invalid(f"{where}: schema didn't specify the schema type field.")
        if "enum" in schema and (kind != "string" or not all(isinstance(one, str) for one in schema["enum"])):
            raise invalid(f"{where}.enum: only allowed for STRING type")
        if kind == "object" and not schema.get("properties"):
            raise invalid(f"{where}.properties: should be non-empty for OBJECT type")
        if kind == "array" and "items" not in schema:
            raise invalid(f"{where}.items: missing field.")
    properties = schema.get("properties", {})
    for index, name in enumerate(schema.get("required", ())):
        if name not in properties:
            raise invalid(f"{where}.required[{index}]: property is not defined")
    for name, inner in properties.items():
        _schema(inner, f"{where}.properties[{name}]", keywords)
    for word in ("anyOf", "oneOf", "prefixItems"):
        for index, inner in enumerate(schema.get(word, ())):
            _schema(inner, f"{where}.{word}[{index}]", keywords)
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), Mapping):
            _schema(schema[word], f"{where}.{word}", keywords)
