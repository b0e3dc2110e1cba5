"""The VLC tools against a stand-in for VLC's HTTP interface that behaves as VLC 3.0 was seen to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from mcp_tools import vlc, vlc_http, vlc_mpris, vlc_options, vlc_playlist, vlc_screen, vlc_settings
from mcp_tools.registry import ToolError
from mcp_tools.windows import WindowInfo


class Player:
    """What VLC remembers; a `deaf` one accepts commands and does nothing."""

    def __init__(self) -> None:
        self.uris: list[str] = []
        self.current = -1
        self.state = "stopped"
        self.fullscreen = False
        self.deaf = False
        self.changing_picture = 0
        self.hides_picture = False
        self.windows = [WindowInfo(1, "one.mp4", "vlc", 0, 0, 600, 400, active=True, minimized=False)]
        self.loop = False
        self.volume = 256

    def order(self, name: str, value: str) -> None:
        match name:
            case "in_enqueue":
                self.uris.append(value)
            case "pl_play" | "pl_forceresume":
                self.current, self.state = max(self.current, 0), "playing"
            case "pl_forcepause":
                self.state = "paused"
            case "pl_next":
                self.current, self.state = self.current + 1, "playing"
            case "pl_previous":
                self.current, self.state = (self.current - 1) % len(self.uris), "playing"
            case "pl_loop":
                self.loop = not self.loop
            case "volume":
                self.volume = int(value)

    def set_fullscreen(self, fullscreen: bool) -> None:
        """What it is told over the bus; lost while it changes its picture."""
        if self.changing_picture:
            self.changing_picture -= 1
        elif not self.deaf:
            self.fullscreen = fullscreen

    def status(self) -> dict[str, Any]:
        stopped = self.state == "stopped"
        uri = "" if stopped else self.uris[self.current]
        information = {
            "category": {
                "meta": {"filename": uri.rsplit("/")[-1]},
                "Stream 0": {"Type": "Video" if uri.endswith("mp4") else "Audio"},
            }
        }
        return {
            "state": self.state,
            "currentplid": -1 if stopped else self.current + 10,
            "position": 0 if stopped else 0.25,
            "length": 0 if stopped else 30,
            "fullscreen": self.fullscreen,
            "aspectratio": "default",
            "loop": self.loop,
            "repeat": False,
            "random": False,
            "rate": 1,
            "volume": self.volume,
            **({} if stopped else {"information": information}),
        }

    def playlist(self) -> dict[str, Any]:
        leaves = [
            {
                "id": str(number + 10),
                "type": "leaf",
                "duration": 30 if number else -1,
                "uri": uri,
                "name": uri.rsplit("/")[-1],
                **({"current": "current"} if number == self.current else {}),
            }
            for number, uri in enumerate(self.uris)
        ]
        folder = {"type": "node", "children": leaves, "name": "folder"}
        library = {"type": "node", "children": [], "name": "Media Library"}
        return {"children": [{"type": "node", "children": [folder]}, library]}


@pytest.fixture(autouse=True)
def no_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vlc, "player", lambda: None)
    monkeypatch.setattr(vlc_settings, "player", lambda: None)


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    player = Player()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            query = parse_qs(url.query)
            if "command" in query and not player.deaf:
                player.order(query["command"][0], (query.get("input") or query.get("val") or [""])[0])
            body = player.playlist() if "playlist" in url.path else player.status()
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        monkeypatch.setattr(vlc_http, "PORT", server.server_port)
        monkeypatch.setattr(vlc_http, "EFFECT_SECONDS", 0.2)
        monkeypatch.setattr(vlc_playlist, "EFFECT_SECONDS", 0.2)
        monkeypatch.setattr(vlc, "PLAYING_SECONDS", 0.2)
        monkeypatch.setattr(vlc_screen, "OPENING_SECONDS", 0.2)
        monkeypatch.setattr(vlc_screen, "WINDOW_SECONDS", 0.2)
        monkeypatch.setattr(vlc_screen, "RESEND_SECONDS", 0.02)
        monkeypatch.setattr(vlc_screen, "set_fullscreen", player.set_fullscreen)
        monkeypatch.setattr(vlc_screen, "windows", lambda: player.windows)
        monkeypatch.setattr(vlc_screen, "is_larger_than_screen", lambda _: False)
        monkeypatch.setattr(
            vlc_screen, "is_screen_filling", lambda _: player.fullscreen and not player.hides_picture
        )
        yield player
        server.shutdown()
        thread.join()


@pytest.fixture
def clips(tmp_path: Path) -> list[str]:
    names = ["one.mp4", "two #2.mp4", "three.ogg"]
    for name in names:
        (tmp_path / name).write_bytes(b"")
    return [str(tmp_path / name) for name in names]


def test_adding_does_not_play(player: Player, clips: list[str]) -> None:
    added = [vlc_playlist.add_to_playlist(clip) for clip in clips]
    assert [item.place for item in added] == [1, 2, 3]
    assert player.uris[1].endswith("two%20%232.mp4")
    assert player.state == "stopped"
    playlist = vlc_playlist.get_playlist().items
    assert [item.name for item in playlist] == ["one.mp4", "two%20%232.mp4", "three.ogg"]
    assert [item.duration for item in playlist] == [None, 30, 30]


@pytest.mark.usefixtures("player")
def test_plays_through_the_list(clips: list[str]) -> None:
    for clip in clips:
        vlc_playlist.add_to_playlist(Path(clip).as_uri())
    assert vlc.play().state == "playing"
    assert vlc.pause().state == "paused"
    assert vlc.get_current_time().seconds == 7.5
    assert vlc.get_media_duration().seconds == 30
    assert vlc_screen.toggle_fullscreen().fullscreen
    assert vlc_screen.toggle_fullscreen(True).fullscreen
    assert not vlc_screen.toggle_fullscreen(False).fullscreen
    assert vlc.next_item().item == "two%20%232.mp4"
    assert vlc.next_item().item == "three.ogg"
    with pytest.raises(ToolError, match="only a video"):
        vlc_screen.toggle_fullscreen()
    with pytest.raises(ToolError, match=r"'three.ogg' is the last item"):
        vlc.next_item()
    assert vlc.previous_item().item == "two%20%232.mp4"


def test_a_picture_that_is_just_changing_is_told_again(
    player: Player, clips: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vlc_http, "EFFECT_SECONDS", 10.0)
    vlc_playlist.add_to_playlist(clips[0])
    vlc.play()
    player.changing_picture = 3
    assert vlc_screen.toggle_fullscreen(True).fullscreen and player.fullscreen


def test_a_picture_that_is_not_seen_on_the_screen_is_an_error(
    player: Player, clips: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vlc_screen, "FILLING_SECONDS", 0.2)
    vlc_playlist.add_to_playlist(clips[0])
    vlc.play()
    player.hides_picture = True
    with pytest.raises(ToolError, match="does not fill the screen"):
        vlc_screen.toggle_fullscreen(True)
    assert not player.fullscreen


@pytest.mark.parametrize(
    ("uri", "reason"),
    [
        ("http://", "no stream address"),
        ("http://a b/c.mp4", "no stream address"),
        ("rtsp://[", "no stream address"),
        ("http://host/" + "x" * 1_000_000, "longer than 1,000 characters"),
        ("file://host/a.mp4", "of the computer 'host'"),
        ("file:///a.mp4?b", "write %3F"),
        ("file:a.mp4", "names no file"),
        ("/" + "a/" * 3000, "longer than"),
        ("x" * 1_000_000, "longer than 255 bytes"),
    ],
)
def test_what_is_no_address_is_refused(player: Player, uri: str, reason: str) -> None:
    with pytest.raises(ToolError, match=reason) as refusal:
        vlc_playlist.add_to_playlist(uri)
    assert len(str(refusal.value)) < 300
    assert not player.uris


@pytest.mark.usefixtures("player")
def test_refusals(tmp_path: Path, clips: list[str]) -> None:
    for call in (vlc.play, vlc.next_item):
        with pytest.raises(ToolError, match="playlist is empty"):
            call()
    for call in (vlc.pause, vlc.get_current_time, vlc.get_media_duration, vlc_screen.toggle_fullscreen):
        with pytest.raises(ToolError, match="nothing is playing in VLC; call play first"):
            call()
    with pytest.raises(ToolError, match="there is no file"):
        vlc_playlist.add_to_playlist(str(tmp_path / "missing.mp4"))
    with pytest.raises(ToolError, match="neither a file nor a stream"):
        vlc_playlist.add_to_playlist("vlc://quit")
    vlc_playlist.add_to_playlist(clips[0])
    with pytest.raises(ToolError, match="only one item"):
        vlc.previous_item()


def test_silence_is_an_error(player: Player, clips: list[str]) -> None:
    for clip in clips:
        vlc_playlist.add_to_playlist(clip)
    vlc.play()
    player.deaf = True
    for call in (
        vlc.pause,
        vlc.next_item,
        vlc_screen.toggle_fullscreen,
        lambda: vlc_playlist.add_to_playlist(clips[0]),
    ):
        with pytest.raises(ToolError, match=r"^VLC (did not|cannot) "):
            call()


def test_not_running(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vlc_http, "PORT", 9)
    monkeypatch.setattr(vlc_http, "is_running", lambda: False)
    monkeypatch.setattr(vlc_http, "OFF_SECONDS", 0.1)
    with pytest.raises(ToolError, match="VLC is not running; open it"):
        vlc.play()
    monkeypatch.setattr(vlc_http, "is_running", lambda: True)
    monkeypatch.setattr(vlc_http, "START_SECONDS", 0.1)
    with pytest.raises(ToolError, match="is not open"):
        vlc.play()


def test_settings_of_the_running_player(
    player: Player, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(vlc_settings, "is_running", lambda: True)
    monkeypatch.setattr(vlc_options, "_read_options", lambda: {"loop": vlc_options.Option("boolean")})
    assert vlc_settings.set_settings("loop", "true")["takes_effect"].startswith(vlc_settings.NOW)
    assert player.loop and vlc_settings.set_settings("loop", "true")["previous"] == "1"
    assert player.loop
    changed = vlc_settings.set_settings("volume", "150%")
    assert (changed["previous"], changed["value"], player.volume) == ("100", "150", 384)
    live = vlc_settings.get_settings()["live"]
    assert live is not None and live["volume"] == 150 and live["loop"]
    player.deaf = True
    for field, value in (("loop", "false"), ("volume", "10")):
        with pytest.raises(ToolError, match="did not"):
            vlc_settings.set_settings(field, value)


def test_what_the_bus_tells_is_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    replies: dict[str, dict[str, Any]] = {
        "org.mpris.MediaPlayer2": {"Fullscreen": True},
        "org.mpris.MediaPlayer2.Player": {
            "PlaybackStatus": "Paused",
            "Position": 12_345_678,
            "LoopStatus": "Track",
            "Shuffle": True,
            "Volume": 0.404,
            "Rate": 1.5,
            "Metadata": {"mpris:length": 300_500_000, "xesam:url": "file:///home/user/a%20%C3%BC.mp4"},
        },
    }
    monkeypatch.setattr(vlc_mpris, "_properties", lambda interface: replies[interface])
    monkeypatch.setattr(vlc, "player", vlc_mpris.player)
    monkeypatch.setattr(vlc_settings, "player", vlc_mpris.player)
    assert vlc.get_current_time() == vlc.PlayTime(seconds=12.346, item="a ü.mp4")
    assert vlc.get_media_duration() == vlc.MediaDuration(seconds=300.5, item="a ü.mp4")
    assert vlc_settings._live() == {
        "volume": 40,
        "rate": 1.5,
        "loop": False,
        "repeat": True,
        "random": True,
        "fullscreen": True,
    }
