"""VLC's playlist."""

from __future__ import annotations

import os
import re
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import BaseModel, Field

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError, tool
from mcp_tools.titles import ADDRESS_CHARACTERS, short_address, short_title
from mcp_tools.vlc_files import local_path
from mcp_tools.vlc_http import EFFECT_SECONDS, POLL_SECONDS, PlaylistItem, command, playlist
from mcp_tools.waiting import wait

STREAM_SCHEMES = ("http", "https", "rtsp", "rtp", "udp", "mms", "ftp")
NAMELESS_HOSTS = ("rtp", "udp")
"""Schemes whose address may leave out the host: `udp://@:1234` listens."""


class Playlist(BaseModel):
    """The playlist, in order."""

    items: list[PlaylistItem]


class AddedItem(BaseModel):
    """The entry that was added, its place in the playlist counted from 1, and how many there are now."""

    item: PlaylistItem
    place: int
    count: int


@tool("osworld_mcp_vlc.add_to_playlist", app="vlc")
def add_to_playlist(
    uri: Annotated[str, Field(description="path of a media file, or a URI such as file:///… or http://…")],
) -> AddedItem:
    """Add a media file at the end of VLC's playlist, without starting to play it."""
    location = _media_location(uri)
    known = {item.id for item in playlist()}
    command("in_enqueue", input=location)

    def find_added() -> AddedItem | None:
        items = playlist()
        places = (place for place, item in enumerate(items, start=1) if item.id not in known)
        place = next(places, None)
        return (
            AddedItem(item=_shorten_item(items[place - 1]), place=place, count=len(items)) if place else None
        )

    if added_item := wait(find_added, EFFECT_SECONDS, pause=POLL_SECONDS):
        return added_item
    raise ToolError(
        f"VLC did not take {shorten(location)} into its playlist; check that it can play this kind of file"
    )


@tool("osworld_mcp_vlc.get_playlist", app="vlc", read_only=True)
def get_playlist() -> Playlist:
    """Get VLC's playlist: each entry's name, URI, duration in seconds, and which one is current."""
    return Playlist(items=playlist())


def _shorten_item(item: PlaylistItem) -> PlaylistItem:
    return item.model_copy(update={"name": short_title(item.name), "uri": short_address(item.uri)})


def _media_location(uri: str) -> str:
    """The URI VLC is given; a file must exist and be readable."""
    scheme = uri.partition("://")[0].lower() if "://" in uri else ""
    if scheme in STREAM_SCHEMES:
        _check_stream(uri)
        return uri
    if scheme not in ("", "file"):
        schemes = ", ".join(STREAM_SCHEMES)
        raise ToolError(f"{shorten(uri)} is neither a file nor a stream address ({schemes})")
    path = local_path(uri)
    if not path.is_file():
        raise ToolError(
            f"there is no file {shorten(str(path))}; check the path, for example with search_files"
        )
    if not os.access(path, os.R_OK):
        raise ToolError(f"{shorten(str(path))} may not be read by this user; choose a file that may")
    return path.as_uri()


def _check_stream(address: str) -> None:
    """Raises ToolError for what is no address."""
    try:
        parts = urlsplit(address)
        named = bool(parts.hostname or (parts.netloc and parts.scheme in NAMELESS_HOSTS))
        whole = named and (parts.port is None or parts.port > 0)
    except ValueError:
        whole = False
    if not whole or re.search(r"[\s\x00-\x1f\x7f\ud800-\udfff]", address):
        raise ToolError(f"{shorten(address)} is no stream address; give one such as http://host/clip.mp4")
    if len(address) > ADDRESS_CHARACTERS:
        raise ToolError(f"{shorten(address)} is longer than {ADDRESS_CHARACTERS:,} characters; shorten it")
