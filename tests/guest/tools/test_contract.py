"""The live list of tools against the contract, and every tool's proof."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from controller.guest import Guest
from controller.tool_docs import document
from tests.guest.tools.conftest import KINDS
from tests.guest.tools.contract import CONTRACT

DOCS = Path(__file__).parents[3] / "docs"


def proofs(kind: str) -> Iterator[str]:
    """The tools whose effect or error a test of this folder shows."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        module = importlib.import_module(f"tests.guest.tools.{path.stem}")
        for member in vars(module).values():
            for mark in getattr(member, "pytestmark", []):
                if mark.name == kind:
                    yield from mark.args


def types_of(schema: Mapping[str, Any]) -> set[str]:
    """The JSON types a schema admits, null left out."""
    if "anyOf" in schema:
        return set().union(*(types_of(part) for part in schema["anyOf"]))
    return {schema["type"]} - {"null"}


@pytest.mark.parametrize("kind", KINDS)
def test_the_proofs_name_tools_of_the_contract(kind: str) -> None:
    assert set(proofs(kind)) <= set(CONTRACT)


def test_names_and_parameters_are_the_contracts(guest: Guest) -> None:
    listed = {tool.name: tool.input_schema for tool in guest.list_tools() if tool.name in CONTRACT}
    for name, schema in listed.items():
        contract = CONTRACT[name]
        if contract is None:
            continue
        properties = schema.get("properties", {})
        assert set(properties) == set(contract["parameters"]), name
        assert set(schema.get("required", [])) == set(contract["required"]), name
        for parameter, wanted in contract["parameters"].items():
            if "type" in wanted:
                assert types_of(properties[parameter]) == {wanted["type"]}, f"{name}: {parameter}"


def test_the_documentation_is_the_live_lists(guest: Guest) -> None:
    sweep = json.loads((DOCS / "tools_sweep.json").read_text())
    written = (DOCS / "tools.md").read_text()
    assert written == document(guest.list_tools(), sweep), "run scripts/tools_docs.py"
