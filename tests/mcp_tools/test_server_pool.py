"""Servers of the pool in a guest: shown when root offers them, started at the first call, with files of their own."""

from __future__ import annotations

import asyncio
import base64
import json
import sys
import textwrap
from pathlib import Path

import pytest
from mcp_types import ImageContent

from mcp_tools.server_pool import offered_ids, pool_servers
from mcp_tools.upstream import Mount, UpstreamServer, record
from tests.mcp_tools.serving import session, text_of

PICTURE = base64.b64encode(b"\x89PNG picture").decode()
SERVER = textwrap.dedent(
    f"""
    import os, sys
    from pathlib import Path
    from mcp.server.mcpserver import MCPServer
    from mcp_types import ImageContent, TextContent
    server = MCPServer("notes")
    file = Path(sys.argv[1])
    Path("started").touch()

    @server.tool(structured_output=False)
    def add(text: str) -> str:
        "Add a note."
        with file.open("a") as notes:
            notes.write(text + os.environ["END"])
        return file.read_text()

    @server.tool(structured_output=False)
    def draw() -> list[ImageContent | TextContent]:
        "Draw."
        picture = ImageContent(type="image", data="{PICTURE}", mime_type="image/png")
        return [picture, TextContent(type="text", text="x" * 5000)]

    server.run()
    """
)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    folder = tmp_path / "servers" / "my-notes"
    folder.mkdir(parents=True)
    (folder / "notes.py").write_text(SERVER)
    command = [sys.executable, str(folder / "notes.py"), "{state}/notes.txt"]
    described = {"command": command, "environment": {"END": ";{home};"}}
    (folder / "server.json").write_text(json.dumps(described))
    scratch = UpstreamServer("", (*command[:2], str(tmp_path / "n")), cwd=tmp_path, env={"END": ""})
    asyncio.run(record(scratch, folder / "tools.json"))
    return folder.parent


def mounts(installed: Path) -> list[Mount]:
    home = installed.parent / "home"
    home.mkdir()
    return [Mount(server) for server in pool_servers(installed, installed.parent / "offered", home)]


@pytest.mark.slow
def test_a_server_is_shown_when_it_is_offered_and_starts_at_its_first_call(installed: Path) -> None:
    folder = installed.parent
    made = mounts(installed)

    async def go() -> None:
        async with session(folder / "journal", [], made) as client:
            assert (await client.list_tools()).tools == []
            assert "there is no tool" in text_of(await client.call_tool("my_notes_add", {"text": "x"}))
            (folder / "offered").write_text("other\nmy-notes\n")
            tools = (await client.list_tools()).tools
            assert [tool.name for tool in tools] == ["my_notes_add", "my_notes_draw"]
            assert tools[0].meta is not None
            assert tools[0].meta["testbed/app"] == "my-notes"
            assert not (folder / "home/started").exists()
            first = await client.call_tool("my_notes_add", {"text": "one"})
            second = await client.call_tool("my_notes_add", {"text": "two"})
            assert not first.is_error, text_of(first)
            assert text_of(second) == f"one;{folder}/home;two;{folder}/home;"
            assert (folder / "home/.local/state/mcp/my-notes/notes.txt").read_text() == text_of(second)
            (folder / "offered").write_text("")
            assert (await client.call_tool("my_notes_add", {"text": "three"})).is_error

    asyncio.run(go())


@pytest.mark.slow
def test_pictures_and_long_texts_come_through(installed: Path) -> None:
    (installed.parent / "offered").write_text("my-notes")
    made = mounts(installed)

    async def go() -> None:
        async with session(installed.parent / "journal", [], made) as client:
            drawn = await client.call_tool("my_notes_draw", {})
            picture, text = drawn.content
            assert isinstance(picture, ImageContent)
            assert picture.data == PICTURE
            assert text.type == "text"
            assert text_of(drawn) == "x" * 5000

    asyncio.run(go())


def test_nothing_is_offered_after_a_boot(tmp_path: Path) -> None:
    assert offered_ids(tmp_path / "none") == frozenset()
    assert pool_servers(tmp_path / "nothing installed") == ()
