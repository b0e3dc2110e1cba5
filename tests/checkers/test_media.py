from __future__ import annotations

import json
import shlex

import pytest

from checkers import media
from checkers.evidence import Unusable
from tests.checkers.guests import LocalGuest

STATUS = {"state": "paused", "currentplid": 4, "position": 0.5, "length": 60, "fullscreen": 0}
LEAVES = [
    {"type": "leaf", "id": "3", "uri": "file:///v/one.mp4"},
    {"type": "leaf", "id": "4", "uri": "file:///v/two%20%232.mp4", "current": "current"},
]
PLAYLIST = {
    "children": [{"type": "node", "children": [{"type": "node", "children": LEAVES}]}, {"children": []}]
}


def answer(guest: LocalGuest, status: object = STATUS, playlist: object = PLAYLIST) -> None:
    texts = {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in (("status", status), ("playlist", playlist))
    }
    pages = " ".join(f"{name}) printf %s {shlex.quote(text)};;" for name, text in texts.items())
    guest.program("python3", f'cat >/dev/null; case "$3" in {pages} esac')


def test_reads_the_player(local_guest: LocalGuest) -> None:
    answer(local_guest)
    assert media.player(local_guest) == media.Player("paused", "/v/two #2.mp4", 30.0, False)
    assert media.playlist_is(local_guest, ["/v/one.mp4", "/v/two #2.mp4"]).holds
    assert not media.playlist_is(local_guest, ["/v/two #2.mp4", "/v/one.mp4"]).holds
    assert media.player_is(local_guest, "paused", "/v/two #2.mp4").holds
    assert not media.player_is(local_guest, "paused", "/v/two #2.mp4", fullscreen=True).holds
    assert not media.player_is(local_guest, "playing", "/v/two #2.mp4").holds
    assert not media.player_is(local_guest, "paused", "/v/one.mp4").holds


@pytest.mark.parametrize("bad", ["no json", [], {"state": 1}, {**STATUS, "position": "x"}, "[" * 100_000])
def test_malformed_status(local_guest: LocalGuest, bad: object) -> None:
    answer(local_guest, status=bad)
    with pytest.raises(Unusable):
        media.player(local_guest)
    assert not media.player_is(local_guest, "paused", "/v/one.mp4").holds


@pytest.mark.parametrize(
    "bad",
    [
        {},
        {"children": []},
        {"children": [{"children": [1]}]},
        {"children": [{"children": [{"type": "leaf"}]}]},
    ],
)
def test_malformed_playlist(local_guest: LocalGuest, bad: object) -> None:
    answer(local_guest, playlist=bad)
    with pytest.raises(Unusable):
        media.playlist(local_guest)


def test_not_running(local_guest: LocalGuest) -> None:
    local_guest.program("python3", "cat >/dev/null; echo VLC is not running; exit 3")
    claim = media.player_is(local_guest, "playing", "/v/one.mp4")
    assert not claim.holds
    assert "VLC is not running" in claim.found
