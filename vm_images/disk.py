"""The image as a virtual machine's disk: images/<image>/vm/ with root.qcow2, the kernel and its initial RAM disk.

The disk is one ext4 file system without partitions or boot loader; the kernel is started directly. It is never
written after it is built: every guest writes to an overlay of its own.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from testbed.command import command
from testbed.errors import ImageError
from vm_images.build import build_lock
from vm_images.folders import data_folder
from vm_images.image import Image, read_manifest
from vm_images.profile import Progress
from vm_images.recipe import STEPS
from vm_images.sandbox import run_step

DISK_GIB = 16
"""The size the guest sees; on the host the file takes what the image has in it."""
BUILD_COMMAND = "image build --format qcow2"
PROGRAMS = {"qemu-img": "qemu-utils", "mkfs.ext4": "e2fsprogs"}


@dataclass(frozen=True, slots=True)
class Disk:
    """What QEMU boots: a qcow2 file, a kernel, an initial RAM disk."""

    root: Path
    kernel: Path
    initrd: Path


def disk_folder(image: Image) -> Path:
    return image.manifest.parent / "vm"


def find_disk(image: Image) -> Disk:
    """The image's disk. Raises ImageError when it was not built; its hint is the command that builds it."""
    folder = disk_folder(image)
    disk = Disk(folder / "root.qcow2", folder / "vmlinuz", folder / "initrd.img")
    if not folder.exists():
        raise ImageError(
            f"the image {image.name} has no virtual machine's disk",
            hint=f"run: {command(f'{BUILD_COMMAND} --profile {image.profile}')}",
        )
    return disk


def build_disk(image: Image, progress: Progress) -> Disk:
    """Make the disk of a built image, unless it is there.

    Raises ImageError (no root, a program or disk space missing, a step failed).
    """
    folder = disk_folder(image)
    if folder.exists():
        progress(f"disk of {image.name} is up to date")
        return find_disk(image)
    _require(image)
    with build_lock(progress):
        if folder.exists():
            return find_disk(image)
        partial = folder.with_name(".vm.partial")
        if partial.exists():
            progress("removing an unfinished disk")
            shutil.rmtree(partial)
        partial.mkdir(mode=0o755)
        progress(f"disk of {image.name}: building")
        highest_first = ":".join(str(layer) for layer in reversed(image.layers))
        log = data_folder() / "cache" / f"build-disk-{image.name}.log"
        log.parent.mkdir(parents=True, exist_ok=True)
        run_step(
            ["/bin/sh", str(STEPS / "disk.sh"), highest_first, str(partial), str(DISK_GIB)],
            environment={"LC_ALL": "C.UTF-8"},
            log=log,
            progress=progress,
        )
        for name, pattern in (("vmlinuz", "vmlinuz-*"), ("initrd.img", "initrd.img-*")):
            shutil.copyfile(_newest(image.layers[0] / "boot", pattern), partial / name)
            (partial / name).chmod(0o644)
        (partial / "root.qcow2").chmod(0o444)
        partial.rename(folder)
    progress(f"disk of {image.name} is ready")
    return find_disk(image)


def _newest(boot: Path, pattern: str) -> Path:
    matches = sorted(boot.glob(pattern))
    if not matches:
        raise ImageError(
            f"the image has no {pattern} in {boot}", hint="add a kernel to the profile's packages"
        )
    return matches[-1]


def _require(image: Image) -> None:
    if os.geteuid() != 0:
        raise ImageError(
            "building a disk needs root", hint=f"sudo {command(BUILD_COMMAND)} --profile {image.profile}"
        )
    missing = sorted(package for program, package in PROGRAMS.items() if shutil.which(program) is None)
    if missing:
        raise ImageError(
            "building a disk needs programs that are not installed: " + ", ".join(missing),
            hint="apt-get install " + " ".join(missing),
        )
    needed = 2 * read_manifest(image.manifest).size_bytes + 10**9
    free = shutil.disk_usage(image.manifest.parent).free
    if free < needed:
        raise ImageError(
            f"not enough disk space in {image.manifest.parent}: {needed / 1e9:.0f} GB needed, {free / 1e9:.1f} free",
            hint=f"free some ({command('image prune')}), or set TESTBED_DATA to a folder on a larger disk",
        )
