"""Names of tools and texts of calls, as OSWorld-MCP has them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.tool_filter.catalogue import load_catalogue
from mcp_tools.osworld_mcp.tool_names import listed_name, our_name
from plugins.osworld.export.prediction import call_text, client_call, has_listed_call
from plugins.osworld.export.tool_names import is_ours, listed_tools

OURS = sorted(tool.name for tool in load_catalogue())


def test_every_tool_has_one_name_in_the_list() -> None:
    assert len(listed_tools()) == len(OURS) == 158
    assert [our_name(listed_name(name)) for name in OURS] == OURS


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("osworld_mcp_code_ours.set_wrap_tabs", "osworld_mcp_code.set_wrap_tabs"),
        ("osworld_mcp_code2.set_wrap_tabs", "osworld_mcp_code.set_wrap_tabs"),
        ("osworld_mcp_libreoffice_calc2.fill_blank_down", "osworld_mcp_libreoffice_calc.fill_blank_down"),
        ("osworld_mcp_libreoffice_impress.go_to_slide", "osworld_mcp_libreoffice_impress.goto_slide"),
        (
            "osworld_mcp_libreoffice_impress2.convert_to_docx",
            "osworld_mcp_libreoffice_impress.convert_to_docx",
        ),
        ("osworld_mcp_os_ours_2.git_operation", "osworld_mcp_os.git_operation"),
        ("osworld_mcp_test.calculator_add", "osworld_mcp_os.calculator"),
        ("git_git_log", "git_log"),
        ("filesystem_read_file", "filesystem_read_file"),
        ("osworld_mcp_libreoffice_calc2.auto_fill_down", "osworld_mcp_libreoffice_calc2.auto_fill_down"),
        ("no.such_tool", "no.such_tool"),
    ],
)
def test_names_of_the_list_and_of_the_server_have_ours(theirs: str, ours: str) -> None:
    assert our_name(theirs) == ours


def test_what_has_no_counterpart_is_known() -> None:
    assert not is_ours(our_name("osworld_mcp_libreoffice_calc2.auto_fill_down"))
    assert all(map(is_ours, OURS))


@given(
    st.sampled_from(OURS), st.dictionaries(st.text(max_size=5), st.text(max_size=9), max_size=2), st.text()
)
def test_a_call_of_ours_counts_wherever_it_stands(name: str, arguments: dict[str, str], before: str) -> None:
    assert has_listed_call(call_text(name, arguments))
    if "<tool_call>" not in before:
        assert has_listed_call(f"{before}\n{call_text(name, arguments)}")


@pytest.mark.parametrize(
    ("prediction", "counts"),
    [
        ('<tool_call>\n{"name": "osworld_mcp_vlc.play", "arguments": {}}\n</tool_call>', True),
        ('<tool_call>\n{"name": "osworld_mcp_os.get_volume", "arguments": {}}\n</tool_call>', False),
        ('<tool_call>\n{"name": "osworld_mcp_os_ours.get_volume", "arguments": {}}', True),
        ('<tool_call>{"name": "osworld_mcp_vlc.play", "arguments": {}}</tool_call>', False),
        ('<tool_call>\n{"name": "computer_use", "arguments": {"action": "click"}}\n</tool_call>', False),
        ("x; OsworldMcpClient.call_tool(name='git_git_log', params={}); ", True),
        ("x; OsworldMcpClient.call_tool(name='git_log', params={}); ", False),
        ("", False),
    ],
)
def test_what_counts_as_a_call(prediction: str, counts: bool) -> None:
    assert has_listed_call(prediction) is counts


def test_only_the_first_call_of_a_prediction_counts() -> None:
    first, second = call_text("osworld_mcp_os.no_such", {}), call_text("osworld_mcp_vlc.play", {})
    assert not has_listed_call(f"{first}\n{second}") and has_listed_call(f"{second}\n{first}")


PIECES = st.sampled_from(
    ["OsworldMcpClient.call_tool(name='", "', params=", ");", "a", "\n", "{'b': 1}", "'", " "]
)


@given(st.lists(PIECES, max_size=14).map("".join))
def test_a_call_of_the_client_is_what_a_greedy_pattern_finds(text: str) -> None:
    match = re.search(r"OsworldMcpClient\.call_tool\(name='(.+)', params=(.+)\);", text)
    assert client_call(text) == (match.groups() if match else None)
