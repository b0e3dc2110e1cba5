"""The mounted filesystem server in a real guest."""

from __future__ import annotations

from pathlib import Path

from controller.guest import HOME, Guest

NAMES = {
    f"filesystem_{name}"
    for name in (
        "create_directory",
        "directory_tree",
        "edit_file",
        "get_file_info",
        "list_allowed_directories",
        "list_directory",
        "list_directory_with_sizes",
        "move_file",
        "read_file",
        "read_media_file",
        "read_multiple_files",
        "read_text_file",
        "search_files",
        "write_file",
    )
}


def test_all_fourteen_tools_are_there(guest: Guest) -> None:
    tools = {tool.name: tool for tool in guest.list_tools() if tool.name.startswith("filesystem_")}
    assert set(tools) == NAMES
    assert all(tool.app == "os" and tool.description for tool in tools.values())
    assert tools["filesystem_write_file"].input_schema["required"] == ["path", "content"]


def test_what_is_written_is_in_the_guest(guest: Guest) -> None:
    path = f"{HOME}/folder/note.txt"
    assert not guest.call_tool("filesystem_create_directory", {"path": str(Path(path).parent)}).is_error
    assert not guest.call_tool("filesystem_write_file", {"path": path, "content": "eins\nzwei ñ\n"}).is_error
    assert guest.read_file(path).decode() == "eins\nzwei ñ\n"
    assert guest.call_tool("filesystem_read_text_file", {"path": path, "head": 1}).text == "eins"
    edit = {"path": path, "edits": [{"oldText": "eins", "newText": "one"}]}
    assert not guest.call_tool("filesystem_edit_file", edit).is_error
    assert guest.read_file(path).decode() == "one\nzwei ñ\n"


def test_only_the_home_folder_is_allowed(guest: Guest) -> None:
    for path in ("/etc/passwd", f"{HOME}/../../etc/passwd"):
        result = guest.call_tool("filesystem_read_text_file", {"path": path})
        assert result.is_error and "outside allowed directories" in result.text
    guest.run(["ln", "-sf", "/etc/passwd", f"{HOME}/link"], as_user=True)
    assert guest.call_tool("filesystem_read_text_file", {"path": f"{HOME}/link"}).is_error


def test_a_killed_server_comes_back(guest: Guest) -> None:
    command = ["pkill", "-KILL", "-u", "user", "-f", "server-filesystem/dist/index.js"]
    assert guest.run(command).exit_code == 0
    result = guest.call_tool("filesystem_list_allowed_directories", {})
    assert not result.is_error and HOME in result.text


def test_wrong_arguments_are_an_error_the_agent_can_read(guest: Guest) -> None:
    result = guest.call_tool("filesystem_read_text_file", {"file": "x"})
    assert result.is_error and "path" in result.text
