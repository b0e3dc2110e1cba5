"""`testbed servers`, on an image whose layer has one server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from controller.cli import servers
from controller.cli.main import call
from controller.guests.link.mcp_link import tool_from
from controller.tool_filter.budget import token_count
from mcp_tools.upstream import Mount, UpstreamServer
from vm_images.image import Image
from vm_images.server_pool import server_pool

TOOLS = {
    "tools": [
        {
            "name": "calculate",
            "description": "Evaluates an expression.\nMore.",
            "inputSchema": {"type": "object", "properties": {"expression": {"type": "string"}}},
        }
    ]
}
GIT_FILE = "opt/testbed/mounted_tools/git.json"
BUILT_IN = {"tools": [{"name": "git_log", "description": "Lists.", "inputSchema": {"type": "object"}}]}


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of the image's only layer."""
    for name, tools in (
        ("opt/testbed/servers/calculator/tools.json", TOOLS),
        (GIT_FILE, BUILT_IN),
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True)
        file.write_text(json.dumps(tools))
    image = Image("debian-12-aaaa", "aaaa", "debian-12", (tmp_path,), tmp_path / "manifest.json")
    monkeypatch.setattr(servers, "find_image", lambda: image)
    return tmp_path


def test_the_pool_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["servers", "list"]) == 0
    text = capsys.readouterr().out
    assert "sequential-thinking" in text
    assert text.splitlines()[-1] == "44 servers", "28 of others, 16 of the project's own"
    assert "not in the image" in next(line for line in text.splitlines() if line.split()[:1] == ["pandoc"])
    assert call(["servers", "list", "--json"]) == 0
    listed = {server["id"]: server for server in json.loads(capsys.readouterr().out)}
    assert listed["ppt"]["with"] == ["mcp<2"]


@pytest.mark.usefixtures("layer")
def test_a_server_is_shown_with_its_tools_as_guests_name_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["servers", "show", "calculator"]) == 0
    text = capsys.readouterr().out
    assert "calculator_calculate" in text
    assert "Evaluates an expression." in text
    assert call(["servers", "show", "git", "--json"]) == 0
    assert [tool["name"] for tool in json.loads(capsys.readouterr().out)["tools"]] == ["git_log"]
    assert call(["servers", "show", "pandoc"]) == 0
    assert "source only" in capsys.readouterr().out


@pytest.mark.usefixtures("layer")
def test_a_check_counts_tools_and_fails_for_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["servers", "check", "calculator", "git", "pandoc", "--json"]) == 0
    checked = {item["id"]: item for item in json.loads(capsys.readouterr().out)}
    assert [checked[name]["tools"] for name in ("calculator", "git", "pandoc")] == [1, 1, 0]
    assert checked["calculator"]["tokens"] > 10
    assert call(["servers", "check", "calculator", "memory"]) == 1
    text = capsys.readouterr().out
    assert "does not have the server 'memory'" in text
    assert "1 of 2 servers, 1 tools" in text


def test_damaged_records_are_named(layer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (layer / "opt/testbed/servers/calculator/tools.json").write_text("{")
    assert call(["servers", "check", "calculator"]) == 1
    assert "cannot be read" in capsys.readouterr().out


def test_an_unknown_server_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["servers", "show", "nothing"]) == 2
    assert "there is no server 'nothing' in the pool" in capsys.readouterr().err


def test_tokens_are_those_of_the_tools_as_a_guest_lists_them(
    layer: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Titles and nullable defaults, which pydantic writes, are dropped where a guest mounts the server."""
    nullable = {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None, "title": "Digits"}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "title": "calculateArguments",
        "properties": {"expression": {"type": "string", "title": "Expression"}, "digits": nullable},
    }
    for name, server in (("opt/testbed/servers/calculator/tools.json", "calculator"), (GIT_FILE, "git")):
        listed = json.loads((layer / name).read_text())["tools"]
        file = layer / name
        file.write_text(json.dumps({"tools": [{**listed[0], "inputSchema": schema}]}))
        pool_server = server_pool()[server]
        mounted = UpstreamServer(
            pool_server.prefix, ("none",), already_prefixed=pool_server.built_in, recorded=file
        )
        [offered] = [tool_from(tool) for tool in asyncio.run(Mount(mounted).list_tools())]
        assert "title" not in json.dumps(dict(offered.input_schema))
        assert call(["servers", "check", server, "--json"]) == 0
        [checked] = json.loads(capsys.readouterr().out)
        assert checked["tokens"] == token_count(offered)
        assert call(["servers", "show", server, "--json"]) == 0
        [shown] = json.loads(capsys.readouterr().out)["tools"]
        assert (shown["name"], shown["input_schema"]) == (offered.name, offered.input_schema)
