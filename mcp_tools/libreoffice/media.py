"""Videos and sounds on slides, and the effects that start them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from mcp_tools.libreoffice.office import service, struct, uno
from mcp_tools.libreoffice.pictures import pixels
from mcp_tools.registry import ToolError

PROBE_SECONDS = 10
PICTURE_ENDINGS = {".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".svg"}
SOUND_SIZE = 3000
"""Width and height of a sound's box, in hundredths of a millimetre."""

PLAY = 2
"""Value of com.sun.star.presentation.EffectCommands."""
AFTER_PREVIOUS, MAIN_SEQUENCE = 3, 4
"""Values of com.sun.star.presentation.EffectNodeType."""
MEDIA_CALL, PRESET = 6, "ooo-media-start"
"""Value of com.sun.star.presentation.EffectPresetClass, and the effect's name in LibreOffice."""
HOLD = 3
"""Value of com.sun.star.animations.AnimationFill."""


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


def start_with_slide(slide: Any, shape: Any) -> None:
    """Append an effect to the slide's animation that plays the media without a click."""
    sequence = _main_sequence(slide.getAnimationNode())
    command = service("com.sun.star.animations.Command")
    command.Target = shape
    command.Command = PLAY
    effect = _parallel(
        command, ("node-type", AFTER_PREVIOUS), ("preset-class", MEDIA_CALL), ("preset-id", PRESET)
    )
    sequence.appendChild(_parallel(_parallel(effect)))


def _main_sequence(root: Any) -> Any:
    children = root.createEnumeration()
    while children.hasMoreElements():
        child = children.nextElement()
        if any(item.Name == "node-type" and item.Value == MAIN_SEQUENCE for item in child.UserData):
            return child
    sequence = service("com.sun.star.animations.SequenceTimeContainer")
    sequence.UserData = _user_data(("node-type", MAIN_SEQUENCE))
    root.appendChild(sequence)
    return sequence


def _parallel(child: Any, *user_data: tuple[str, Any]) -> Any:
    """A time container that starts with its parent and keeps its end state."""
    container = service("com.sun.star.animations.ParallelTimeContainer")
    container.Begin = 0.0
    container.Fill = HOLD
    if user_data:
        container.UserData = _user_data(*user_data)
    container.appendChild(child)
    return container


def _user_data(*values: tuple[str, Any]) -> tuple[Any, ...]:
    """Numbers as UNO's short, which is what LibreOffice looks for."""
    matches = []
    for name, value in values:
        typed = uno().Any("short", value) if isinstance(value, int) else value
        matches.append(struct("com.sun.star.beans.NamedValue", Name=name, Value=typed))
    return tuple(matches)
