"""What the tools for pictures and videos promise."""

from __future__ import annotations

import math
from posixpath import dirname, splitext

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.guest.fuzz.os_arguments import REFUSED, answers, new_path, some_path
from tests.guest.fuzz.os_file_promises import Changes, modelled
from tests.guest.fuzz.os_files import Files, normal
from tests.guest.fuzz.os_in_guest import DISK
from tests.guest.fuzz.promises import Arguments, Expected, Promise, State

ENDINGS = {"png": (".png",), "jpg": (".jpg", ".jpeg"), "pdf": (".pdf",)}
FORMATS = {"png": "PNG", "jpg": "JPEG", "pdf": "PDF"}
TIMES = {
    "0": 0.0,
    "1.25": 1.25,
    "0.5": 0.5,
    "1.99": 1.99,
    "00:00:01.5": 1.5,
    " 0:1.2 ": 1.2,
    "2": 2.0,
    "3": 3.0,
    "0.01": 0.01,
    "60": 60.0,
    "60.5": 60.5,
    "000001": 1.0,
    "9" * 6: 999_999.0,
    "x": None,
    "": None,
    "-1": None,
    "1:60": None,
    "1e3": None,
    "٣": None,
    "9" * 100_000: None,
    "1,5": None,
}
SIZES = {
    "film.mp4": [48, 33],
    "film.mkv": [48, 33],
    "turned.mp4": [33, 48],
    "slow.mp4": [48, 33],
    "film.gif": [48, 33],
}
LENGTH = 2.0
"""Of all these videos: red for a second, then blue."""


def readable(files: Files, text: str) -> str | None:
    """The path of a file that can be read."""
    path = files.resolved(text)
    if path is None or not files.is_file(path) or not files.is_reachable(path):
        return None
    return path if files.mode(path) & 0o400 else None


def written(files: Files, text: str, endings: tuple[str, ...], source: str) -> str | None:
    """The path of the file that can be written."""
    path, target = normal(text), files.resolved(text)
    if path is None or target is None or splitext(path)[1].lower() not in endings:
        return None
    folder = dirname(target)
    if not files.is_folder(folder) or not files.is_reachable(target) or not files.is_writable(folder):
        return None
    if files.mode(target) and (
        not files.is_file(target) or not files.mode(target) & 0o200 or target == source
    ):
        return None
    return target


def replaced(files: Files, target: str, **facts: object) -> tuple[Changes, tuple[str, ...]]:
    """The changes of a file that is written, and what of it is open."""
    changes: Changes = {f"{target}#{fact}": value for fact, value in facts.items()}
    changes[f"{target}#mode"] = oct(files.mode(target) or 0o100644)
    opened = {"content", "mtime", "size", "video", "original"} | set(files.facts(target)) - {"mode"}
    return changes, tuple(f"{target}#{fact}" for fact in sorted(opened - set(facts)))


def convert(files: Files, arguments: Arguments) -> Expected:
    source = readable(files, arguments["image_path"])
    name = arguments["output_format"]
    if source is None or name not in ENDINGS:
        return REFUSED
    target = written(files, arguments["output_path"], ENDINGS[name], source)
    facts = files.facts(source)
    if target is None or facts.get("format") in (None, "PDF"):
        return REFUSED
    corners = str(facts["corners"])
    changes, free = replaced(
        files,
        target,
        format=FORMATS[name],
        pixels=facts["pixels"],
        corners=corners if name == "png" else corners.replace(".", "W"),
        frames=1,
    )
    full = target.startswith(DISK)
    return Expected(error=None if full else False, changes=changes, free=free, undoable=False, seconds=20)


def cut_out(files: Files, arguments: Arguments) -> Expected:
    source = readable(files, arguments["image_path"])
    if source is None:
        return REFUSED
    target = written(files, arguments["output_path"], (".png", ".webp"), source)
    facts = files.facts(source)
    if target is None or facts.get("format") in (None, "PDF"):
        return REFUSED
    ending = splitext(normal(arguments["output_path"]) or "")[1].lower()
    changes, free = replaced(files, target, format=ending[1:].upper(), pixels=facts["pixels"], frames=1)
    return Expected(
        error=None, changes=changes, free=(*free, f"{target}#corners"), undoable=False, seconds=30
    )


def gif(files: Files, arguments: Arguments) -> Expected:
    source = readable(files, arguments["video_path"])
    start, duration = TIMES[arguments["start_time"]], TIMES[arguments["duration"]]
    if source is None or start is None or duration is None or not 0 < duration <= 60:
        return REFUSED
    target = written(files, arguments["output_path"], (".gif",), source)
    video = str(files.facts(source).get("video", ""))
    animated = files.facts(source).get("format") == "GIF"
    if target is None or (video not in SIZES and not animated):
        return REFUSED
    if video not in SIZES:
        changes, free = replaced(files, target, format="GIF")
        free += tuple(f"{target}#{fact}" for fact in ("pixels", "corners", "frames"))
        return Expected(error=None, changes=changes, free=free, undoable=False, seconds=60)
    if start >= LENGTH:
        return REFUSED
    seconds = min(duration, LENGTH - start)
    frames = max(1, math.floor(seconds * 10 + 0.5))
    beyond = video == "film.mkv" and start + duration > LENGTH - 0.1
    changes, free = replaced(
        files,
        target,
        format="GIF",
        pixels=SIZES[video],
        corners="RRRR" if start < 1 else "BBBB",
        **({} if beyond else {"frames": frames}),
    )
    return Expected(
        error=None if beyond or target.startswith(DISK) else False,
        changes=changes,
        free=(*free, f"{target}#frames") if beyond else free,
        answer=None if beyond else answers("frames", frames),
        undoable=False,
        seconds=60,
    )


def _conversions(state: State) -> SearchStrategy[Arguments]:
    return st.one_of(
        st.fixed_dictionaries(
            {
                "image_path": some_path(state, ".png", ".jpg", ".gif", ".webp", ".tiff", ".bmp"),
                "output_format": st.just(name),
                "output_path": st.one_of(
                    new_path(state, *endings), new_path(state, *endings, ".PNG", ".gif", "")
                ),
            }
        )
        for name, endings in [*ENDINGS.items(), ("gif", (".gif",))]
    )


def _cut_outs(state: State) -> SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {
            "image_path": some_path(state, ".png", ".jpg", ".webp", ".tiff"),
            "output_path": new_path(state, ".png", ".webp", ".jpg"),
        }
    )


def _gifs(state: State) -> SearchStrategy[Arguments]:
    return st.fixed_dictionaries(
        {
            "video_path": some_path(state, ".mp4", ".mkv", ".gif", ".mp3"),
            "start_time": st.sampled_from(["0", "0.5", "1.25", *TIMES]),
            "duration": st.sampled_from(["1.25", "0.5", *TIMES]),
            "output_path": new_path(state, ".gif"),
        }
    )


MEDIA_PROMISES = (
    Promise(
        "osworld_mcp_os.convert_image_format",
        "The output file is the picture (the first of several) in the format, upright, with its colours.",
        "No picture, a damaged or too large one, an ending of another format, the input as output, no permission.",
        _conversions,
        modelled(convert),
    ),
    Promise(
        "osworld_mcp_os.remove_image_background",
        "The output file is the picture, upright, with the object's colours unchanged and the rest transparent.",
        "No picture, no object that stands out, an output that is no .png or .webp, the input as output.",
        _cut_outs,
        modelled(cut_out),
    ),
    Promise(
        "osworld_mcp_os.ffmpeg_video_to_gif",
        "The output file is a GIF of the part, as far as the video goes: ten pictures a second, one at least.",
        "No video (a picture, a sound), a damaged part, a time that is none, a start after the end, over 60 s.",
        _gifs,
        modelled(gif),
    ),
)
