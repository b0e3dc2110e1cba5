"""The list of tools that comes with the project is the image's, and lists of others are read."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from controller.core.guest import Tool
from controller.tool_filter.catalogue import SHIPPED, dumped, load_catalogue
from mcp_tools.calls import LocalTool
from mcp_tools.discovery import import_tools
from mcp_tools.registry import all_tools
from mcp_tools.turns import Turns
from testbed.errors import UsageError
from tests.guest.tools.contract import CONTRACT


def test_the_shipped_list_has_the_registered_tools_as_they_are() -> None:
    import_tools()
    registered = {
        spec.name: (spec.app, spec.description, LocalTool(spec, Turns()).listed().input_schema)
        for spec in all_tools()
        if not spec.name.startswith("computer.")
    }
    shipped = {tool.name: (tool.app, tool.description, tool.input_schema) for tool in load_catalogue()}
    assert {name: shipped.get(name) for name in registered} == registered, (
        "run .venv/bin/python -m scripts.tools_docs"
    )
    assert set(shipped) == set(CONTRACT)


def test_a_list_survives_writing_and_reading(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text(dumped(load_catalogue()))
    assert load_catalogue(path) == load_catalogue()
    assert path.read_text() == SHIPPED.read_text()


def test_what_tools_list_prints_is_read_without_gui_actions(tmp_path: Path) -> None:
    tools = [
        Tool(name, "Do it.", {}, "vlc", {"type": "object"}, True) for name in ("b.b", "computer.click", "a.a")
    ]
    path = tmp_path / "tools.json"
    path.write_text(json.dumps([asdict(tool) for tool in tools]))
    assert [tool.name for tool in load_catalogue(path)] == ["a.a", "b.b"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[", "is no list of tools"),
        ("{}", "is no list of tools"),
        ('[{"name": "a"}]', "0.app is no list of tools"),
        ("[]", "there is no tool in"),
        ("\x80", "is no list of tools"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "tools.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(UsageError, match=said) as caught:
        load_catalogue(path)
    assert str(path) in caught.value.message and "tools list --json" in caught.value.hint
    with pytest.raises(UsageError, match="cannot be read"):
        load_catalogue(tmp_path / "none.json")
