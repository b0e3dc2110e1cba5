"""VLC's tools against a real VLC, with the checkers as witnesses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from checkers.evidence import Unusable
from checkers.media import player, player_is, playlist_is
from controller.guest import Guest
from controller.judge import JudgedGuest

CLIPS = Path(__file__).parents[2] / "tasks" / "vlc" / "show_third_clip" / "files" / "trip"
FOLDER = "/home/user/vlc-tools"


def call(guest: Guest, name: str, **arguments: object) -> dict[str, Any]:
    result = guest.call_tool(f"osworld_mcp_vlc.{name}", arguments)
    assert not result.is_error, result.text
    return dict(result.structured or {})


def refusal(guest: Guest, name: str, **arguments: object) -> str:
    result = guest.call_tool(f"osworld_mcp_vlc.{name}", arguments)
    assert result.is_error, result.text
    return result.text


@pytest.fixture
def clips(guest: Guest) -> Iterator[list[str]]:
    """Three clips; VLC is closed afterwards."""
    paths = []
    for source in sorted(CLIPS.glob("*.mp4"))[:3]:
        paths.append(f"{FOLDER}/{source.name}")
        guest.write_file(paths[-1], source.read_bytes())
    yield paths
    guest.run(["pkill", "-x", "vlc"], check=False)
    guest.run(["rm", "-rf", FOLDER])


def test_says_how_to_start_vlc(guest: Guest) -> None:
    assert "VLC is not running; open it" in refusal(guest, "play")
    with pytest.raises(Unusable, match="VLC is not running"):
        player(JudgedGuest(guest, None))


def test_every_tool_has_its_effect(guest: Guest, clips: list[str]) -> None:
    view = JudgedGuest(guest, None)
    guest.run(["testbed-open", "vlc", clips[0]], as_user=True)
    guest.run(["sh", "-c", "until pgrep -x vlc; do sleep 0.1; done"], timeout=30)
    for place, clip in enumerate(clips[1:], start=2):
        assert call(guest, "add_to_playlist", uri=clip)["place"] == place
    assert playlist_is(view, clips).holds
    call(guest, "play")
    call(guest, "pause")
    assert player_is(view, "paused", clips[0], fullscreen=False).holds
    assert call(guest, "get_media_duration")["seconds"] == 300
    assert 0 <= call(guest, "get_current_time")["seconds"] < 300
    call(guest, "next")
    assert player_is(view, "playing", clips[1]).holds
    call(guest, "next")
    assert "is the last item" in refusal(guest, "next")
    call(guest, "previous")
    assert call(guest, "toggle_fullscreen", enable=True)["fullscreen"]
    assert player_is(view, "playing", clips[1], fullscreen=True).holds
    assert not call(guest, "toggle_fullscreen")["fullscreen"]
    assert [item["duration"] for item in call(guest, "get_playlist")["items"]] == [300, 300, 300]


def test_a_server_in_vlcs_place_is_no_evidence(guest: Guest) -> None:
    unit = "--unit=false-vlc"
    guest.run(["systemd-run", "--user", unit, "python3", "-m", "http.server", "8090"], as_user=True)
    try:
        listening = "until ss -ltn | grep -q ':8090 '; do sleep 0.1; done"
        guest.run(["sh", "-c", listening], timeout=20)
        with pytest.raises(Unusable, match="port 8090 is held by /usr/bin/python3"):
            player(JudgedGuest(guest, None))
    finally:
        guest.run(["systemctl", "--user", "stop", "false-vlc"], as_user=True)
