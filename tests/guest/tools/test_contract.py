"""The live list of tools against the contract, and every tool's proof."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.adapters.tool_docs import document
from controller.core.guest import GUI_PREFIX, Guest, Tool
from controller.tool_filter.catalogue import load_catalogue
from tests.guest.fuzz.subjects import promise_texts
from tests.guest.tools.conftest import KINDS
from tests.guest.tools.contract import CONTRACT, differences

DOCS = Path(__file__).parents[3] / "docs"


def proofs(kind: str) -> Iterator[str]:
    """The tools whose effect or error a test of this folder shows."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        module = importlib.import_module(f"tests.guest.tools.{path.stem}")
        for member in vars(module).values():
            for mark in getattr(member, "pytestmark", []):
                if mark.name == kind:
                    yield from mark.args


@pytest.mark.parametrize("kind", KINDS)
def test_every_tool_has_its_proofs(kind: str) -> None:
    assert set(proofs(kind)) == set(CONTRACT)


@pytest.mark.core
@pytest.mark.guest
def test_names_and_parameters_are_the_contracts(guest: Guest) -> None:
    listed = {
        tool.name: tool.input_schema for tool in guest.list_tools() if not tool.name.startswith(GUI_PREFIX)
    }
    assert set(listed) == set(CONTRACT)
    assert [line for name, schema in listed.items() for line in differences(name, schema)] == []


@pytest.mark.core
@pytest.mark.guest
def test_the_documentation_is_the_live_lists(guest: Guest) -> None:
    sweep = json.loads((DOCS / "tools_sweep.json").read_text())
    written = (DOCS / "tools.md").read_text()
    assert written == document(guest.list_tools(), sweep, promise_texts()), (
        "run .venv/bin/python -m scripts.tools_docs"
    )


@pytest.mark.core
@pytest.mark.guest
def test_the_list_that_filters_are_measured_on_is_the_guests(guest: Guest) -> None:
    def shown(tools: list[Tool]) -> dict[str, tuple[object, ...]]:
        return {tool.name: (tool.app, tool.description, tool.input_schema) for tool in tools}

    live = [tool for tool in guest.list_tools() if not tool.name.startswith(GUI_PREFIX)]
    assert shown(load_catalogue()) == shown(live), "run .venv/bin/python -m scripts.tools_docs"
