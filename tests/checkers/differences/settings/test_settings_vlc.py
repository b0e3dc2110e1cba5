"""VLC's settings as trees."""

from __future__ import annotations

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.settings.vlc import read_player_settings_tree, read_window_settings_tree

OPTIONS = "[core]\nhttp-host=127.0.0.1\nsnapshot-format=png\n\n[qt]\n#qt-minimal-view=0\n"
WINDOW = "[MainWindow]\ngeometry=@ByteArray(a)\nstatus-bar-visible=false\n\n[RecentsMRL]\nlist=a.ogg\n"


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (OPTIONS.replace("png", "jpg"), [Change("setting snapshot-format", "value", "png", "jpg")]),
        (OPTIONS + "loop=1\n", [Change("setting loop", "value", None, "1")]),
        (
            OPTIONS.replace("snapshot-format=png\n", ""),
            [Change("setting snapshot-format", "value", "png", None)],
        ),
        (OPTIONS + "vout=any\nqt-updates-notif=0\n", []),
        (OPTIONS + "vout=x11\n", [Change("setting vout", "value", None, "x11")]),
        (OPTIONS + "[http]\nhttp-host=127.0.0.1\n#http-port=8080\n", []),
    ],
)
def test_one_option_is_told(after: str, expected: list[Change]) -> None:
    trees = [read_player_settings_tree(text.encode(), "vlcrc") for text in (OPTIONS, after)]
    assert list(compare(*trees)) == expected


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (
            WINDOW.replace("false", "true"),
            [Change("setting MainWindow/status-bar-visible", "value", "false", "true")],
        ),
        (WINDOW.replace("(a)", "(b)").replace("a.ogg", "b.ogg"), []),
    ],
)
def test_what_is_set_of_the_window_is_told_and_its_place_is_not(after: str, expected: list[Change]) -> None:
    trees = [read_window_settings_tree(text.encode(), "x.conf") for text in (WINDOW, after)]
    assert list(compare(*trees)) == expected
