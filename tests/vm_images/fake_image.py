"""A whole image of today's recipe with a few files in its layers, for tests that copy images."""

from __future__ import annotations

import os
from pathlib import Path

from vm_images.digest import content_digest
from vm_images.folders import images_folder, layers_folder
from vm_images.image import DIGEST_FILE, Manifest
from vm_images.profile import load_profile
from vm_images.recipe import image_hash, plan


def write_image(manifest: Manifest, size: int, *, disk: bool = False) -> None:
    """Fill the layers of an image with so many random bytes, links and modes; optionally add a disk."""
    for name in manifest.layers:
        root = layers_folder() / name / "root"
        (root / "etc").mkdir(parents=True, exist_ok=True)
        (root / "etc" / "data").write_bytes(os.urandom(size // len(manifest.layers)))
        (root / "etc" / "tool").write_text("#!/bin/sh\n")
        (root / "etc" / "tool").chmod(0o4755)
        (root / "etc" / "link").symlink_to("/nowhere")
        (root.parent / "layer.json").write_text("{}\n")
        (root.parent / DIGEST_FILE).write_text(content_digest(root) + "\n")
    if disk:
        folder = images_folder() / manifest.name / "vm"
        folder.mkdir()
        (folder / "root.qcow2").write_bytes(os.urandom(1000))


def new_manifest(profile: str = "debian-12") -> Manifest:
    """Put the manifest of an image of today's recipe in this host's folder of images."""
    layers = plan(load_profile(profile))
    digest = image_hash(layers)
    manifest = Manifest(
        name=f"{profile}-{digest[:12]}",
        profile=profile,
        profile_reason="named by the caller",
        hash=digest,
        layers=tuple(layer.folder for layer in layers),
        layer_hashes={layer.name: layer.hash for layer in layers},
        size_bytes=3,
        build_seconds=1.0,
        built_at="2026-01-01T00:00:00+00:00",
        versions={"apt": {"git": "1"}},
    )
    path = images_folder() / manifest.name / "manifest.json"
    path.parent.mkdir(parents=True)
    path.write_text(manifest.model_dump_json())
    return manifest


def contents(images: Path, manifest: Manifest) -> dict[str, str]:
    """The digests of an image's layers in a folder of images, and of its disk if it has one."""
    folders = [images / "layers" / name / "root" for name in manifest.layers]
    folders += [folder for folder in (images / manifest.name / "vm",) if folder.exists()]
    return {str(folder.relative_to(images)): content_digest(folder) for folder in folders}
