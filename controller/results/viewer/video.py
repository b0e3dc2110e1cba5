"""Episodes as GIF or MP4: every screen with its action drawn on it and a caption. MP4 needs the program ffmpeg."""

from __future__ import annotations

import io
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from controller.results.viewer.episode import EpisodeView
from testbed.errors import RecordsError, UsageError

if TYPE_CHECKING:
    from PIL.Image import Image

VideoForm = Literal["gif", "mp4"]
VIDEO_TYPES = {"gif": "image/gif", "mp4": "video/mp4"}
"""Content types by form."""
FRAME_SECONDS = 1.5
LAST_SECONDS = 3.0
"""How long a step and the end are shown."""
_WIDTHS: dict[VideoForm, int] = {"gif": 960, "mp4": 1280}
_RATE = 2
"""Pictures a second of an MP4; both durations are whole numbers of them."""
_COLOURS = 128


def has_ffmpeg() -> bool:
    """Whether MP4 files can be made."""
    return shutil.which("ffmpeg") is not None


def video_of(view: EpisodeView, form: VideoForm, title: str) -> bytes:
    """An episode played through.

    Args:
        view: The episode.
        form: "gif" or "mp4".
        title: What the captions begin with: the agent and its model.

    Raises:
        UsageError: The form is "mp4" and ffmpeg is not installed.
        RecordsError: ffmpeg failed.
    """
    from controller.results.viewer.frames import frames

    if form == "mp4" and not has_ffmpeg():
        raise UsageError(
            "MP4 needs the program ffmpeg, which is not installed",
            hint="install it (Debian: apt-get install ffmpeg), or export a GIF, which needs no other program",
        )
    pictures = frames(view, title, _WIDTHS[form])
    return _gif(pictures) if form == "gif" else _mp4(pictures)


def _gif(pictures: Iterable[Image]) -> bytes:
    from PIL import Image

    drawn = [picture.quantize(_COLOURS, dither=Image.Dither.NONE) for picture in pictures]
    times = [round(FRAME_SECONDS * 1000)] * (len(drawn) - 1) + [round(LAST_SECONDS * 1000)]
    out = io.BytesIO()
    drawn[0].save(out, "GIF", save_all=True, append_images=drawn[1:], duration=times, loop=0)
    return out.getvalue()


def _mp4(pictures: Iterable[Image]) -> bytes:
    """H.264 in the pixel format that every player knows. The pictures go through a pipe, one at a time."""
    drawn = list(pictures)
    width, height = drawn[0].size
    with tempfile.TemporaryDirectory(prefix="testbed-video-") as folder:
        target, messages = Path(folder, "video.mp4"), Path(folder, "messages")
        command = ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24"]
        command += ["-s", f"{width}x{height}", "-r", str(_RATE), "-i", "-", "-c:v", "libx264"]
        command += [
            "-pix_fmt",
            "yuv420p",
            "-preset",
            "veryfast",
            "-crf",
            "20",
            "-movflags",
            "+faststart",
            str(target),
        ]
        with messages.open("wb") as errors:
            encoder = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=errors)
            assert encoder.stdin is not None
            try:
                for place, picture in enumerate(drawn, 1):
                    shown = LAST_SECONDS if place == len(drawn) else FRAME_SECONDS
                    encoder.stdin.write(picture.tobytes() * round(shown * _RATE))
            except BrokenPipeError:
                pass  # it ended early: its message says why
            finally:
                encoder.communicate()
        if encoder.returncode:
            reason = messages.read_text("utf-8", "replace").strip().rpartition("\n")[2]
            raise RecordsError(
                f"ffmpeg failed with code {encoder.returncode}: {reason}", hint="export a GIF instead"
            )
        return target.read_bytes()
