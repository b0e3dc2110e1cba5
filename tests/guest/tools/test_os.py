"""The operating system's settings, folders and trash, with the checkers and the desktop as witnesses."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image

from checkers.desktop import setting, trash, volume
from controller.core.guest import HOME
from controller.tasks.judged_guest import JudgedGuest
from tests.guest.processes import end_application
from tests.guest.tools.calls import Tools
from tests.pictures import assert_same_picture, difference
from tests.waiting import eventually

pytestmark = pytest.mark.guest

FOLDER = f"{HOME}/os tools 'ü'"
OS = "osworld_mcp_os"
NAMES = ("plain.txt", "two  words.txt", "quo'te\".txt", "zwei\nzeilen.txt", "Отчёт 報告.txt", "-n $(id).txt")
BANNER = (420, 34, 860, 120)
CLOCK = (480, 2, 800, 28)
"""Where notifications pop up, and where the top bar shows the time, in pixels of the screen."""


@pytest.fixture
def folder(tools: Tools) -> Iterator[str]:
    tools.guest.run(["mkdir", "-p", FOLDER], as_user=True)
    yield FOLDER
    tools.guest.run(["rm", "-rf", FOLDER])


@pytest.fixture
def view(tools: Tools) -> JudgedGuest:
    return JudgedGuest(tools.guest, None)


def screen(tools: Tools, box: tuple[int, int, int, int]) -> Image.Image:
    result = tools.guest.call_tool("computer.screenshot")
    with Image.open(io.BytesIO(result.images[0])) as image:
        return image.convert("RGB").crop(box)


def exists(tools: Tools, path: str) -> bool:
    return tools.guest.run(["test", "-e", path], check=False).exit_code == 0


@pytest.mark.effect(f"{OS}.get_text_scale", f"{OS}.change_text_scale")
@pytest.mark.error(f"{OS}.change_text_scale")
def test_text_scale_enlarges_the_clock(tools: Tools, view: JudgedGuest) -> None:
    def clock_width() -> int:
        left, _, right, _ = screen(tools, CLOCK).convert("L").point(lambda level: level > 128).getbbox()
        return right - left

    def wait_for_width(least: float, most: float) -> None:
        eventually(lambda: least <= clock_width() <= most, what="another size of the clock's text")

    before, width = tools.data(f"{OS}.get_text_scale")["scale"], clock_width()
    try:
        changed = tools.data(f"{OS}.change_text_scale", new_scale=1.5)
        assert changed == {"previous_scale": before, "scale": 1.5}
        assert setting(view, "org.gnome.desktop.interface", "text-scaling-factor") == 1.5
        assert tools.data(f"{OS}.get_text_scale")["scale"] == 1.5
        wait_for_width(width * 1.2, width * 2)
        assert "out of range" in tools.refusal(f"{OS}.change_text_scale", new_scale=9)
    finally:
        tools.call(f"{OS}.change_text_scale", new_scale=before)
    wait_for_width(width * 0.9, width * 1.1)


@pytest.mark.effect(f"{OS}.get_do_not_disturb_status", f"{OS}.set_do_not_disturb")
@pytest.mark.error(f"{OS}.set_do_not_disturb")
def test_do_not_disturb_holds_banners_back(tools: Tools, view: JudgedGuest) -> None:
    def notify() -> None:
        call = ["gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications"]
        call += ["--object-path", "/org/freedesktop/Notifications"]
        call += ["--method", "org.freedesktop.Notifications.Notify"]
        tools.guest.run([*call, "test", "0", "", "Dinner is ready", "Come", "[]", "{}", "9000"], as_user=True)

    assert tools.data(f"{OS}.get_do_not_disturb_status") == {"enabled": False}
    assert tools.data(f"{OS}.set_do_not_disturb", enable=True) == {"enabled": True}
    try:
        assert setting(view, "org.gnome.desktop.notifications", "show-banners") is False
        assert tools.data(f"{OS}.get_do_not_disturb_status") == {"enabled": True}
        quiet = screen(tools, BANNER)
        notify()
        assert_same_picture(screen(tools, BANNER), quiet)
    finally:
        tools.call(f"{OS}.set_do_not_disturb", enable=False)
    notify()
    eventually(lambda: difference(screen(tools, BANNER), quiet), what="the banner", seconds=20)
    assert "enable is missing" in tools.refusal(f"{OS}.set_do_not_disturb")


@pytest.mark.core
@pytest.mark.effect(f"{OS}.get_volume", f"{OS}.set_volume")
@pytest.mark.error(f"{OS}.get_volume", f"{OS}.set_volume")
def test_volume(tools: Tools, view: JudgedGuest) -> None:
    tools.guest.run(["pactl", "set-sink-volume", "@DEFAULT_SINK@", "61%"], as_user=True)
    assert tools.data(f"{OS}.get_volume") == {"percent": 61, "muted": False}
    assert tools.data(f"{OS}.set_volume", percent=35)["percent"] == 35
    assert volume(view).percent == 35
    assert "give 0 to 100" in tools.refusal(f"{OS}.set_volume", percent=101)
    units = ["pipewire-pulse.socket", "pipewire-pulse.service"]
    tools.guest.run(["systemctl", "--user", "stop", *units], as_user=True)
    try:
        assert "the sound server does not run" in tools.refusal(f"{OS}.get_volume")
        assert "the sound server does not run" in tools.refusal(f"{OS}.set_volume", percent=10)
    finally:
        tools.guest.run(["systemctl", "--user", "start", *units], as_user=True)


@pytest.mark.effect(f"{OS}.configure_auto_lock")
@pytest.mark.error(f"{OS}.configure_auto_lock")
def test_auto_lock(tools: Tools, view: JudgedGuest) -> None:
    lock = tools.data(f"{OS}.configure_auto_lock", idle_delay_seconds=900, lock_delay_seconds=30)
    try:
        assert (lock["idle_delay_seconds"], lock["enable_lock"], lock["locked_down"]) == (900, True, True)
        assert setting(view, "org.gnome.desktop.session", "idle-delay") == 900
        assert setting(view, "org.gnome.desktop.screensaver", "lock-delay") == 30
        assert setting(view, "org.gnome.desktop.screensaver", "lock-enabled") is True
    finally:
        tools.call(f"{OS}.configure_auto_lock", idle_delay_seconds=0, enable_lock=False)
    assert setting(view, "org.gnome.desktop.session", "idle-delay") == 0
    assert setting(view, "org.gnome.desktop.screensaver", "lock-enabled") is False
    assert "give 0 to 86400" in tools.refusal(f"{OS}.configure_auto_lock", idle_delay_seconds=-5)


@pytest.mark.effect(f"{OS}.open_shell", f"{OS}.set_default_terminal_size")
@pytest.mark.error(f"{OS}.set_default_terminal_size")
def test_new_terminals_have_the_default_size(tools: Tools) -> None:
    assert "takes 16 to 511" in tools.refusal(f"{OS}.set_default_terminal_size", columns=9, rows=24)
    assert tools.data(f"{OS}.set_default_terminal_size", columns=100, rows=17) == {"columns": 100, "rows": 17}
    try:
        opened = tools.data(f"{OS}.open_shell")["window"]
        assert "Terminal" in opened or "user@" in opened  # the shell names the window when it is ready
        listed = tools.guest.call_tool("computer.windows").structured
        assert listed is not None and "terminal" in [window["app"] for window in listed["windows"]]
        shell = "p=$(pgrep --uid user --parent $(pgrep gnome-terminal-)) && stty size </proc/$p/fd/0"
        sized = tools.guest.run(["sh", "-c", f"until {shell} 2>/dev/null; do sleep 0.1; done"], timeout=20)
        assert sized.text.split() == ["17", "100"]
    finally:
        end_application(tools.guest, "gnome-terminal-server")


@pytest.mark.core
@pytest.mark.effect(f"{OS}.restore_file", f"{OS}.get_trash_directory")
@pytest.mark.error(f"{OS}.restore_file")
def test_files_come_back_from_the_trash(tools: Tools, folder: str, view: JudgedGuest) -> None:
    for name in NAMES:
        path = f"{folder}/{name}"
        tools.guest.write_file(path, name.encode())
        tools.guest.run(["gio", "trash", path], as_user=True)
        assert [item.original_path for item in trash(view)] == [path]
        where = tools.data(f"{OS}.get_trash_directory")["path"]
        assert tools.guest.read_file(f"{where}/{name}") == name.encode()
        assert tools.data(f"{OS}.restore_file", file_name=name)["path"] == path
        assert tools.guest.read_file(path) == name.encode()
        assert trash(view) == []
    tools.guest.run(["gio", "trash", f"{folder}/plain.txt"], as_user=True)
    tools.guest.write_file(f"{folder}/plain.txt", b"newer")
    assert "exists already" in tools.refusal(f"{OS}.restore_file", file_name="plain.txt")
    assert "it holds 'plain.txt'" in tools.refusal(f"{OS}.restore_file", file_name="other.txt")
    assert tools.guest.read_file(f"{folder}/plain.txt") == b"newer"


@pytest.mark.core
@pytest.mark.effect(f"{OS}.rename_directory", f"{OS}.search_files")
@pytest.mark.error(f"{OS}.rename_directory", f"{OS}.search_files")
def test_folders_and_files(tools: Tools, folder: str) -> None:
    for name in NAMES:
        tools.guest.write_file(f"{folder}/old/{name}", b"x")
    moved = {"old_path": f"{folder}/old", "new_path": f"{folder}/new 'é'"}
    assert tools.data(f"{OS}.rename_directory", **moved) == moved
    found = tools.data(f"{OS}.search_files", keyword=".TXT", root_dir=folder)
    assert found == {"files": sorted(f"{folder}/new 'é'/{name}" for name in NAMES), "truncated": False}
    listed = tools.guest.run(["find", folder, "-type", "f", "-print0"]).stdout.decode()
    assert sorted(listed.split("\0")[:-1]) == found["files"]
    assert "is not a folder" in tools.refusal(f"{OS}.rename_directory", **moved)
    outside = {"old_path": f"{folder}/new 'é'", "new_path": "/etc/new"}
    assert "could not be renamed" in tools.refusal(f"{OS}.rename_directory", **outside)
    assert "there is no folder" in tools.refusal(f"{OS}.search_files", keyword="x", root_dir="/no/such")
    assert "longer than 255 bytes" in tools.refusal(f"{OS}.search_files", keyword="x", root_dir="ä" * 200)


@pytest.mark.core
@pytest.mark.effect(f"{OS}.copy_matching_files_with_hierarchy")
@pytest.mark.error(f"{OS}.copy_matching_files_with_hierarchy")
def test_copying_keeps_the_hierarchy(tools: Tools, folder: str) -> None:
    name = f"{OS}.copy_matching_files_with_hierarchy"
    for number, file in enumerate(NAMES):
        tools.guest.write_file(f"{folder}/src/a/b {number}/{file}", file.encode())
    tools.guest.write_file(f"{folder}/src/a/image.png", b"")
    what = {"root_dir": f"{folder}/src", "dest_dir": f"{folder}/src/copies", "pattern": "*.txt"}
    planned = tools.data(name, **what, dry_run=True)
    assert planned["count"] == len(NAMES) and not exists(tools, what["dest_dir"])
    assert tools.data(name, **what)["files"] == planned["files"]
    for number, file in enumerate(NAMES):
        assert tools.guest.read_file(f"{folder}/src/copies/a/b {number}/{file}") == file.encode()
    assert not exists(tools, f"{folder}/src/copies/a/image.png")
    assert tools.data(name, **what)["count"] == len(NAMES)
    tools.guest.write_file(f"{folder}/src/copies/a/b 0/{NAMES[0]}", b"mine")
    assert "exist there with other content" in tools.refusal(name, **what)
    assert "no file below" in tools.refusal(name, **{**what, "pattern": "*.xyz"})
    assert "there is no folder" in tools.refusal(name, **{**what, "root_dir": "/no/such"})
    assert "could not be copied" in tools.refusal(name, **{**what, "dest_dir": "/etc/copies"})
    assert "pattern is missing" in tools.refusal(name, dest_dir=f"{folder}/x")
    tools.guest.run(["chmod", "000", f"{folder}/src/a/b 1"])
    assert "cannot be read" in tools.refusal(name, **{**what, "dest_dir": f"{folder}/y"})


@pytest.mark.core
@pytest.mark.effect(f"{OS}.calculator")
@pytest.mark.error(f"{OS}.calculator")
def test_calculator(tools: Tools) -> None:
    assert tools.data(f"{OS}.calculator", expression="0.1 + 0.2")["result"] == "0.3"
    assert tools.data(f"{OS}.calculator", expression="2^10 / 3")["value"] == pytest.approx(1024 / 3)
    assert "is not arithmetic" in tools.refusal(f"{OS}.calculator", expression="__import__('os')")
    assert "divides by zero" in tools.refusal(f"{OS}.calculator", expression="1/0")
    assert "too large" in tools.refusal(f"{OS}.calculator", expression="9^9^9^9")


INFORMATION = ("get_text_scale", "get_do_not_disturb_status", "get_trash_directory", "open_shell")


@pytest.mark.error(*(f"{OS}.{name}" for name in INFORMATION))
def test_tools_without_arguments_take_none(tools: Tools) -> None:
    for name in INFORMATION:
        refusal = tools.refusal(f"{OS}.{name}", path="/")
        assert "there is no argument 'path'" in refusal and "takes no arguments" in refusal


LOCKS = "/etc/dconf/db/local.d/locks/test"
PROFILE = "/org/gnome/terminal/legacy/profiles:/:b1dcc9dd-5262-4d8d-a863-c897e6d979b9"


@pytest.fixture
def locked(tools: Tools) -> Iterator[None]:
    """The administrator allows no change of one of several settings that a tool stores."""
    keys = f"/org/gnome/desktop/screensaver/lock-enabled\n{PROFILE}/default-size-rows\n"
    tools.guest.write_file(LOCKS, keys.encode(), owner="root")
    tools.guest.run(["dconf", "update"])
    yield
    tools.guest.run(["sh", "-c", f"rm {LOCKS} && dconf update"])


@pytest.mark.error(f"{OS}.configure_auto_lock", f"{OS}.set_default_terminal_size")
def test_of_several_settings_all_are_stored_or_none(tools: Tools, locked: None) -> None:
    def stored() -> str:
        return tools.guest.run(["dconf", "dump", "/org/gnome/"], as_user=True).text

    before = stored()
    calls: dict[str, dict[str, object]] = {
        "configure_auto_lock": {"idle_delay_seconds": 77, "lock_delay_seconds": 5},
        "set_default_terminal_size": {"columns": 99, "rows": 33},
    }
    for name, arguments in calls.items():
        assert "is locked by the administrator" in tools.refusal(f"{OS}.{name}", **arguments)
        assert stored() == before


@pytest.mark.effect(f"{OS}.set_volume")
def test_the_balance_stays(tools: Tools) -> None:
    def percents() -> list[int]:
        shown = tools.guest.run(["pactl", "get-sink-volume", "@DEFAULT_SINK@"], as_user=True).text
        return [int(word[:-1]) for word in shown.split() if word.endswith("%")]

    tools.guest.run(["pactl", "set-sink-volume", "@DEFAULT_SINK@", "80%", "20%"], as_user=True)
    assert tools.data(f"{OS}.set_volume", percent=40)["percent"] == 40
    assert percents() == [40, 10]


@pytest.mark.error(f"{OS}.set_default_terminal_size")
def test_a_default_profile_that_does_not_exist(tools: Tools) -> None:
    profiles = ["org.gnome.Terminal.ProfilesList", "default"]
    for default in ("''", "'gone'", "'a//b'"):
        tools.guest.run(["gsettings", "set", *profiles, default], as_user=True)
        message = tools.refusal(f"{OS}.set_default_terminal_size", columns=90, rows=30)
        assert f"default profile {default} does not exist" in message
    tools.guest.run(["gsettings", "reset", *profiles], as_user=True)


@pytest.mark.error(f"{OS}.calculator")
def test_values_that_are_none(tools: Tools) -> None:
    exact = tools.data(f"{OS}.calculator", expression="1234567890123456.789 * 1000")
    assert exact["result"] == "1234567890123456789"
    for expression, cause in {
        "sum()": "wrong number",
        "1e-999": "too close to 0",
        "1" * 990 + "(": "characters",
    }.items():
        assert cause in tools.refusal(f"{OS}.calculator", expression=expression)
