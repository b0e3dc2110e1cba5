"""A guest's tools served to the official MCP client, over stdio and HTTP."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import cast

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ImageContent, RequestParamsMeta, TextContent

from controller.adapters.mcp_server import ServedTools, ToolProxy, ToolServer
from controller.cli.main import call
from controller.core.guest import Tool, ToolResult
from controller.core.interrupts import run_until_terminated, terminate_as_interrupt
from controller.guests.fake import create
from controller.guests.provider import GuestOptions
from controller.tool_filter.registry import make_filter
from testbed.errors import CancelledError, GuestBootError, GuestConnectionError
from tests.waiting import eventually, limit

SERVE = [sys.executable, "-m", "testbed", "serve", "--provider", "fake"]
TOKEN = "a-token-of-the-test"


def stdio(*options: str) -> Client:
    return Client(stdio_client(StdioServerParameters(command=SERVE[0], args=[*SERVE[1:], *options])))


@pytest.fixture
def served(closed_port: int) -> Iterator[subprocess.Popen[bytes]]:
    server = subprocess.Popen(
        [*SERVE, "--http", str(closed_port)], env={**os.environ, "TESTBED_SERVE_TOKEN": TOKEN}
    )

    def listens() -> bool:
        assert server.poll() is None, f"the server ended with {server.returncode}"
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", closed_port)) == 0

    try:
        eventually(listens, what=f"the server to listen on port {closed_port}")
        yield server
    finally:
        server.kill()
        server.wait()


def test_the_official_client_lists_and_calls_over_stdio() -> None:
    async def session() -> None:
        async with stdio() as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert "fake_arithmetic.add" in tools and "computer.screenshot" in tools
            assert set(tools["fake_arithmetic.add"].input_schema["properties"]) == {"a", "b"}
            added = await client.call_tool("fake_arithmetic.add", {"a": 2, "b": 40})
            assert added.structured_content == {"result": 42} and not added.is_error
            screen = await client.call_tool("computer.screenshot", {})
            assert any(isinstance(part, ImageContent) for part in screen.content)
            wrong = await client.call_tool("fake_arithmetic.subtract", {})
            assert wrong.is_error and isinstance(wrong.content[0], TextContent)
            assert "not offered" in wrong.content[0].text

    asyncio.run(session())


def test_a_tool_can_be_called_before_this_process_was_asked_for_its_list() -> None:
    async def session() -> None:
        async with stdio() as client:  # a client may have kept the list of an earlier process
            added = await client.call_tool("fake_arithmetic.add", {"a": 2, "b": 40})
            assert added.structured_content == {"result": 42} and not added.is_error

    asyncio.run(session())


def test_without_gui_and_with_plain_names() -> None:
    async def session() -> None:
        async with stdio("--no-gui", "--plain-names") as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert not any("." in name or name.startswith("computer") for name in names)
            added = await client.call_tool("fake_arithmetic__add", {"a": 1, "b": 2})
            assert added.structured_content == {"result": 3}

    asyncio.run(session())


def test_over_http_the_token_opens(served: subprocess.Popen[bytes], closed_port: int) -> None:
    url = f"http://127.0.0.1:{closed_port}/mcp"

    async def session() -> None:
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {TOKEN}"}) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            await client.list_tools()
            added = await client.call_tool("fake_arithmetic.add", {"a": 2, "b": 3})
            assert added.structured_content == {"result": 5}

    asyncio.run(session())
    assert httpx2.post(url, json={}).status_code == 401


def test_sigterm_ends_the_server(served: subprocess.Popen[bytes], closed_port: int) -> None:
    served.send_signal(signal.SIGTERM)
    assert served.wait(timeout=limit(20)) in (0, 130)
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", closed_port)) != 0


def test_a_filter_shapes_the_list_and_only_what_was_listed_can_be_called() -> None:
    guest = create(GuestOptions()).start()
    proxy = ToolProxy(guest, ServedTools(make_filter("none"), gui=False))
    assert proxy.list_tools() == []
    assert proxy.call("fake_arithmetic.add", {"a": 1, "b": 1}).is_error
    by_app = ToolProxy(guest, ServedTools(make_filter("app")))
    assert {tool.app for tool in by_app.list_tools()} == {"os"}


class CountingProxy(ToolProxy):
    """Notes the calls that reach the guest, and how many of them at once."""

    def __init__(self) -> None:
        super().__init__(create(GuestOptions()).start(), ServedTools(make_filter("all")))
        self.calls: list[object] = []
        self.at_once: list[int] = []
        self._lock = threading.Lock()
        self._now = 0

    def call(self, name: str, arguments: dict[str, object]) -> ToolResult:
        with self._lock:
            self._now += 1
            self.calls.append(arguments["a"])
            self.at_once.append(self._now)
        try:
            return super().call(name, arguments)
        finally:
            with self._lock:
                self._now -= 1


def test_a_call_repeated_with_its_id_reaches_the_guest_once() -> None:
    proxy = CountingProxy()

    async def session() -> None:
        async with Client(ToolServer(lambda: proxy).mcp) as client:
            await client.list_tools()
            meta = cast(RequestParamsMeta, {"testbed/action_id": "one"})
            for a in (1, 5):
                result = await client.call_tool("fake_arithmetic.add", {"a": a, "b": 1}, meta=meta)
                assert result.structured_content == {"result": 2}
            bad = cast(RequestParamsMeta, {"testbed/action_id": "x" * 201})
            assert (await client.call_tool("fake_arithmetic.add", {"a": 1, "b": 1}, meta=bad)).is_error

    asyncio.run(session())
    assert proxy.calls == [1]


def test_calls_side_by_side_reach_an_application_one_at_a_time_in_order() -> None:
    proxy = CountingProxy()

    async def session() -> None:
        async with Client(ToolServer(lambda: proxy).mcp) as client:
            await client.list_tools()
            await asyncio.gather(
                *(client.call_tool("fake_arithmetic.add", {"a": a, "b": 1}) for a in range(20))
            )

    asyncio.run(session())
    assert proxy.calls == list(range(20)) and max(proxy.at_once) == 1


def test_the_first_answer_does_not_wait_for_the_boot() -> None:
    booted = threading.Event()

    def boot() -> ToolProxy:
        assert booted.wait(limit(30))
        return CountingProxy()

    async def session() -> None:
        async with Client(ToolServer(boot).mcp) as client:  # `initialize` has been answered
            listed = asyncio.create_task(client.list_tools())
            await asyncio.sleep(0)
            booted.set()
            assert "fake_arithmetic.add" in [tool.name for tool in (await listed).tools]

    asyncio.run(session())


def test_a_boot_that_fails_is_told() -> None:
    def boot() -> ToolProxy:
        raise GuestBootError("no window manager", hint="look at the console")

    async def session() -> None:
        async with Client(ToolServer(boot).mcp) as client:
            with pytest.raises(MCPError, match="no window manager"):
                await client.list_tools()

    asyncio.run(session())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--tool-filter", "oracle"], "annotation"),
        (["--tool-filter", "rag"], "--instruction"),
        (["--tool-filter", "best"], "there is no tool filter 'best'"),
        (["--task", "no/such"], "no/such"),
    ],
)
def test_wrong_options_are_explained(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["serve", "--provider", "fake", *options]) == 2
    assert message in capsys.readouterr().err


def test_a_port_in_use_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert call(["serve", "--provider", "fake", "--http", str(port)]) == 2
    assert f"port {port} cannot be used" in capsys.readouterr().err


def test_the_router_is_served_too() -> None:
    proxy = ToolProxy(
        create(GuestOptions()).start(), ServedTools(make_filter("router"), gui=False, plain_names=True)
    )

    async def session() -> None:
        async with Client(ToolServer(lambda: proxy).mcp) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == ["execute", "route"]
            result = await client.call_tool("route", {"query": "add two integers"})
            assert isinstance(result.content[0], TextContent)
            assert "fake_arithmetic.add" in result.content[0].text.splitlines()[0]
            call = {"tool": "fake_arithmetic.add", "arguments": {"a": 2, "b": 40}}
            assert (await client.call_tool("execute", call)).structured_content == {"result": 42}
            assert (await client.call_tool("execute", {"tool": "nope"})).is_error

    asyncio.run(session())


SLOW_BOOT = """
import sys, threading
from controller.cli.main import call
from controller.guests import registry
from controller.guests.fake.provider import FakeProvider
from testbed.errors import CancelledError

class SlowProvider(FakeProvider):
    given_up = threading.Event()

    def start(self, snapshot="desktop"):
        print("booting", file=sys.stderr, flush=True)
        if "boots" not in sys.argv and self.given_up.wait(600):
            raise CancelledError("interrupted")
        return super().start(snapshot)

    def stop_waiting(self):
        self.given_up.set()

registry.create_provider = lambda name, options=None: SlowProvider(options)
sys.exit(call(["serve", *sys.argv[2:]]))
"""


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("state", ["waits", "boots"])
def test_a_signal_ends_it_at_once_while_the_guest_boots_and_after(
    state: str, transport: str, number: int, closed_port: int
) -> None:
    options = ["--http", str(closed_port)] if transport == "http" else []
    command = [sys.executable, "-c", SLOW_BOOT, state, *options]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as process:  # type: ignore[call-overload]
        try:
            assert process.stderr.readline() == "booting\n"
            if state == "boots" and transport == "http":
                assert "serving" in process.stderr.readline()
            process.send_signal(number)
            process.wait(limit(20))  # its client still holds the standard input
            assert "Traceback" not in process.stderr.read()
            assert process.returncode == 130
        finally:
            process.kill()


def test_a_client_that_leaves_ends_the_boot() -> None:
    command = [sys.executable, "-c", SLOW_BOOT, "waits"]
    ended = subprocess.run(command, input=b"", capture_output=True, timeout=limit(60), check=False)
    assert ended.returncode == 0, ended.stderr


def test_a_signal_in_the_start_of_the_boot_ends_it() -> None:
    ended = threading.Event()

    class TerminatedServer(ToolServer):
        def start(self) -> asyncio.Future[ToolProxy]:
            boot = super().start()
            signal.raise_signal(signal.SIGTERM)
            return boot

    def boot() -> ToolProxy:
        ended.wait(limit(30))
        raise CancelledError("interrupted")

    async def session() -> None:
        async with TerminatedServer(boot, ended.set).booting():
            await asyncio.Event().wait()

    with terminate_as_interrupt(), pytest.raises(KeyboardInterrupt):
        run_until_terminated(session())
    assert ended.is_set()


def test_a_signal_does_not_wait_for_a_call() -> None:
    closed = threading.Event()

    class WaitingProxy(CountingProxy):
        def list_tools(self) -> list[Tool]:
            assert closed.wait(limit(30))
            raise GuestConnectionError("the guest was stopped")

    async def session() -> None:
        server = ToolServer(WaitingProxy, close=closed.set)
        async with Client(server.mcp) as client:
            async with server.booting() as boot:
                await boot
                listing = asyncio.create_task(client.list_tools())
                await asyncio.sleep(0)
            with pytest.raises(MCPError, match="was stopped"):
                await listing

    asyncio.run(session())
