"""Tools while what they ask hangs: an error in time that names it, and the next call works when it goes on."""

from __future__ import annotations

import pytest

from tests.guest.tools import vlc
from tests.guest.tools.calls import Tools
from tests.guest.tools.hangs import refusal_in_time, stopped
from tests.guest.tools.office import Office
from tests.guest.tools.workbooks import open_workbook

pytestmark = pytest.mark.guest

OS = "osworld_mcp_os."
CALC = "osworld_mcp_libreoffice_calc."


@pytest.mark.parametrize(
    "pattern",
    [("-u", "user", "-x", "dconf-service"), ("-u", "user", "-f", "dbus-daemon --session")],
    ids=["settings", "session bus"],
)
def test_settings_of_the_desktop(tools: Tools, pattern: tuple[str, ...]) -> None:
    tools.call(f"{OS}change_text_scale", new_scale=1.0)
    with stopped(tools.guest, *pattern):
        refusal = refusal_in_time(tools, f"{OS}change_text_scale", new_scale=1.25)
        assert "text-scaling-factor" in refusal and "dconf-service" in refusal
        assert "dconf-service" in refusal_in_time(tools, f"{OS}change_text_scale", new_scale=1.5)
    assert tools.data(f"{OS}change_text_scale", new_scale=1.0)["scale"] == 1.0


def test_the_sound_server(tools: Tools) -> None:
    with stopped(tools.guest, "-u", "user", "-x", "pipewire-pulse"):
        assert "sound server gave no answer" in refusal_in_time(tools, f"{OS}get_volume")
    assert "percent" in tools.data(f"{OS}get_volume")


def test_the_shell(tools: Tools) -> None:
    """The window manager, too: what it does not show is an error, what needs it not goes on."""
    with stopped(tools.guest, "-u", "user", "-x", "gnome-shell"):
        assert tools.data("computer.screenshot")["settled"] is False
        tools.call("computer.click", x=5, y=700)
        tools.call("computer.accessibility", seconds=2)
        refusal = tools.refusal(f"{OS}open_shell")
        assert "no new terminal window" in refusal
    assert tools.data("computer.screenshot", limit_seconds=10)["settled"] is True
    assert tools.data(f"{OS}open_shell")["window"]


def test_libreoffice_that_hangs_is_named_and_nothing_is_done(office: Office) -> None:
    open_workbook(office)
    with stopped(office.guest, "-x", "soffice.bin"):
        for name, arguments in (
            ("env_info", {}),
            ("set_cell_value", {"cell": "A2", "value": "late"}),
            ("save", {}),
        ):
            refusal = refusal_in_time(office.tools, CALC + name, **arguments)
            assert "LibreOffice has not answered" in refusal and "process is stopped" in refusal, name
    assert office.data("calc.env_info")["data"][0][0] == "Pen"
    office.call("calc.set_cell_value", cell="A2", value="after")
    assert office.data("calc.env_info")["data"][0][0] == "after"


def test_libreoffice_that_hangs_before_it_was_asked_first(office: Office) -> None:
    """The connection itself is what waits."""
    office.quit()
    open_workbook(office)
    with stopped(office.guest, "-x", "soffice.bin"):
        assert "LibreOffice has not answered" in refusal_in_time(office.tools, f"{CALC}env_info")
    assert office.data("calc.env_info")["headers"] == ["Item", "Price", "Region"]


def test_vlc(tools: Tools) -> None:
    paths = vlc.write_clips(tools)
    vlc.start_playing(tools, paths[0])
    with stopped(tools.guest, "-x", "vlc"):
        for name in ("get_current_time", "pause", "play"):
            assert "no answer" in refusal_in_time(tools, f"{vlc.VLC}.{name}"), name
    tools.call(f"{vlc.VLC}.play")
    assert tools.data(f"{vlc.VLC}.get_current_time")["item"]
    vlc.close(tools)


@pytest.mark.parametrize(
    ("pattern", "call", "arguments"),
    [
        ("[s]erver-filesystem", "filesystem_list_directory", {"path": "/home/user"}),
        ("[m]cp_tools.git_server", "git_status", {"repo_path": "/home/user/repository"}),
    ],
    ids=["filesystem", "git"],
)
def test_a_mounted_server_is_started_again(
    tools: Tools, pattern: str, call: str, arguments: dict[str, object]
) -> None:
    tools.guest.run(["git", "init", "--quiet", "/home/user/repository"], as_user=True)
    tools.call(call, **arguments)
    tools.guest.run(["pkill", "-STOP", "-f", pattern])
    tools.call(call, **arguments)
    assert tools.guest.run(["pgrep", "--runstates", "T", "-f", pattern], check=False).text == ""
