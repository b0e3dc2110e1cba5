"""Names that other MCP clients accept, with the settings that the README gives."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from controller.adapters.served_names import LONGEST, SERVER, choose_names
from controller.core.guest import GUI_PREFIX
from controller.guests.fake.provider import FakeProvider
from controller.tool_filter.builtin.router import EXECUTE, ROUTE
from controller.tool_filter.servers import catalogue_for, pool_tools

README = Path(__file__).parents[3] / "README.md"
CLIENTS: dict[str, tuple[Callable[[str, str], str], int]] = {
    "Claude Code, Claude Desktop, Codex": (lambda server, tool: f"mcp__{server}__{tool}", 64),
    "VS Code": (lambda server, tool: f"mcp_{server}_{tool}", 64),
    "Gemini CLI": (lambda server, tool: f"mcp_{server}_{tool}", 63),
    "Cursor": (lambda server, tool: f"{server}:{tool}", 60),
}
"""What each client makes of a server's and a tool's name, and the longest that it or its model's API takes."""


def readme_server() -> tuple[str, list[str]]:
    """The server's name and arguments in the README's settings."""
    [line] = [line for line in README.read_text().splitlines() if '"mcpServers"' in line]
    [(name, settings)] = json.loads(line)["mcpServers"].items()
    return name, settings["args"]


def offered_names() -> list[str]:
    """The 158 tools, the computer's, and those of the filter router."""
    with closing(FakeProvider()) as provider:
        gui = [tool.name for tool in provider.start().list_tools() if tool.name.startswith(GUI_PREFIX)]
    return [*(tool.name for tool in catalogue_for(())), *gui, ROUTE.name, EXECUTE.name]


@pytest.mark.parametrize("client", CLIENTS)
def test_every_tool_fits_with_the_settings_of_the_readme(client: str) -> None:
    server, arguments = readme_server()
    assert (server, arguments[-2:]) == (SERVER, ["serve", "--plain-names"])
    write, longest = CLIENTS[client]
    sent = [write(server, name) for name in choose_names(offered_names()).values()]
    assert len({*sent}) == len(sent) > 158
    assert [name for name in sent if len(name) > longest] == []
    assert all(re.fullmatch(r"[A-Za-z0-9_:-]+", name) for name in sent)


def test_the_tools_of_the_158_need_no_digest() -> None:
    shown = choose_names(tool.name for tool in catalogue_for(()))
    assert shown["osworld_mcp_os.get_volume"] == "os__get_volume"
    assert shown["git_status"] == "git_status"
    assert not any("--" in name for name in shown.values())


def test_the_tools_of_pool_servers_fit_too() -> None:
    shown = choose_names(tool.name for tool in catalogue_for(pool_tools()))
    assert len(shown) > 158
    assert max(map(len, shown.values())) <= LONGEST


def test_a_name_that_would_be_another_tools_keeps_its_prefix() -> None:
    shown = choose_names(["osworld_mcp_os.print", "os.print", "osworld_mcp_vlc.play"])
    assert shown == {
        "osworld_mcp_os.print": "osworld_mcp_os__print",
        "os.print": "os__print",
        "osworld_mcp_vlc.play": "vlc__play",
    }


def test_a_long_name_ends_in_a_digest() -> None:
    [name] = choose_names([f"server.{'long_' * 20}name"]).values()
    assert len(name) == LONGEST
    assert re.search(r"--[0-9a-f]{10}$", name)
