"""Animated GIFs of parts of videos, by ffmpeg."""

from __future__ import annotations

import json
import math
import re
import tempfile
from pathlib import Path
from typing import Annotated

from PIL import Image
from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.os_command import existing_file, output_file, run_command
from mcp_tools.registry import ToolError, tool

LONGEST = 60.0
FRAMES_A_SECOND = 10
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


class MadeGif(TypedDict):
    """The GIF written: seconds that it plays, number of its frames, size in pixels."""

    path: str
    seconds: float
    frames: int
    width: int
    height: int


@tool("osworld_mcp_os.ffmpeg_video_to_gif", app="os", destructive=True, idempotent=True, seconds=240)
def ffmpeg_video_to_gif(
    video_path: Annotated[str, Field(description="path of the video; it stays as it is")],
    start_time: Annotated[str, Field(description="where to begin: seconds (12.5) or HH:MM:SS (00:01:05.5)")],
    duration: Annotated[str, Field(description="how long, written likewise; at most 60 seconds")],
    output_path: Annotated[str, Field(description="path of the .gif file to write; its folder must exist")],
) -> MadeGif:
    """Save a part of a video as an animated GIF of the same size, 10 frames a second. Overwrites the output."""
    source, target = existing_file(video_path), output_file(output_path, (".gif",))
    start, duration_s = seconds_of(start_time, "start_time"), seconds_of(duration, "duration")
    if not 0 < duration_s <= LONGEST:
        raise ToolError(
            f"a duration of {duration_s:g} s is out of range; give more than 0 and at most {LONGEST:g} s"
        )
    length = _length(source)
    if start >= length:
        raise ToolError(f"start_time is {start:g} s, but {source} ends at {length:g} s; begin earlier")
    part = [
        *FFMPEG,
        "-ss",
        f"{start:.3f}",
        "-t",
        f"{min(duration_s, length - start):.3f}",
        "-i",
        f"file:{source}",
    ]
    rate = f"fps={FRAMES_A_SECOND}"
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".gif-") as folder:
            palette, made = f"{folder}/palette.png", f"{folder}/made.gif"
            try:
                run_command([*part, "-vf", f"{rate},palettegen", palette], seconds=FFMPEG_SECONDS)
            except ToolError as error:
                raise ToolError(f"{source} cannot be read as a video: {error}") from error
            use = ["-i", palette, "-lavfi", f"{rate}[frames];[frames][1:v]paletteuse"]
            run_command([*part, *use, "-loop", "0", made], seconds=FFMPEG_SECONDS)
            result = _described(made, target)
            Path(made).replace(target)
    except OSError as error:
        raise ToolError(f"{target} could not be written: {error.strerror}") from error
    return result


def seconds_of(text: str, name: str) -> float:
    """Seconds from `12.5`, `MM:SS` or `HH:MM:SS.s`. Raises ToolError."""
    match = re.fullmatch(r"\s*(?:(?:(\d{1,3}):)?(\d{1,2}):)?(\d{1,6}(?:\.\d{1,9})?)\s*", text, re.ASCII)
    if match is None:
        raise ToolError(
            f"{name} {text!r} is no time; write seconds such as 12.5, or HH:MM:SS such as 00:01:05"
        )
    hours, minutes, seconds = (float(part or 0) for part in match.groups())
    if ":" in text and (seconds >= 60 or (match[1] is not None and minutes >= 60)):
        raise ToolError(f"{name} {text!r} is no time: minutes and seconds go up to 59")
    return hours * 3600 + minutes * 60 + seconds


def _length(video: Path) -> float:
    """The length of a file's video in seconds."""
    command = ["ffprobe", "-v", "error", "-protocol_whitelist", "file,pipe", "-select_streams", "v:0"]
    entries = ["-show_entries", "stream=codec_type,duration:format=duration", "-of", "json"]
    try:
        probe = json.loads(run_command([*command, *entries, f"file:{video}"]))
    except ToolError as error:
        raise ToolError(f"{video} cannot be read as a video: {error}") from error
    streams = probe.get("streams", [])
    if not streams:
        raise ToolError(f"{video} has no picture; give the path of a video")
    length = streams[0].get("duration") or probe.get("format", {}).get("duration")
    return float(length) if length else math.inf


def _described(made: str, target: Path) -> MadeGif:
    with Image.open(made) as image:
        frames = int(getattr(image, "n_frames", 1))
        milliseconds = 0
        for number in range(frames):
            image.seek(number)
            milliseconds += int(image.info.get("duration", 0))
        return MadeGif(
            path=str(target),
            seconds=round(milliseconds / 1000, 3),
            frames=frames,
            width=image.width,
            height=image.height,
        )
