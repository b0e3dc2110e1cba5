"""Media files on disk that VLC can play."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote_to_bytes, urlsplit

from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.messages import shorten
from mcp_tools.os_command import user_path
from mcp_tools.registry import ToolError, tool

MAX_FILES = 500
MAX_SUFFIXES = 100
MAX_SUFFIX_CHARACTERS = 30
MAX_PATH_BYTES = 4095
SEARCH_SECONDS = 20.0
_MEDIA_SUFFIXES = """
    3gp aac ac3 aif aiff amr ape asf avi divx dts dv f4v flac flv m2ts m2v m4a m4v mid mka mkv mov mp2 mp3 mp4
    mpc mpeg mpg mts mxf oga ogg ogm ogv opus ra rm rmvb spx ts tta vob wav webm wma wmv wv
"""


class MediaFiles(TypedDict):
    """The media files, sorted: paths, or a file:// URI where a name is not UTF-8; `truncated` when there were
    more than 500."""

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
    folder = local_path(path)
    if folder.is_file():
        raise ToolError(
            f"{shorten(str(folder))} is a file; give the folder it is in, {shorten(str(folder.parent))}"
        )
    if not folder.is_dir():
        raise ToolError(f"there is no folder {shorten(str(folder))}; give the path of an existing folder")
    paths = sorted(_media_files(folder, _endings(suffix)), key=str)
    return MediaFiles(
        folder=_addressable(folder),
        files=[_addressable(file) for file in paths[:MAX_FILES]],
        truncated=len(paths) > MAX_FILES,
    )


def local_path(text: str) -> Path:
    """The path that a path or a file:// URI names. Raises ToolError."""
    if re.match(r"file:", text, re.IGNORECASE):
        text = _path_of_uri(text)
    path = user_path(text)
    if len(os.fsencode(path)) > MAX_PATH_BYTES:
        raise ToolError(f"{shorten(text)} is longer than a path may be ({MAX_PATH_BYTES} bytes)")
    return path


def _path_of_uri(uri: str) -> str:
    try:
        parts = urlsplit(uri)
    except ValueError as error:
        raise ToolError(f"{shorten(uri)} is no address; give the file's path") from error
    if parts.netloc.lower() not in ("", "localhost"):
        raise ToolError(
            f"{shorten(uri)} names a file of the computer {shorten(parts.netloc)}; "
            "give a path, or file:/// and three slashes"
        )
    if parts.query or parts.fragment:
        raise ToolError(f"{shorten(uri)} has a ? or a #; in an address of a file write %3F or %23 for it")
    if not parts.path.startswith("/"):
        raise ToolError(f"{shorten(uri)} names no file; give its path, or file:/// and three slashes")
    return os.fsdecode(unquote_to_bytes(parts.path))


def _endings(suffix: list[str] | None) -> tuple[str, ...]:
    endings = _MEDIA_SUFFIXES.split() if suffix is None else suffix
    cleaned = {ending.strip().removeprefix("*").lstrip(".").casefold() for ending in endings}
    wrong = [
        ending for ending in cleaned if not ending or "/" in ending or len(ending) > MAX_SUFFIX_CHARACTERS
    ]
    if not cleaned or wrong or len(endings) > MAX_SUFFIXES:
        value = shorten(wrong[0]) if wrong else f"a list of {len(endings):,}"
        raise ToolError(f'suffix has {value}; give endings such as ["mp4", "mkv"], or leave it out')
    return tuple(f".{ending}" for ending in cleaned)


def _media_files(root: Path, endings: tuple[str, ...]) -> list[Path]:
    def refuse(error: OSError) -> None:
        if error.filename == str(root):
            raise ToolError(f"the folder {shorten(str(root))} cannot be read: {error.strerror}")

    deadline = time.monotonic() + SEARCH_SECONDS
    paths: list[Path] = []
    for folder, _, names in os.walk(root, onerror=refuse):
        files = (Path(folder, name) for name in names if name.casefold().endswith(endings))
        paths += [file for file in files if file.is_file()]
        if time.monotonic() > deadline:
            raise ToolError(
                f"looking through {shorten(str(root))} took more than {SEARCH_SECONDS:g} s; "
                "give a smaller folder"
            )
    return paths


def _addressable(path: Path) -> str:
    """The path, or its URI when its name is not UTF-8 and has no text."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return path.as_uri()
    return str(path)
