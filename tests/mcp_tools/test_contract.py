"""The tools' names and parameters are the benchmark's, so that agents written for it run unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from mcp_tools.calls import LocalTool
from mcp_tools.discovery import import_tools
from mcp_tools.registry import ToolSpec, all_tools
from mcp_tools.turns import Turns
from tests.guest.tools.contract import CONTRACT, differences

import_tools()

BENCHMARKS = [name for name in CONTRACT if name.startswith("osworld_mcp_")]
TOOLS = {spec.name: spec for spec in all_tools()}
MISSING = sorted(set(BENCHMARKS) - set(TOOLS))
KNOWN_WORDS = set(jsonschema.Draft202012Validator.META_SCHEMA["properties"]).union(
    *(
        vocabulary.contents["properties"]
        for uri, vocabulary in jsonschema.validators.SPECIFICATIONS.items()
        if uri.startswith("https://json-schema.org/draft/2020-12/meta/")
    )
)
LOCAL = [TOOLS[name] for name in BENCHMARKS if name in TOOLS]


def test_every_tool_is_there() -> None:
    assert MISSING == []


@pytest.mark.parametrize("spec", LOCAL, ids=lambda spec: spec.name)
def test_parameters(spec: ToolSpec) -> None:
    assert list(differences(spec.name, LocalTool(spec, Turns()).to_listed().input_schema)) == []


@pytest.mark.parametrize("spec", LOCAL, ids=lambda spec: spec.name)
def test_every_tool_names_its_application_and_says_what_it_does(spec: ToolSpec) -> None:
    assert spec.name.startswith(f"osworld_mcp_{spec.app}.")
    assert spec.description[0].isupper()


@pytest.mark.parametrize("spec", all_tools(), ids=lambda spec: spec.name)
def test_every_listed_schema_is_a_json_schema_of_known_words(spec: ToolSpec) -> None:
    listed = LocalTool(spec, Turns()).to_listed()
    for schema in filter(None, (listed.input_schema, listed.output_schema)):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert set(_words(schema)) <= KNOWN_WORDS


def _words(schema: dict[str, Any]) -> Iterator[str]:
    """The keywords of a schema and of all schemas in it."""
    for word, value in schema.items():
        yield word
        if word in ("properties", "$defs"):
            value = list(value.values())
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict) and word not in ("default", "enum", "const"):
                yield from _words(part)
