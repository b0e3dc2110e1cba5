"""JSON Schemas of tools' parameters, as servers of any make write them, in the form that the APIs of all vendors take.

Anthropic, OpenAI and Google take an object schema without `oneOf`, `anyOf`, `allOf`, `enum` or `not` at its top level
(https://platform.openai.com/docs/guides/structured-outputs; Anthropic: "input_schema does not support oneOf, allOf, or
anyOf at the top level"). Below the top level they take them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any
from urllib.parse import quote, unquote

Schema = Mapping[str, Any]

_FOLDED = ("$schema", "$id", "$ref", "oneOf", "anyOf", "allOf", "enum", "const", "not", "type")
"""Keywords that the top level has no more."""
_TOLD = ("enum", "const", "not")
"""Those of them that no other keyword can express: they are in the description."""
_MOST_TOLD = 600
"""Characters of a condition in a description."""


def object_schema(schema: Schema) -> dict[str, Any]:
    """Return a tool's parameters as one object schema, which takes every call that the original describes.

    Parts of `allOf` are merged, and references are followed. Of alternatives (`oneOf`, `anyOf`) it has all properties;
    required is what each of them requires, and the description says what else each one needs.
    """
    folded = _fold(schema, schema, ())
    moved: dict[str, Any] = {}
    folded = _with_moved(folded, schema, folded, moved)
    definitions = {"$defs": {**folded.get("$defs", {}), **moved}} if moved else {}
    return {"type": "object", **folded, **definitions}


def parameter_schema(schema: Schema, name: str) -> Schema:
    """Return the schema of one argument of a tool, {} if it may be anything: also one that the tool does not list."""
    whole = object_schema(schema)
    if name in (properties := whole.get("properties", {})):
        found = properties[name]
    else:
        patterns = whole.get("patternProperties", {}).items()
        fitting = (inner for pattern, inner in patterns if _finds(pattern, name))
        found = next(fitting, whole.get("additionalProperties"))
    return _follow(found, schema, ()) if isinstance(found, Mapping) else {}


def types_of(schema: Schema, root: Schema) -> set[str]:
    """Return the JSON types that a value may have; none if the schema does not say."""
    schema = _follow(schema, root, ())
    if isinstance(kinds := schema.get("type"), str):
        return {kinds}
    if isinstance(kinds, Sequence):
        return set(kinds)
    if "const" in schema or "enum" in schema:
        return {_type_name(value) for value in schema.get("enum", [schema.get("const")])}
    parts = chain(schema.get("anyOf", ()), schema.get("oneOf", ()), schema.get("allOf", ()))
    return set().union(*(types_of(part, root) for part in parts if isinstance(part, Mapping)))


def schema_problem(schema: Schema) -> str:
    """Return why a schema cannot be offered to a model, "" if it can: it is invalid, or refers to what is not there."""
    try:
        text = json.dumps(schema)
    except (TypeError, ValueError, RecursionError) as error:
        return f"is no JSON: {error}"
    return _problem(text)


def referred(root: Schema, reference: str) -> Any:
    """Return what a reference such as `#/$defs/page` or `#/properties/a/items` refers to; None if nothing is there."""
    if not reference.startswith("#"):
        return None
    found: Any = root
    for part in filter(None, reference[1:].split("/")):
        key = unquote(part).replace("~1", "/").replace("~0", "~")
        if isinstance(found, Mapping):
            found = found.get(key)
        elif isinstance(found, list) and key.isdecimal() and int(key) < len(found):
            found = found[int(key)]
        else:
            return None
    return found


def _references(schema: object) -> Iterator[str]:
    """Yield every reference of a schema."""
    if isinstance(schema, Mapping):
        if isinstance(reference := schema.get("$ref"), str):
            yield reference
        for inner in schema.values():
            yield from _references(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _references(inner)


@lru_cache(maxsize=1024)  # runs on one image have the same tools
def _problem(text: str) -> str:
    from jsonschema import Draft202012Validator  # it takes long, and most commands need none
    from jsonschema.exceptions import SchemaError

    schema = json.loads(text)
    try:
        Draft202012Validator.check_schema(schema)
        lost = [one for one in _references(schema) if not isinstance(referred(schema, one), Mapping | bool)]
    except SchemaError as error:
        place = ".".join(map(str, error.absolute_path)) or "its top level"
        return f"is no JSON Schema: {place}: {error.message[:200]}"
    except RecursionError:
        return "is nested too deeply"
    return f"refers to {lost[0]}, which it does not define" if lost else ""


def _fold(schema: Any, root: Schema, within: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(schema, Mapping):
        return {}
    folded = {word: value for word, value in schema.items() if word not in _FOLDED}
    told = [f"{word}: {json.dumps(schema[word])[:_MOST_TOLD]}" for word in _TOLD if word in schema]
    if told:
        folded = _both(folded, {"description": "The arguments have " + "; ".join(told) + "."})
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in within:
        folded = _both(folded, _fold(referred(root, reference), root, (*within, reference)))
    for part in schema.get("allOf", ()):
        folded = _both(folded, _fold(part, root, within))
    for word in ("oneOf", "anyOf"):
        if parts := schema.get(word):
            folded = _both(folded, _either(word, parts, [_fold(part, root, within) for part in parts]))
    return folded


def _with_moved(part: Any, root: Schema, folded: Schema, moved: dict[str, Any]) -> Any:
    """A part of the folded schema, whose references to what is there no more refer to `moved`, a part of `$defs`."""
    if isinstance(part, list):
        return [_with_moved(one, root, folded, moved) for one in part]
    if not isinstance(part, Mapping):
        return part
    changed = {word: _with_moved(value, root, folded, moved) for word, value in part.items()}
    reference = part.get("$ref")
    if isinstance(reference, str) and referred(folded, reference) is None:
        name = f"moved {reference}".replace("/", " ").replace("~", " ")
        if name not in moved and (target := referred(root, reference)) is not None:
            moved[name] = {}
            moved[name] = _with_moved(target, root, folded, moved)
        if name in moved:
            changed["$ref"] = f"#/$defs/{quote(name)}"
    return changed


def _both(one: Schema, other: Schema) -> dict[str, Any]:
    """What is required by two schemas at once."""
    both = {**other, **one}
    if properties := _joined(one, other, "allOf"):
        both["properties"] = properties
    if required := [*one.get("required", ()), *other.get("required", ())]:
        both["required"] = list(dict.fromkeys(required))
    if notes := [schema["description"] for schema in (one, other) if schema.get("description")]:
        both["description"] = " ".join(dict.fromkeys(notes))
    # Each part would forbid what only the others have.
    if any(
        set(schema.get("properties", ())) != set(properties) for schema in (one, other) if _is_closed(schema)
    ):
        del both["additionalProperties"]
    return both


def _either(word: str, parts: Sequence[Any], folded: Sequence[Schema]) -> dict[str, Any]:
    """What is required by some of several schemas."""
    either: dict[str, Any] = {}
    for schema in folded:
        joined = _joined(either, schema, "anyOf")
        either = {**schema, **either, **({"properties": joined} if joined else {})}
    for unshared in ("additionalProperties", "required", "title"):
        either.pop(unshared, None)
    common = [name for name in folded[0].get("required", ()) if all(name in _required(one) for one in folded)]
    if common:
        either["required"] = common
    forms = [text for part, one in zip(parts, folded, strict=True) if (text := _form(part, one))]
    amount = "exactly one" if word == "oneOf" else "at least one"
    either["description"] = f"Give {amount} of these forms: {'; or '.join(forms)}." if forms else ""
    return either


def _joined(one: Schema, other: Schema, word: str) -> dict[str, Any]:
    """The properties of two schemas; `word` combines those that both have, each in its own way."""
    joined = dict(one.get("properties", {}))
    for name, inner in other.get("properties", {}).items():
        if name not in joined or joined[name] == inner:
            joined[name] = inner
        elif isinstance(joined[name], Mapping) and set(joined[name]) == {word}:
            joined[name] = {word: [*joined[name][word], *([] if inner in joined[name][word] else [inner])]}
        else:
            joined[name] = {word: [joined[name], inner]}
    return joined


def _form(part: Any, folded: Schema) -> str:
    """What one alternative needs, in words."""
    properties = folded.get("properties", {})
    names = list(folded.get("required", ())) or list(properties)
    words = [_name_and_value(name, properties.get(name)) for name in names]
    title = part.get("title", "") if isinstance(part, Mapping) else ""
    text = ", ".join(words)
    return f"{title} ({text})" if title and text else text or title


def _name_and_value(name: str, schema: Any) -> str:
    value = schema.get("const") if isinstance(schema, Mapping) else None
    return f"`{name}`" if value is None else f"`{name}` = {json.dumps(value)}"


def _required(schema: Schema) -> Sequence[str]:
    required: Sequence[str] = schema.get("required", ())
    return required


def _is_closed(schema: Schema) -> bool:
    return schema.get("additionalProperties") is False


def _follow(schema: Schema, root: Schema, within: tuple[str, ...]) -> Schema:
    """The schema itself, or what it refers to."""
    reference = schema.get("$ref")
    if not isinstance(reference, str) or reference in within:
        return schema
    target = referred(root, reference)
    beside = {word: value for word, value in schema.items() if word != "$ref"}
    return (
        {**_follow(target, root, (*within, reference)), **beside} if isinstance(target, Mapping) else beside
    )


def _finds(pattern: str, name: str) -> bool:
    try:
        return bool(re.search(pattern, name))
    except re.error:  # JavaScript's syntax, which the standard has, is not all of Python's
        return False


def _type_name(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    names = {str: "string", int: "integer", float: "number", list: "array", dict: "object"}
    return next(name for kind, name in names.items() if isinstance(value, kind))
