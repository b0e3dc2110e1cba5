"""Files, folders and archives in the guest."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import PurePosixPath

from checkers.base import Claim, GuestView
from checkers.evidence import BadEvidence, ask, examine

TEXT_LIMIT = 2**20
ARCHIVE_LIMIT = 16 * 2**20
MEMBER_LIMIT = 16 * 2**20
MAX_MEMBERS = 1000
_DECOMPRESSORS: dict[bytes, Callable[[io.BytesIO], io.BufferedIOBase]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"BZh": bz2.BZ2File,
    b"\xfd7zXZ": lzma.LZMAFile,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """Something in a folder; `kind` is find's letter: f a file, d a folder, l a symbolic link."""

    path: str
    kind: str
    size: int


def read(guest: GuestView, path: str, *, limit: int = TEXT_LIMIT) -> bytes:
    """A regular file's bytes. Raises BadEvidence when there is none, or it is larger than `limit` bytes."""
    done = guest.run(["/usr/bin/stat", "--format=%F|%s", "--", path], check=False)
    if done.exit_code != 0:
        raise BadEvidence(f"there is no {path}")
    kind, _, size = done.text.strip().partition("|")
    if kind not in ("regular file", "regular empty file"):
        raise BadEvidence(f"{path} is a {kind}, not a file")
    if int(size) > limit:
        raise BadEvidence(f"{path} has {size} bytes, more than {limit}")
    return guest.read_file(path, limit=limit)


def read_text(guest: GuestView, path: str) -> str:
    """A small UTF-8 text, line ends made alike, byte-order mark dropped. Raises BadEvidence."""
    try:
        text = read(guest, path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadEvidence(f"{path} is not UTF-8 text: {error}") from error
    return text.replace("\r\n", "\n")


def file_is(guest: GuestView, path: str, content: bytes) -> Claim:
    """A file has exactly these bytes."""

    def look() -> tuple[bool, object]:
        found = read(guest, path)
        return found == content, f"{len(found)} bytes"

    return examine(f"{path} has the right content", look)


def tree(guest: GuestView, folder: str) -> dict[str, Entry]:
    """Everything below a folder, by path relative to it. Raises BadEvidence when there is no such folder."""
    output = ask(guest, ["/usr/bin/find", folder, "-mindepth", "1", "-printf", "%P\\0%y\\0%s\\0"]).stdout
    fields = [field.decode("utf-8", "replace") for field in output.split(b"\0")[:-1]]
    entries = zip(fields[::3], fields[1::3], fields[2::3], strict=True)
    return {path: Entry(path, kind, int(size)) for path, kind, size in entries}


def tree_is(guest: GuestView, folder: str, files: Collection[str]) -> Claim:
    """The files below a folder are these and no others; empty folders do not count."""

    def look() -> tuple[bool, object]:
        found = sorted(entry.path for entry in tree(guest, folder).values() if entry.kind != "d")
        return found == sorted(files), ", ".join(found) or "no file"

    return examine(f"{folder} holds exactly {', '.join(sorted(files)) or 'no file'}", look)


def absent(guest: GuestView, path: str) -> Claim:
    """There is nothing at a path."""
    return examine(
        f"there is no {path}",
        lambda: (guest.run(["/usr/bin/test", "-e", path], check=False).exit_code != 0, ""),
    )


def archive(guest: GuestView, path: str) -> dict[str, bytes]:
    """The files of a tar archive (plain, gzip, bzip2, xz) or zip, by normalised path in it.

    Raises BadEvidence for anything else, links and devices, paths that leave the archive, and archives
    beyond ARCHIVE_LIMIT, MEMBER_LIMIT (in all) or MAX_MEMBERS.
    """
    data = read(guest, path, limit=ARCHIVE_LIMIT)
    try:
        members = _zip_members(data) if data.startswith(b"PK") else _tar_members(data)
    except (
        tarfile.TarError,
        zipfile.BadZipFile,
        zlib.error,
        lzma.LZMAError,
        OSError,
        EOFError,
        ValueError,
    ) as error:
        raise BadEvidence(f"{path} is no archive that can be read: {error}") from error
    except (NotImplementedError, RuntimeError) as error:
        raise BadEvidence(
            f"{path} is compressed or encrypted in a way that cannot be read: {error}"
        ) from error
    return members


def _tar_members(data: bytes) -> dict[str, bytes]:
    members: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(_decompressed(data)), mode="r:") as archive_file:
        for count, member in enumerate(archive_file):
            _bounded(count, 0)
            if member.isdir():
                continue
            file = archive_file.extractfile(member) if member.isreg() and not member.issparse() else None
            if file is None:
                raise BadEvidence(f"the archive holds {member.name!r}, which is not a plain file")
            members[_safe_name(member.name)] = file.read()
    return members


def _decompressed(data: bytes) -> bytes:
    opener = next((opener for magic, opener in _DECOMPRESSORS.items() if data.startswith(magic)), None)
    if opener is None:
        return data
    with opener(io.BytesIO(data)) as file:
        plain = file.read(MEMBER_LIMIT + 1)
    _bounded(0, MEMBER_LIMIT - len(plain))
    return plain


def _zip_members(data: bytes) -> dict[str, bytes]:
    members: dict[str, bytes] = {}
    left = MEMBER_LIMIT
    with zipfile.ZipFile(io.BytesIO(data)) as archive_file:
        for count, member in enumerate(archive_file.infolist()):
            _bounded(count, left - member.file_size)
            if member.is_dir():
                continue
            with archive_file.open(member) as file:
                content = file.read(member.file_size + 1)
            left -= len(content)
            members[_safe_name(member.filename)] = content
    return members


def _bounded(count: int, left: int) -> None:
    if count >= MAX_MEMBERS:
        raise BadEvidence(f"the archive has more than {MAX_MEMBERS} members")
    if left < 0:
        raise BadEvidence(f"the archive unpacks to more than {MEMBER_LIMIT} bytes")


def _safe_name(name: str) -> str:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise BadEvidence(f"the archive's member {name!r} points outside of it")
    return str(path)
