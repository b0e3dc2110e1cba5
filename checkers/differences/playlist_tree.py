"""Playlists as trees of their entries."""

from __future__ import annotations

from collections.abc import Iterator

from checkers.archives import parse_xml
from checkers.differences.text_tree import decode_text, encodable, split_lines
from checkers.differences.tree import Span, TreeNode

_XSPF = "{http://xspf.org/ns/0/}"
_INFORMATION = "#EXTINF:"


def read_m3u_tree(data: bytes, name: str) -> TreeNode:
    """Read an M3U playlist: its entries in their order with their titles; lengths and other comments are left out.

    Raises Unusable.
    """
    return TreeNode("playlist", children=tuple(_m3u_entries(decode_text(data, name)[0])))


def read_xspf_tree(data: bytes, name: str) -> TreeNode:
    """Read an XSPF playlist: its title, its entries in their order with their titles; lengths are left out.

    Raises Unusable.
    """
    root = parse_xml(data, name)
    return TreeNode(
        "playlist",
        attributes={"title": root.findtext(f"{_XSPF}title")},
        children=tuple(
            _entry(track.findtext(f"{_XSPF}location", ""), track.findtext(f"{_XSPF}title"))
            for track in root.iterfind(f"{_XSPF}trackList/{_XSPF}track")
        ),
    )


def _m3u_entries(text: str) -> Iterator[TreeNode]:
    title: str | None = None
    for line in map(str.strip, split_lines(text)):
        if line.startswith(_INFORMATION):
            title = line.partition(",")[2]
        elif line and not line.startswith("#"):
            yield _entry(line, title)
            title = None


def _entry(location: str, title: str | None) -> TreeNode:
    shown = encodable(title) if title else None
    return TreeNode("entry", attributes={"title": shown}, spans=(Span(encodable(location)),))
