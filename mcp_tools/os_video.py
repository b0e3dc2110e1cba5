"""Animated GIFs of parts of videos, by ffmpeg."""

from __future__ import annotations

import json
import math
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.messages import shorten
from mcp_tools.os_command import (
    CommandFailedError,
    CommandTimeoutError,
    existing_file,
    path_text,
    run_command,
)
from mcp_tools.os_gif import read_gif
from mcp_tools.os_output import output_file, write_beside
from mcp_tools.registry import ToolError, tool

LONGEST = 60.0
FRAMES_A_SECOND = 10
MAX_PIXELS = 70_000_000
MORE_SECONDS = 0.5
"""Read beyond the part, and the last picture's length at least: a part may end between two pictures."""
LEAD_PICTURES = 4
NO_VIDEOS = ("image2", "tty", "concat", "hls", "dash", "lavfi", "ffmetadata")
"""Formats of ffmpeg that are pictures, texts, or lists of other files."""
FFMPEG = (
    "ffmpeg",
    "-hide_banner",
    "-loglevel",
    "error",
    "-nostdin",
    "-protocol_whitelist",
    "file,pipe",
    "-y",
)
FFMPEG_SECONDS = 100.0
DISK_IS_FULL = "the disk is full; remove files or choose another disk"
ROOM_LEFT = 2**16
"""Bytes: with less, a disk is full; ffmpeg does not always say so when it could not write all."""


class MadeGif(TypedDict):
    """The GIF written: seconds that it plays, number of its frames, size in pixels."""

    path: str
    seconds: float
    frames: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Video:
    """A video stream of a file: its number, its length, and whether that is its own (not its file's).

    `lead`: seconds before a moment in which the picture shown at it began.
    """

    stream: int
    seconds: float
    exact: bool
    lead: float


@tool("osworld_mcp_os.ffmpeg_video_to_gif", app="os", destructive=True, idempotent=True, seconds=240)
def ffmpeg_video_to_gif(
    video_path: Annotated[str, Field(description="path of the video; it stays as it is")],
    start_time: Annotated[str, Field(description="where to begin: seconds (12.5) or HH:MM:SS (00:01:05.5)")],
    duration: Annotated[str, Field(description="how long, written likewise; at most 60 seconds")],
    output_path: Annotated[str, Field(description="path of the .gif file to write; its folder must exist")],
) -> MadeGif:
    """Save a part of a video as an animated GIF of the same size, 10 frames a second. Overwrites the output."""
    source = existing_file(video_path)
    target = output_file(output_path, (".gif",), source)
    start, duration_s = seconds_of(start_time, "start_time"), seconds_of(duration, "duration")
    if not 0 < duration_s <= LONGEST:
        raise ToolError(
            f"a duration of {duration_s:g} s is out of range; give more than 0 and at most {LONGEST:g} s"
        )
    video = _video_of(source)
    if start >= video.seconds:
        raise ToolError(
            f"start_time is {start:g} s, but {path_text(source)} ends at {video.seconds:g} s; begin earlier"
        )
    seconds = min(duration_s, video.seconds - start)
    frames = max(1, math.floor(seconds * FRAMES_A_SECOND + 0.5))
    with write_beside(target) as made:
        _write_gif(source, video, start, seconds, frames, made)
        result = read_gif(made)
        if result.frames == 0:
            raise ToolError(f"{path_text(source)} shows nothing from {start:g} s on; begin earlier")
        if not result.complete or (video.exact and result.frames < frames):
            if shutil.disk_usage(target.parent).free < ROOM_LEFT:
                raise ToolError(DISK_IS_FULL)
            raise ToolError(
                f"{path_text(source)} is damaged: only {result.seconds:g} s could be read from {start:g} s on; "
                "give a shorter duration"
            )
    return MadeGif(
        path=str(target),
        seconds=result.seconds,
        frames=result.frames,
        width=result.width,
        height=result.height,
    )


def _write_gif(source: Path, video: Video, start: float, seconds: float, frames: int, made: Path) -> None:
    """Write a GIF of at most `frames`, an empty file if the video shows nothing there. Raises ToolError."""
    lead, extended = min(start, video.lead), MORE_SECONDS if video.exact else 0.0
    reach = lead + seconds + MORE_SECONDS
    part = [*FFMPEG, "-max_pixels", str(MAX_PIXELS), "-ss", f"{start - lead:.3f}", "-t", f"{reach:.3f}"]
    part += ["-i", f"file:{source}"]
    # The first picture begins before the part: the filter starts earlier and leaves out what is not of it.
    pictures = (
        f"fps={FRAMES_A_SECOND}:start_time=0,tpad=stop_mode=clone:stop_duration={extended},"
        f"trim=start={max(0.0, lead - 0.5 / FRAMES_A_SECOND):.3f},setpts=PTS-STARTPTS"
    )
    palette, stream = made.with_name("palette.png"), f"0:{video.stream}"
    _run(source, [*part, "-map", stream, "-vf", f"{pictures},palettegen", str(palette)])
    if not palette.exists() or not palette.stat().st_size:
        made.touch()
        return
    use = ["-i", str(palette), "-lavfi", f"[{stream}]{pictures}[frames];[frames][1:v]paletteuse"]
    limit = ["-frames:v", str(frames)]
    _run(source, [*part, *use, *limit, "-loop", "0", "-f", "gif", str(made)])


def _run(source: Path, command: list[str]) -> str:
    """Run one of ffmpeg's programs. Raises ToolError with the cause in plain words."""
    try:
        return run_command(command, seconds=FFMPEG_SECONDS)
    except CommandTimeoutError as error:
        raise ToolError(
            f"this part takes more than {FFMPEG_SECONDS:g} s to convert; give a shorter duration"
        ) from error
    except CommandFailedError as error:
        if "No space left" in str(error):
            raise ToolError(DISK_IS_FULL) from error
        raise ToolError(
            f"{path_text(source)} cannot be read as a video: it is none, damaged or incomplete; give another file"
        ) from error


def seconds_of(text: str, name: str) -> float:
    """Seconds from `12.5`, `MM:SS` or `HH:MM:SS.s`. Raises ToolError."""
    match = re.fullmatch(r"\s*(?:(?:(\d{1,3}):)?(\d{1,2}):)?(\d{1,6}(?:\.\d{1,9})?)\s*", text, re.ASCII)
    if match is None:
        raise ToolError(
            f"{name} {shorten(text)} is no time; write seconds such as 12.5, or HH:MM:SS such as 00:01:05"
        )
    hours, minutes, seconds = (float(part or 0) for part in match.groups())
    if ":" in text and (seconds >= 60 or (match[1] is not None and minutes >= 60)):
        raise ToolError(f"{name} {shorten(text)} is no time: minutes and seconds go up to 59")
    return hours * 3600 + minutes * 60 + seconds


def _video_of(path: Path) -> Video:
    """The first video stream of a file that is no cover picture. Raises ToolError."""
    command = ["ffprobe", "-v", "error", "-protocol_whitelist", "file,pipe", "-select_streams", "v"]
    entries = (
        "stream=index,duration,avg_frame_rate:stream_disposition=attached_pic:format=duration,format_name"
    )
    probe = json.loads(_run(path, [*command, "-show_entries", entries, "-of", "json", f"file:{path}"]))
    described = probe.get("format", {})
    name = described.get("format_name", "")
    if name.endswith("_pipe") or name in NO_VIDEOS:
        raise ToolError(f"{path_text(path)} is a picture or a text, not a video; give the path of a video")
    streams = [item for item in probe.get("streams", []) if not item["disposition"]["attached_pic"]]
    if not streams:
        raise ToolError(f"{path_text(path)} has no picture; give the path of a video")
    own, whole = streams[0].get("duration"), described.get("duration")
    pictures, _, seconds = streams[0].get("avg_frame_rate", "0/0").partition("/")
    lead = LEAD_PICTURES * float(seconds) / float(pictures) if float(pictures or 0) else 1.0
    return Video(
        streams[0]["index"],
        float(own or whole or math.inf),
        exact=own is not None,
        lead=round(min(max(lead, 1.0), 30.0), 1),
    )
