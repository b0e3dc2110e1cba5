"""A client of the guest's MCP server for programs that make one call and end: it imports in milliseconds."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from types import TracebackType
from typing import Any

from mcp_tools.endpoint import HOST, PATH, PORT, TOKEN_FILE, read_token

PROTOCOL_VERSION = "2025-06-18"
SECONDS = 600.0
"""How long the server may take for a response; its tools have limits of their own."""
_SESSION = "Mcp-Session-Id"


class ServerError(Exception):
    """The guest's MCP server cannot be reached, or it refuses a request."""


class ServerClient:
    """A session with the guest's MCP server, as a context manager."""

    def __init__(self, port: int = PORT, token_file: Path = TOKEN_FILE) -> None:
        """Raises TokenError."""
        self._connection = http.client.HTTPConnection(HOST, port, timeout=SECONDS)
        self._headers = {
            "Authorization": f"Bearer {read_token(token_file)}",
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        self._requests = 0

    def __enter__(self) -> ServerClient:
        """Open the session. Raises ServerError."""
        self._ask(
            "initialize",
            protocolVersion=PROTOCOL_VERSION,
            capabilities={},
            clientInfo={"name": "osworld-mcp", "version": "1"},
        )
        self._headers["MCP-Protocol-Version"] = PROTOCOL_VERSION
        self._send("POST", {"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._send("DELETE")
        finally:
            self._connection.close()

    def list_tools(self) -> list[dict[str, Any]]:
        """All tools, as the protocol has them. Raises ServerError."""
        page = self._ask("tools/list")
        tools: list[dict[str, Any]] = page["tools"]
        while page.get("nextCursor"):
            page = self._ask("tools/list", cursor=page["nextCursor"])
            tools += page["tools"]
        return tools

    def call_tool(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The result of a call, as the protocol has it. Raises ServerError."""
        return self._ask("tools/call", name=name, arguments=arguments)

    def _ask(self, method: str, /, **params: Any) -> dict[str, Any]:
        self._requests += 1
        message = {"jsonrpc": "2.0", "id": self._requests, "method": method, "params": params}
        response = self._send("POST", message)
        if "result" not in response:
            raise ServerError(f"{method}: {response.get('error', {}).get('message', response)}")
        result: dict[str, Any] = response["result"]
        return result

    def _send(self, verb: str, message: dict[str, Any] | None = None) -> dict[str, Any]:
        try:
            self._connection.request(
                verb, PATH, json.dumps(message) if message is not None else None, self._headers
            )
            response = self._connection.getresponse()
            body = response.read()
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise ServerError(f"the guest's MCP server cannot be reached: {error}") from error
        if response.status >= 400:
            self._connection.close()
            raise ServerError(f"the guest's MCP server answered {response.status}: {body[:500].decode()}")
        if session := response.getheader(_SESSION):
            self._headers[_SESSION] = session
        answer: dict[str, Any] = json.loads(body) if body.strip() else {}
        return answer
