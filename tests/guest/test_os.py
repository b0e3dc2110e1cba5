"""The operating system's tools against a real desktop, with the checkers as witnesses."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from checkers.desktop import setting, trash, volume
from controller.guest import Guest
from controller.judge import JudgedGuest

FOLDER = "/home/user/os-tools"


def call(guest: Guest, name: str, **arguments: object) -> dict[str, Any]:
    result = guest.call_tool(f"osworld_mcp_os.{name}", arguments)
    assert not result.is_error, result.text
    return dict(result.structured or {})


def refusal(guest: Guest, name: str, **arguments: object) -> str:
    result = guest.call_tool(f"osworld_mcp_os.{name}", arguments)
    assert result.is_error, result.text
    return result.text


@pytest.fixture
def folder(guest: Guest) -> Iterator[str]:
    guest.run(["mkdir", "-p", FOLDER], as_user=True)
    yield FOLDER
    guest.run(["rm", "-rf", FOLDER])


def test_text_scale(guest: Guest) -> None:
    before = call(guest, "get_text_scale")["scale"]
    try:
        assert call(guest, "change_text_scale", new_scale=1.5) == {"previous_scale": before, "scale": 1.5}
        assert setting(JudgedGuest(guest, None), "org.gnome.desktop.interface", "text-scaling-factor") == 1.5
        assert "out of range" in refusal(guest, "change_text_scale", new_scale=9)
    finally:
        call(guest, "change_text_scale", new_scale=before)


def test_do_not_disturb(guest: Guest) -> None:
    before = call(guest, "get_do_not_disturb_status")["enabled"]
    try:
        assert call(guest, "set_do_not_disturb", enable=not before)["enabled"] is not before
        shown = setting(JudgedGuest(guest, None), "org.gnome.desktop.notifications", "show-banners")
        assert shown is before
    finally:
        call(guest, "set_do_not_disturb", enable=before)


def test_volume(guest: Guest) -> None:
    before = call(guest, "get_volume")["percent"]
    try:
        assert call(guest, "set_volume", percent=35)["percent"] == 35
        assert volume(JudgedGuest(guest, None)).percent == 35
        assert "give 0 to 100" in refusal(guest, "set_volume", percent=101)
    finally:
        call(guest, "set_volume", percent=before)


def test_trash(guest: Guest, folder: str) -> None:
    path = f"{folder}/summer plan ä.txt"
    guest.write_file(path, b"plan")
    guest.run(["gio", "trash", path], as_user=True)
    assert [item.original_path for item in trash(JudgedGuest(guest, None))] == [path]
    assert call(guest, "restore_file", file_name="summer plan ä.txt")["path"] == path
    assert guest.read_file(path) == b"plan"
    assert trash(JudgedGuest(guest, None)) == []


def test_folders_and_files(guest: Guest, folder: str) -> None:
    guest.write_file(f"{folder}/old/Report.txt", b"x")
    call(guest, "rename_directory", old_path=f"{folder}/old", new_path=f"{folder}/new")
    found = call(guest, "search_files", keyword="report", root_dir=folder)
    assert found == {"files": [f"{folder}/new/Report.txt"], "truncated": False}
    assert "is not a folder" in refusal(
        guest, "rename_directory", old_path=f"{folder}/old", new_path=f"{folder}/x"
    )


def test_image_conversion(guest: Guest, folder: str) -> None:
    buffer = io.BytesIO()
    Image.new("RGBA", (30, 20), (200, 30, 30, 128)).save(buffer, "PNG")
    guest.write_file(f"{folder}/picture.png", buffer.getvalue())
    arguments = {
        "image_path": f"{folder}/picture.png",
        "output_format": "jpg",
        "output_path": f"{folder}/p.jpg",
    }
    assert call(guest, "convert_image_format", **arguments)["width"] == 30
    with Image.open(io.BytesIO(guest.read_file(f"{folder}/p.jpg"))) as image:
        assert (image.format, image.size) == ("JPEG", (30, 20))


def test_calculator(guest: Guest) -> None:
    assert call(guest, "calculator", expression="0.1 + 0.2")["result"] == "0.3"
    assert "is not arithmetic" in refusal(guest, "calculator", expression="__import__('os')")


def test_open_shell(guest: Guest) -> None:
    try:
        opened = call(guest, "open_shell")["window"]
        assert "Terminal" in opened or "user@" in opened  # the shell names the window when it is ready
        listed = guest.call_tool("computer.windows").structured
        assert listed is not None and "terminal" in [window["app"] for window in listed["windows"]]
    finally:
        guest.run(["pkill", "-x", "gnome-terminal-"], check=False)
