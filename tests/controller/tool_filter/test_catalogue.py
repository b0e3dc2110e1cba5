"""The list of tools that comes with the project is the image's, and lists of others are read."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from controller.core.guest import Tool
from controller.tool_filter.catalogue import (
    SHIPPED,
    dump_catalogue,
    load_catalogue,
)
from controller.tool_filter.servers import catalogue_for, own_tools, pool_tools
from mcp_tools.calls import LocalTool
from mcp_tools.discovery import import_tools
from mcp_tools.registry import all_tools
from mcp_tools.turns import Turns
from scripts.pool_tools import recorded_names
from testbed.errors import UsageError
from tests.guest.tools.contract import CONTRACT
from vm_images.server_pool import offerable_servers, tool_prefix


def test_the_shipped_list_has_the_registered_tools_as_they_are() -> None:
    import_tools()
    registered = {
        spec.name: (spec.app, spec.description, LocalTool(spec, Turns()).to_listed().input_schema)
        for spec in all_tools()
        if not spec.name.startswith("computer.")
    }
    shipped = {tool.name: (tool.app, tool.description, tool.input_schema) for tool in load_catalogue()}
    assert {name: shipped.get(name) for name in registered} == registered, (
        "run .venv/bin/python -m scripts.tools_docs"
    )
    assert set(shipped) == set(CONTRACT)


def test_a_headless_guest_has_the_tools_that_are_not_registered() -> None:
    """In a headless guest the tool service imports no tool: it has those of the mounted servers alone."""
    import_tools()
    registered = {spec.name for spec in all_tools()}
    headless = {tool.name for tool in own_tools(headless=True)}
    assert headless == {tool.name for tool in load_catalogue()} - registered


def test_a_list_survives_writing_and_reading(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    path.write_text(dump_catalogue(load_catalogue()))
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
        ('[{"name": "a"}]', r"is no list of tools: \[0\].app: is missing"),
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


def test_the_pools_list_has_every_server_of_the_image() -> None:
    assert set(pool_tools()) == {server.id for server in offerable_servers()}
    for server, names in pool_tools().items():
        assert names and all(name.startswith(tool_prefix(server)) for name in names)


@pytest.mark.guest
@pytest.mark.root
def test_the_pools_list_is_what_the_image_has_recorded() -> None:
    names = {server: list(names) for server, names in pool_tools().items()}
    assert recorded_names() == names, "run .venv/bin/python -m scripts.pool_tools"


def test_a_guest_has_the_tools_of_the_servers_it_offers() -> None:
    own = len(load_catalogue())
    chess = len(pool_tools()["chess"])
    assert len(catalogue_for(())) == own
    assert len(catalogue_for(["chess", "git", "unknown"])) == own + chess
    headless = [tool.name for tool in catalogue_for(["chess"], headless=True)]
    assert len(headless) == 26 + chess
    assert "git_log" in headless
