"""VLC's tools against a real VLC, with the checkers, VLC's own file and its interface as witnesses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from checkers.evidence import Unusable
from checkers.media import player, player_is, playlist, playlist_is
from controller.tasks.judged_guest import JudgedGuest
from tests.guest.tools.calls import Tools
from tests.guest.tools.vlc import (
    FOLDER,
    PORT,
    VLC,
    VLCRC,
    close,
    raw_status,
    start,
    start_playing,
    write_clips,
)
from tests.waiting import poll

pytestmark = pytest.mark.guest

OF_A_PLAYER = ("play", "pause", "next", "previous", "get_playlist", "get_current_time", "get_media_duration")


@pytest.fixture(scope="module")
def clips(tools: Tools) -> list[str]:
    return write_clips(tools)


@pytest.fixture
def view(tools: Tools) -> JudgedGuest:
    return JudgedGuest(tools.guest, None)


@pytest.fixture
def vlc(tools: Tools, clips: list[str]) -> Iterator[list[str]]:
    """VLC playing the first clip; closed afterwards."""
    start_playing(tools, clips[0])
    yield clips
    close(tools)


def wait_for_fullscreen(tools: Tools) -> bool:
    """VLC says that it fills the screen once its video output is there."""
    return bool(poll(lambda: raw_status(tools)["fullscreen"], bool, seconds=20))


@pytest.mark.core
@pytest.mark.error(
    f"{VLC}.toggle_fullscreen", f"{VLC}.add_to_playlist", *(f"{VLC}.{name}" for name in OF_A_PLAYER)
)
def test_every_tool_says_that_vlc_is_not_running(tools: Tools, clips: list[str], view: JudgedGuest) -> None:
    for name in (*OF_A_PLAYER, "toggle_fullscreen"):
        assert "VLC is not running; open it" in tools.refusal(f"{VLC}.{name}")
    assert "VLC is not running; open it" in tools.refusal(f"{VLC}.add_to_playlist", uri=clips[0])
    assert "VLC is not running; open it" in tools.refusal(f"{VLC}.set_settings", field="volume", value="50")
    with pytest.raises(Unusable, match="VLC is not running"):
        player(view)


@pytest.mark.core
@pytest.mark.effect(*(f"{VLC}.{name}" for name in (*OF_A_PLAYER, "add_to_playlist", "toggle_fullscreen")))
def test_playing(tools: Tools, vlc: list[str], view: JudgedGuest) -> None:
    for place, clip in enumerate(vlc[1:], start=2):
        assert tools.data(f"{VLC}.add_to_playlist", uri=clip)["place"] == place
    assert playlist_is(view, vlc).holds
    tools.call(f"{VLC}.play")
    tools.call(f"{VLC}.pause")
    assert player_is(view, "paused", vlc[0], fullscreen=False).holds
    assert tools.data(f"{VLC}.get_media_duration")["seconds"] == 300
    seconds = poll(
        lambda: (tools.data(f"{VLC}.get_current_time")["seconds"], player(view).seconds),
        lambda both: both[0] == pytest.approx(both[1], abs=0.01),
    )
    assert seconds[0] == pytest.approx(seconds[1], abs=0.01)
    tools.call(f"{VLC}.next")
    assert player_is(view, "playing", vlc[1]).holds
    tools.call(f"{VLC}.next")
    tools.call(f"{VLC}.previous")
    assert tools.data(f"{VLC}.toggle_fullscreen", enable=True)["fullscreen"]
    assert player_is(view, "playing", vlc[1], fullscreen=True).holds
    assert not tools.data(f"{VLC}.toggle_fullscreen")["fullscreen"]
    listed = tools.data(f"{VLC}.get_playlist")["items"]
    assert [item["duration"] for item in listed] == [300, 300, 300]
    assert [item["current"] for item in listed] == [item.current for item in playlist(view)]


@pytest.fixture
def vlc_with_pause(tools: Tools, clips: list[str]) -> Iterator[None]:
    """VLC playing the first clip of two; the second one pauses itself at its start."""
    start_playing(tools, *clips[:2], ":start-paused")
    yield
    close(tools)


@pytest.mark.usefixtures("vlc_with_pause")
def test_an_item_that_pauses_at_its_start_is_played(tools: Tools) -> None:
    for name in ("next", "previous", "next"):
        tools.call(f"{VLC}.{name}")
        assert poll(lambda: raw_status(tools)["state"], lambda state: state == "playing") == "playing"


@pytest.mark.error(f"{VLC}.next", f"{VLC}.previous", f"{VLC}.add_to_playlist", f"{VLC}.toggle_fullscreen")
def test_what_cannot_be_played(tools: Tools, vlc: list[str], view: JudgedGuest) -> None:
    for name in ("next", "previous"):
        assert "only one item" in tools.refusal(f"{VLC}.{name}")
    tools.call(f"{VLC}.add_to_playlist", uri=vlc[1])
    tools.call(f"{VLC}.next")
    assert "is the last item" in tools.refusal(f"{VLC}.next")
    assert "there is no file" in tools.refusal(f"{VLC}.add_to_playlist", uri=f"{FOLDER}/no.mp4")
    assert "there is no file" in tools.refusal(f"{VLC}.add_to_playlist", uri=FOLDER)
    assert "neither a file nor a stream" in tools.refusal(f"{VLC}.add_to_playlist", uri="vlc://quit")
    assert playlist_is(view, vlc[:2]).holds


def test_tools_of_a_player_without_media(tools: Tools) -> None:
    start(tools)
    try:
        for name in ("play", "next", "previous"):
            assert "playlist is empty" in tools.refusal(f"{VLC}.{name}")
        for name in ("pause", "get_current_time", "get_media_duration", "toggle_fullscreen"):
            assert "nothing is playing" in tools.refusal(f"{VLC}.{name}")
    finally:
        close(tools)


@pytest.mark.core
@pytest.mark.effect(f"{VLC}.get_settings", f"{VLC}.set_settings")
def test_settings(tools: Tools, vlc: list[str]) -> None:
    before = tools.data(f"{VLC}.get_settings")
    assert before["settings"]["qt-notification"] == "0" and "http-password" not in before["settings"]
    live = before["live"]
    assert live["loop"] is raw_status(tools)["loop"] is False
    changed = tools.data(f"{VLC}.set_settings", field="loop", value="true")
    assert "now" in changed["takes_effect"] and raw_status(tools)["loop"] is True
    tools.call(f"{VLC}.set_settings", field="volume", value="40")
    assert raw_status(tools)["volume"] == pytest.approx(256 * 0.4, abs=2)
    tools.call(f"{VLC}.set_settings", field="rate", value="2")
    assert raw_status(tools)["rate"] == 2
    late = tools.data(f"{VLC}.set_settings", field="fullscreen", value="yes")
    assert "next started" in late["takes_effect"] and late["value"] == "1"
    tools.call(f"{VLC}.set_settings", field="snapshot-path", value=f"{FOLDER}/名 'x'")
    stored = tools.guest.read_file(VLCRC).decode().splitlines()
    assert {"loop=1", "rate=2", "fullscreen=1", f"snapshot-path={FOLDER}/名 'x'"} <= set(stored)
    assert stored.count("http-port=8090") == 2 and "http-password=testbed" in stored
    assert tools.data(f"{VLC}.get_settings")["settings"]["fullscreen"] == "1"
    close(tools)
    assert tools.data(f"{VLC}.get_settings")["live"] is None
    start(tools, vlc[0])
    tools.call(f"{VLC}.play")
    shown = "until xwininfo -root -tree | grep -q '(\"vlc\".* 1280x720'; do sleep 0.1; done"
    tools.guest.run(["sh", "-c", shown], as_user=True, timeout=20)
    now = raw_status(tools)
    assert now["loop"] is True and now["rate"] == 2
    assert wait_for_fullscreen(tools)
    for field, value in (("loop", "0"), ("rate", "1"), ("fullscreen", "0")):
        tools.call(f"{VLC}.set_settings", field=field, value=value)


@pytest.mark.effect(f"{VLC}.set_settings")
def test_preferences_that_are_saved_later_set_a_setting_back(tools: Tools, vlc: list[str]) -> None:
    tools.guest.call_tool("computer.key", {"keys": ["ctrl", "p"]})
    assert poll(lambda: "Preferences" in front_title(tools), bool)
    answer = tools.data(f"{VLC}.set_settings", field="network-caching", value="1234")
    assert "Preferences" in answer["takes_effect"]
    assert "network-caching=1234" in tools.guest.read_file(VLCRC).decode().splitlines()
    tools.guest.call_tool("computer.key", {"keys": ["alt", "s"]})
    assert poll(lambda: "network-caching=1234" not in tools.guest.read_file(VLCRC).decode(), bool)


def front_title(tools: Tools) -> str:
    windows = (tools.guest.call_tool("computer.windows").structured or {})["windows"]
    return next((str(window["title"]) for window in windows if window["active"]), "")


@pytest.mark.error(f"{VLC}.get_settings", f"{VLC}.set_settings")
def test_settings_that_are_refused(tools: Tools) -> None:
    before = tools.guest.read_file(VLCRC)
    for field, value, reason in [
        ("max-volume", "100", "did you mean qt-max-volume"),
        ("qt-max-volume", "1000", "from 60 to 300"),
        ("loop", "perhaps", "give true or false"),
        ("snapshot-path", "a\nb", "text of one line"),
        ("http-port", "1", "these tools reach VLC through it"),
        ("volume", "loud", "percent from 0 to 200"),
        ("volume", "9" * 5000, "percent from 0 to 200"),
        ("network-caching", "1_000", "whole number"),
        ("gain", "nan", "a number"),
        ("snapshot-path", "x" * 5000, "text of one line"),
        ("help", "1", "would not start"),
        ("reset-config", "1", "would not start"),
        ("y" * 1_000_000, "1", "at most 80 characters"),
    ]:
        refusal = tools.refusal(f"{VLC}.set_settings", field=field, value=value)
        assert reason in refusal and len(refusal) < 600
    assert tools.guest.read_file(VLCRC) == before
    tools.guest.run(["chmod", "000", VLCRC])
    try:
        assert "cannot be read" in tools.refusal(f"{VLC}.get_settings")
        assert "cannot be read" in tools.refusal(f"{VLC}.set_settings", field="loop", value="1")
    finally:
        tools.guest.run(["chmod", "644", VLCRC])


@pytest.mark.effect(f"{VLC}.get_media_files")
@pytest.mark.error(f"{VLC}.get_media_files")
def test_media_files(tools: Tools, clips: list[str]) -> None:
    name = f"{VLC}.get_media_files"
    tools.guest.write_file(f"{FOLDER}/deep/zwei\nzeilen.OGG", b"")
    tools.guest.write_file(f"{FOLDER}/notes.txt", b"")
    found = tools.guest.run(["find", FOLDER, "(", "-iname", "*.mp4", "-o", "-iname", "*.ogg", ")", "-print0"])
    assert tools.data(name, path=FOLDER)["files"] == sorted(found.stdout.decode().split("\0")[:-1])
    assert tools.data(name, path=FOLDER, suffix=["mp4"])["files"] == clips
    assert "there is no folder" in tools.refusal(name, path=f"{FOLDER}/no")
    assert "is a file; give the folder" in tools.refusal(name, path=clips[0])
    assert "cannot be read" in tools.refusal(name, path="/root")
    for suffix in ([], ["/"], ["x" * 100_000]):
        assert "give endings" in tools.refusal(name, path=FOLDER, suffix=suffix)
    assert "longer than" in tools.refusal(name, path="/" + "a/" * 3000)


def test_a_server_in_vlcs_place_is_no_evidence(tools: Tools, view: JudgedGuest) -> None:
    unit = "--unit=false-vlc"
    tools.guest.run(["systemd-run", "--user", unit, "python3", "-m", "http.server", str(PORT)], as_user=True)
    try:
        listening = f"until ss -ltn | grep -q ':{PORT} '; do sleep 0.1; done"
        tools.guest.run(["sh", "-c", listening], timeout=20)
        with pytest.raises(
            Unusable, match=rf"answers for port {PORT} is not genuine: it is /usr/bin/python3"
        ):
            player(view)
    finally:
        tools.guest.run(["systemctl", "--user", "stop", "false-vlc"], as_user=True)
