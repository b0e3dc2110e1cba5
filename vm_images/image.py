"""Built images: where they are, what their manifests say, how to find the one to boot.

A complete layer is a folder images/layers/base-<hash>/ with root/ and layer.json in it; a complete image is
images/<profile>-<hash>/manifest.json, which names its layers and the versions in them. A lock on that file, held
while guests may be started from the image, keeps it from being pruned.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, ValidationError

from testbed.command import command
from testbed.errors import ImageError
from vm_images.folders import images_folder, layers_folder
from vm_images.profile import distributions, load_profile
from vm_images.recipe import image_hash, plan

BUILD_COMMAND = "image build"
DIGEST_FILE = "content.sha256"


class LayerRecord(BaseModel):
    """What building one layer recorded: hashes, size in bytes, build time in seconds, package versions."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    hash: str
    size_bytes: int
    build_seconds: float
    versions: dict[str, dict[str, str]]


class Manifest(BaseModel):
    """One image: its recipe hash, its layers lowest first, size in bytes, build time in seconds of all layers.

    `versions` maps "apt", "pip" and "npm" to package versions.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    profile: str
    profile_reason: str
    hash: str
    layers: tuple[str, ...]
    layer_hashes: dict[str, str]
    size_bytes: int
    build_seconds: float
    built_at: str
    versions: dict[str, dict[str, str]]


@dataclass(frozen=True)
class Image:
    """A built image: its layers' root directories, lowest first, and its manifest's file."""

    name: str
    hash: str
    profile: str
    layers: tuple[Path, ...]
    manifest: Path


def image_name(profile: str, digest: str) -> str:
    return f"{profile}-{digest[:12]}"


def read_manifest(path: Path) -> Manifest:
    """Read an image's manifest. Raises ImageError when it is missing or malformed."""
    try:
        return Manifest.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise ImageError(
            f"the image manifest {path} cannot be read: {error}",
            hint=f"remove the folder {path.parent}, then: {command(BUILD_COMMAND)}",
        ) from error


def list_images() -> list[Image]:
    """All complete images, newest first; none when nothing was built yet. Raises ImageError on a broken manifest."""
    manifests = [(path, read_manifest(path)) for path in images_folder().glob("*/manifest.json")]
    manifests.sort(key=lambda pair: pair[1].built_at, reverse=True)
    return [_image(manifest, path) for path, manifest in manifests if is_whole(path)]


def find_image(profile: str | None = None) -> Image:
    """The image that matches today's recipe: of the named profile, else of any distribution (the newest).

    Raises UsageError (no such profile), ImageError when none matches; its hint is the command that builds it.
    """
    profiles = [load_profile(profile)] if profile else distributions()
    current = {profile.name: image_hash(plan(profile)) for profile in profiles}
    built = list_images()
    for image in built:
        if current.get(image.profile) == image.hash:
            return image
    stale = next((image.name for image in built if image.profile in current), None)
    build = command(f"{BUILD_COMMAND} --profile {profile}" if profile else BUILD_COMMAND)
    if stale:
        raise ImageError(
            f"the guest image is older than its recipe (newest: {stale})",
            hint=f"build it anew, what did not change is reused: {build}",
        )
    asked = f" of the profile {profile}" if profile else ""
    raise ImageError(f"there is no guest image yet{asked}", hint=f"build it: {build}")


def profile_of(digest: str) -> str:
    """The profile of the image with a hash on this host; "" if it is not here."""
    return next((image.profile for image in list_images() if image.hash == digest), "")


def load_image(path: Path) -> Image:
    """The image of a manifest's file. Raises ImageError when it cannot be read."""
    return _image(read_manifest(path), path)


def is_whole(manifest: Path) -> bool:
    """Whether an image, by its manifest's file, exists with all its layers. Raises ImageError when it is malformed."""
    return manifest.exists() and all(is_there(layer, unseen=True) for layer in load_image(manifest).layers)


def is_there(layer: Path, *, unseen: bool) -> bool:
    """Whether a layer's folder exists; `unseen` for a user who may not look: the manifest is written after it."""
    try:
        return layer.is_dir()
    except PermissionError:
        return unseen


def hold_image(image: Image) -> BinaryIO:
    """Keep an image from being pruned, by this and other processes, until the file returned is closed.

    Raises ImageError when it has been pruned already.
    """
    try:
        file = image.manifest.open("rb")
    except FileNotFoundError:
        raise _pruned(image) from None
    fcntl.flock(file, fcntl.LOCK_SH)
    if os.fstat(file.fileno()).st_nlink == 0:
        file.close()
        raise _pruned(image)
    return file


def content_digests(image: Image) -> dict[str, str]:
    """What the layers hold, as `vm_images.digest` hashed it when they were built, by the layers' folder names.

    Those that older versions built have none; a user who may not read the layers gets none.
    """
    digests = {}
    for layer in image.layers:
        file = layer.with_name(DIGEST_FILE)
        with suppress(FileNotFoundError, PermissionError):
            digests[file.parent.name] = file.read_text().strip()
    return digests


def _pruned(image: Image) -> ImageError:
    return ImageError(
        f"the image {image.name} has just been removed", hint=f"build it anew: {command(BUILD_COMMAND)}"
    )


def _image(manifest: Manifest, path: Path) -> Image:
    layers = tuple(layers_folder() / folder / "root" for folder in manifest.layers)
    return Image(manifest.name, manifest.hash, manifest.profile, layers, path)
