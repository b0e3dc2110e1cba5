"""Playlists as trees."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from checkers.differences.compare import Change, compare
from checkers.differences.playlist_tree import read_m3u_tree, read_xspf_tree
from checkers.differences.tree import TreeNode
from checkers.evidence import Unusable

M3U = "#EXTM3U\n#EXTINF:61,Rain\nrain.ogg\nwind.ogg\nsea.ogg\n"
XSPF = """<playlist xmlns="http://xspf.org/ns/0/" version="1"><title>Weather</title><trackList>
<track><location>file:///rain.ogg</location><title>Rain</title><duration>61000</duration></track>
<track><location>file:///wind.ogg</location></track>
<track><location>file:///sea.ogg</location></track>
</trackList></playlist>"""


@pytest.mark.parametrize(
    ("reader", "before", "after", "expected"),
    [
        (read_m3u_tree, M3U, M3U.replace("sea", "ice"), [Change("entry 3", "text", "sea", "ice")]),
        (read_m3u_tree, M3U, M3U.replace("Rain", "Hail"), [Change("entry 1", "title", "Rain", "Hail")]),
        (read_m3u_tree, M3U, M3U + "ice.ogg\n", [Change("entry 4", "added", None, "ice.ogg")]),
        (read_m3u_tree, M3U, M3U.replace("61", "62").replace("#EXTM3U\n", ""), []),
        (read_xspf_tree, XSPF, XSPF.replace("sea", "ice"), [Change("entry 3", "text", "sea", "ice")]),
        (read_xspf_tree, XSPF, XSPF.replace("Weather", "Sky"), [Change("", "title", "Weather", "Sky")]),
        (read_xspf_tree, XSPF, XSPF.replace(">Rain", ">Hail"), [Change("entry 1", "title", "Rain", "Hail")]),
        (read_xspf_tree, XSPF, XSPF.replace("61000", "61500"), []),
    ],
)
def test_entries_count_in_their_order(
    reader: Callable[[bytes, str], TreeNode], before: str, after: str, expected: list[Change]
) -> None:
    assert list(compare(reader(before.encode(), "x"), reader(after.encode(), "x"))) == expected


def test_a_damaged_playlist_is_unusable() -> None:
    with pytest.raises(Unusable):
        read_xspf_tree(b"<playlist>", "x")
