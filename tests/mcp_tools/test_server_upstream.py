"""Mounted servers: listed under their prefix, passed calls, started again when they die."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import textwrap
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from mcp import MCPError
from mcp_types import CallToolResult

from mcp_tools.registry import ToolError
from mcp_tools.upstream import Mount, UpstreamServer, record
from tests.mcp_tools.serving import session, text_of
from tests.waiting import limit

SERVER = textwrap.dedent(
    """
    import os
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    server = MCPServer("upstream")

    @server.tool()
    def pid() -> int:
        "The process."
        return os.getpid()

    @server.tool()
    def die() -> int:
        "Die in the middle."
        os._exit(3)

    @server.tool(structured_output=False)
    def fail(text: str) -> str:
        "Fail."
        raise ToolError(text)

    server.run()
    """
)


@pytest.fixture
def mount(tmp_path: Path) -> Mount:
    script = tmp_path / "upstream.py"
    script.write_text(SERVER)
    return Mount(UpstreamServer("up_", (sys.executable, str(script)), app="os", seconds=20))


@pytest.mark.slow
def test_tools_are_listed_and_called_under_the_prefix(mount: Mount, tmp_path: Path) -> None:
    async def go() -> None:
        async with session(tmp_path / "journal", [], [mount]) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == {"up_pid", "up_die", "up_fail"}
            assert tools["up_pid"].meta == {"testbed/app": "os", "testbed/seconds": 20}
            result = await client.call_tool("up_pid", {})
            assert isinstance(result, CallToolResult) and isinstance(result.structured_content["result"], int)
            unknown = await client.call_tool("up_pit", {})
            assert unknown.is_error and "up_pid" in text_of(unknown)
            failed = await client.call_tool("up_fail", {"text": 1})
            assert failed.is_error and "text: should be string, but got 1" in text_of(failed)
            unknown = await client.call_tool("up_pid", {"verbose": True})
            assert "there is no argument 'verbose'" in text_of(unknown)
            long = text_of(await client.call_tool("up_fail", {"text": "x" * 1_000_000}))
            assert long.endswith("... (1,000,000 characters)") and len(long) < 200

    asyncio.run(go())


def test_names_and_arguments_may_be_the_servers_own(tmp_path: Path) -> None:
    def prepare(_tool: str, arguments: dict[str, object]) -> dict[str, object]:
        if arguments["text"] == "outside":
            raise ToolError("give a text inside")
        return {"text": f"prepared {arguments['text']}"}

    script = tmp_path / "upstream.py"
    script.write_text(SERVER)
    mount = Mount(
        UpstreamServer(
            "", (sys.executable, str(script)), already_prefixed=True, prepare=prepare, app="os", seconds=20
        )
    )

    async def go() -> None:
        async with session(tmp_path / "journal", [], [mount]) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == {"pid", "die", "fail"}
            assert "prepared x" in text_of(await client.call_tool("fail", {"text": "x"}))
            assert text_of(await client.call_tool("fail", {"text": "outside"})) == "give a text inside"

    asyncio.run(go())


@pytest.mark.slow
def test_a_dead_server_is_started_again_before_the_next_call(mount: Mount, tmp_path: Path) -> None:
    async def go() -> None:
        async with session(tmp_path / "journal", [], [mount]) as client:
            first = (await client.call_tool("up_pid", {})).structured_content["result"]
            os.kill(first, signal.SIGKILL)
            second = await client.call_tool("up_pid", {})
            assert not second.is_error and second.structured_content["result"] != first

    asyncio.run(go())


def test_a_server_that_dies_in_a_call_leaves_an_honest_answer(mount: Mount, tmp_path: Path) -> None:
    async def go() -> None:
        async with session(tmp_path / "journal", [], [mount]) as client:
            died = await client.call_tool("up_die", {})
            assert died.is_error and "the effect is unknown" in text_of(died)
            assert not (await client.call_tool("up_pid", {})).is_error

    asyncio.run(go())


def test_a_stopped_server_is_ended_and_started_again(
    mount: Mount, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcp_tools.upstream.PING_SECONDS", 0.5)

    async def go() -> None:
        async with session(tmp_path / "journal", [], [mount]) as client:
            first = (await client.call_tool("up_pid", {})).structured_content["result"]
            os.kill(first, signal.SIGSTOP)
            second = (await client.call_tool("up_pid", {})).structured_content["result"]
            assert second != first

    asyncio.run(go())


def test_a_server_that_stops_in_a_call_is_an_error_in_time(tmp_path: Path) -> None:
    script = tmp_path / "upstream.py"
    script.write_text(SERVER.replace("os._exit(3)", "os.kill(os.getpid(), 19)"))
    mount = Mount(UpstreamServer("up_", (sys.executable, str(script)), seconds=1))

    async def go() -> None:
        async with session(tmp_path / "journal", [], [mount]) as client:
            assert not (await client.call_tool("up_pid", {})).is_error
            stopped = await client.call_tool("up_die", {})
            assert stopped.is_error and "did not finish within its limit of 1 s" in text_of(stopped)
            assert not (await client.call_tool("up_pid", {})).is_error

    asyncio.run(go())


def test_a_server_that_is_silent_at_its_start_is_started_again(tmp_path: Path) -> None:
    script, silent = tmp_path / "upstream.py", tmp_path / "silent"
    silent.touch()
    script.write_text(f"import os, signal\nif os.path.exists({str(silent)!r}): signal.pause()\n{SERVER}")
    mount = Mount(UpstreamServer("up_", (sys.executable, str(script)), start_seconds=3))

    async def go() -> None:
        async with session(tmp_path / "journal", [], [mount]) as client:
            with pytest.raises(MCPError, match=r"did not (start within|answer in) 3 s"):
                await client.list_tools()
            silent.unlink()
            async with asyncio.timeout(limit(30)):
                while (await client.call_tool("up_pid", {})).is_error:
                    await asyncio.sleep(0.2)

    asyncio.run(go())


def test_what_surrounds_a_server_has_the_limit_of_its_calls(tmp_path: Path) -> None:
    goes_on = threading.Event()

    def hang(_tool: str, arguments: dict[str, object]) -> dict[str, object]:
        goes_on.wait()
        return arguments

    script = tmp_path / "upstream.py"
    script.write_text(SERVER)
    mount = Mount(UpstreamServer("up_", (sys.executable, str(script)), prepare=hang, seconds=0.5))

    async def go() -> None:
        async with session(tmp_path / "journal", [], [mount]) as client:
            hung = await client.call_tool("up_pid", {})
            assert hung.is_error and "did not finish within its limit of 0.5 s" in text_of(hung)
            goes_on.set()
            mount.server = replace(mount.server, seconds=20)
            assert not (await client.call_tool("up_pid", {})).is_error

    asyncio.run(go())


def test_a_server_that_does_not_start_is_named(tmp_path: Path) -> None:
    mount = Mount(UpstreamServer("up_", ("/nonexistent/server",)))

    async def go() -> None:
        async with session(tmp_path / "journal", [], [mount]) as client:
            with pytest.raises(MCPError, match="/nonexistent/server did not start"):
                await client.list_tools()
            result = await client.call_tool("up_pid", {})
            assert result.is_error and "/nonexistent/server did not start" in text_of(result)

    asyncio.run(go())


def test_with_recorded_tools_a_server_starts_at_the_first_call_that_needs_it(tmp_path: Path) -> None:
    script, started, tools = (tmp_path / name for name in ("upstream.py", "started", "tools.json"))
    script.write_text(f"open({str(started)!r}, 'w').close()\n{SERVER}")
    server = UpstreamServer(
        "up_",
        (sys.executable, str(script)),
        recorded=tools,
        own={"fail": lambda arguments: f"here: {arguments['text']}"},
        seconds=20,
    )
    asyncio.run(record(server, tools))
    started.unlink()

    async def go() -> None:
        async with session(tmp_path / "journal", [], [Mount(server)]) as client:
            listed = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(listed) == {"up_pid", "up_die", "up_fail"}
            assert listed["up_fail"].input_schema["properties"]["text"] == {"type": "string"}
            assert text_of(await client.call_tool("up_fail", {"text": "x"})) == "here: x"
            assert (await client.call_tool("up_pit", {})).is_error
            assert (await client.call_tool("up_pid", {"verbose": True})).is_error
            assert not started.exists()
            first = (await client.call_tool("up_pid", {})).structured_content["result"]
            assert started.exists()
            assert (await client.call_tool("up_pid", {})).structured_content["result"] == first

    asyncio.run(go())
