"""Names without dots under which tools are served to other MCP clients, short enough for what those add.

Clients put the server's name in front of a tool's and refuse what is longer than their model's API takes: Claude Code,
Claude Desktop and Codex send `mcp__SERVER__TOOL` of at most 64 characters, VS Code `mcp_SERVER_TOOL` of 64, Gemini CLI
the same of 63, and Cursor leaves out tools with more than 60 characters in both names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from controller.agents.tool_names import MAX_LENGTH, wire_name

SERVER = "testbed"
"""The name of the server in clients' settings that `docs` advise; a longer one leaves less for the tools."""
LONGEST = MAX_LENGTH - len(f"mcp__{SERVER}__")
_COMMON_PREFIX = "osworld_mcp_"


def choose_names(names: Iterable[str]) -> dict[str, str]:
    """Return the served names by canonical name.

    The prefix of the desktop's tools is left out unless another tool has the name without it.

    Raises:
        ValueError: Two tools would have one name (a collision of SHA-256 digits).
    """
    short = {name: name.removeprefix(_COMMON_PREFIX) for name in names}
    count = Counter(short.values())
    served = {
        name: wire_name(brief if count[brief] == 1 else name, longest=LONGEST)
        for name, brief in short.items()
    }
    if len({*served.values()}) < len(served):
        raise ValueError("two tools would be served under one name")
    return served
