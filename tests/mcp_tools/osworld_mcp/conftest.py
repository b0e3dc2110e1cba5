"""The guest's MCP server in a thread, with the tools of a test, as the client of OSWorld-MCP's runner reaches it."""

from __future__ import annotations

import contextlib
import functools
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn

from mcp_tools.action_memory import ActionMemory
from mcp_tools.osworld_mcp import application_state, client
from mcp_tools.osworld_mcp.server_client import ServerClient
from mcp_tools.registry import ToolSpec
from mcp_tools.server import ToolServer, build_app
from tests.mcp_tools.serving import TOKEN
from tests.waiting import eventually

Serve = Callable[[list[ToolSpec]], Callable[[], ServerClient]]


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Serve tools; from then on the client connects to them. Returns what makes a connection."""
    token_file = tmp_path / "token"
    token_file.write_text(TOKEN)

    with contextlib.ExitStack() as stack:

        def start(specs: list[ToolSpec]) -> Callable[[], ServerClient]:
            memory = ActionMemory(tmp_path / "actions.jsonl")
            stack.callback(memory.close)
            listening = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            app = build_app(ToolServer(specs, (), memory), lambda: TOKEN)
            server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False))
            thread = threading.Thread(target=server.run, args=([listening],))
            thread.start()
            stack.callback(thread.join, 10)
            stack.callback(setattr, server, "should_exit", True)
            eventually(lambda: server.started, what="the server")
            connect = functools.partial(ServerClient, listening.getsockname()[1], token_file)
            monkeypatch.setattr(client, "ServerClient", connect)
            monkeypatch.setattr(application_state, "ServerClient", connect)
            return connect

        yield start
