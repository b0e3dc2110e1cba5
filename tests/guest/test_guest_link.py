"""Commands, files and the MCP session against a real guest, also when things break."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from controller.core.guest import HOME, Guest, ToolResult
from testbed.errors import CommandError, GuestConnectionError, GuestTimeoutError
from tests.waiting import eventually, limit

pytestmark = pytest.mark.guest

KILL_SSH = ["pkill", "--full", "sshd: root"]


@contextmanager
def call_under_way(guest: Guest, seconds: int) -> Iterator[Future[ToolResult]]:
    """A call that takes so many seconds and has begun; each time that it begins it adds a letter to ~/begun."""
    guest.write_file(f"{HOME}/begun", b"")
    code = f"open('{HOME}/begun', 'a').write('x')\ntime.sleep({seconds})"
    with ThreadPoolExecutor(1) as pool:
        call = pool.submit(guest.call_tool, "computer.program", {"code": code, "seconds": seconds + 10})
        eventually(lambda: guest.read_file(f"{HOME}/begun"), what="the call to begin")
        yield call


def mcp_pid(guest: Guest) -> int:
    show = ["systemctl", "--user", "show", "--property=MainPID", "--value", "testbed-mcp"]
    return int(guest.run(show, as_user=True).text)


def test_session_survives_a_restart_of_the_service(guest: Guest) -> None:
    before = mcp_pid(guest)
    guest.call_tool("computer.screen_size")
    guest.run(["systemctl", "--user", "restart", "testbed-mcp"], as_user=True)
    assert not guest.call_tool("computer.screen_size").is_error
    assert mcp_pid(guest) != before


@pytest.mark.core
def test_session_survives_the_death_of_the_service(guest: Guest) -> None:
    before = mcp_pid(guest)
    guest.run(["kill", "-9", str(before)])
    assert not guest.call_tool("computer.screen_size").is_error
    assert len(guest.list_tools()) > 15


def test_a_call_under_way_when_the_service_dies_is_not_executed_again(guest: Guest) -> None:
    path = f"{HOME}/moved once"
    guest.write_file(f"{HOME}/to move", b"x")
    with call_under_way(guest, 40) as call:
        guest.run(["kill", "-9", str(mcp_pid(guest))])
        answer = call.result(timeout=limit(60))
    assert answer.is_error
    assert guest.read_file(f"{HOME}/begun") == b"x"
    assert not guest.call_tool(
        "filesystem_move_file", {"source": f"{HOME}/to move", "destination": path}
    ).is_error


def test_a_call_under_way_when_ssh_breaks_gets_its_first_answer(guest: Guest) -> None:
    with call_under_way(guest, 8) as call:
        guest.run(["systemd-run", "--quiet", *KILL_SSH], check=False)
        answer = call.result(timeout=limit(60))
    assert not answer.is_error
    assert guest.read_file(f"{HOME}/begun") == b"x"


def cut_ssh(guest: Guest) -> None:
    """End every ssh connection of the guest, a second from now."""
    guest.run(["systemd-run", "--quiet", "--on-active=1", "--timer-property=AccuracySec=1ms", *KILL_SSH])


@pytest.mark.core
def test_commands_work_again_after_ssh_broke(guest: Guest) -> None:
    cut_ssh(guest)
    with pytest.raises(GuestConnectionError):
        guest.run(["sleep", "10"])
    assert guest.run(["echo", "back"]).text == "back\n"


@pytest.mark.core
def test_a_call_over_its_time_raises(guest: Guest) -> None:
    with pytest.raises(GuestTimeoutError, match=r"computer\.wait took over 1 s"):
        guest.call_tool("computer.wait", {"seconds": 50}, timeout=1)
    assert not guest.call_tool("computer.screen_size").is_error


@pytest.mark.parametrize(
    "make",
    [
        ["mkfifo", "trap"],
        ["ln", "-s", "/dev/zero", "trap"],
        ["ln", "-s", "/dev/pts/ptmx", "trap"],
        ["mkdir", "trap"],
        ["ln", "-s", "trap", "trap"],
        ["python3", "-c", "import socket; socket.socket(socket.AF_UNIX).bind('trap')"],
    ],
    ids=["fifo", "endless device", "terminal", "folder", "loop", "socket"],
)
def test_traps_in_a_files_place_do_not_hold_the_reader(guest: Guest, make: list[str]) -> None:
    guest.run(["rm", "-rf", f"{HOME}/trap"])
    guest.run(["env", f"--chdir={HOME}", *make])
    with pytest.raises(CommandError, match="not a regular file"):
        guest.read_file(f"{HOME}/trap")


@pytest.mark.core
def test_a_link_to_a_file_is_followed(guest: Guest) -> None:
    guest.write_file(f"{HOME}/aim", b"seen")
    guest.run(["ln", "-sf", "aim", f"{HOME}/link"])
    assert guest.read_file(f"{HOME}/link") == b"seen"


def test_writing_replaces_a_link_and_leaves_its_aim(guest: Guest) -> None:
    guest.write_file(f"{HOME}/aim", b"kept")
    guest.run(["ln", "-sf", "aim", f"{HOME}/link"])
    guest.write_file(f"{HOME}/link", b"new")
    assert guest.read_file(f"{HOME}/aim") == b"kept"
    assert guest.read_file(f"{HOME}/link") == b"new"


def test_a_command_that_prints_without_end_is_stopped(guest: Guest) -> None:
    with pytest.raises(CommandError, match="printed over"):
        guest.run(["yes"])


def test_a_child_left_running_does_not_hold_the_command(guest: Guest) -> None:
    running = ["pgrep", "--full", "[s]leep 4320"]
    assert guest.run(["sh", "-c", "sleep 4320 & echo done"]).text == "done\n"
    assert guest.run(running, check=False).exit_code == 0
    guest.run(["pkill", "--full", "[s]leep 4320"])


def test_a_command_need_not_read_its_input(guest: Guest) -> None:
    assert guest.run(["true"], stdin=b"x" * 10_000_000).exit_code == 0


def test_a_command_over_its_time_is_killed_in_the_guest(guest: Guest) -> None:
    with pytest.raises(GuestTimeoutError):
        guest.run(["sh", "-c", "trap '' TERM; exec sleep 4321"], timeout=0.5)
    running = ["pgrep", "--full", "[s]leep 4321"]
    eventually(lambda: guest.run(running, check=False).exit_code == 1, what="the command to be gone")
