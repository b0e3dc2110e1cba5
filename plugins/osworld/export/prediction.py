"""The text of a prediction, in which OSWorld-MCP's scripts look for a call of a tool."""

from __future__ import annotations

import json
import re
from typing import Any

from plugins.osworld.export.tool_names import listed_tools
from testbed.guests import osworld_mcp_name

_FUNCTION_CALL = re.compile(r'<tool_call>\n\{"name": "(.+?)", "arguments"')
_CLIENT_CALL = "OsworldMcpClient.call_tool(name='"
_PARAMETERS = "', params="
_END = ");"


def call_text(name: str, arguments: Any) -> str:
    """Return a call of one of testbed's tools as OSWorld-MCP's agents predict it, with the name in its list."""
    call = json.dumps({"name": osworld_mcp_name(name), "arguments": arguments}, ensure_ascii=False)
    return f"<tool_call>\n{call}\n</tool_call>"


def has_listed_call(prediction: str) -> bool:
    """Whether the scripts count a prediction as a call: only the first call of either form, with a listed name."""
    first = _FUNCTION_CALL.search(prediction)
    if first and first[1] in listed_tools():
        return True
    call = client_call(prediction)
    return call is not None and call[0] in listed_tools()


def client_call(text: str) -> tuple[str, str] | None:
    """Return the tool's name and the parameters in the first line that calls OSWorld-MCP's client; None without one.

    The name ends where the line's last parameters begin.
    """
    # By hand: a pattern would take quadratic time on a line with many beginnings.
    start = text.find(_CLIENT_CALL)
    while start >= 0:
        newline = text.find("\n", start)
        line = text[start + len(_CLIENT_CALL) : newline if newline >= 0 else None]
        end = line.rfind(_END)
        place = line.rfind(_PARAMETERS, 1, max(0, end - 1))
        if place > 0:
            return line[:place], line[place + len(_PARAMETERS) : end]
        start = text.find(_CLIENT_CALL, newline) if newline >= 0 else -1
    return None
