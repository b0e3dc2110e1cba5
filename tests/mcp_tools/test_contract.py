"""The tools' names and parameters are the benchmark's, so that agents written for it run unchanged."""

from __future__ import annotations

import importlib

import pytest

from mcp_tools.calls import LocalTool
from mcp_tools.registry import ToolSpec, all_tools
from mcp_tools.server import TOOL_MODULES
from tests.guest.tools.contract import CONTRACT, differences

for module in TOOL_MODULES:
    importlib.import_module(module)

BENCHMARKS = [name for name in CONTRACT if name.startswith("osworld_mcp_")]
TOOLS = {spec.name: spec for spec in all_tools()}
MISSING = sorted(set(BENCHMARKS) - set(TOOLS))
LOCAL = [TOOLS[name] for name in BENCHMARKS if name in TOOLS]


def test_every_tool_is_there() -> None:
    assert MISSING == []


@pytest.mark.parametrize("spec", LOCAL, ids=lambda spec: spec.name)
def test_parameters(spec: ToolSpec) -> None:
    assert list(differences(spec.name, LocalTool(spec).listed().input_schema)) == []


@pytest.mark.parametrize("spec", LOCAL, ids=lambda spec: spec.name)
def test_every_tool_names_its_application_and_says_what_it_does(spec: ToolSpec) -> None:
    assert spec.name.startswith(f"osworld_mcp_{spec.app}.")
    assert spec.description[0].isupper()
