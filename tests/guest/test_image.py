"""The image as it boots: its units, what it keeps closed, and every application opened by the launcher."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from controller.applications.readiness import is_app_ready
from controller.applications.registry import APPLICATIONS
from controller.core.guest import HOME, Guest
from tests.guest.processes import end_application
from tests.waiting import eventually

pytestmark = pytest.mark.guest

START_LIMIT_SECONDS = 90.0
QUIET_SCREENSHOTS = 3
TOP_BAR = 32
"""Height of the desktop's bar, in which a clock runs."""


def windows(guest: Guest) -> list[dict[str, Any]]:
    result = guest.call_tool("computer.windows")
    assert result.structured is not None, result.text
    return list(result.structured["windows"])


def close_window(guest: Guest) -> None:
    """Close the window in front as a person does: LibreOffice, killed, would offer to recover at its next start."""
    pressed = guest.call_tool("computer.key", {"keys": ["alt", "F4"]})
    assert not pressed.is_error, pressed.text


@pytest.mark.core
def test_no_unit_failed(guest: Guest) -> None:
    assert guest.run(["systemctl", "list-units", "--failed", "--no-legend"]).text == ""
    assert (
        guest.run(["systemctl", "--user", "list-units", "--failed", "--no-legend"], as_user=True).text == ""
    )


@pytest.mark.parametrize("app", APPLICATIONS)
def test_the_launcher_opens_one_focused_window_and_no_dialog(guest: Guest, app: str) -> None:
    before = len(windows(guest))
    guest.run(["testbed-open", app], as_user=True)
    wait_for(lambda: any(window["active"] and window["app"] == app for window in windows(guest)), app)
    window = guest.run(["xdotool", "getactivewindow"], as_user=True).text.strip()
    pid = guest.run(["xdotool", "getwindowpid", window], as_user=True).text.strip()
    try:
        wait_for(lambda: is_app_ready(app, (), guest), f"{app} to take input")
        wait_for(lambda: is_quiet(guest), f"a quiet screen with {app} open")
        titles = [(opened["title"], opened["app"]) for opened in windows(guest)]
        assert len(titles) == before + 1, titles
        assert titles[0][1] == app, titles
        for folder in APPLICATIONS[app].profile:
            assert guest.run(["test", "-d", folder], check=False).exit_code == 0, folder
    finally:
        # On a busy host the window manager may have given the focus away again.
        guest.run(["xdotool", "windowactivate", window], as_user=True)
        close_window(guest)
        wait_for(lambda: len(windows(guest)) <= before, f"the window of {app} to close")
        gone = f"tail --pid={pid} -f /dev/null"
        guest.run(["sh", "-c", f"timeout 20 {gone} || kill -KILL {pid}; {gone}"], timeout=60)


def wait_for(condition: Callable[[], bool], what: str) -> None:
    eventually(condition, what=what, seconds=START_LIMIT_SECONDS, every=0.2)


def is_quiet(guest: Guest) -> bool:
    """Whether some screenshots in a row show the same; each waits until nothing has been drawn for a moment."""
    return len({screen(guest) for _ in range(QUIET_SCREENSHOTS)}) == 1


def screen(guest: Guest) -> bytes:
    """What is on the screen below the top bar."""
    screenshot = guest.call_tool("computer.screenshot").images[0]
    with Image.open(io.BytesIO(screenshot)) as image:
        below: Image.Image = image.convert("RGB").crop((0, TOP_BAR, image.width, image.height))
    return below.tobytes()


def test_no_start_is_given_up_because_it_is_slow(guest: Guest) -> None:
    """Limits made for fast machines: an emulated one overran them, and its windows stayed empty for good."""
    for manager in ("--system", "--user"):
        command = ["systemctl", manager, "show", "--property", "DefaultTimeoutStartUSec"]
        shown = guest.run(command, as_user=manager == "--user").text
        assert shown.strip() == "DefaultTimeoutStartUSec=15min", manager
    code = "/opt/testbed/npm/node_modules/code-server"
    for limit, file in (
        ('ready message\\.")},6e5)', "lib/vscode/out/vs/code/browser/workbench/workbench.js"),
        ("timeoutInterval = 600000;", "out/node/wrapper.js"),
    ):
        assert guest.run(["grep", "-c", limit, f"{code}/{file}"]).text.strip() == "1", file
    guest.run(["testbed-open", "google_chrome"], as_user=True)
    try:
        longer_limit = "[t]ype=utility .*--ipc-connection-timeout="
        wait_for(
            lambda: guest.run(["pgrep", "--full", longer_limit], check=False).exit_code == 0,
            "a process of Chromium with the longer limit",
        )
    finally:
        end_application(guest, "chromium")


def test_an_unknown_application_is_refused_with_the_known_names(guest: Guest) -> None:
    result = guest.run(["testbed-open", "solitaire"], as_user=True, check=False)
    assert result.exit_code == 2
    assert b"libreoffice_calc" in result.stderr


@pytest.mark.core
def test_the_services_run_as_the_user_once(guest: Guest) -> None:
    listed = guest.run(["ps", "-eo", "user=,args="]).text.splitlines()
    for words in ("-m mcp_tools", "/usr/bin/Xtigervnc"):
        assert [line.split()[0] for line in listed if words in line] == ["user"], words


@pytest.mark.core
def test_only_ssh_listens_beyond_loopback(guest: Guest) -> None:
    listening = [line.split()[3] for line in guest.run(["ss", "-Htln"]).text.splitlines()]
    assert {address for address in listening if not address.startswith(("127.", "[::1]"))} == {
        "0.0.0.0:22",
        "[::]:22",
    }


def test_the_display_wants_its_cookie_and_vnc_is_the_users(guest: Guest) -> None:
    without = guest.run(["env", "DISPLAY=:0", "XAUTHORITY=/nonexistent", "xdpyinfo"], check=False)
    assert without.exit_code != 0
    modes = guest.run(["stat", "--format", "%U %a", "/run/testbed-x", "/run/testbed-x/vnc.sock"]).text
    assert modes.splitlines() == ["user 700", "user 600"]


@pytest.mark.core
def test_the_user_has_no_way_to_root(guest: Guest) -> None:
    assert guest.run(["sudo", "--non-interactive", "true"], as_user=True, check=False).exit_code != 0
    assert guest.run(["cat", "/root/.ssh/authorized_keys"], as_user=True, check=False).exit_code != 0
    assert guest.run(["id", "--name", "--groups", "user"]).text.split()[0] == "user"
    assert not {"sudo", "adm", "root"} & set(guest.run(["id", "--name", "--groups", "user"]).text.split())


def test_the_session_speaks_english_and_has_a_sound_output(guest: Guest) -> None:
    assert "LANG=en_US.UTF-8" in guest.run(["systemctl", "--user", "show-environment"], as_user=True).text
    assert guest.run(["pactl", "get-default-sink"], as_user=True).text.strip() == "testbed"


def test_code_opens_files_in_its_window(guest: Guest) -> None:
    guest.write_file(f"{HOME}/image-test/notes.txt", b"one\ntwo\n")
    try:
        guest.run(["code", f"{HOME}/image-test/notes.txt"], as_user=True, timeout=120)
        eventually(
            lambda: any(window["title"].startswith("notes.txt") for window in windows(guest)),
            what="the file's window",
            seconds=START_LIMIT_SECONDS,
            every=0.2,
        )
    finally:
        end_application(guest, "chromium")
        guest.run(["rm", "-rf", f"{HOME}/image-test"])


def test_a_file_on_the_desktop_goes_to_the_trash_without_files_running(guest: Guest) -> None:
    name = "desktop_icon.txt"
    end_application(guest, "nautilus")
    guest.write_file(f"{HOME}/Desktop/{name}", b"x")
    trashed = f"{HOME}/.local/share/Trash/files/{name}"

    def is_trashed() -> bool:
        guest.call_tool("computer.click", {"x": 142, "y": 190})  # below the trash can
        guest.call_tool("computer.key", {"keys": ["Delete"]})
        return guest.run(["test", "-e", trashed], check=False).exit_code == 0

    try:
        wait_for(is_trashed, "the trashed file")
    finally:
        guest.run(["rm", "-f", trashed, f"{HOME}/Desktop/{name}"])
