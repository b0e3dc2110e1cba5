"""The client that OSWorld-MCP's runner imports: which tools it lists, what it prints, how it fails."""

from __future__ import annotations

import ast
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import TypedDict

from mcp_tools.osworld_mcp.client import OsworldMcpClient, result_of, tools_for
from mcp_tools.osworld_mcp.server_client import ServerClient, ServerError
from mcp_tools.registry import ToolError, ToolSpec
from tests.mcp_tools.osworld_mcp.conftest import Serve
from tests.mcp_tools.serving import TOKEN
from tests.ports import reserved_port

ROOT = Path(__file__).parents[3]


class Volume(TypedDict):
    percent: int


def get_volume() -> Volume:
    """Read the volume."""
    return Volume(percent=50)


def set_volume(percent: int) -> str:
    """Set the volume."""
    if percent > 100:
        raise ToolError("osworld_mcp_os.set_volume takes at most 100")
    return "it's done"


def click(x: int) -> str:
    """Click."""
    raise AssertionError(f"an agent's own action at {x}")


def spec(name: str, function: Callable[..., Any]) -> ToolSpec:
    return ToolSpec(name, "os", function, False, False, False, 5.0)


SPECS = [
    spec("computer.click", click),
    spec("git_status", get_volume),
    spec("filesystem_read_file", get_volume),
    spec("osworld_mcp_os.set_volume", set_volume),
    spec("osworld_mcp_os.get_volume", get_volume),
    spec("osworld_mcp_code.set_wrap_tabs", get_volume),
    spec("osworld_mcp_google_chrome.open_profile_settings", get_volume),
    spec("osworld_mcp_libreoffice_calc.fill_blank_down", get_volume),
]
OF_NO_APPLICATION = [
    "osworld_mcp_os_ours.get_volume",
    "osworld_mcp_os_ours.set_volume",
    "filesystem_read_file",
    "git_git_status",
]


def names(tools: list[dict[str, Any]]) -> list[str]:
    return [tool["name"] for tool in tools]


def test_all_tools_are_listed_under_the_lists_names(serve: Serve, capsys: pytest.CaptureFixture[str]) -> None:
    serve(SPECS)
    tools = OsworldMcpClient.list_tools(tool_name="None", rag=False)
    assert names(tools) == [
        "osworld_mcp_code_ours.set_wrap_tabs",
        "osworld_mcp_google_chrome.open_profile_settings",
        "osworld_mcp_libreoffice_calc_ours.fill_blank_down",
        *OF_NO_APPLICATION,
    ]
    assert ast.literal_eval(capsys.readouterr().out) == tools
    assert tools[4]["description"] == "Set the volume."
    assert tools[4]["parameters"]["required"] == ["percent"]


@pytest.mark.parametrize(
    ("application", "listed"),
    [
        ("libreoffice_calc", ["osworld_mcp_libreoffice_calc_ours.fill_blank_down"]),
        ("google_chrome", ["osworld_mcp_google_chrome.open_profile_settings"]),
        ("chrome", ["osworld_mcp_google_chrome.open_profile_settings"]),
        ("chromium", ["osworld_mcp_google_chrome.open_profile_settings"]),
        ("1.code", ["osworld_mcp_code_ours.set_wrap_tabs"]),
        ("vlc", OF_NO_APPLICATION),
        ("gnome_terminal", OF_NO_APPLICATION),
        ("None", OF_NO_APPLICATION),
        (None, OF_NO_APPLICATION),
    ],
)
def test_the_active_applications_tools_are_listed(
    serve: Serve, application: str | None, listed: list[str]
) -> None:
    serve(SPECS)
    assert names(OsworldMcpClient.list_tools(application)) == listed


def test_a_shuffled_list_has_the_same_tools(serve: Serve) -> None:
    serve(SPECS)
    assert sorted(names(OsworldMcpClient.list_tools("vlc", shuffle=True))) == sorted(OF_NO_APPLICATION)


@pytest.mark.parametrize("name", ["osworld_mcp_os.set_volume", "osworld_mcp_os_ours.set_volume"])
def test_a_text_result(serve: Serve, capsys: pytest.CaptureFixture[str], name: str) -> None:
    serve(SPECS)
    OsworldMcpClient.call_tool(name=name, params={"percent": 50})
    printed = capsys.readouterr().out
    content = "[TextContent(type='text', text=\"it's done\", annotations=None, meta=None)]"
    structured = "{'result': \"it's done\"}"
    assert printed == (
        f"CallToolResult(content={content}, structured_content={structured}, data={structured}, is_error=False)\n"
    )


def test_a_result_with_data(serve: Serve) -> None:
    serve(SPECS)
    result = OsworldMcpClient.call_tool("git_git_status")
    assert result.data == result.structured_content == {"percent": 50}
    assert result.content[0].type == "text"


def test_a_failed_call_says_why_with_the_callers_name_of_the_tool(
    serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    serve(SPECS)
    OsworldMcpClient.call_tool("osworld_mcp_os_ours.set_volume", {"percent": 101})
    printed = capsys.readouterr().out
    assert "osworld_mcp_os_ours.set_volume takes at most 100" in printed
    assert printed.endswith("structured_content=None, data=None, is_error=True)\n")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("osworld_mcp_libreoffice_calc2.auto_fill_down", "osworld_mcp_libreoffice_calc_ours.fill_blank_down"),
        ("computer.click", "list the tools to see what there is"),
    ],
)
def test_what_is_no_tool_of_the_list_is_refused(serve: Serve, name: str, hint: str) -> None:
    serve(SPECS)
    result = OsworldMcpClient.call_tool(name, {"x": 1})
    assert result.is_error
    assert f"there is no tool '{name}'" in result.content[0].text
    assert hint in result.content[0].text


def test_a_picture_keeps_the_form_of_the_protocol() -> None:
    block = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
    assert repr(result_of({"content": [block]}).content) == (
        "[ImageContent(type='image', data='aGk=', mimeType='image/png', annotations=None, meta=None)]"
    )


def test_tools_of_an_application_without_any_are_those_of_none() -> None:
    assert tools_for("thunderbird", [{"name": "osworld_mcp_vlc.play"}, {"name": "git_git_log"}]) == [
        {"name": "git_git_log"}
    ]


def test_a_wrong_token_and_no_server_are_errors(serve: Serve, tmp_path: Path) -> None:
    connect = serve(SPECS)
    (tmp_path / "token").write_text("another-token-of-enough-characters")
    with pytest.raises(ServerError, match="401"), connect():
        pass
    (tmp_path / "token").write_text(TOKEN)
    with (
        reserved_port() as port,
        pytest.raises(ServerError, match="cannot be reached"),
        ServerClient(port, tmp_path / "token"),
    ):
        pass


def test_the_session_is_closed(serve: Serve) -> None:
    connect = serve(SPECS)
    with connect() as client:
        client.list_tools()
    with pytest.raises(ServerError, match="404"):
        client.list_tools()


def test_the_modules_need_the_standard_library_alone_and_are_imported_quickly() -> None:
    code = (
        "from osworld_mcp_client import *; from libreoffice_calc import *; from libreoffice_writer import *;"
        "from libreoffice_impress import *; OsworldMcpClient, CalcTools, WriterTools, ImpressTools;"
        "import time; print(time.process_time())"
    )
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'mcp_tools/osworld_mcp/modules'}:{ROOT}"}
    command = ["/usr/bin/python3", "-S", "-c", code]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    assert float(done.stdout) < 5
