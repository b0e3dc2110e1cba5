"""Checking a call's arguments by the words of the tool's schema, with errors that a model can act on.

A value is taken when the listed schema takes it, and null where an argument may be left out. JSON has one kind
of number, so 2.0 is the integer 2; but true is no number and "2" is none.
"""

from __future__ import annotations

import difflib
import itertools
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import jsonschema
from mcp.server.mcpserver.tools import Tool
from pydantic import ValidationError

from mcp_tools.messages import cut, escape, shorten
from mcp_tools.registry import ToolError

LARGEST_INTEGER = 2**53
"""Above it a JSON number is not exact in every program."""
NAMED_PROBLEMS = 5


def check(
    tool: Tool, arguments: Mapping[str, Any], nested: jsonschema.Draft202012Validator | None = None
) -> dict[str, Any]:
    """Validate and convert a call's arguments. Raises ToolError that says what is expected.

    `nested` is of the closed schema, for a tool that takes objects.
    """
    numbers: list[str] = []
    plain: dict[str, Any] = _with_integers(dict(arguments), "", numbers)
    problems = [*_unknown_arguments(arguments, tool.parameters), *numbers]
    try:
        document = json.dumps(plain, ensure_ascii=False).encode()
        model = tool.fn_metadata.arg_model.model_validate_json(document, strict=True)
    except UnicodeEncodeError:
        problems.append("a text has half a character; write it anew")
    except ValidationError as error:
        details = error.errors(include_url=False)
        inner = {item["loc"][:depth] for item in details for depth in range(1, len(item["loc"]))}
        problems += [_describe(dict(item)) for item in details if item["loc"] not in inner]
    if not problems and nested is not None:
        problems = _violations(nested, plain)
    if problems:
        raise _refusal(tool.name, problems, tool.parameters)
    return model.model_dump_one_level()


def check_by_schema(
    name: str, validator: jsonschema.Draft202012Validator, arguments: Mapping[str, Any]
) -> dict[str, Any]:
    """The same for a tool of which only the schema is known: `validator` is of the closed schema."""
    numbers: list[str] = []
    plain: dict[str, Any] = _with_integers(dict(arguments), "", numbers)
    problems = [*_unknown_arguments(arguments, validator.schema), *numbers]
    known = {name: value for name, value in plain.items() if name in validator.schema.get("properties", {})}
    problems += _violations(validator, known)
    if problems:
        raise _refusal(name, problems, validator.schema)
    return plain


def _violations(validator: jsonschema.Draft202012Validator, arguments: Mapping[str, Any]) -> list[str]:
    violations = itertools.islice(validator.iter_errors(arguments), NAMED_PROBLEMS + 1)
    return [_describe_violation(violation, validator.schema) for violation in violations]


def close_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON Schema whose objects take no other properties than those it names."""
    parts = {key: _close_part(key, value) for key, value in schema.items()}
    if "properties" in parts:
        parts.setdefault("additionalProperties", False)
    return parts


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
        return " or ".join(dict.fromkeys(kind_of(option, root) for option in prop["anyOf"]))
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


def _refusal(name: str, problems: Sequence[str], schema: Mapping[str, Any]) -> ToolError:
    named = "; ".join(problems[:NAMED_PROBLEMS])
    more = "; and more" if len(problems) > NAMED_PROBLEMS else ""
    return ToolError(f"wrong arguments for {name}: {named}{more}. {expectation(schema)}")


def _with_integers(value: Any, place: str, problems: list[str]) -> Any:
    """The value with whole numbers as int; numbers that JSON cannot hold are added to `problems`."""
    match value:
        case bool():
            return value
        case float() if not math.isfinite(value):
            problems.append(f"{cut(place)}: should be a finite number, but got {value}")
        case float() if value.is_integer() and abs(value) <= LARGEST_INTEGER:
            return int(value)
        case int() if abs(value) > LARGEST_INTEGER:
            problems.append(
                f"{cut(place)}: should be a number from -2^53 to 2^53 to be exact, but got one of "
                f"{value.bit_length()} bits"
            )
        case dict():
            return {key: _with_integers(item, _below(place, key), problems) for key, item in value.items()}
        case list():
            return [
                _with_integers(item, _below(place, number), problems) for number, item in enumerate(value)
            ]
    return value


def _below(place: str, part: object) -> str:
    return f"{place}.{part}" if place else str(part)


def _unknown_arguments(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[str]:
    known = schema.get("properties", {})
    for name in arguments:
        if name not in known:
            close = difflib.get_close_matches(name[:100], known, n=1)
            hint = f" (did you mean {close[0]!r}?)" if close else ""
            yield f"there is no argument {shorten(name)}{hint}"


def _describe(error: dict[str, Any]) -> str:
    location = _location(error["loc"])
    if error["type"] == "missing":
        return f"{location} is missing"
    if error["type"] == "extra_forbidden":
        return f"{location} is not known here"
    message = str(error["msg"])
    for prefix in ("Value error, ", "Assertion failed, ", "Input "):
        message = message.removeprefix(prefix)
    return f"{location}: {cut(message, 300)}, but got {_value_text(error['input'])}"


def _describe_violation(violation: jsonschema.ValidationError, root: Mapping[str, Any]) -> str:
    location = _location(tuple(violation.absolute_path))
    if violation.validator == "required":
        missing = [name for name in violation.validator_value if name not in violation.instance]
        place = f" in {location}" if violation.absolute_path else ""
        return f"{', '.join(missing)} is missing{place}"
    if violation.validator == "additionalProperties":
        known = violation.schema["properties"]
        unknown = next(name for name in violation.instance if name not in known)
        return f"{location}: {shorten(unknown)} is not known here"
    return (
        f"{location}: should be {kind_of(violation.schema, root)}, but got {_value_text(violation.instance)}"
    )


def _location(parts: tuple[Any, ...]) -> str:
    return cut(escape(".".join(str(part) for part in parts))) or "arguments"


def _value_text(value: object) -> str:
    return cut(escape(json.dumps(value, ensure_ascii=False, default=str)))


def _close_part(key: str, value: Any) -> Any:
    if key in ("properties", "$defs"):
        return {name: close_schema(part) for name, part in value.items()}
    if key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        return [close_schema(part) for part in value]
    return close_schema(value) if key == "items" and isinstance(value, dict) else value
