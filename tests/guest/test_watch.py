"""Watching guests from other processes: the `testbed guest` commands, and both doors of a live view."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from controller.core.guest import HOME, Guest
from controller.guests.link.access import find_access, list_accesses
from controller.guests.provider import Provider
from tests.guest.desktops import picture
from tests.guest.reverse_tunnel import ReverseTunnel
from tests.pictures import difference
from tests.rfb_client import RefusedError, RfbClient
from tests.waiting import eventually

pytestmark = pytest.mark.guest

TESTBED = [str(Path(sys.executable).with_name("testbed"))]
NO_KEY = {name: value for name, value in os.environ.items() if name != "ANTHROPIC_API_KEY"}
SECONDS = 90.0
COLOUR = (192, 28, 140)
"""One that nothing else on a screen has."""
ASKING = r"""printf '\033]0;asks\007'; read -r line; printf %s "$line" >typed; exec sleep infinity"""
"""For a terminal: its title says when it listens."""


def run_testbed(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*TESTBED, *arguments], capture_output=True, text=True, input=stdin, timeout=SECONDS, check=False
    )


def printed(*arguments: str) -> str:
    done = run_testbed(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def rest_of(process: subprocess.Popen[str]) -> str:
    """What a process prints from now on until it ends well.

    `communicate` would miss what came together with a line that `readline` has returned.
    """
    assert process.stdout
    rest = process.stdout.read()
    assert process.wait(timeout=SECONDS) == 0, rest
    return rest


@dataclass
class Viewing:
    """A `testbed guest view` in a process of its own."""

    process: subprocess.Popen[str]
    address: str
    password: str
    client_port: int
    client_password: str

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def end(self) -> str:
        """Press Ctrl-C; returns what else was printed."""
        self.process.send_signal(signal.SIGINT)
        return rest_of(self.process)


@contextmanager
def viewing(guest: Guest, *options: str) -> Iterator[Viewing]:
    command = [*TESTBED, "guest", "view", guest.name, "--no-browser", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1
    ) as process:
        try:
            assert process.stdout
            said = ""
            while "Ctrl-C ends" not in said:
                line = process.stdout.readline()
                assert line, f"the view ended: {said}"
                said += line
            page = re.search(r"(http://127\.0\.0\.1:\d+)/#password=(\S+)", said)
            client = re.search(r"127\.0\.0\.1:(\d+) password (\S+)", said)
            assert page and client, said
            yield Viewing(process, page[1], page[2], int(client[1]), client[2])
        finally:
            process.kill()


@pytest.mark.core
def test_guests_are_listed_with_what_they_do(guest: Guest) -> None:
    (row,) = [row for row in json.loads(printed("guest", "list", "--json")) if row["name"] == guest.name]
    assert row["provider"] == "nspawn"
    assert row["owner_pid"] == os.getpid()
    assert 100 < row["memory_mib"] < row["memory_limit_mib"] == 4096
    assert guest.name in printed("guest", "list")


def test_a_run_in_another_process_is_seen_while_it_lasts(tmp_path: Path) -> None:
    task = "os/quiet_presentation"
    options = ["--provider", "nspawn", "--agent", "oracle", "--task", task]
    command = [*TESTBED, "run", *options, "--out", str(tmp_path / "run")]
    with subprocess.Popen(command, env=NO_KEY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:

        def at_work() -> str | None:
            assert process.poll() is None, "the run ended unseen"
            return next(
                (
                    access.name
                    for access in list_accesses()
                    if access.owner_pid == process.pid and access.doing.startswith(task)
                ),
                None,
            )

        name = eventually(at_work, seconds=SECONDS, what="the run's guest")
        process.communicate(timeout=SECONDS)
        assert process.returncode == 0
    assert name not in [access.name for access in list_accesses()]
    refused = run_testbed("guest", "screenshot", name)
    assert refused.returncode == 2
    assert f"no guest '{name}'" in refused.stderr


def test_started_by_hand_it_runs_until_interrupted() -> None:
    command = [*TESTBED, "guest", "start", "--provider", "nspawn", "--task", "os/restore_notes"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout
            name = process.stdout.readline().partition(" ")[0]
            assert find_access(name).doing == "started by hand, os/restore_notes"
            assert "seeds.txt" in printed("guest", "shell", name, "--", "find", HOME, "-name", "*.txt*")
            process.send_signal(signal.SIGINT)
            assert f"testbed guest view {name}" in rest_of(process)
        finally:
            process.kill()
    assert name not in [access.name for access in list_accesses()]


@pytest.mark.core
def test_a_screenshot_is_what_the_agent_sees(guest: Guest, tmp_path: Path) -> None:
    file = tmp_path / "shot.png"

    def same() -> bool:
        before = picture(guest)
        assert str(file) in printed("guest", "screenshot", guest.name, "-o", str(file))
        return difference(file.read_bytes(), before) is None

    eventually(same, seconds=SECONDS, what="the same picture twice")  # the clock may have moved on


def test_a_command_in_a_guest(guest: Guest) -> None:
    script = "cat; id -un; echo $DISPLAY; echo trouble >&2; exit 7"
    done = run_testbed("guest", "shell", guest.name, "--user", "--", "sh", "-c", script, stdin="typed\n")
    assert (done.returncode, done.stdout, done.stderr) == (7, "typed\nuser\n:0\n", "trouble\n")
    assert printed("guest", "shell", guest.name, "--", "id", "-un") == "root\n"


def test_a_shell_has_a_terminal(guest: Guest) -> None:
    process, terminal = pty.fork()
    if process == 0:
        os.environ |= {"TERM": "xterm", "COLUMNS": "91", "LINES": "33"}
        os.execv(TESTBED[0], [*TESTBED, "guest", "shell", guest.name])
    said = ""

    def until(pattern: str) -> None:
        nonlocal said

        def seen() -> bool:
            nonlocal said
            with suppress(OSError):
                if select.select([terminal], [], [], 0.1)[0]:
                    said += os.read(terminal, 65536).decode()
            return re.search(pattern, said) is not None

        eventually(seen, seconds=SECONDS, what=lambda: f"{pattern} in {said!r}")

    try:
        until("root@testbed")
        os.write(terminal, b"tty; stty size; sleep 99\n")
        until(r"/dev/pts/\d+\s+33 91")
        os.write(terminal, b"\x03")
        os.write(terminal, b"exit 5\n")
        until(r"exit 5[\s\S]*logout")
        _, status = os.waitpid(process, 0)
        assert os.waitstatus_to_exitcode(status) == 5
    finally:
        os.close(terminal)


def test_console_and_journal_show_real_lines(guest: Guest) -> None:
    assert "Debian GNU/Linux" in printed("guest", "console", guest.name)
    assert "uvicorn" in printed("guest", "logs", guest.name, "--unit", "mcp")
    assert "gnome-shell" in printed("guest", "logs", guest.name, "--unit", "desktop")
    everything = printed("guest", "logs", guest.name, "--lines", "2000")
    assert "uvicorn" in everything and "gnome-shell" in everything
    assert "Server listening" in printed("guest", "logs", guest.name, "--unit", "ssh")


def test_the_journal_is_followed(guest: Guest) -> None:
    command = [*TESTBED, "guest", "logs", guest.name, "--follow", "--unit", "watch-test"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        try:
            assert process.stdout
            for word in ("first", "second"):
                guest.run(
                    ["systemd-run", "--quiet", "--unit=watch-test", "--collect", "--wait", "echo", word]
                )
                while not (line := process.stdout.readline()).endswith(f": {word}\n"):
                    assert line, "the journal ended"
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=SECONDS) == 0
        finally:
            process.kill()
    guest.run(["sh", "-c", "while pgrep --full '[j]ournalctl.*watch-test'; do sleep 0.1; done"])


def test_a_console_is_followed_until_the_guest_stops(provider: Provider) -> None:
    guest = provider.start()
    command = [*TESTBED, "guest", "console", guest.name, "--follow"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        try:
            assert process.stdout
            while "Debian GNU/Linux" not in (line := process.stdout.readline()):
                assert line
            guest.run(["sh", "-c", "echo \x1b[31mred words\x1b[0m >/dev/console"])
            while "red words" not in (line := process.stdout.readline()):
                assert line
            provider.stop(guest)
            rest_of(process)
        finally:
            process.kill()


def test_a_vnc_client_sees_what_the_agent_sees(guest: Guest) -> None:
    with viewing(guest) as view:
        with pytest.raises(RefusedError, match="wrong"):
            RfbClient(view.client_port, "wrong")
        with RfbClient(view.client_port, view.client_password) as client:

            def same() -> bool:
                before = picture(guest)
                # The pointer's soft edges are rounded differently by who draws it.
                return difference(client.picture(), before, tolerance=8) is None

            eventually(same, seconds=SECONDS, what="the same picture twice")
            client.point(321, 234)

            def pointed() -> bool:
                return guest.call_tool("computer.cursor_position").structured == {"x": 321, "y": 234}

            eventually(pointed, seconds=SECONDS, what="the pointer to move")
        with pytest.raises(RefusedError, match="used before"):
            RfbClient(view.client_port, view.client_password)
        said = view.end()
        assert re.search(r"password \w{8}", said), "the next password is printed"
    bridges = "pgrep --full --count '/run/testbed-x/vnc.sock$'"
    guest.run(["sh", "-c", f"while [ $({bridges}) != 0 ]; do sleep 0.1; done"])


def test_watching_only_moves_nothing(guest: Guest) -> None:
    guest.call_tool("computer.mouse_move", {"x": 500, "y": 400})
    with (
        viewing(guest, "--view-only") as view,
        RfbClient(view.client_port, view.client_password) as client,
    ):
        client.point(10, 10)
        client.picture()  # answered after what was sent before
        assert guest.call_tool("computer.cursor_position").structured == {"x": 500, "y": 400}


def test_a_view_ends_with_its_guest(provider: Provider) -> None:
    guest = provider.start()
    with viewing(guest) as view:
        provider.stop(guest)
        assert f"{guest.name} has stopped" in rest_of(view.process)


def test_a_real_browser_shows_the_guest_and_types_into_it(guest: Guest, provider: Provider) -> None:
    """The browser is that of another guest, which reaches the page through ssh."""
    other = provider.start()
    with viewing(guest) as view:
        tunnel = ReverseTunnel(find_access(other.name), view.port)
        address = f"http://127.0.0.1:{tunnel.port}/"

        def browse(fragment: str = "") -> None:
            other.run(["testbed-open", "google_chrome", f"{address}{fragment}"], as_user=True)

        def front_title() -> str:
            windows = (other.call_tool("computer.windows").structured or {})["windows"]
            return next((str(window["title"]) for window in windows if window["active"]), "")

        def shows(title: str) -> None:
            eventually(
                lambda: front_title().startswith(title),
                seconds=SECONDS,
                what=f"the page {title!r}",
                every=0.2,
            )

        def share_of_colour() -> float:
            seen = picture(other)
            flat = Image.new("RGB", seen.size, COLOUR)
            far = ImageChops.difference(seen, flat).convert("L").point(lambda value: 255 * (value < 10))
            return far.histogram()[255] / (seen.width * seen.height)

        try:
            browse(f"#password={view.password}")
            shows(f"{guest.name}: testbed")
            colour = f"#{COLOUR[0]:02x}{COLOUR[1]:02x}{COLOUR[2]:02x}"
            schema = "org.gnome.desktop.background"
            guest.run(["gsettings", "set", schema, "primary-color", colour], as_user=True)
            eventually(
                lambda: share_of_colour() > 0.4, seconds=SECONDS, what="the guest's new colour", every=0.2
            )

            guest.run(["testbed-open", "terminal", "--", "sh", "-c", ASKING], as_user=True)

            def asks() -> bool:
                windows = (guest.call_tool("computer.windows").structured or {})["windows"]
                return any(window["title"] == "asks" and window["active"] for window in windows)

            eventually(asks, seconds=SECONDS, what="the terminal", every=0.2)
            other.call_tool("computer.type", {"text": "Typed: a+b @ 7!\n"})

            def typed() -> bytes:
                return guest.run(["cat", f"{HOME}/typed"], check=False).stdout

            eventually(
                lambda: typed() == b"Typed: a+b @ 7!", seconds=SECONDS, what=lambda: f"keys: {typed()!r}"
            )
            keep_picture("browser-typed", other)

            browse(f"#password={view.password}")
            shows("A password opens this view once")
            keep_picture("browser-password", other)
            browse()
            shows(f"{guest.name}: testbed")

            view.end()
            shows("The view has ended")
            keep_picture("browser-ended", other)
        finally:
            tunnel.close()
            provider.stop(other)


def keep_picture(name: str, guest: Guest) -> None:
    folder = os.environ.get("TESTBED_TEST_PICTURES")
    if folder:
        seen = guest.call_tool("computer.screenshot", {"settle": True})
        (Path(folder) / f"{name}.png").write_bytes(seen.images[0])
