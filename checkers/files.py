"""Files, folders and archives in the guest."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import PurePosixPath

from checkers.archives import parsing
from checkers.base import Claim, GuestView
from checkers.evidence import Unusable, ask, examine, fetch

TEXT_LIMIT = 2**20
ARCHIVE_LIMIT = 16 * 2**20
UNPACKED_LIMIT = 16 * 2**20
MAX_MEMBERS = 1000
_DECOMPRESSORS: dict[bytes, Callable[[io.BytesIO], io.BufferedIOBase]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ": lzma.LZMAFile,
}


@dataclass(frozen=True, slots=True)
class FileEntry:
    """An entry of a folder; `kind` is find's letter: f for a file, d a folder, l a symbolic link."""

    path: str
    kind: str
    size: int


def read_text(guest: GuestView, path: str) -> str:
    """Read a small UTF-8 text with line ends normalised and without byte-order mark. Raises Unusable."""
    try:
        text = fetch(guest, path, limit=TEXT_LIMIT).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unusable("the file can be read", f"{path} is not UTF-8 text: {error}") from error
    return text.replace("\r\n", "\n")


def file_is(guest: GuestView, path: str, content: bytes) -> Claim:
    """Claim that a file has exactly these bytes."""

    def look() -> tuple[bool, object]:
        data = fetch(guest, path)
        return data == content, f"{len(data)} bytes"

    return examine(f"{path} has the right content", look)


def tree(guest: GuestView, folder: str) -> dict[str, FileEntry]:
    """List everything below a folder, by path relative to it. Raises Unusable if there is no such folder."""
    output = ask(guest, ["/usr/bin/find", folder, "-mindepth", "1", "-printf", "%P\\0%y\\0%s\\0"]).stdout
    fields = [field.decode("utf-8", "replace") for field in output.split(b"\0")[:-1]]
    try:
        entries = list(zip(fields[::3], fields[1::3], fields[2::3], strict=True))
        return {path: FileEntry(path, kind, int(size)) for path, kind, size in entries}
    except ValueError as error:
        raise Unusable(f"{folder} can be listed", error) from error


def tree_is(guest: GuestView, folder: str, files: Collection[str]) -> Claim:
    """Claim that the files below a folder are exactly these; empty folders do not count."""

    def look() -> tuple[bool, object]:
        paths = sorted(entry.path for entry in tree(guest, folder).values() if entry.kind != "d")
        return paths == sorted(files), ", ".join(paths) or "no file"

    return examine(f"{folder} holds exactly {', '.join(sorted(files)) or 'no file'}", look)


def absent(guest: GuestView, path: str) -> Claim:
    """Claim that nothing is at a path, not even a dangling link."""

    def look() -> tuple[bool, object]:
        result = guest.look(["/usr/bin/test", "-e", path, "-o", "-L", path])
        return result.exit_code == 1, result.text.strip()

    return examine(f"there is no {path}", look)


def tar_archive(guest: GuestView, path: str) -> dict[str, bytes]:
    """The files of a tar archive (plain, gzip, bzip2, xz), by normalised path in it.

    Raises Unusable for anything else, links and devices, paths that leave the archive, and archives
    beyond ARCHIVE_LIMIT (packed), UNPACKED_LIMIT or MAX_MEMBERS.
    """
    data = fetch(guest, path, limit=ARCHIVE_LIMIT)
    with parsing(path, "tar archive"):
        return _tar_members(_decompressed(data))


def _tar_members(data: bytes) -> dict[str, bytes]:
    members: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
        for count, member in enumerate(archive):
            if count >= MAX_MEMBERS:
                raise Unusable(f"the archive has at most {MAX_MEMBERS} members", "it has more")
            if member.isdir():
                continue
            file = archive.extractfile(member) if member.isreg() and not member.issparse() else None
            if file is None:
                raise Unusable("the archive holds plain files", f"{member.name!r} is not one")
            members[_safe_name(member.name)] = file.read()
    return members


def _decompressed(data: bytes) -> bytes:
    opener = next((opener for magic, opener in _DECOMPRESSORS.items() if data.startswith(magic)), None)
    if opener is None:
        return data
    with opener(io.BytesIO(data)) as file:
        plain = file.read(UNPACKED_LIMIT + 1)
    if len(plain) > UNPACKED_LIMIT:
        raise Unusable(f"the archive unpacks to at most {UNPACKED_LIMIT} bytes", "it is larger")
    return plain


def _safe_name(name: str) -> str:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise Unusable("the paths in the archive stay inside it", name)
    return str(path)
