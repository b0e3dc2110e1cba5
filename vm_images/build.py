"""Builds the guest image, layer by layer.

A layer is made in a `.partial` folder and renamed when complete, so what exists is whole: a build that was
killed leaves a `.partial` folder that the next build removes, and continues after the last finished layer.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from testbed.command import command
from testbed.errors import ImageError
from vm_images import layers
from vm_images.digest import content_digest
from vm_images.folders import data_folder, images_folder, layers_folder
from vm_images.image import DIGEST_FILE, Image, LayerRecord, Manifest, image_name, is_whole, load_image
from vm_images.layout import reset_times
from vm_images.profile import Profile, Progress, choose_profile, load_profile
from vm_images.recipe import Layer, image_hash, plan
from vm_images.status import status_of

PROGRAMS = {
    "mmdebstrap": "mmdebstrap",
    "setpriv": "util-linux",
    "unshare": "util-linux",
    "mount": "mount",
    "dpkg-query": "dpkg",
}


def build_image(profile: str | None, progress: Progress) -> Image:
    """Build the image of a profile (by name, or the one this host's apt can reach), reusing finished layers.

    `progress` is called with one line of text at a time. Another build in progress is waited for.
    Raises UsageError (no such profile), ImageError (no root, a program or disk space missing, a step failed).
    """
    if profile:
        chosen, reason = load_profile(profile), "named by the caller"
    else:
        _require_programs()
        chosen, reason = choose_profile()
    progress(f"profile {chosen.name}: {reason}")
    planned = plan(chosen)
    name = image_name(chosen.name, image_hash(planned))
    manifest_path = images_folder() / name / "manifest.json"
    if is_whole(manifest_path):
        progress(f"image {name} is up to date")
        return load_image(manifest_path)
    _require_root(chosen)
    _require_programs()
    with build_lock(progress):
        _remove_partial(progress)
        if is_whole(manifest_path):
            progress(f"image {name} has been built meanwhile")
            return load_image(manifest_path)
        _require_disk(chosen, planned)
        progress(status_of(chosen).in_words())
        records = _build_layers(chosen, planned, progress)
        _write_manifest(manifest_path, chosen, reason, planned, records)
    progress(f"image {name} is ready")
    return load_image(manifest_path)


def _build_layers(profile: Profile, planned: tuple[Layer, ...], progress: Progress) -> list[LayerRecord]:
    records: list[LayerRecord] = []
    below: list[Path] = []
    for layer in planned:
        folder = layers_folder() / layer.folder
        if (folder / "layer.json").exists():
            progress(f"layer {layer.name}: reused")
        else:
            _build_layer(profile, layer, below, folder, progress)
        records.append(LayerRecord.model_validate_json((folder / "layer.json").read_bytes()))
        below.append(folder / "root")
    return records


def _build_layer(profile: Profile, layer: Layer, below: list[Path], folder: Path, progress: Progress) -> None:
    progress(f"layer {layer.name}: building")
    started, began = time.monotonic(), float(int(time.time()))
    partial = partial_folder(folder)
    partial.mkdir(parents=True)
    log = build_log(layer.folder)
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("")

    def tell(line: str) -> None:
        progress(f"layer {layer.name}: {line}")

    context = layers.Context(profile, tuple(below), partial / "work", log, tell)
    root, versions = layers.BUILDERS[layer.name](context)
    reset_times(root, began)
    root.rename(partial / "root")
    shutil.rmtree(partial / "work")
    seconds = round(time.monotonic() - started, 1)
    size = disk_usage(partial / "root")
    record = LayerRecord(
        name=layer.name, hash=layer.hash, size_bytes=size, build_seconds=seconds, versions=versions
    )
    (partial / DIGEST_FILE).write_text(content_digest(partial / "root") + "\n")
    (partial / "layer.json").write_text(record.model_dump_json(indent=2) + "\n")
    partial.rename(folder)
    progress(f"layer {layer.name}: done in {seconds:.0f} s, {size / 1e6:.0f} MB")


def _write_manifest(
    path: Path, profile: Profile, reason: str, planned: tuple[Layer, ...], records: list[LayerRecord]
) -> None:
    digest = image_hash(planned)
    versions: dict[str, dict[str, str]] = {}
    for record in records:
        versions.update(record.versions)
    manifest = Manifest(
        name=image_name(profile.name, digest),
        profile=profile.name,
        profile_reason=reason,
        hash=digest,
        layers=tuple(layer.folder for layer in planned),
        layer_hashes={layer.name: layer.hash for layer in planned},
        size_bytes=sum(record.size_bytes for record in records),
        build_seconds=round(sum(record.build_seconds for record in records), 1),
        built_at=datetime.now(UTC).isoformat(timespec="seconds"),
        versions=versions,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".tmp")
    temporary.write_text(manifest.model_dump_json(indent=2) + "\n")
    temporary.rename(path)


def build_log(layer: str) -> Path:
    """The file with the output of a layer's build, by the layer's folder name."""
    return data_folder() / "cache" / f"build-{layer}.log"


def disk_usage(tree: Path) -> int:
    """Bytes that a tree occupies on disk, each file counted once."""
    seen: set[tuple[int, int]] = set()
    total = 0
    for folder, _, files in os.walk(tree):
        for name in [".", *files]:
            status = (Path(folder) / name).lstat()
            if (status.st_dev, status.st_ino) not in seen:
                seen.add((status.st_dev, status.st_ino))
                total += status.st_blocks * 512
    return total


@contextmanager
def build_lock(progress: Progress) -> Iterator[None]:
    """Hold the lock under which layers are made and removed, waiting for whoever has it."""
    layers_folder().mkdir(parents=True, exist_ok=True)
    layers_folder().chmod(0o700)  # what is in an image is not for the host's users to run
    with (images_folder() / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress("waiting for another build to finish")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def partial_folder(layer: Path) -> Path:
    """Where a layer is while it is not, or no longer, whole."""
    return layer.with_name(f".{layer.name}.partial")


def _remove_partial(progress: Progress) -> None:
    for partial in layers_folder().glob(".*.partial"):
        progress(f"removing what was left unfinished: {partial.name}")
        shutil.rmtree(partial)


def _require_root(profile: Profile) -> None:
    if os.geteuid() != 0:
        raise ImageError(
            "building the guest image needs root",
            hint=f"sudo {command(f'image build --profile {profile.name}')}",
        )


def _require_programs() -> None:
    missing = sorted({package for program, package in PROGRAMS.items() if shutil.which(program) is None})
    if missing:
        raise ImageError(
            "building the guest image needs programs that are not installed: " + ", ".join(missing),
            hint="apt-get install " + " ".join(missing),
        )


def _require_disk(profile: Profile, planned: tuple[Layer, ...]) -> None:
    missing = [layer.name for layer in planned if not (layers_folder() / layer.folder).exists()]
    needed = (
        profile.disk_gb * 10**9
        if "base" in missing
        else 3 * 10**9
        if {"apps", "servers"} & set(missing)
        else 10**8
    )
    needed += 10**9 if "extension" in missing else 0
    free = shutil.disk_usage(layers_folder()).free
    if free < needed:
        raise ImageError(
            f"not enough disk space in {images_folder()}: {needed / 1e9:.1f} GB needed, {free / 1e9:.1f} GB free",
            hint="free some, or set TESTBED_DATA to a folder on a larger disk",
        )
