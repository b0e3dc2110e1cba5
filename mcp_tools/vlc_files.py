"""Media files on disk that VLC can play."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote, urlsplit

from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.os_command import user_path
from mcp_tools.registry import ToolError, tool

MAX_FILES = 500
SEARCH_SECONDS = 20.0
_MEDIA_SUFFIXES = """
    3gp aac ac3 aif aiff amr ape asf avi divx dts dv f4v flac flv m2ts m2v m4a m4v mid mka mkv mov mp2 mp3 mp4
    mpc mpeg mpg mts mxf oga ogg ogm ogv opus ra rm rmvb spx ts tta vob wav webm wma wmv wv
"""


class MediaFiles(TypedDict):
    """Paths of the media files, sorted; `truncated` when there were more than 500."""

    folder: str
    files: list[str]
    truncated: bool


@tool("osworld_mcp_vlc.get_media_files", app="vlc", read_only=True)
def get_media_files(
    path: Annotated[str, Field(description="folder to look in, with all folders below it")],
    suffix: Annotated[
        list[str] | None,
        Field(description='endings to look for, such as ["mp4", "mkv"]; left out: all media'),
    ] = None,
) -> MediaFiles:
    """List the video and audio files in a folder, for add_to_playlist. VLC need not be running."""
    folder = user_path(unquote(urlsplit(path).path) if path.startswith("file://") else path)
    if folder.is_file():
        raise ToolError(f"{folder} is a file; give the folder it is in, {folder.parent}")
    if not folder.is_dir():
        raise ToolError(f"there is no folder {folder}; give the path of an existing folder")
    endings = _MEDIA_SUFFIXES.split() if suffix is None else suffix
    suffixes = {ending.strip().lstrip(".").casefold() for ending in endings}
    if not suffixes or "" in suffixes:
        raise ToolError(f'suffix is {suffix}; give endings such as ["mp4", "mkv"], or leave it out')
    paths = sorted(_media_files(folder, suffixes))
    return MediaFiles(folder=str(folder), files=paths[:MAX_FILES], truncated=len(paths) > MAX_FILES)


def _media_files(root: Path, suffixes: set[str]) -> list[str]:
    def refuse(error: OSError) -> None:
        if error.filename == str(root):
            raise ToolError(f"the folder {root} cannot be read: {error.strerror}")

    deadline = time.monotonic() + SEARCH_SECONDS
    paths: list[str] = []
    for folder, _, names in os.walk(root, onerror=refuse):
        paths += [str(Path(folder, name)) for name in names if Path(name).suffix[1:].casefold() in suffixes]
        if time.monotonic() > deadline:
            raise ToolError(
                f"looking through {root} took more than {SEARCH_SECONDS:g} s; give a smaller folder"
            )
    return paths
