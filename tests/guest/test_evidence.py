"""Evidence that the agent's user forges or changes while it is judged, on a real guest."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from checkers import browser, desktop, media, vscode
from controller.core.guest import Guest
from controller.guests.provider import Provider
from controller.guests.stopped_processes import pause_processes
from controller.tasks.judged_guest import JudgedGuest
from tests.guest.processes import end_application
from tests.waiting import eventually

pytestmark = pytest.mark.guest

PAGE = "file:///home/user/page.html"
PYTHON = ["python3", "-c"]
SWAP = """
import os, time
while True:
    for text in ("right", "wrong"):
        with open("/home/user/new", "w") as file:
            file.write(text)
        os.rename("/home/user/new", "/home/user/note")
"""
SERVE = """
import http.server, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(sys.argv[2].encode())
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""
LISTEN = """
import os, socket, sys
os.makedirs("/run/user/1000/testbed-code", exist_ok=True)
server = socket.socket(socket.AF_UNIX)
server.bind("/run/user/1000/testbed-code/forged.sock")
server.listen()
while True:
    server.accept()[0].sendall(sys.argv[1].encode() + b"\\n")
"""
STATUS = '{"state": "playing", "currentplid": 4, "position": 0.5, "length": 60, "fullscreen": 0}'
WINDOW = '{"id": 1, "result": {"folders": ["/home/user"], "groups": [], "layout": {}}}'


@contextmanager
def running(guest: Guest, name: str, *command: str) -> Iterator[None]:
    """A unit of the user's session that runs a command."""
    guest.run(["systemd-run", "--user", "--quiet", "--collect", f"--unit={name}", *command], as_user=True)
    try:
        yield
    finally:
        guest.run(["systemctl", "--user", "kill", "--signal=KILL", name], as_user=True, check=False)
        eventually(lambda: not is_active(guest, name), seconds=30, what=f"{name} to end")


def is_active(guest: Guest, name: str) -> bool:
    return guest.run(["systemctl", "--user", "is-active", name], as_user=True, check=False).exit_code == 0


def judged(guest: Guest) -> JudgedGuest:
    return JudgedGuest(guest, None)


@pytest.mark.core
def test_files_do_not_change_while_they_are_judged(guest: Guest) -> None:
    with running(guest, "swap", *PYTHON, SWAP):
        exists = ["test", "-e", "/home/user/note"]
        eventually(lambda: guest.run(exists, check=False).exit_code == 0, seconds=30, what="the daemon")
        with pause_processes(guest) as stopped:
            assert any("python3" in program for program in stopped)
            assert len({guest.read_file("/home/user/note") for _ in range(20)}) == 1
        before = guest.run(["stat", "--format=%i", "/home/user/note"]).text
        changed = ["stat", "--format=%i", "/home/user/note"]
        eventually(lambda: guest.run(changed).text != before, seconds=30, what="it to run on afterwards")


@pytest.mark.core
def test_a_process_that_starts_others_is_stopped(guest: Guest) -> None:
    script = "while :; do (date +%N >~/beat) & wait; done"
    with running(guest, "forking", "sh", "-c", script):
        beat = ["stat", "--format=%y", "/home/user/beat"]
        eventually(lambda: guest.run(beat, check=False).exit_code == 0, seconds=30, what="the first child")
        with pause_processes(guest):
            first = guest.run(beat).text
            time.sleep(0.5)  # what still runs would write meanwhile
            assert guest.run(beat).text == first


def test_a_timer_of_the_session_waits(guest: Guest) -> None:
    bomb = ["--on-active=2s", "--timer-property=AccuracySec=1ms", "sh", "-c", "echo boom >~/boom"]
    guest.run(["systemd-run", "--user", "--quiet", "--unit=bomb", *bomb], as_user=True)
    with pause_processes(guest):
        time.sleep(3)  # the bomb's time passes
        assert guest.run(["test", "-e", "/home/user/boom"], check=False).exit_code == 1


def test_a_forged_vlc(guest: Guest) -> None:
    with running(guest, "vlc-forged", *PYTHON, SERVE, "8090", STATUS):
        wait_port(guest, 8090)
        claim = media.player_is(judged(guest), "playing", "")
        assert not claim.holds
        assert "not genuine: it is /usr/bin/python3" in claim.found


@pytest.mark.core
def test_forged_tabs(guest: Guest) -> None:
    tabs = '[{"type": "page", "url": "file:///a", "title": "a"}]'
    with running(guest, "tabs-forged", *PYTHON, SERVE, "9222", tabs):
        wait_port(guest, 9222)
        claim = browser.tabs_are(judged(guest), "file:///a")
        assert not claim.holds
        assert "not genuine: it is /usr/bin/python3" in claim.found


def test_a_forged_window_of_vs_code(guest: Guest) -> None:
    with running(guest, "code-forged", *PYTHON, LISTEN, WINDOW):
        path = "/run/user/1000/testbed-code/forged.sock"
        eventually(lambda: guest.run(["test", "-S", path], check=False).exit_code == 0, seconds=30, what=path)
        claim = vscode.folders_are(judged(guest), "/home/user")
        assert not claim.holds
        assert "not genuine: it is /usr/bin/python3" in claim.found
    guest.run(["rm", path])


def test_a_setting_is_read_from_the_file(guest: Guest) -> None:
    """Programs and libraries of the user's that would answer for gsettings are not run."""
    guest.run(
        ["sh", "-c", "mkdir -p ~/bin && printf '#!/bin/sh\\necho true\\n' >~/bin/gsettings"], as_user=True
    )
    guest.run(["sh", "-c", "chmod +x ~/bin/gsettings; echo PATH=$HOME/bin:$PATH >>~/.profile"], as_user=True)
    key = ("org.gnome.desktop.interface", "enable-hot-corners")
    value = desktop.setting(judged(guest), *key)
    guest.run(["gsettings", "set", *key, "false" if value else "true"], as_user=True)
    eventually(lambda: desktop.setting(judged(guest), *key) is not value, seconds=10, what="the file")


def wait_port(guest: Guest, port: int) -> None:
    probe = ["python3", "-c", f"import socket; socket.create_connection(('127.0.0.1', {port}))"]
    eventually(lambda: guest.run(probe, check=False).exit_code == 0, seconds=30, what=f"port {port}")


@pytest.fixture(scope="module")
def busy(provider: Provider) -> Iterator[Guest]:
    """A guest in which VLC, the browser and VS Code are open."""
    guest = provider.start()
    guest.run(["sh", "-c", "cp /usr/lib/x86_64-linux-gnu/libz.so.1 ~/forged.so"], as_user=True)
    guest.run(["sh", "-c", "echo '<title>A page</title>' >~/page.html"], as_user=True)
    guest.run(["testbed-open", "google_chrome", PAGE], as_user=True, timeout=120)
    guest.run(["testbed-open", "vlc"], as_user=True, timeout=120)
    guest.run(["testbed-open", "code", "/home/user"], as_user=True, timeout=360)
    view = judged(guest)
    eventually(lambda: browser.tabs_are(view, PAGE).holds, seconds=120, what="the browser")
    eventually(lambda: media.player_is(view, "stopped", "").holds, seconds=120, what="VLC")
    eventually(lambda: vscode.folders_are(view, "/home/user").holds, seconds=240, what="VS Code")
    yield guest
    provider.stop(guest)


def test_applications_answer_while_the_rest_is_stopped(busy: Guest) -> None:
    view = judged(busy)
    with pause_processes(busy):
        assert browser.tabs_are(view, PAGE).holds
        assert media.player_is(view, "stopped", "").holds
        assert vscode.folders_are(view, "/home/user").holds
        assert desktop.volume(view).percent >= 0
        browser.quit_browser(view)
        assert browser.tabs_are(view).holds


def test_vlc_with_pages_of_the_users(busy: Guest) -> None:
    view = judged(busy)
    folder = "/home/user/.local/share/vlc/lua/http"
    busy.run(["mkdir", "-p", folder], as_user=True)
    busy.run(["tee", f"{folder}/status.json"], as_user=True, stdin=STATUS.encode())
    assert "scripts of the user's" in media.player_is(view, "playing", "").found
    busy.run(["rm", "-r", "/home/user/.local/share/vlc"], as_user=True)
    assert media.player_is(view, "stopped", "").holds
    end_application(busy, "vlc", port=8090)
    with running(busy, "vlc-pages", "vlc", "--http-src=/home/user/pages"):
        wait_port(busy, 8090)
        assert "pages of the user's" in media.player_is(view, "playing", "").found


def test_vlc_with_a_library_of_the_users(busy: Guest) -> None:
    view = judged(busy)
    with running(busy, "vlc-preloaded", "env", "LD_PRELOAD=/home/user/forged.so", "vlc"):
        wait_port(busy, 8090)
        assert "its environment has LD_PRELOAD" in media.player_is(view, "stopped", "").found
