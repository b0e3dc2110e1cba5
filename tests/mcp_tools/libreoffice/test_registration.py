"""The tools' names and parameters are the benchmark's, so that agents written for it run unchanged."""

from __future__ import annotations

import importlib
import inspect

import pytest

from mcp_tools.registry import all_tools
from mcp_tools.server import TOOL_MODULES
from tests.guest.tools.contract import CONTRACT

for module in TOOL_MODULES:
    if ".libreoffice." in module:
        importlib.import_module(module)

TOOLS = {spec.name: spec for spec in all_tools() if "_libreoffice_" in spec.name}


@pytest.mark.parametrize("name", TOOLS)
def test_parameters(name: str) -> None:
    contract = CONTRACT[name]
    assert contract is not None
    parameters = inspect.signature(TOOLS[name].function).parameters.values()
    assert {p.name for p in parameters} == set(contract["parameters"])
    assert {p.name for p in parameters if p.default is p.empty} == set(contract["required"])


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_says_what_it_does(name: str) -> None:
    spec = TOOLS[name]
    server, _, short = name.partition(".")
    assert spec.app == server.removeprefix("osworld_mcp_")
    assert spec.function.__doc__ and spec.function.__doc__[0].isupper()
    assert spec.read_only == ("_info" in short or short.startswith("get_"))


def test_calcs_tools_are_all_there() -> None:
    prefix = "osworld_mcp_libreoffice_calc."
    assert {name for name in TOOLS if name.startswith(prefix)} == {
        name for name in CONTRACT if name.startswith(prefix)
    }
