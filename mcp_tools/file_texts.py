"""Texts of the user's files for the mounted file server: read exactly, and edited so that all else stays."""

from __future__ import annotations

import difflib
import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from mcp_tools.messages import clip, os_reason, shorten
from mcp_tools.os_command import refuse_dangling
from mcp_tools.registry import ToolError

Arguments = dict[str, Any]

MAX_BYTES = 20 * 2**20
"""Of a file that is read or edited as a whole."""
MAX_DIFFERENCE = 20_000
"""Characters of an edit's difference that are shown."""


def read_text(arguments: Arguments) -> str:
    """A file's text, or its first (`head`) or last (`tail`) lines without the end of the last of them."""
    path = Path(arguments["path"])
    head, tail = arguments.get("head"), arguments.get("tail")
    if head is not None:
        return _decode(path, _first_lines(path, head))
    if tail is not None:
        return _decode(path, _last_lines(path, tail))
    return _decode(path, _content(path))


def read_several(arguments: Arguments) -> str:
    """The texts of files, each after its path; for one that cannot be read the reason."""
    parts = []
    for path in map(Path, arguments["paths"]):
        try:
            if path.is_dir():
                raise ToolError("it is a folder; list it")
            refuse_dangling(path)
            parts.append(f"{path}:\n{_decode(path, _content(path))}\n")
        except ToolError as error:
            parts.append(f"{path}: Error - {error}")
        except OSError as error:
            parts.append(f"{path}: Error - {os_reason(error)}")
    return "\n---\n".join(parts)


def edit(arguments: Arguments) -> str:
    """Replace texts in a file, one after the other, and return the difference. Line ends stay as they are."""
    path = Path(arguments["path"])
    before = _content(path)
    text = _decode(path, before)
    if not arguments["edits"]:
        raise ToolError("edits is empty; give at least one oldText with its newText")
    for number, change in enumerate(arguments["edits"]):
        text = _replace(text, change["oldText"], change["newText"], f"edits.{number}.oldText")
    after = text.encode()
    if len(after) > MAX_BYTES:
        raise ToolError(f"the file would have {len(after):,} bytes; at most {MAX_BYTES:,} are written")
    if not arguments.get("dryRun", False) and after != before:
        write(path, after)
        if path.read_bytes() != after:
            raise ToolError(f"{shorten(str(path))} was changed by another program meanwhile; read it again")
    return _difference(path, before.decode(), text)


def write(path: Path, content: bytes) -> None:
    """Replace a file's content: at once, but in place when the file has several names. Raises OSError."""
    status = path.stat()
    if status.st_nlink > 1 or not os.access(path.parent, os.W_OK):
        path.write_bytes(content)
        return
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".edit-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.chmod(name, status.st_mode & 0o7777)  # noqa: PTH101 - a name, not yet a Path
        os.replace(name, path)  # noqa: PTH105
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(name)  # noqa: PTH108
        raise


def _content(path: Path) -> bytes:
    if (size := path.stat().st_size) > MAX_BYTES:
        raise ToolError(
            f"{shorten(str(path))} has {size:,} bytes, more than {MAX_BYTES:,}; read a part with head or tail"
        )
    return path.read_bytes()


def _decode(path: Path, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise ToolError(
            f"{shorten(str(path))} is no text in UTF-8 (byte {error.start:,}); read it with "
            "filesystem_read_media_file, or convert it first"
        ) from error


def _first_lines(path: Path, count: int) -> bytes:
    lines: list[bytes] = []
    size = 0
    with path.open("rb") as file:
        while len(lines) < count and (line := file.readline(MAX_BYTES)):
            lines.append(line)
            size += len(line)
            if size >= MAX_BYTES:
                raise ToolError(
                    f"the first {count:,} lines have more than {MAX_BYTES:,} bytes; ask for fewer"
                )
    return _without_last_end(b"".join(lines))


def _last_lines(path: Path, count: int) -> bytes:
    with path.open("rb") as file:
        position, block = file.seek(0, os.SEEK_END), b""
        while position > 0 and block.removesuffix(b"\n").count(b"\n") < count:
            if len(block) >= MAX_BYTES:
                raise ToolError(f"the last {count:,} lines have more than {MAX_BYTES:,} bytes; ask for fewer")
            step = min(max(64 * 1024, len(block)), position)
            position = file.seek(position - step)
            block = file.read(step) + block
    lines = _without_last_end(block).split(b"\n")
    return b"\n".join(lines[-count:])


def _without_last_end(content: bytes) -> bytes:
    return content.removesuffix(b"\n").removesuffix(b"\r")


def _replace(text: str, old: str, new: str, name: str) -> str:
    """The text with the first place of `old` replaced, whatever line ends either has."""
    if not old:
        raise ToolError(f"{name} is empty; give the text to replace")
    pattern = r"\r?\n".join(re.escape(line) for line in re.split(r"\r?\n", old))
    match = re.search(pattern, text)
    if match is None:
        raise ToolError(
            f"Could not find exact match for {name} {shorten(old)}; read the file and copy the text from it"
        )
    end = re.search(r"\r?\n", match[0]) or re.search(r"\r?\n", text)
    line_end = end[0] if end else "\n"
    inserted = new if end is None else re.sub(r"\r?\n", lambda _: line_end, new)
    return text[: match.start()] + inserted + text[match.end() :]


def _difference(path: Path, before: str, after: str) -> str:
    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), str(path), str(path), "original", "modified", lineterm=""
    )
    diff = "".join(f"{line}\n" for line in lines)
    fence = "```"
    while fence in diff:
        fence += "`"
    return f"{fence}diff\n{clip(diff, MAX_DIFFERENCE)}{fence}\n"
