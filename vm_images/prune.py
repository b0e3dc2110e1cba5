"""Removes images, layers, archives and build logs that today's recipe no longer needs and no provider holds.

What is needed: for each profile the image and the layers of the current recipe, and every image that some
process holds (see `vm_images.image.hold_image`). A layer is renamed before it is removed, so that what is named
a layer stays whole however the removal ends.
"""

from __future__ import annotations

import fcntl
import math
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from testbed.command import command
from testbed.errors import ImageError
from vm_images.archive import idle_archives
from vm_images.build import build_lock, build_log, disk_usage, partial_folder
from vm_images.folders import images_folder, layers_folder
from vm_images.image import Image, load_image
from vm_images.profile import Progress, load_profile, profile_names
from vm_images.recipe import image_hash, plan


@dataclass(frozen=True, slots=True)
class Unneeded:
    """Something that can go: "image", "layer", "archive", "log" or "unfinished" (of a killed build), and its bytes."""

    kind: str
    path: Path
    size_bytes: int

    @property
    def name(self) -> str:
        return self.path.name


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was removed (or would be), and old images that stay because some process holds them."""

    removed: tuple[Unneeded, ...]
    held: tuple[Image, ...]

    @property
    def freed_bytes(self) -> int:
        return sum(item.size_bytes for item in self.removed)


def old_images() -> list[Image]:
    """Images that no profile's current recipe makes, sorted by name. Raises ImageError on a broken manifest."""
    current = {image_hash(plan(load_profile(name))) for name in profile_names()}
    images = [load_image(path) for path in sorted(images_folder().glob("*/manifest.json"))]
    return [image for image in images if image.hash not in current]


def prune_images(progress: Progress, *, dry_run: bool = False, when_free_below: float = math.inf) -> Pruned:
    """Remove what is not needed, or only say what that is. A build in progress is waited for.

    Nothing is removed while `when_free_below` GB (10^9 bytes) or more are free on the images' disk.
    Raises ImageError (no root, a broken manifest).
    """
    if os.geteuid() != 0:
        raise ImageError("pruning images needs root", hint=f"sudo {command('image prune')}")
    with build_lock(progress), ExitStack() as locks:
        if shutil.disk_usage(layers_folder()).free >= when_free_below * 1e9:
            return Pruned((), ())
        old = old_images()
        going = [image for image in old if _lock_unheld(image, locks)]
        held = tuple(image for image in old if image not in going)
        unneeded = tuple(_unneeded(going, held))
        if not dry_run:
            for item in unneeded:
                progress(f"removing {item.kind} {item.name}")
                _remove(item)
    return Pruned(unneeded, held)


def _lock_unheld(image: Image, locks: ExitStack) -> bool:
    """Take an image's lock for as long as `locks` lives, unless someone else has it."""
    file = locks.enter_context(image.manifest.open("rb"))
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _unneeded(going: Iterable[Image], held: Iterable[Image]) -> Iterator[Unneeded]:
    needed = {layer.folder for name in profile_names() for layer in plan(load_profile(name))}
    needed |= {layer.parent.name for image in held for layer in image.layers}
    for image in going:
        yield _measured("image", image.manifest.parent)
    for folder in sorted(layers_folder().iterdir()):
        if folder.name not in needed:
            yield _measured("unfinished" if folder.name.startswith(".") else "layer", folder)
    for archive in idle_archives():
        yield _measured("archive", archive)
    needed_logs = {build_log(layer) for layer in needed}
    for log in sorted(build_log("").parent.glob(build_log("*").name)):
        if log not in needed_logs:
            yield _measured("log", log)


def _measured(kind: str, path: Path) -> Unneeded:
    return Unneeded(kind, path, disk_usage(path) if path.is_dir() else path.stat().st_size)


def _remove(item: Unneeded) -> None:
    path = item.path
    if not path.is_dir():
        path.unlink()
        return
    if item.kind == "image":
        (path / "manifest.json").unlink()
    elif item.kind == "layer":
        path = path.rename(partial_folder(path))
    shutil.rmtree(path)
