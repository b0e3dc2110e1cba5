"""The settings tools against a dictionary for the desktop's settings and a stand-in for the sound server."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import pytest

from mcp_tools import gsettings, os_settings, pulse
from mcp_tools.gsettings import Change
from mcp_tools.pulse import FULL, Output
from mcp_tools.registry import ToolError


class Speakers:
    """A sound server whose left channel is the loudest; without `volumes` it has no output."""

    def __init__(self) -> None:
        self.volumes: tuple[int, ...] = (round(0.4 * FULL), 3)
        self.refuses = False

    def output(self) -> Output | None:
        return Output(self.volumes, muted=True) if self.volumes else None

    def set_volumes(self, values: Sequence[int]) -> bool:
        if not self.refuses:
            self.volumes = tuple(values)
        return not self.refuses


Stored = dict[tuple[str, str], Any]


@pytest.fixture(autouse=True)
def stored(monkeypatch: pytest.MonkeyPatch) -> Stored:
    values: Stored = {
        os_settings.TEXT_SCALE: 1.0,
        os_settings.SHOW_BANNERS: True,
        os_settings.LOCKDOWN: True,
        (os_settings.TERMINAL_PROFILES, "default"): "b1dc",
        (os_settings.TERMINAL_PROFILES, "list"): ["b1dc"],
    }

    def write(schema: str, key: str, value: object, path: str = "") -> None:
        values[path or schema, key] = value

    def write_all(*changes: Change) -> None:
        for change in changes:
            values[change.path or change.schema, change.key] = change.value

    monkeypatch.setattr(gsettings, "read", lambda schema, key: values[schema, key])
    monkeypatch.setattr(gsettings, "write", write)
    monkeypatch.setattr(gsettings, "write_all", write_all)
    return values


@pytest.fixture
def speakers(monkeypatch: pytest.MonkeyPatch) -> Speakers:
    speakers = Speakers()
    monkeypatch.setattr(os_settings, "sound", lambda: nullcontext(speakers))
    return speakers


def test_text_scale_tells_the_previous_one() -> None:
    assert os_settings.change_text_scale(1.25).previous_scale == 1.0
    assert os_settings.get_text_scale().scale == 1.25


@pytest.mark.parametrize("scale", [0.49, 3.01, -1.0, float("nan"), float("inf")])
def test_text_scale_out_of_range(scale: float) -> None:
    with pytest.raises(ToolError, match=r"out of range; give a factor from 0\.5 to 3\.0"):
        os_settings.change_text_scale(scale)


def test_do_not_disturb(stored: Stored) -> None:
    assert not os_settings.get_do_not_disturb_status().enabled
    assert os_settings.set_do_not_disturb(True).enabled
    assert stored[os_settings.SHOW_BANNERS] is False
    assert os_settings.get_do_not_disturb_status().enabled


def test_volume(speakers: Speakers) -> None:
    assert os_settings.get_volume() == os_settings.Volume(percent=40, muted=True)
    assert os_settings.set_volume(65).percent == 65
    assert speakers.volumes == (round(0.65 * FULL), 5)  # the balance stays
    assert os_settings.set_volume(0).percent == 0
    assert os_settings.set_volume(50).percent == 50
    speakers.refuses = True
    with pytest.raises(ToolError, match="did not take a volume of 70%"):
        os_settings.set_volume(70)
    with pytest.raises(ToolError, match="give 0 to 100"):
        os_settings.set_volume(101)


def test_auto_lock(stored: Stored) -> None:
    lock = os_settings.configure_auto_lock(300, 30)
    assert lock.model_dump() == {
        "idle_delay_seconds": 300,
        "lock_delay_seconds": 30,
        "enable_lock": True,
        "locked_down": True,
    }
    assert stored[os_settings.IDLE_DELAY] == 300
    for delays in ((-1, 0), (0, 86401)):
        with pytest.raises(ToolError, match="give 0 to 86400 seconds"):
            os_settings.configure_auto_lock(*delays)


def test_terminal_size(stored: Stored) -> None:
    assert os_settings.set_default_terminal_size(100, 30) == os_settings.TerminalSize(columns=100, rows=30)
    assert stored["/org/gnome/terminal/legacy/profiles:/:b1dc/", "default-size-rows"] == 30
    for size in ((15, 30), (512, 30), (80, 3), (80, 512)):
        with pytest.raises(ToolError, match="GNOME Terminal takes"):
            os_settings.set_default_terminal_size(*size)


def test_terminal_size_without_a_default_profile(stored: Stored) -> None:
    stored[os_settings.TERMINAL_PROFILES, "default"] = "gone"
    with pytest.raises(ToolError, match="default profile 'gone' does not exist"):
        os_settings.set_default_terminal_size(100, 30)


def test_no_sound_output(speakers: Speakers) -> None:
    speakers.volumes = ()
    for call in (os_settings.get_volume, lambda: os_settings.set_volume(3)):
        with pytest.raises(ToolError, match="no sound output"):
            call()


@pytest.mark.parametrize("percent", range(101))
def test_percents_survive_the_sound_servers_numbers(percent: int) -> None:
    assert Output((round(percent * FULL / 100),), muted=False).percent == percent


def test_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "LIBRARY", "libno-such-library.so")
    pulse._library.cache_clear()
    with pytest.raises(ToolError, match="sound library is not installed"):
        os_settings.get_volume()
