"""The client that OSWorld-MCP's runner imports in its guest to list and call tools."""

from __future__ import annotations

import difflib
import random
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from mcp_tools.osworld_mcp.server_client import ServerClient
from mcp_tools.osworld_mcp.tool_names import listed_name, our_name

SERVERS = ("osworld_mcp", "filesystem", "git")
"""OSWorld-MCP's servers; its tools' names begin with them."""
APPLICATIONS = (
    "libreoffice_calc",
    "libreoffice_impress",
    "libreoffice_writer",
    "code",
    "vlc",
    "google_chrome",
    "thunderbird",
)
"""What the names of applications' own tools contain; the other tools are those of the operating system."""

WINDOW_CLASSES = {"chrome": "google_chrome", "chromium": "google_chrome", "1.code": "code"}
"""What the runner makes of window classes of this guest, where that is no application's name."""


class TextContent(SimpleNamespace):
    """A text of a result."""


class ImageContent(SimpleNamespace):
    """A picture of a result, in base64."""


class AudioContent(SimpleNamespace):
    """A sound of a result, in base64."""


class EmbeddedResource(SimpleNamespace):
    """A resource in a result."""


class ResourceLink(SimpleNamespace):
    """The address of a resource."""


_CONTENT = {
    "text": TextContent,
    "image": ImageContent,
    "audio": AudioContent,
    "resource": EmbeddedResource,
    "resource_link": ResourceLink,
}


@dataclass(frozen=True)
class CallToolResult:
    """The result of a call; its text is what the agent sees."""

    content: list[SimpleNamespace]
    structured_content: dict[str, Any] | None
    data: Any = None
    is_error: bool = False


class OsworldMcpClient:
    """Lists and calls the tools of this guest's MCP server under the names of OSWorld-MCP's list."""

    @classmethod
    def list_tools(
        cls, tool_name: str | None, shuffle: bool = False, rag: bool = True
    ) -> list[dict[str, Any]]:
        """Print and return tools: name, description and the JSON schema of the parameters.

        Args:
            tool_name: The active window's application, as the runner derives it from the window's class.
            shuffle: In random order.
            rag: Only the tools of that application, or without such tools those of no application.
        """
        with ServerClient() as client:
            tools = [_list_entry(tool) for tool in client.list_tools() if _is_listed(tool["name"])]
        tools.sort(key=lambda tool: (SERVERS.index(_server(tool["name"])), tool["name"]))
        if rag:
            tools = tools_for(tool_name, tools)
        if shuffle:
            random.shuffle(tools)
        print(tools)
        return tools

    @classmethod
    def call_tool(cls, name: str, params: dict[str, Any] | None = None) -> CallToolResult:
        """Call a tool, print and return its result. A call that fails has `is_error` and says why."""
        with ServerClient() as client:
            known = {tool["name"] for tool in client.list_tools() if _is_listed(tool["name"])}
            if our_name(name) in known:
                result = result_of(_with_name(client.call_tool(our_name(name), params or {}), name))
            else:
                result = _error(_unknown(name, sorted(map(listed_name, known))))
        print(result)
        return result


def tools_for(application: str | None, tools: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the tools whose names contain the application's, or if there are none those of no application."""
    application = WINDOW_CLASSES.get(application or "", application)
    if application and (own := [tool for tool in tools if application in tool["name"]]):
        return own
    return [tool for tool in tools if not any(name in tool["name"] for name in APPLICATIONS)]


def result_of(result: dict[str, Any]) -> CallToolResult:
    """Return a result of the protocol as OSWorld-MCP's client library has it."""
    structured = result.get("structuredContent")
    content = [_block(block) for block in result["content"]]
    return CallToolResult(content, structured, structured, bool(result.get("isError")))


def _server(name: str) -> str:
    return next((server for server in SERVERS if name.startswith(f"{server}_")), "")


def _is_listed(name: str) -> bool:
    return bool(_server(name))


def _list_entry(tool: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": listed_name(tool["name"]),
        "description": tool.get("description"),
        "parameters": tool["inputSchema"],
    }


def _block(block: dict[str, Any]) -> SimpleNamespace:
    kind = block["type"]
    fields = {key: value for key, value in block.items() if key not in ("type", "annotations", "_meta")}
    return _CONTENT[kind](type=kind, **fields, annotations=block.get("annotations"), meta=block.get("_meta"))


def _with_name(result: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the result with the tool's name in its texts as the caller knows it."""
    for block in result["content"]:
        if block["type"] == "text" and result.get("isError"):
            block["text"] = block["text"].replace(our_name(name), name)
    return result


def _error(text: str) -> CallToolResult:
    return result_of({"content": [{"type": "text", "text": text}], "isError": True})


def _unknown(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name[:200], known, n=3)
    hint = f"did you mean {' or '.join(close)}?" if close else "list the tools to see what there is"
    return f"there is no tool {name[:200]!r}; {hint}"
