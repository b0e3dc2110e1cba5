"""`testbed serve` on a real guest, with the official MCP client."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.guest.tools.contract import CONTRACT, differences

pytestmark = pytest.mark.guest

HOME = "/home/user"
CALLS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("osworld_mcp_os.calculator", {"expression": "6*7"}, "42"),
    ("osworld_mcp_os.set_volume", {"percent": 35}, "35"),
    ("osworld_mcp_os.get_volume", {}, "35"),
    ("filesystem_write_file", {"path": f"{HOME}/note.txt", "content": "one note\n"}, "note.txt"),
    ("filesystem_read_text_file", {"path": f"{HOME}/note.txt"}, "one note"),
    ("git_init", {"repo_path": f"{HOME}/project"}, "project"),
    ("git_status", {"repo_path": f"{HOME}/project"}, "No commits yet"),
    ("osworld_mcp_os.search_files", {"keyword": "note", "root_dir": HOME}, "note.txt"),
    ("osworld_mcp_os.get_text_scale", {}, "1.0"),
    ("osworld_mcp_os.get_trash_directory", {}, "Trash"),
)
"""Tool, arguments, and a part of the result's text."""


@pytest.mark.core
def test_a_client_lists_the_contract_and_calls_ten_tools() -> None:
    serve = StdioServerParameters(command=sys.executable, args=["-m", "testbed", "serve", "--no-gui"])

    async def session() -> None:
        async with Client(stdio_client(serve)) as client:
            tools = (await client.list_tools()).tools
            assert {tool.name for tool in tools} == set(CONTRACT)
            assert [line for tool in tools for line in differences(tool.name, tool.input_schema)] == []
            assert len({name for name, _, _ in CALLS}) == 10
            for name, arguments, expected in CALLS:
                result = await client.call_tool(name, arguments)
                text = "\n".join(part.text for part in result.content if part.type == "text")
                assert not result.is_error, f"{name}: {text}"
                assert expected in text, f"{name}: {text}"

    asyncio.run(session())
