"""Files of videos and sounds."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from mcp_tools.libreoffice.pictures import pixels
from mcp_tools.registry import ToolError

PROBE_SECONDS = 10
PICTURE_ENDINGS = {".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".svg"}
SOUND_SIZE = 3000
"""Width and height of a sound's box, in hundredths of a millimetre."""


def media_size(file: Path) -> tuple[int, int]:
    """What a video measures at 96 pixels an inch; a small square for a sound. Raises ToolError."""
    command = [
        "ffprobe",
        "-v",
        "error",
        "-show_entries",
        "stream=codec_type,width,height",
        "-of",
        "json",
        "--",
    ]
    try:
        result = subprocess.run(
            [*command, str(file)], capture_output=True, text=True, timeout=PROBE_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise ToolError(f"{file} could not be looked into within {PROBE_SECONDS} s.") from error
    streams = json.loads(result.stdout or "{}").get("streams", [])
    kinds = {stream.get("codec_type"): stream for stream in reversed(streams)}
    picture = file.suffix.lower() in PICTURE_ENDINGS
    if result.returncode or picture or not kinds.keys() & {"video", "audio"}:
        raise ToolError(
            f"{file} is no video or sound file. Give one such as .mp4, .webm, .ogg, .mp3 or .wav; "
            "for a picture use insert_image."
        )
    if "video" not in kinds:
        return SOUND_SIZE, SOUND_SIZE
    return pixels(kinds["video"]["width"]), pixels(kinds["video"]["height"])
