"""VLC's tools at odd arguments and in odd states, with the checkers and VLC's own file as witnesses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from checkers.media import player, player_is, playlist_is
from controller.tasks.judged_guest import JudgedGuest
from tests.guest.tools.calls import Tools
from tests.guest.tools.vlc import FOLDER, VLC, VLCRC, close, send_command, start_playing, write_clips
from tests.waiting import poll

pytestmark = pytest.mark.guest


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


NO_MEDIA = {
    "http://": "no stream address",
    "http://a b/": "no stream address",
    "rtsp://[": "no stream address",
    "http://host/" + "x" * 100_000: "longer than 1,000 characters",
    "file://host/a.mp4": "of the computer 'host'",
    f"file://{FOLDER}/a first.mp4?b": "write %3F",
    "/" + "a/" * 3000: "longer than",
    f"{FOLDER}/fifo.mp4": "there is no file",
    f"{FOLDER}/locked.mp4": "may not be read",
}


@pytest.mark.error(f"{VLC}.add_to_playlist")
def test_what_is_no_media_is_refused(tools: Tools, vlc: list[str], view: JudgedGuest) -> None:
    tools.guest.run(["sh", "-c", f'cd "{FOLDER}"; mkfifo fifo.mp4; touch locked.mp4; chmod 0 locked.mp4'])
    for uri, reason in NO_MEDIA.items():
        refusal = tools.refusal(f"{VLC}.add_to_playlist", uri=uri)
        assert reason in refusal and len(refusal) < 300
    assert playlist_is(view, vlc[:1]).holds


@pytest.mark.effect(f"{VLC}.add_to_playlist", f"{VLC}.get_media_files")
def test_a_name_that_is_not_utf8_is_an_address(tools: Tools, vlc: list[str]) -> None:
    folder = f"{FOLDER}/odd"
    tools.guest.run(["sh", "-c", f'mkdir -p "{folder}"; cp "{vlc[0]}" "{folder}/$(printf "\\377.mp4")"'])
    (uri,) = tools.data(f"{VLC}.get_media_files", path=folder)["files"]
    assert uri.startswith("file://") and uri.endswith("%FF.mp4")
    tools.call(f"{VLC}.add_to_playlist", uri=uri)
    assert tools.data(f"{VLC}.next")["state"] == "playing"
    assert tools.data(f"{VLC}.get_playlist")["items"][1]["uri"].endswith("%FF.mp4")


@pytest.mark.error(f"{VLC}.next", f"{VLC}.previous", f"{VLC}.play")
def test_an_item_that_cannot_be_played_is_an_error_and_vlc_goes_back(
    tools: Tools, vlc: list[str], view: JudgedGuest
) -> None:
    tools.guest.write_file(f"{FOLDER}/text.txt", b"no media")
    for uri in (f"{FOLDER}/text.txt", vlc[1]):
        tools.call(f"{VLC}.add_to_playlist", uri=uri)
    tools.call(f"{VLC}.pause")
    seconds = player(view).seconds
    assert "'text.txt'" in tools.refusal(f"{VLC}.next")
    assert player_is(view, "paused", vlc[0]).holds
    assert player(view).seconds == pytest.approx(seconds, abs=0.5)
    tools.call(f"{VLC}.previous")
    assert player_is(view, "playing", vlc[1]).holds
    assert "'text.txt'" in tools.refusal(f"{VLC}.previous")
    assert player_is(view, "playing", vlc[1]).holds


@pytest.mark.error(f"{VLC}.next")
def test_after_an_item_that_cannot_be_played_vlc_stays_at_the_place_that_was(
    tools: Tools, vlc: list[str], view: JudgedGuest
) -> None:
    tools.guest.write_file(f"{FOLDER}/text.txt", b"no media")
    tools.call(f"{VLC}.add_to_playlist", uri=f"{FOLDER}/text.txt")
    tools.call(f"{VLC}.toggle_fullscreen", enable=True)
    tools.call(f"{VLC}.pause")
    send_command(tools, "seek&val=50%25")

    def is_elsewhere(seconds: float) -> bool:
        return abs(seconds - 150) > 1

    assert not is_elsewhere(poll(lambda: player(view).seconds, lambda seconds: not is_elsewhere(seconds)))
    for _ in range(3):
        tools.refusal(f"{VLC}.next")
        assert not is_elsewhere(poll(lambda: player(view).seconds, is_elsewhere, seconds=1.5))
        assert player_is(view, "paused", vlc[0]).holds


@pytest.mark.effect(f"{VLC}.toggle_fullscreen")
def test_a_minimised_window_fills_the_screen(tools: Tools, vlc: list[str]) -> None:
    assert poll(lambda: vlc_window(tools).get("active"), bool), "the window in front is minimised"
    tools.guest.call_tool("computer.key", {"keys": ["super", "h"]})
    assert poll(lambda: vlc_window(tools).get("minimized"), bool)
    for enable in (True, False, True):
        assert tools.data(f"{VLC}.toggle_fullscreen", enable=enable)["fullscreen"] is enable
        accepts = fills_screen if enable else has_borders
        window = poll(lambda: vlc_window(tools), accepts, seconds=10)
        assert accepts(window) and not window["minimized"]


@pytest.mark.error(f"{VLC}.toggle_fullscreen")
def test_a_window_larger_than_the_screen_cannot_fill_it(tools: Tools, clips: list[str]) -> None:
    tools.call("osworld_mcp_os.change_text_scale", new_scale=3.0)
    try:
        assert poll(lambda: "Xft.dpi:\t288" in tools.guest.run(["xrdb", "-query"], as_user=True).text, bool)
        start_playing(tools, clips[0])
        assert "larger than the screen" in tools.refusal(f"{VLC}.toggle_fullscreen", enable=True)
    finally:
        close(tools)
        tools.call("osworld_mcp_os.change_text_scale", new_scale=1.0)


def fills_screen(window: dict[str, Any]) -> bool:
    return (window["width"], window["height"]) == (1280, 720)


def has_borders(window: dict[str, Any]) -> bool:
    return not fills_screen(window)


def vlc_window(tools: Tools) -> dict[str, Any]:
    """VLC's window; nothing until it has one."""
    windows = (tools.guest.call_tool("computer.windows").structured or {})["windows"]
    return next((dict(window) for window in windows if window["app"] == "vlc"), {})


@pytest.mark.effect(f"{VLC}.set_settings", f"{VLC}.get_settings")
def test_the_rest_of_the_settings_file_stays(tools: Tools) -> None:
    whole = tools.guest.read_file(VLCRC)
    odd = b"odd\n=x\n[core]\r\n  loop=1\n# c\nsnapshot-prefix=\xff\xff\nsnapshot-path=a\n\n\n"
    tools.guest.write_file("/home/user/vlcrc", odd)
    tools.guest.run(["ln", "-sf", "/home/user/vlcrc", VLCRC])
    try:
        tools.call(f"{VLC}.get_settings")
        tools.call(f"{VLC}.set_settings", field="snapshot-path", value="/tmp")
        assert tools.guest.read_file("/home/user/vlcrc") == odd.replace(b"path=a", b"path=/tmp")
        tools.guest.run(["chmod", "444", "/home/user/vlcrc"])
        assert "read-only" in tools.refusal(f"{VLC}.set_settings", field="snapshot-path", value="/var")
    finally:
        tools.guest.run(["rm", VLCRC])
        tools.guest.write_file(VLCRC, whole)
