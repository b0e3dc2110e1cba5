"""The settings tools against small stand-ins for `gsettings` and `pactl` that keep their state in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcp_tools import os_settings
from mcp_tools.registry import ToolError

GSETTINGS = """#!/bin/sh
file=$(dirname "$0")/$(echo "$2.$3" | tr / _)
case $1 in
  set) [ -n "$FROZEN" ] || echo "$4" > "$file" ;;
  get) cat "$file" ;;
esac
"""
PACTL = """#!/bin/sh
folder=$(dirname "$0")
case $1 in
  get-default-sink) echo speakers ;;
  set-sink-volume) echo "${3%\\%}" > "$folder/volume" ;;
  --format=json) sed "s/LEVEL/$(cat "$folder/volume")/" "$folder/sinks" ;;
esac
"""
SPEAKERS = '{"name":"speakers","mute":true,"volume":{"left":{"value_percent":"LEVEL%"},"right":{"value_percent":"9%"}}}'
OTHER = '{"name":"other","mute":false,"volume":{"mono":{"value_percent":"3%"}}}'


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, script in (("gsettings", GSETTINGS), ("pactl", PACTL)):
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "org.gnome.desktop.interface.text-scaling-factor").write_text("1.0\n")
    (tmp_path / "org.gnome.desktop.notifications.show-banners").write_text("true\n")
    (tmp_path / "volume").write_text("40")
    (tmp_path / "sinks").write_text(f"[{OTHER},{SPEAKERS}]")
    (tmp_path / "org.gnome.desktop.lockdown.disable-lock-screen").write_text("true\n")
    (tmp_path / "org.gnome.Terminal.ProfilesList.default").write_text("'b1dc'\n")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


@pytest.mark.usefixtures("commands")
def test_text_scale_tells_the_previous_one() -> None:
    assert os_settings.change_text_scale(1.25).previous_scale == 1.0
    assert os_settings.get_text_scale().scale == 1.25


@pytest.mark.usefixtures("commands")
@pytest.mark.parametrize("scale", [0.49, 3.01, -1.0, float("nan"), float("inf")])
def test_text_scale_out_of_range(scale: float) -> None:
    with pytest.raises(ToolError, match=r"out of range; give a factor from 0\.5 to 3\.0"):
        os_settings.change_text_scale(scale)


@pytest.mark.usefixtures("commands")
def test_a_setting_that_does_not_take_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FROZEN", "1")
    with pytest.raises(ToolError, match="1 although 2 was set"):
        os_settings.change_text_scale(2.0)
    with pytest.raises(ToolError, match="off although the opposite"):
        os_settings.set_do_not_disturb(True)


@pytest.mark.usefixtures("commands")
def test_do_not_disturb() -> None:
    assert not os_settings.get_do_not_disturb_status().enabled
    assert os_settings.set_do_not_disturb(True).enabled
    assert os_settings.get_do_not_disturb_status().enabled


@pytest.mark.usefixtures("commands")
def test_volume() -> None:
    assert os_settings.get_volume() == os_settings.Volume(percent=40, muted=True)
    assert os_settings.set_volume(65).percent == 65
    with pytest.raises(ToolError, match="give 0 to 100"):
        os_settings.set_volume(101)


@pytest.mark.usefixtures("commands")
def test_auto_lock() -> None:
    lock = os_settings.configure_auto_lock(300, 30)
    assert lock.model_dump() == {
        "idle_delay_seconds": 300,
        "lock_delay_seconds": 30,
        "enable_lock": True,
        "locked_down": True,
    }
    for delays in ((-1, 0), (0, 86401)):
        with pytest.raises(ToolError, match="give 0 to 86400 seconds"):
            os_settings.configure_auto_lock(*delays)


@pytest.mark.usefixtures("commands")
def test_terminal_size(monkeypatch: pytest.MonkeyPatch) -> None:
    assert os_settings.set_default_terminal_size(100, 30) == os_settings.TerminalSize(columns=100, rows=30)
    for size in ((15, 30), (512, 30), (80, 3), (80, 512)):
        with pytest.raises(ToolError, match="GNOME Terminal takes"):
            os_settings.set_default_terminal_size(*size)
    monkeypatch.setenv("FROZEN", "1")
    with pytest.raises(ToolError, match="default-size-columns is 100 although 90 was set"):
        os_settings.set_default_terminal_size(90, 30)


def test_no_sound_output(commands: Path) -> None:
    (commands / "sinks").write_text("[]")
    with pytest.raises(ToolError, match="no sound output"):
        os_settings.get_volume()


def test_missing_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match="gsettings is not installed"):
        os_settings.get_text_scale()
