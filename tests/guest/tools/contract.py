"""The contract: the 158 tools of the OSWorld-MCP paper (its Table 4), with the parameters of its public release."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

CONTRACT: dict[str, dict[str, Any] | None] = json.loads(
    Path(__file__).with_name("contract.json").read_text(encoding="utf-8")
)
"""Parameters by canonical name: {"parameters": JSON Schema properties, "required": [...]}; None for a tool
whose parameters are its upstream server's."""


Mark = Callable[..., pytest.MarkDecorator]


def marks(prefix: str) -> tuple[Mark, Mark]:
    """The marks `effect` and `error` for tools whose names are given without their prefix."""

    def effect(*names: str) -> pytest.MarkDecorator:
        return pytest.mark.effect(*(prefix + name for name in names))

    def error(*names: str) -> pytest.MarkDecorator:
        return pytest.mark.error(*(prefix + name for name in names))

    return effect, error


def differences(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """In what a tool's input schema is not the contract's."""
    contract = CONTRACT[name]
    if contract is None:
        return
    properties = schema.get("properties", {})
    if set(properties) != set(contract["parameters"]):
        yield f"{name} has the parameters {sorted(properties)}, not {sorted(contract['parameters'])}"
    if set(schema.get("required", [])) != set(contract["required"]):
        yield f"{name} requires {schema.get('required', [])}, not {contract['required']}"
    for parameter in properties.keys() & contract["parameters"].keys():
        wanted = contract["parameters"][parameter].get("type")
        if wanted and _types(properties[parameter], schema) != {wanted}:
            yield f"{name}: {parameter} is not of type {wanted}"


def _types(part: Mapping[str, Any], schema: Mapping[str, Any]) -> set[str]:
    """The JSON types that a part of a schema admits, null left out."""
    if "$ref" in part:
        return _types(schema["$defs"][part["$ref"].removeprefix("#/$defs/")], schema)
    if "anyOf" in part:
        return set().union(*(_types(one, schema) for one in part["anyOf"]))
    return {part["type"]} - {"null"}
