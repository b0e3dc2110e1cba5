"""OSWorld's set-up steps on a real guest of the profile that its tasks assume."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from controller.core.guest import HOME, Guest
from controller.core.waiting import wait_until
from controller.core.windows import windows_of
from plugins.osworld.tasks.setup import HISTORY, StepContext, execute_steps, output_path
from plugins.osworld.tasks.steps import Step
from testbed.errors import SetupError
from tests.plugins.osworld.tasks.step_data import empty_history, make_step

pytestmark = pytest.mark.guest

PAGES = {f"{name}.html": f"<title>{name} page</title><p>{name}".encode() for name in ("red", "blue", "start")}


@pytest.fixture(scope="module")
def guest(osworld_guest: Guest) -> Guest:
    """The guest of these tests."""
    return osworld_guest


def play(guest: Guest, *steps: Step, files: dict[str, bytes] | None = None) -> None:
    """Execute steps; a file's URL is its key in `files`."""
    context = StepContext(guest, threading.Event(), lambda url, _name: (files or {})[url])
    execute_steps("test", steps, context)


def titles(guest: Guest) -> list[str]:
    return [window.title for window in windows_of(guest)]


def active(guest: Guest) -> str:
    return next((window.title for window in windows_of(guest) if window.active), "")


def eventually_active(guest: Guest, text: str) -> None:
    wait_until(lambda: text in active(guest), seconds=60, what=f"{text} in front", every=0.2)


@pytest.mark.core
def test_files_commands_and_windows(guest: Guest) -> None:
    files = {"a": b"one\n", "b": b"two\n"}
    play(
        guest,
        make_step("download", files=[{"url": "a", "path": f"{HOME}/Documents/first note.txt"}]),
        make_step("download", files=[{"url": "b", "path": "second.txt"}]),
        make_step("open", path=f"{HOME}/Documents/first note.txt"),
        make_step("launch", command=["gnome-text-editor", "--new-window", "~/second.txt"]),
        make_step("sleep", seconds=30),
        make_step("activate_window", window_name="SECOND.TXT"),
        files=files,
    )
    eventually_active(guest, "second.txt")
    play(
        guest,
        make_step("activate_window", window_name="first note.txt (~/Documents) - Text Editor", strict=True),
    )
    if "first note.txt" not in active(guest):
        (title,) = [title for title in titles(guest) if "first note.txt" in title]
        play(guest, make_step("activate_window", window_name=title, strict=True))
    eventually_active(guest, "first note.txt")
    play(guest, make_step("close_window", window_name="second.txt"))
    wait_until(lambda: not any("second" in title for title in titles(guest)), seconds=30, what="it to close")
    stat = guest.run(["stat", "-c", "%U", f"{HOME}/second.txt"]).text
    assert stat == "user\n"


def test_commands_run_as_the_user_in_the_session(guest: Guest) -> None:
    play(
        guest,
        make_step("execute", command=["sh", "-c", "pwd; id -un; echo $DISPLAY; echo '$HOME'"], stdout="out"),
        make_step("execute", command="exit 7", shell="true", stdout="x"),
        make_step("command", command=["no-such-program"]),
        make_step("execute", command="echo {SCREEN_WIDTH_HALF} '{SCREEN_HEIGHT}' > ~/size", shell=True),
        make_step("execute", command=["touch", "~/made"]),
        make_step("launch", command="no-such-program --at all"),
        make_step("activate_window", window_name="no such window"),
    )
    assert guest.read_file(output_path("out")).decode().splitlines() == [HOME, "user", ":0", "$HOME"]
    assert guest.read_file(f"{HOME}/size") == b"960 1080\n"
    assert guest.read_file(f"{HOME}/made") == b""
    assert guest.run(["cat", output_path("out")], as_user=True, check=False).exit_code != 0


@pytest.mark.core
def test_what_cannot_be_opened_ends_the_set_up(guest: Guest) -> None:
    with pytest.raises(
        SetupError, match=r"test\[0\] \(open\) failed: /home/user/none.txt: there is no such file"
    ):
        play(guest, make_step("open", path="/home/user/none.txt"))


def test_tabs_of_the_browser(guest: Guest, tmp_path: Path) -> None:
    downloads = [{"url": name, "path": f"{HOME}/pages/{name}"} for name in PAGES]
    page = f"file://{HOME}/pages"
    history = {"url": "https://example.org/", "title": "Example", "visit_time_from_now_in_seconds": 86400}
    files = {**PAGES}
    play(guest, make_step("download", files=downloads), files=files)
    play(
        guest,
        make_step("launch", command=["google-chrome", f"{page}/start.html"]),
        make_step("chrome_open_tabs", urls_to_open=[f"{page}/red.html", f"{page}/blue.html"]),
    )
    eventually_active(guest, "blue page")
    play(guest, make_step("chrome_close_tabs", urls_to_close=[f"{page}/blue.html", f"{page}/start.html"]))
    eventually_active(guest, "red page")
    empty = empty_history(tmp_path / "empty")
    context = StepContext(guest, threading.Event(), lambda _url, _name: empty)
    execute_steps("test", [make_step("update_browse_history", history=[history])], context)
    (tmp_path / "filled").write_bytes(guest.read_file(HISTORY))
    with closing(sqlite3.connect(tmp_path / "filled")) as database:
        assert database.execute("SELECT url, title FROM urls").fetchall() == [
            ("https://example.org/", "Example")
        ]
