"""An image as one archive, addressed by its content: what another host needs to have the same image.

The archive is a tar file with the image's layers, its manifest, and its virtual machine's disk if it has one. It is
made once, in images/archives/. It travels in chunks: each is checked by its SHA-256 as it arrives, so a cut transfer
goes on with the chunks that are missing. Two archives of the same layers are the same bytes.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from testbed.command import command
from testbed.errors import ImageError
from vm_images.build import build_lock
from vm_images.digest import content_digest
from vm_images.disk import disk_folder
from vm_images.folders import images_folder, layers_folder
from vm_images.image import (
    DIGEST_FILE,
    Image,
    Manifest,
    hold_image,
    image_name,
    is_whole,
    load_image,
    read_manifest,
)
from vm_images.profile import Progress, load_profile
from vm_images.recipe import image_hash, plan

CHUNK_BYTES = 4 * 2**20
_SAME_BYTES = ("--format=posix", "--pax-option=delete=atime,delete=ctime", "--sort=name", "--numeric-owner")
_EVERYTHING = ("--xattrs", "--xattrs-include=*", "--numeric-owner")


class ArchiveIndex(BaseModel):
    """What is in an archive: the image, and the SHA-256 of the whole and of each chunk, in hex."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    profile: str
    image_hash: str
    size: int = Field(gt=0)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    chunks: tuple[str, ...]

    @property
    def image(self) -> str:
        """The image's name."""
        return image_name(self.profile, self.image_hash)

    @property
    def manifest(self) -> Path:
        """Where the image's manifest is on this host, once it is there."""
        return images_folder() / self.image / "manifest.json"


def archives_folder() -> Path:
    return images_folder() / "archives"


def idle_archives() -> Iterator[Path]:
    """Everything in that folder but what is on its way to this host now."""
    for path in sorted(archives_folder().glob("*")) if archives_folder().exists() else ():
        if path.is_dir() or path.suffix != ".partial":
            yield path
            continue
        with path.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
        yield path


class Archive:
    """The archive of an image of this host."""

    def __init__(self, path: Path, index: ArchiveIndex) -> None:
        self.path = path
        self.index = index

    @classmethod
    def of(cls, image: Image, progress: Progress) -> Archive:
        """Return an image's archive, which is made unless it is there. Raises ImageError."""
        parts = [f"layers/{layer.parent.name}" for layer in image.layers]
        parts.append(f"{image.name}/manifest.json")
        if disk_folder(image).exists():
            parts.append(f"{image.name}/vm")
        path = archives_folder() / f"{image.name}{'-vm' * disk_folder(image).exists()}.tar"
        with hold_image(image), build_lock(progress):
            listed = path.with_suffix(".json")
            if not (path.exists() and listed.exists()):
                progress(f"image {image.name}: packing")
                partial = _pack(path, parts, 1.1 * read_manifest(image.manifest).size_bytes)
                index = _index(partial, image)
                listed.write_text(index.model_dump_json())
                partial.rename(path)
        return cls(path, _read_index(listed))

    def chunk(self, number: int) -> bytes:
        """Return a chunk. Raises ImageError when it has been damaged on this host's disk."""
        try:
            with self.path.open("rb") as file:
                file.seek(number * CHUNK_BYTES)
                data = file.read(CHUNK_BYTES)
        except FileNotFoundError as error:
            raise ImageError(f"the archive {self.path} has just been removed", hint="try again") from error
        if _sha256(data) != self.index.chunks[number]:
            raise ImageError(
                f"the archive {self.path} is damaged", hint="remove it; the next copy creates it again"
            )
        return data


class IncomingArchive:
    """An archive on its way to this host. What has arrived stays on the disk for another try, until it is complete."""

    def __init__(self, index: ArchiveIndex) -> None:
        """Raises ImageError when the image would be of no use here, or does not fit."""
        _require_use(index)
        self.index = index
        self._path = archives_folder() / f".{index.sha256}.partial"
        self._file: BinaryIO | None = None

    def missing(self) -> Sequence[int]:
        """The chunks that have not arrived; none if the image is here. Raises ImageError (in use, or no room)."""
        if is_whole(self.index.manifest):
            return ()
        if self._file is None:
            self._file = self._open()
        self._file.seek(0)
        held = [_sha256(chunk) for chunk in _chunks(self._file)]
        held += [""] * (len(self.index.chunks) - len(held))
        return [number for number, digest in enumerate(self.index.chunks) if held[number] != digest]

    def put(self, number: int, data: bytes) -> None:
        """Keep a chunk. Raises ImageError for one that was damaged on its way."""
        if _sha256(data) != self.index.chunks[number]:
            raise ImageError(f"chunk {number} of the image {self.index.image} arrived damaged")
        assert self._file is not None, "missing() comes first"
        self._file.seek(number * CHUNK_BYTES)
        self._file.write(data)
        self._file.flush()

    def finish(self, progress: Progress) -> Image:
        """Unpack the complete archive and check what its layers hold. Raises ImageError."""
        manifest = self.index.manifest
        if not is_whole(manifest):
            assert self._file is not None, "missing() comes first"
            with self._path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            if digest != self.index.sha256:
                raise ImageError(f"the archive of {self.index.image} is not whole", hint="try again")
            progress(f"image {self.index.image}: unpacking")
            with build_lock(progress):
                _install(self._path, self.index)
            self._path.unlink()
        self.close()
        return load_image(manifest)

    def close(self) -> None:
        """Let another try have what has arrived."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _open(self) -> BinaryIO:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            held = os.fstat(file.fileno()).st_size
            if held > self.index.size:
                file.truncate(0)
            _require_room(2 * self.index.size - held)
        except BlockingIOError:
            file.close()
            raise ImageError(f"the image {self.index.image} is on its way to this host already") from None
        except ImageError:
            file.close()
            raise
        return file


def current_hashes(profiles: Sequence[str]) -> dict[str, str]:
    """The hashes of the images that this host's recipe makes, by profile. Raises UsageError (no such profile)."""
    return {name: image_hash(plan(load_profile(name))) for name in profiles}


def _require_use(index: ArchiveIndex) -> None:
    own = current_hashes([index.profile])[index.profile]
    if own != index.image_hash:
        raise ImageError(
            f"this host's testbed boots the image {own[:12]} of {index.profile}, not {index.image_hash[:12]}",
            hint="install the same version of testbed here as where the image is from, with the same fonts",
        )


def _require_room(needed: float) -> None:
    free = shutil.disk_usage(archives_folder()).free
    if free < needed:
        raise ImageError(
            f"not enough disk space in {images_folder()}: {needed / 1e9:.1f} GB needed, {free / 1e9:.1f} free",
            hint=f"free some ({command('image prune')})",
        )


def _pack(path: Path, parts: list[str], expected_bytes: float) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.parent.chmod(0o700)  # what is in an image is not for the host's users to run
    _require_room(expected_bytes)
    partial = path.with_name(f".{path.name}.making")
    _tar("--create", "--file", str(partial), *_SAME_BYTES, *_EVERYTHING, "-C", str(images_folder()), *parts)
    return partial


def _index(path: Path, image: Image) -> ArchiveIndex:
    whole = hashlib.sha256()
    chunks = []
    with path.open("rb") as file:
        for chunk in _chunks(file):
            whole.update(chunk)
            chunks.append(_sha256(chunk))
    return ArchiveIndex(
        profile=image.profile,
        image_hash=image.hash,
        size=path.stat().st_size,
        sha256=whole.hexdigest(),
        chunks=tuple(chunks),
    )


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(CHUNK_BYTES):
        yield chunk


def _read_index(path: Path) -> ArchiveIndex:
    try:
        return ArchiveIndex.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise ImageError(
            f"{path} cannot be read", hint="remove it; the next copy creates it again"
        ) from error


def _install(archive: Path, index: ArchiveIndex) -> None:
    """Unpack an archive and move its layers, then its manifest, to where they belong."""
    unpacked = archive.with_suffix(".unpacked")
    if unpacked.exists():
        shutil.rmtree(unpacked)
    unpacked.mkdir(mode=0o700)
    try:
        _tar("--extract", "--preserve-permissions", *_EVERYTHING, "--file", str(archive), "-C", str(unpacked))
        manifest = read_manifest(unpacked / index.image / "manifest.json")
        for folder in _checked_layers(manifest, index, unpacked):
            target = layers_folder() / folder.name
            if not target.exists():
                folder.rename(target)
        own = index.manifest.parent
        own.mkdir(exist_ok=True)
        disk = unpacked / index.image / "vm"
        if disk.exists() and not (own / "vm").exists():
            disk.rename(own / "vm")
        (unpacked / index.image / "manifest.json").rename(index.manifest)
    finally:
        shutil.rmtree(unpacked)


def _checked_layers(manifest: Manifest, index: ArchiveIndex, unpacked: Path) -> list[Path]:
    """The unpacked layers, lowest first. Raises ImageError when they are not what the recipe and their digests say."""
    expected = tuple(layer.folder for layer in plan(load_profile(index.profile)))
    if manifest.hash != index.image_hash or manifest.layers != expected:
        raise ImageError(f"the archive of {index.image} holds another image: {manifest.name}")
    folders = [unpacked / "layers" / name for name in manifest.layers]
    for folder in folders:
        digest = folder / DIGEST_FILE
        if not digest.exists() or content_digest(folder / "root") != digest.read_text().strip():
            raise ImageError(
                f"the layer {folder.name} was not unpacked as it was packed",
                hint="an image is copied by root, on a file system with owners and permissions",
            )
    return folders


def _tar(*arguments: str) -> None:
    done = subprocess.run(["tar", *arguments], stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise ImageError(
            f"tar failed: {done.stderr.strip()[-300:]}", hint="an image is copied by root, with GNU tar"
        )


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
