"""Runs in the guest as the user: makes files, media, trash and settings, and reads them without the tools."""

# The system's calls, for names of any bytes:
# ruff: noqa: PTH101, PTH104, PTH112, PTH113, PTH114, PTH115, PTH119, PTH120, PTH123, PTH208, PTH211
from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from PIL import Image, ImageOps

HOME = "/home/user"
ROOT, DISK, TRASH = f"{HOME}/fuzz", "/mnt/fuzz", f"{HOME}/.local/share/Trash"
MEDIA = Path("/var/tmp/fuzz-media")
COLOURS = {
    "R": (255, 0, 0),
    "G": (0, 255, 0),
    "B": (0, 0, 255),
    "W": (255, 255, 255),
    "K": (0, 0, 0),
    "d": (85, 85, 85),
    "l": (170, 170, 170),
}
QUADRANTS = ((0, 0), (1, 0), (0, 1), (1, 1))
WIDTH, HEIGHT = 48, 32
VIDEOS: dict[str, str] = {}
"""Names of the media by their content."""
MTIME = 1_000_000_000
SETTINGS = (
    ("org.gnome.desktop.interface", "text-scaling-factor"),
    ("org.gnome.desktop.notifications", "show-banners"),
    ("org.gnome.desktop.session", "idle-delay"),
    ("org.gnome.desktop.screensaver", "lock-delay"),
    ("org.gnome.desktop.screensaver", "lock-enabled"),
    ("org.gnome.Terminal.ProfilesList", "default"),
)
PROFILE_ID = "b1dcc9dd-5262-4d8d-a863-c897e6d979b9"
PROFILE = f"org.gnome.Terminal.Legacy.Profile:/org/gnome/terminal/legacy/profiles:/:{PROFILE_ID}/"
SIZES = ("default-size-columns", "default-size-rows")


def picture(corners: str, mode: str = "RGB") -> Image.Image:
    """A picture of four quadrants in these colours, `.` for a transparent one."""
    image = Image.new("RGBA", (WIDTH, HEIGHT))
    for (column, row), colour in zip(QUADRANTS, corners, strict=True):
        fill = (0, 0, 0, 0) if colour == "." else (*COLOURS[colour], 255)
        image.paste(fill, (column * 24, row * 16, column * 24 + 24, row * 16 + 16))
    if mode in ("I", "I;16"):
        grey = image.convert("L").convert("I").point(lambda value: value * 257)
        return grey.convert(mode)
    return image if mode == "RGBA" else image.convert(mode)


def make_media() -> None:
    """Write one file of each kind, once in a guest."""
    MEDIA.mkdir(exist_ok=True)
    exif = Image.Exif()
    exif[274] = 6
    animation = [picture("RGBW"), picture("WBGR")]
    picture("RGBW").save(MEDIA / "rgb.png")
    picture("R.BW", "RGBA").save(MEDIA / "alpha.png")
    picture("RGBW").quantize(8).save(MEDIA / "palette.png")
    picture("Kdl.", "RGBA").quantize(8).save(MEDIA / "palette_clear.png")
    picture("KdlW", "I").save(MEDIA / "deep.png")
    picture("KdlW", "I;16").save(MEDIA / "deep.tiff")
    picture("RGBW").save(MEDIA / "plain.jpg", quality=95, progressive=True)
    picture("RGBW").save(MEDIA / "turned.jpg", quality=95, exif=exif)
    picture("RGBW").save(MEDIA / "turned.png", exif=exif)
    picture("KdlW", "LA").save(MEDIA / "grey_alpha.png")
    picture("RGBW", "CMYK").save(MEDIA / "print.jpg", quality=95)
    animation[0].save(MEDIA / "moving.gif", save_all=True, append_images=animation[1:], duration=100)
    animation[0].save(MEDIA / "moving.webp", save_all=True, append_images=animation[1:], lossless=True)
    picture("KWWK").convert("1").save(MEDIA / "one_bit.bmp")
    (MEDIA / "cut.jpg").write_bytes((MEDIA / "plain.jpg").read_bytes()[:400])
    (MEDIA / "text.png").write_text("no picture at all\n")
    (MEDIA / "empty.png").write_bytes(b"")
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    (MEDIA / "bomb.png").write_bytes(
        b"\x89PNG\r\n\x1a\n\0\0\0\r" + chunk + struct.pack(">I", zlib.crc32(chunk)) + b"\0\0\0\0IEND"
    )
    shutil.copy(MEDIA / "rgb.png", MEDIA / "really_png.jpg")
    # Another format would round the odd height down.
    source = " ".join(
        f"-f lavfi -i color={colour}:s=48x33:r=25:d=1,format=yuv444p" for colour in ("red", "blue")
    )
    joined = "-filter_complex [0][1]concat=n=2 -pix_fmt yuv444p"
    for command in (
        f"{source} {joined} film.mp4",
        "-i film.mp4 -f lavfi -i sine=d=3 -c:v copy -map 1 -map 0 film.mkv",
        "-i film.mp4 -metadata:s:v rotate=90 -c copy turned.mp4",
        f"{source.replace('r=25', 'r=1')} {joined} slow.mp4",
        "-i film.mp4 film.gif",
        "-f lavfi -i sine=d=2 sound.mp3",
    ):
        arguments = ["ffmpeg", "-loglevel", "error", "-y", *command.split()]
        subprocess.run(arguments, cwd=MEDIA, check=True)
    (MEDIA / "broken.mp4").write_bytes((MEDIA / "film.mp4").read_bytes()[:600])
    for file in MEDIA.iterdir():
        os.utime(file, (MTIME, MTIME))
        if file.suffix in (".mp4", ".mkv", ".mp3") or file.name == "film.gif":
            VIDEOS[hashlib.sha1(file.read_bytes(), usedforsecurity=False).hexdigest()] = file.name


def make_file(path: str, kind: str) -> None:
    """Make one thing at a path."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    if os.path.lexists(path):
        return
    match kind:
        case "folder":
            Path(path).mkdir()
            make_file(f"{path}/inside.txt", "text")
        case "repository":
            subprocess.run(["git", "init", "-q", path], check=True)
        case "sparse":
            Path(path).touch()
            os.truncate(path, 3_000_000_000)
        case "link":
            os.symlink("first.txt", path)
        case "folder_link":
            os.symlink(ROOT + "/a", path)
        case "dangling":
            os.symlink("nothing there", path)
        case "loop":
            os.symlink(path, path)
        case "outside":
            os.symlink("/etc/hostname", path)
        case "hard":
            os.link(f"{ROOT}/first.txt", path)
        case "pipe":
            os.mkfifo(path)
        case "socket":
            with socket.socket(socket.AF_UNIX) as listener:
                folder = os.open(os.path.dirname(path), os.O_RDONLY)
                listener.bind(f"/proc/self/fd/{folder}/s")
                os.close(folder)
            os.rename(f"{os.path.dirname(path)}/s", path)
        case "text" | "unreadable" | "readonly" | "empty":
            Path(path).write_text("" if kind == "empty" else f"text of {os.path.basename(path)!r}\n")
        case _:
            shutil.copy(MEDIA / kind, path)
    if kind not in ("repository", "link", "folder_link", "dangling", "loop", "outside", "folder"):
        os.utime(path, (MTIME, MTIME))
    if kind in ("unreadable", "readonly"):
        os.chmod(path, 0 if kind == "unreadable" else 0o444)


def make(document: dict[str, Any]) -> None:
    """Make a document's files, trash, settings and sound in empty folders."""
    make_file(f"{ROOT}/first.txt", "text")
    make_file(f"{ROOT}/a/b/deep.txt", "text")
    for path, kind in document["files"]:
        make_file(f"{ROOT}/{path}", kind)
    for name, original, kind in document["trash"]:
        make_file(f"{TRASH}/files/{name}", kind)
        if original:
            Path(f"{TRASH}/info").mkdir(exist_ok=True)
            text = f"[Trash Info]\nPath={quote(os.fsencode(original))}\nDeletionDate=2026-01-02T03:04:05\n"
            Path(f"{TRASH}/info/{name}.trashinfo").write_text(text)
    for folder in document["locked_folders"]:
        if os.path.isdir(f"{ROOT}/{folder}"):
            os.chmod(f"{ROOT}/{folder}", 0o555)
    if document["full_disk"]:
        with open(f"{DISK}/filler", "wb") as filler:
            filler.write(bytes(3_900_000))
    for (schema, key), value in zip(SETTINGS, document["settings"], strict=True):
        store(schema, key, value)
    for key in SIZES:
        settings(PROFILE).reset(key)
    left, right, mute = document["sound"]
    subprocess.run(["pactl", "set-sink-volume", "@DEFAULT_SINK@", f"{left}%", f"{right}%"], check=True)
    subprocess.run(["pactl", "set-sink-mute", "@DEFAULT_SINK@", str(int(mute))], check=True)


def read() -> dict[str, Any]:
    """Everything that a tool might change."""
    state: dict[str, Any] = {}
    for base in (ROOT, DISK, TRASH):
        if os.path.isdir(base):
            read_tree(base, state)
    for name in sorted(os.listdir(HOME)):
        state[f"home/{name}"] = True
    read_git(f"{HOME}/.gitconfig", state)
    for schema, key in SETTINGS:
        state[f"setting/{key}"] = settings(schema).get_value(key).print_(False)
    for key in SIZES:
        state[f"setting/{key}"] = settings(PROFILE).get_value(key).print_(False)
    listed = subprocess.run(["pactl", "-f", "json", "list", "sinks"], capture_output=True, check=True)
    sink = json.loads(listed.stdout)[0]
    volumes = sink["volume"]
    state["sound/percents"] = [int(volumes[channel]["value_percent"][:-1]) for channel in sorted(volumes)]
    state["sound/muted"] = sink["mute"]
    state["terminals"] = terminals()
    return state


def terminals() -> int:
    """How many terminal windows the window manager lists."""
    from Xlib.display import Display
    from Xlib.error import BadWindow

    display = Display(":0")
    count = 0
    try:
        listed = display.screen().root.get_full_property(display.intern_atom("_NET_CLIENT_LIST"), 0)
        for window in listed.value:
            try:
                name = display.create_resource_object("window", window).get_wm_class()
            except BadWindow:  # closed since it was listed
                continue
            count += bool(name) and name[1].lower().startswith("gnome-terminal")
    finally:
        display.close()
    return count


def settings(schema: str) -> Any:
    from gi.repository import Gio

    name, _, path = schema.partition(":")
    return Gio.Settings.new_with_path(name, path) if path else Gio.Settings.new(name)


def store(schema: str, key: str, value: str) -> None:
    from gi.repository import Gio, GLib

    settings(schema).set_value(key, GLib.Variant.parse(None, value, None, None))
    Gio.Settings.sync()


def read_git(config: str, state: dict[str, Any]) -> None:
    if os.path.isfile(config):
        command = ["git", "config", "--file", config, "--list", "-z"]
        listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        for entry in listed.split("\0")[:-1]:
            key, _, value = entry.partition("\n")
            state[f"{config}#git.{key}"] = value


def read_tree(path: str, state: dict[str, Any]) -> None:
    status = os.lstat(path)
    state[f"{path}#mode"] = oct(status.st_mode)
    if os.path.islink(path):
        state[f"{path}#target"] = os.readlink(path)
    elif os.path.isdir(path):
        for name in sorted(os.listdir(path)) if os.access(path, os.R_OK | os.X_OK) else ():
            if name == ".git":
                read_git(f"{path}/.git/config", state)
            else:
                read_tree(f"{path}/{name}", state)
    else:
        state[f"{path}#mtime"] = status.st_mtime_ns
        state[f"{path}#size"] = status.st_size
        if os.path.isfile(path) and os.access(path, os.R_OK) and status.st_size < 10_000_000:
            content = Path(path).read_bytes()
            state[f"{path}#content"] = hashlib.sha1(content, usedforsecurity=False).hexdigest()
            if path.endswith(".trashinfo") and (named := re.search(rb"^Path=(.+)$", content, re.MULTILINE)):
                state[f"{path}#original"] = os.fsdecode(unquote_to_bytes(named[1]))
            if state[f"{path}#content"] in VIDEOS:
                state[f"{path}#video"] = VIDEOS[state[f"{path}#content"]]
            for fact, value in zip(
                ("format", "pixels", "corners", "frames"), read_picture(content), strict=False
            ):
                state[f"{path}#{fact}"] = value


def read_picture(content: bytes) -> list[Any]:
    """Format, upright size, colours of the quadrants of the first picture, number of pictures; nothing for none."""
    name = None
    if content.startswith(b"%PDF"):
        start = content.find(b"\xff\xd8\xff")
        name, content = "PDF", content[start : content.find(b"endstream", start)]
    try:
        with Image.open(io.BytesIO(content)) as opened:
            if opened.width * opened.height > 10_000_000:
                return []
            frames = getattr(opened, "n_frames", 1)
            opened.seek(0)
            deep = opened.mode.startswith("I")
            if not deep:
                opened = ImageOps.exif_transpose(opened)
                opened = opened.convert("RGBA")
            width, height = opened.size
            corners = ""
            for column, row in QUADRANTS:
                pixel = opened.getpixel((width * (1 + 2 * column) // 4, height * (1 + 2 * row) // 4))
                corners += nearest((pixel // 257,) * 3 + (255,) if deep else pixel)
            with Image.open(io.BytesIO(content)) as again:
                return [name or again.format, [width, height], corners, frames]
    except (OSError, SyntaxError, Image.DecompressionBombError):
        return []


def nearest(pixel: tuple[int, ...]) -> str:
    if pixel[3] < 128:
        return "."
    return min(
        COLOURS, key=lambda name: sum((a - b) ** 2 for a, b in zip(COLOURS[name], pixel[:3], strict=True))
    )
