from __future__ import annotations

import json

import pytest

from checkers.evidence import Unusable
from checkers.vlc_settings import SETTINGS, Switches, option_is, switches
from tests.checkers.guests import FileGuest, LocalGuest


def test_an_option_is_set_unless_its_line_is_a_comment() -> None:
    guest = FileGuest({SETTINGS: b"[core]\n#snapshot-format=png\nsnapshot-prefix=owl-\nsnapshot-path=/a=b\n"})
    assert option_is(guest, "snapshot-prefix", "owl-").holds
    assert option_is(guest, "snapshot-path", "/a=b").holds
    assert option_is(guest, "snapshot-format", "png", default="png").holds
    assert not option_is(guest, "snapshot-format", "jpg", default="png").holds
    assert not option_is(FileGuest(), "snapshot-format", "png", default="png").holds


def player(guest: LocalGuest, text: str) -> LocalGuest:
    """A guest whose VLC gives this status."""
    (guest.programs.parent / "status").write_text(text)
    guest.program("python3", f"cat >/dev/null; cat {guest.programs.parent}/status")
    return guest


def test_switches_of_the_running_player(local_guest: LocalGuest) -> None:
    status = {"rate": 1.5, "loop": True, "repeat": False, "random": True, "state": "playing"}
    assert switches(player(local_guest, json.dumps(status))) == Switches(1.5, True, False, True)


@pytest.mark.parametrize("text", ["", "[]", '{"rate": "fast"}', '{"rate": 1}', "[" * 100_000])
def test_a_malformed_status_is_unusable(local_guest: LocalGuest, text: str) -> None:
    with pytest.raises(Unusable):
        switches(player(local_guest, text))
